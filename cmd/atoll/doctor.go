package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"atoll/record"
	"atoll/store"
	"atoll/web"
)

func doctorCommand() kong.Option {
	return kong.DynamicCommand("doctor", "Check that a server can run here and that its store is sound.", "", &doctorCmd{})
}

type doctorCmd struct {
	storeFlag
	Bus   string `env:"ATOLL_BUS" placeholder:"nats://…" help:"Also check this NATS server."`
	JSON  bool   `name:"json" help:"One JSON object: whether all is well, and every check."`
	Games int    `default:"100" placeholder:"N" help:"Replay and verify this many finished games; 0 for all."`
}

var errEnough = errors.New("enough")

func (c *doctorCmd) Run(e *env) error {
	ctx, stop := interruptible()
	defer stop()
	bad := 0
	type checked struct {
		What string `json:"what"`
		Ok   bool   `json:"ok"`
		Said string `json:"said"`
	}
	checks := []checked{}
	check := func(what string, f func() (string, error)) {
		said, err := f()
		if err != nil {
			bad++
		}
		if c.JSON {
			if err != nil {
				said = oneLine(err.Error())
			}
			checks = append(checks, checked{what, err == nil, strings.TrimLeft(said, " ,:")})
			return
		}
		if err != nil {
			fmt.Fprintf(e.out, "bad   %s: %s\n", what, oneLine(err.Error()))
			return
		}
		fmt.Fprintf(e.out, "ok    %s%s\n", what, said)
	}
	check("program", func() (string, error) { return " " + version, nil })
	check("browser pages", func() (string, error) {
		if !web.Built() {
			return " are not part of this build; make build adds them", nil
		}
		return "", nil
	})
	if c.Bus != "" {
		check("bus", func() (string, error) {
			conn, err := connectBus(c.Bus)
			if err != nil {
				return "", err
			}
			defer conn.Close()
			return ", " + conn.ConnectedServerVersion(), nil
		})
	}
	var s store.Store
	check("store "+c.where(), func() (said string, err error) {
		if !isPostgres(c.Store) {
			if _, statErr := os.Stat(c.Store); errors.Is(statErr, os.ErrNotExist) {
				f, err := os.CreateTemp(filepath.Dir(c.Store), ".atoll-*")
				if err != nil {
					return "", err
				}
				f.Close()
				return " does not exist yet and can be made", os.Remove(f.Name())
			}
		}
		s, err = openStore(ctx, c.Store)
		return "", err
	})
	if s != nil {
		defer s.Close()
		check("database", func() (string, error) { return " is sound", s.Sound(ctx) })
		check("disk", func() (string, error) { return measureCommits(ctx, s) })
		check("finished games", func() (string, error) { return verifyFinished(ctx, s, c.Games) })
	}
	if c.JSON {
		if err := e.json(struct {
			Ok     bool      `json:"ok"`
			Checks []checked `json:"checks"`
		}{bad == 0, checks}); err != nil {
			return err
		}
	}
	if bad > 0 {
		return errSilent
	}
	return nil
}

// measureCommits stores something durable a few times.
func measureCommits(ctx context.Context, s store.Store) (string, error) {
	const n = 10
	start := time.Now()
	for range n {
		if err := s.SetMute(ctx, "doctor", "doctor", true); err != nil {
			return "", err
		}
	}
	each := time.Since(start) / n
	return fmt.Sprintf(", %.1f ms for a durable write", float64(each.Microseconds())/1000), s.SetMute(ctx, "doctor", "doctor", false)
}

func verifyFinished(ctx context.Context, s store.Store, most int) (string, error) {
	n, old := 0, 0
	err := s.Finished(ctx, func(id string) error {
		if most > 0 && n == most {
			return errEnough
		}
		t, err := loadTable(ctx, s, id)
		if err != nil {
			return err
		}
		if t.Old() != nil {
			old++
			return nil
		}
		rec, err := t.Record()
		if err == nil {
			err = record.Verify(rec)
		}
		if err != nil {
			return fmt.Errorf("table %s: %w", id, err)
		}
		n++
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	text := fmt.Sprintf(": %d verified", n)
	if old > 0 {
		text += fmt.Sprintf(", %d of old rules that cannot be replayed", old)
	}
	return text, err
}
