package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"atoll/game"
	"atoll/record"

	"github.com/alecthomas/kong"
)

func verifyCommand() kong.Option {
	return kong.DynamicCommand("verify", "Replay records and check every event by the rules.", "", &verifyCmd{})
}

type verifyCmd struct {
	Files   []string `arg:"" optional:"" name:"file" help:"Files of records; - or none is standard input."`
	Proof   bool     `name:"require-proof" help:"Refuse records whose chance is not proved."`
	MaxLine int      `name:"max-line" default:"67108864" placeholder:"BYTES" help:"Longest record."`
}

func (c *verifyCmd) Run(e *env) error {
	if c.MaxLine < 1 {
		return usage("--max-line cannot be %d", c.MaxLine)
	}
	files := c.Files
	if len(files) == 0 {
		files = []string{"-"}
	}
	t := verifyTally{check: record.Verify}
	if c.Proof {
		t.check = record.Proved
	}
	for _, name := range files {
		if err := t.file(e, name, len(files) > 1, c.MaxLine); err != nil {
			return err
		}
	}
	fmt.Fprintf(e.out, "%d ok, %d bad", t.ok, t.bad)
	if t.old > 0 {
		fmt.Fprintf(e.out, ", %d of old rules", t.old)
	}
	fmt.Fprintln(e.out)
	if t.bad > 0 {
		return errSilent
	}
	return nil
}

type verifyTally struct {
	check        func(*record.Record) error
	ok, bad, old int
}

func (t *verifyTally) file(e *env, name string, several bool, maxLine int) error {
	in, err := openInput(e, name)
	if err != nil {
		return err
	}
	defer in.Close()
	prefix := ""
	if several {
		prefix = name + ": "
	}
	r := record.NewReader(in, byID)
	r.MaxLine = maxLine
	for n := 1; ; n++ {
		rec, err := r.Next()
		var bad *record.BadLine
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !errors.As(err, &bad):
			return fmt.Errorf("reading %s: %w", name, err)
		case err == nil:
			err = t.check(rec)
		}
		if err == nil {
			t.ok++
			continue
		}
		var old *game.OldRules
		if errors.As(err, &old) {
			t.old++
		} else {
			t.bad++
		}
		if _, err := fmt.Fprintf(e.out, "%srecord %d, %s\n", prefix, n, oneLine(err.Error())); err != nil {
			return err
		}
	}
}

// openInput opens a file, or standard input for "-".
func openInput(e *env, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(e.in), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, &usageError{err}
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, usage("%s is a directory", name)
	}
	return f, nil
}
