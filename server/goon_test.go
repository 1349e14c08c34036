package server_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/games"
	"atoll/local"
	"atoll/match"
	"atoll/server/wire"
)

// shelf is the store of a browser, as far as a new table needs one: it writes down
// all that is ever stored.
type shelf struct {
	match.Store
	stored bytes.Buffer
}

func (s *shelf) Commit(_ context.Context, changes ...*match.Change) error {
	for _, c := range changes {
		fmt.Fprintf(&s.stored, "%s %d %+v %s %s\n", c.Table, c.Version, c.Head, c.Head.Info, c.Private)
		for i := range c.Entries {
			fmt.Fprintf(&s.stored, "%d %s\n", c.Entries[i].Seq, c.Entries[i].Data())
		}
	}
	return nil
}
func (s *shelf) Tables(context.Context) ([]*match.Stored, error) { return nil, nil }
func (s *shelf) Remove(context.Context, string) error            { return nil }
func (s *shelf) Note(context.Context, string) ([]byte, error)    { return nil, nil }
func (s *shelf) SetNote(context.Context, string, []byte) error   { return nil }

// copied lets a browser make a copy of the table from what the server gives to p,
// as the page does, and returns what came from the server and what is stored of the
// copy. The browser has the same randomness and time whatever it is given.
func (w *world) copied(p *person, mine int) (given, stored string) {
	w.t.Helper()
	var snap wire.Snapshot
	p.must("GET", "/tables/"+w.table, nil, &snap)
	res := p.send("GET", "/tables/"+w.table+"/record", nil)
	record, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		w.t.Fatalf("%s %v", res.Status, err)
	}
	seats := make([]wire.SeatSetup, len(snap.View.Seats))
	for i := range seats {
		seats[i] = wire.SeatSetup{Kind: match.SeatBot, Level: 5}
	}
	seats[mine] = wire.SeatSetup{Kind: match.SeatMe}
	body, err := json.Marshal(local.ContinueRequest{Record: record, Seats: seats})
	if err != nil {
		w.t.Fatal(err)
	}
	kept, n := &shelf{}, byte(0)
	h, err := local.New(w.t.Context(), local.Config{
		Store: kept, Games: games.All(), Roster: all.Roster(),
		Clock: func() time.Time { return time.UnixMilli(1_800_000_000_000) },
		Random: func(b []byte) {
			for i := range b {
				n++
				b[i] = n
			}
		},
		// Nobody thinks: what bots choose is not of the server.
		Think: func(ctx context.Context, _ local.Job, _ func([]byte)) ([]byte, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	defer h.Close()
	a := h.Do(w.t.Context(), "POST", "/tables/continue", body)
	if a.Status != 200 {
		w.t.Fatalf("no copy is made: %d %s", a.Status, a.Body)
	}
	return string(body), string(a.Body) + "\n" + kept.stored.String()
}

// TestACopyHasNoSecrets: worlds that differ in secrets alone (a rival's sealed
// choice, later Orders, covered tiles, the seed) give a browser the same bytes for
// a copy of the game, and the copies are the same bytes.
func TestACopyHasNoSecrets(t *testing.T) {
	same := func(t *testing.T, one, other *world, mine int, who func(*world) *person) {
		t.Helper()
		given, stored := one.copied(who(one), mine)
		given2, stored2 := other.copied(who(other), mine)
		if given != given2 {
			t.Errorf("the server gives out\n%s\nand\n%s", given, given2)
		}
		if stored != stored2 {
			t.Errorf("the copies are\n%s\nand\n%s", stored, stored2)
		}
		if !strings.Contains(stored, `"offline":true`) && !strings.Contains(stored, "Offline:true") {
			t.Errorf("what is stored is no copy: %s", stored)
		}
	}
	t.Run("a sealed choice", func(t *testing.T) {
		people := map[*world]*person{}
		run := func(secret string) *world {
			w := newWorld(t)
			south, north := w.sit(epigoSetup)
			people[w] = south
			if secret != "" {
				w.act(north, 1, secret)
			}
			return w
		}
		south := func(w *world) *person { return people[w] }
		one := run("deploy 3 1 7 X 2 5 4 6")
		same(t, one, run("deploy 6 4 5 2 X 7 1 3"), 0, south)
		same(t, one, run(""), 0, south)
	})
	t.Run("orders of later rounds", func(t *testing.T) {
		deploy, plan, alike := pendingPlans(t)
		people := map[*world]*person{}
		run := func(secret string) *world {
			w := newWorld(t)
			south, north := w.sit(epigoSetup)
			people[w] = north
			w.act(south, 1, deploy[0])
			w.act(north, 1, deploy[1])
			w.act(south, 2, secret)
			w.act(north, 2, plan[1])
			return w
		}
		same(t, run(plan[0]), run(alike), 1, func(w *world) *person { return people[w] })
	})
	t.Run("covered tiles", func(t *testing.T) {
		as := func(s string) string { return s }
		watcher := func(w *world) *person { return w.talker }
		same(t, island(t, make([]byte, 32), as), island(t, make([]byte, 32), swapHidden), 0, watcher)
	})
	t.Run("the seed", func(t *testing.T) {
		run := func(seed byte) (given, stored string) {
			w := island(t, bytes.Repeat([]byte{seed}, 32), func(s string) string { return s })
			given, stored = w.copied(w.talker, 0)
			commitment := fmt.Sprintf("%x", sha256.Sum256(bytes.Repeat([]byte{seed}, 32)))
			return strings.ReplaceAll(given, commitment, "commitment"), stored
		}
		given, stored := run(1)
		given2, stored2 := run(2)
		if given != given2 || stored != stored2 {
			t.Errorf("given\n%s\nand\n%s\nstored\n%s\nand\n%s", given, given2, stored, stored2)
		}
	})
}
