package main

import (
	"errors"
	"io"
	"io/fs"

	"github.com/alecthomas/kong"

	"atoll/web"
)

func licencesCommand() kong.Option {
	return kong.DynamicCommand("licences", "Print the licences of everything that this program contains.", "", &licencesCmd{})
}

type licencesCmd struct{}

func (licencesCmd) Run(e *env) error {
	f, err := web.Files().Open("licences.txt")
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("this build has no list of licences; 'make build' adds it")
	}
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(e.out, f)
	return err
}
