package main

import (
	"fmt"
	"io"

	"atoll/record"
)

// oneRecord is the part of a command line that names one recorded game. Commands
// embed it.
type oneRecord struct {
	File string `arg:"" help:"File of records; - is standard input."`
	Game int    `default:"1" placeholder:"I" help:"Which record of the file, counted from 1."`
}

func (c oneRecord) find(e *env) (*record.Record, error) {
	if c.Game < 1 {
		return nil, usage("records are counted from 1; --game cannot be %d", c.Game)
	}
	in, err := openInput(e, c.File)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r := record.NewReader(in, byID)
	for n := 1; ; n++ {
		rec, err := r.Next()
		switch {
		case err == io.EOF:
			return nil, usage("%s has %d records; --game cannot be %d", c.File, n-1, c.Game)
		case n == c.Game && err != nil:
			return nil, fmt.Errorf("record %d, %w", n, err)
		case n == c.Game:
			return rec, nil
		}
	}
}
