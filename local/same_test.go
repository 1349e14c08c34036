package local_test

import (
	"bufio"
	"context"
	"fmt"
	"hash/crc64"
	"io"
	"os"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/game"
	"atoll/games"
	"atoll/local"
	"atoll/record"
)

// configurations are all numbers of players of every game, with the options at their
// defaults and each of them otherwise.
func configurations() []game.Config {
	var list []game.Config
	for _, g := range games.All() {
		for _, n := range g.Players {
			list = append(list, g.MustConfigure(n))
			for _, o := range g.Options {
				values := []string{"true", "false"}
				if o.Kind == game.Choice {
					values = nil
					for _, v := range o.Values {
						values = append(values, v.Value.String())
					}
				} else if o.Kind != game.Flag {
					continue
				}
				for _, v := range values {
					given, err := g.ReadOptions([]string{o.Key + "=" + v})
					if err != nil || v == o.Default.String() {
						continue
					}
					if cfg, err := g.Configure(n, given); err == nil {
						list = append(list, cfg)
					}
				}
			}
		}
	}
	return list
}

// ecma sums bytes up: WebAssembly would spend a quarter of its time on a stronger sum,
// and nobody here wants to be deceived.
var ecma = crc64.MakeTable(crc64.ECMA)

// replayed plays records again and says what came of each: a sum of every position,
// of what everybody sees in the end, of all stories and of the record as written.
func replayed(in io.Reader, find func(id string) (*game.Game, bool), tell func(line string)) error {
	r := record.NewReader(in, find)
	var b []byte
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err // which names the line
		}
		rp := record.NewReplayer(rec.Config)
		b = b[:0]
		for _, e := range rec.Events {
			if err := rp.Apply(e.By, e.Do, func(e game.Event) { b = e.AppendJSON(b, rec.Config.SeatNames()) }); err != nil {
				return fmt.Errorf("record %d, %s: %w", r.Line(), rec.Config, err)
			}
			b = rp.State().AppendText(b)
		}
		for seat := range game.Seat(rec.Config.Players) {
			data, err := game.Look(rp.State(), game.SeatViewer(seat)).MarshalJSON()
			if err != nil {
				return err
			}
			b = append(b, data...)
		}
		b = rec.AppendText(b)
		tell(fmt.Sprintf("%s: %d events, %d bytes, %016x", rec.Config.Game.ID, len(rec.Events), len(b), crc64.Checksum(b, ecma)))
	}
}

// chosen asks bots with a budget of nodes, in positions from random games.
func chosen(tell func(line string)) error {
	for _, g := range games.All() {
		for _, n := range g.Players {
			cfg := g.MustConfigure(n)
			r := game.NewRand(uint64(n))
			st := cfg.New()
			for asked := 0; asked < 4 && st.Acting() != 0; {
				for seat := range game.Seat(n) {
					if !st.Acting().Has(seat) || game.Count(st, seat) < 2 || asked == 4 {
						continue
					}
					asked++
					for _, bot := range []string{"level2:60n", "level5:150n", "best:150n"} {
						look := func(v game.Viewer) game.State { return game.Look(st, v) }
						do, err := local.Think(context.Background(), games.ByID, all.Roster(),
							local.JobOf(look, seat, bot, uint64(asked)), nil)
						if err != nil {
							return err
						}
						tell(fmt.Sprintf("%s %d %s %s: %s", g.ID, n, cfg.SeatName(seat), bot, do))
					}
				}
				for range 3 {
					if st.Acting() != 0 {
						step(st, r)
					}
				}
			}
		}
	}
	return nil
}

// speeds says how many steps of random play a second there are.
func speeds(tell func(line string)) {
	for _, g := range games.All() {
		cfg := g.MustConfigure(g.Players[0])
		r := game.NewRand(1)
		st := cfg.New()
		steps, start := 0, time.Now()
		for time.Since(start) < time.Second {
			for range 200 {
				if st.Acting() == 0 {
					st = cfg.New()
				}
				step(st, r)
				steps++
			}
		}
		tell(fmt.Sprintf("%s: %.0f steps a second", g.ID, float64(steps)/time.Since(start).Seconds()))
	}
}

// said is one side of a comparison: what comes of the records of a file and of the
// questions to bots.
func said(file string, tell func(line string)) error {
	if os.Getenv("ATOLL_SPEED") != "" {
		speeds(tell)
		return nil
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := replayed(f, games.ByID, tell); err != nil {
		return err
	}
	return chosen(tell)
}

// TestSay is what runs in WebAssembly. Without a file it has nothing to say.
func TestSay(t *testing.T) {
	file := os.Getenv("ATOLL_SAME")
	if file == "" {
		t.Skip("TestWebAssemblyPlaysAsThisMachine runs it")
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	if err := said(file, func(line string) { fmt.Fprintln(out, "same:", line) }); err != nil {
		t.Fatal(err)
	}
}
