package local_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"atoll/games"
	"atoll/local"
	"atoll/match"
	"atoll/record"
	"atoll/server/wire"
)

func (m *memory) reviews() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(slices.DeleteFunc(slices.Collect(maps.Keys(m.notes)), func(k string) bool { return !strings.HasPrefix(k, "review ") }))
}

// noThought is for a browser that must not think.
func noThought(t *testing.T) func(*local.Config) {
	return func(c *local.Config) {
		c.Think = func(context.Context, local.Job, func([]byte)) ([]byte, error) {
			t.Error("what was kept is thought over again")
			return nil, errors.New("no thought")
		}
	}
}

// reviewed has a record thought over to its end.
func (b *browser) reviewed(rec *record.Record) (r local.ReviewAnswer) {
	b.t.Helper()
	b.must("POST", "/reviews", local.ReviewRequest{Record: rec.AppendText(nil)}, &r)
	for r.Status == "running" {
		time.Sleep(time.Millisecond)
		b.must("GET", "/reviews/"+r.Key+"?from=0", nil, r.AnalysisInfo)
	}
	return r
}

// short is a game that is soon over, and soon thought over.
func (b *browser) short() (table string, rec *record.Record) {
	b.t.Helper()
	table = b.make(wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}})
	var s wire.Snapshot
	b.must("GET", "/tables/"+table+"?seat=S", nil, &s)
	b.must("POST", "/tables/"+table+"/act", wire.ActRequest{Msg: "1", Step: s.View.Step, Seat: "S", Action: s.View.Legal.Actions[0]}, nil)
	b.must("POST", "/tables/"+table+"/do", wire.TableRequest{Msg: "r", Do: "resign", Seat: "S"}, nil)
	a := b.host.Do(b.t.Context(), "GET", "/tables/"+table+"/record", nil)
	rec, err := record.Parse(string(a.Body), games.ByID)
	if err != nil {
		b.t.Fatal(err)
	}
	return table, rec
}

// A review is there after a reload, for a table and for a bare record, and goes with
// its table.
func TestAFinishedReviewIsKept(t *testing.T) {
	store := newMemory()
	b := open(t, store)
	table, rec := b.short()
	made := b.reviewed(rec)
	if made.Status != "done" || len(made.Steps) == 0 {
		t.Fatalf("%s, %d steps", made.Status, len(made.Steps))
	}
	again := open(t, store, noThought(t))
	var known wire.AnalysisInfo
	again.must("GET", "/tables/"+table+"/analysis?from=0", nil, &known)
	if !reflect.DeepEqual(known, *made.AnalysisInfo) {
		t.Errorf("after a reload the table has %+v", known)
	}
	var asked local.ReviewAnswer
	third := open(t, store, noThought(t))
	third.must("POST", "/reviews", local.ReviewRequest{Record: rec.AppendText(nil)}, &asked)
	if !reflect.DeepEqual(asked, made) {
		t.Errorf("after a reload the record has %+v", asked)
	}
	third.must("DELETE", "/tables/"+table, nil, nil)
	if n := store.reviews(); n != 0 {
		t.Errorf("%d reviews are left of a game that was removed", n)
	}
}

// Reviews take no room from games: the last 40 are kept, none where there is no room,
// and all of them go before a move is refused.
func TestReviewsMakeRoom(t *testing.T) {
	store := newMemory()
	b := open(t, store)
	_, rec := b.short()
	var old []string
	for i := range 45 {
		old = append(old, fmt.Sprint("old", i))
		store.notes["review "+old[i]] = []byte("{}")
	}
	store.notes["reviews"], _ = json.Marshal(old)
	b.reviewed(rec)
	if n := store.reviews(); n != 40 {
		t.Errorf("%d reviews are kept", n)
	}
	store.mu.Lock()
	_, oldest := store.notes["review old0"]
	store.full = &local.Full{Why: "no room"}
	store.frees = func() bool { return len(store.notes) < 10 } // once the reviews are gone
	store.mu.Unlock()
	if oldest {
		t.Error("the oldest is still there")
	}
	b.make(wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}})
	if n := store.reviews(); n != 0 {
		t.Errorf("%d reviews are left where there was no room for a game", n)
	}
	store.mu.Lock()
	store.frees = nil
	store.mu.Unlock()
	_, second := open(t, newMemory()).short()
	full := b.reviewed(second)
	if full.Status != "done" {
		t.Errorf("without room a review is %s", full.Status)
	}
}
