package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/alecthomas/kong"

	"atoll/match"
	"atoll/store"
)

// storeFlag names the store of a command that works on it directly.
type storeFlag struct {
	Store string `default:"atoll.db" env:"ATOLL_STORE" placeholder:"FILE|postgres://…" help:"The store: an SQLite file (default atoll.db) or a Postgres address."`
}

// open opens a store that exists; only restore may make one.
func (f storeFlag) open(ctx context.Context) (store.Store, error) {
	if !isPostgres(f.Store) {
		if _, err := os.Stat(f.Store); err != nil {
			return nil, usage("no store at %s: %w", f.Store, err)
		}
	}
	return openStore(ctx, f.Store)
}

// with opens the store for a command that can be interrupted, and closes it.
func (f storeFlag) with(do func(context.Context, store.Store) error) error {
	ctx, stop := interruptible()
	defer stop()
	s, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	return do(ctx, s)
}

// interruptible is the context of a command that may take long.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

func backupCommand() kong.Option {
	return kong.DynamicCommand("backup", "Write everything in the store to a file, while it is in use.", "", &backupCmd{})
}

type backupCmd struct {
	File string `arg:"" help:"File to write (compressed); it must not exist. - is standard output."`
	JSON bool   `help:"One JSON object; nothing where the backup goes to standard output."`
	storeFlag
}

func (c *backupCmd) Run(e *env) error {
	return c.with(func(ctx context.Context, s store.Store) error {
		if c.File == "-" {
			_, err := dumpTo(ctx, s, e.out)
			return err
		}
		if _, err := os.Stat(c.File); err == nil {
			return usage("%s exists", c.File)
		}
		// The file gets its name when it is whole and on disk.
		tmp, err := os.CreateTemp(filepath.Dir(c.File), ".atoll-backup-*")
		if err != nil {
			return err
		}
		defer os.Remove(tmp.Name())
		rows, err := dumpTo(ctx, s, tmp)
		if err == nil {
			err = tmp.Sync()
		}
		if closed := tmp.Close(); err == nil {
			err = closed
		}
		if err == nil {
			err = os.Rename(tmp.Name(), c.File)
		}
		if err != nil {
			return err
		}
		if c.JSON {
			return e.json(map[string]any{"rows": rows, "file": c.File})
		}
		fmt.Fprintf(e.out, "%d rows in %s\n", rows, c.File)
		return nil
	})
}

func dumpTo(ctx context.Context, s store.Store, out io.Writer) (int64, error) {
	zip := gzip.NewWriter(out)
	rows, err := s.Dump(ctx, zip)
	if closed := zip.Close(); err == nil {
		err = closed
	}
	return rows, err
}

func restoreCommand() kong.Option {
	return kong.DynamicCommand("restore", "Read a backup into an empty store, of either kind.", "", &restoreCmd{})
}

type restoreCmd struct {
	File string `arg:"" help:"File that backup wrote; - is standard input."`
	JSON bool   `help:"One JSON object."`
	storeFlag
}

func (c *restoreCmd) Run(e *env) error {
	ctx, stop := interruptible()
	defer stop()
	in, err := openInput(e, c.File)
	if err != nil {
		return err
	}
	defer in.Close()
	zip, err := gzip.NewReader(bufio.NewReader(in))
	if err != nil {
		return fmt.Errorf("%s is no backup: %w", c.File, err)
	}
	s, err := openStore(ctx, c.Store)
	if err != nil {
		return err
	}
	defer s.Close()
	rows, err := s.Restore(ctx, zip)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.JSON {
		return e.json(map[string]any{"rows": rows, "store": c.where()})
	}
	fmt.Fprintf(e.out, "%d rows restored to %s\n", rows, c.where())
	return nil
}

// where describes the store without giving away a password.
func (f storeFlag) where() string {
	if isPostgres(f.Store) {
		return "the Postgres database"
	}
	return f.Store
}

func exportCommand() kong.Option {
	return kong.DynamicCommand("export", "Write the records of all finished games, while the store is in use.", "", &exportCmd{})
}

type exportCmd struct {
	storeFlag
	Game string `placeholder:"GAME" help:"Only this game."`
}

func (c *exportCmd) Run(e *env) error {
	if c.Game != "" {
		if _, err := findGame(c.Game); err != nil {
			return err
		}
	}
	return c.with(func(ctx context.Context, s store.Store) error {
		return s.Finished(ctx, func(id string) error {
			t, err := loadTable(ctx, s, id)
			if err != nil {
				return err
			}
			if c.Game != "" && t.Config.Game.ID != c.Game {
				return nil
			}
			if old := t.Old(); old != nil {
				fmt.Fprintf(e.err, "table %s is left out: %v\n", id, old)
				return nil
			}
			rec, err := t.Record()
			if err != nil {
				return fmt.Errorf("table %s: %w", id, err)
			}
			_, err = e.out.Write(append(rec.AppendText(nil), '\n'))
			return err
		})
	})
}

func loadTable(ctx context.Context, s store.Store, id string) (*match.Table, error) {
	stored, err := s.Load(ctx, id, 0)
	if errors.Is(err, match.ErrNoTable) {
		return nil, usage("no table %.40q", id)
	}
	if err != nil {
		return nil, err
	}
	return match.Replay(byID, id, stored)
}
