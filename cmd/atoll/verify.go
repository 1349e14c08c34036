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
	JSON    bool     `name:"json" help:"One JSON object: the counts, and what is wrong with which record."`
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
	t := verifyTally{check: record.Verify, json: c.JSON, Faults: []verifyFault{}}
	if c.Proof {
		t.check = record.Proved
	}
	for _, name := range files {
		if err := t.file(e, name, len(files) > 1, c.MaxLine); err != nil {
			return err
		}
	}
	if c.JSON {
		if err := e.json(t); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(e.out, "%d ok, %d bad", t.Ok, t.Bad)
		if t.Old > 0 {
			fmt.Fprintf(e.out, ", %d of old rules", t.Old)
		}
		fmt.Fprintln(e.out)
	}
	if t.Bad > 0 {
		return errSilent
	}
	return nil
}

type verifyTally struct {
	check  func(*record.Record) error
	json   bool
	Ok     int           `json:"ok"`
	Bad    int           `json:"bad"`
	Old    int           `json:"old_rules"`
	Faults []verifyFault `json:"faults"`
}

// verifyFault is a record that is not as the rules say.
type verifyFault struct {
	File   string `json:"file"`
	Record int    `json:"record"`
	Error  string `json:"error"`
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
			t.Ok++
			continue
		}
		var old *game.OldRules
		if errors.As(err, &old) {
			t.Old++
		} else {
			t.Bad++
		}
		if t.json {
			t.Faults = append(t.Faults, verifyFault{name, n, oneLine(err.Error())})
			continue
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
