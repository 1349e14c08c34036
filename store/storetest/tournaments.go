package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"atoll/match"
	"atoll/store"
	"atoll/tournament"
)

func plan(start int64) tournament.Plan {
	return tournament.Plan{
		Name: "Friday", Kind: tournament.Swiss, Access: tournament.Everyone, Start: start,
		Table: match.Setup{Game: "evo", Players: 2, Clock: match.ClockSetup{Kind: match.Fischer, Initial: 60}},
	}
}

// desk keeps a tournament and its store in step.
type desk struct {
	t *tournament.Tournament
	s store.Store
}

func (d *desk) commit(e tournament.Entry) error {
	seq := d.t.Seq + 1
	e.Seq = seq
	next, err := tournament.Replay(d.t.ID, append(d.log(), e))
	if err != nil {
		return err
	}
	err = d.s.CommitTournament(context.Background(), store.TournamentChange{
		Head: store.TournamentHead{
			ID: d.t.ID, Seq: seq, Kind: next.Plan.Kind, Game: next.Plan.Table.Game, Status: next.Status, Listed: true,
			Start: next.Plan.Start, Due: next.Next(e.At), Updated: e.At, Info: fmt.Appendf(nil, `{"name":%q}`, next.Plan.Name),
		},
		Entries: []tournament.Entry{e},
	})
	if err == nil {
		d.t = next
	}
	return err
}

func (d *desk) log() []tournament.Entry {
	_, log, err := d.s.Tournament(context.Background(), d.t.ID, 0)
	if err != nil && !errors.Is(err, store.ErrNone) {
		panic(err)
	}
	return log
}

func openDesk(t *testing.T, s store.Store, id string, start int64) *desk {
	t.Helper()
	d := &desk{&tournament.Tournament{ID: id}, s}
	e, err := tournament.New(plan(start), host, "", 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.commit(e); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *desk) enter(t *testing.T, user string) {
	t.Helper()
	e, err := d.t.Enter(match.User{ID: user, Name: "Secret Name"}, 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.commit(e); err != nil {
		t.Fatal(err)
	}
}

func tournaments(t *testing.T, s store.Store, reopen func() store.Store) {
	d := openDesk(t, s, "one", 1000)
	for _, u := range []string{"a", "b", "c", "d"} {
		d.enter(t, u)
	}
	openDesk(t, s, "two", 2000)

	t.Run("an announcement is made once", func(t *testing.T) {
		e, _ := tournament.New(plan(1), host, "", 1)
		if err := (&desk{&tournament.Tournament{ID: "one"}, s}).commitBlind(e); !errors.Is(err, match.ErrConflict) {
			t.Errorf("twice: %v", err)
		}
	})
	t.Run("of two who pair at once, one does", func(t *testing.T) { pairedOnce(t, s, d) })
	t.Run("lists and what is due", func(t *testing.T) { listedTournaments(t, s) })
	t.Run("another node replays the same, and no name is stored", func(t *testing.T) {
		other := s
		if reopen != nil {
			other = reopen()
		}
		replayedElsewhere(t, other)
	})
}

// pairedOnce lets eight nodes store the first round of tournament one.
func pairedOnce(t *testing.T, s store.Store, d *desk) {
	ctx := context.Background()
	ids := func() func() string {
		n := 0
		return func() string { n++; return fmt.Sprintf("t%d", n) }
	}()
	start, _ := d.t.Due(1000, ids)
	if err := d.commit(start); err != nil {
		t.Fatal(err)
	}
	round, ok := d.t.Due(1000, ids)
	if !ok {
		t.Fatal("no round is due")
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	stored := 0
	for range 8 {
		wg.Go(func() {
			err := d.commitBlind(round)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				stored++
			case !errors.Is(err, match.ErrConflict):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if stored != 1 {
		t.Errorf("%d of 8 rounds were stored", stored)
	}
	id, game, err := s.TournamentOf(ctx, round.Round.Games[1].Table)
	if err != nil || id != "one" || game != 1 {
		t.Errorf("table of the second game: %s %d %v", id, game, err)
	}
	if _, _, err := s.TournamentOf(ctx, "elsewhere"); !errors.Is(err, store.ErrNone) {
		t.Errorf("another table: %v", err)
	}
}

func listedTournaments(t *testing.T, s store.Store) {
	ctx := context.Background()
	names := func(f store.TournamentFilter) (ids []string) {
		f.Limit = 10
		list, err := s.Tournaments(ctx, f)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range list {
			ids = append(ids, h.ID)
		}
		return ids
	}
	for _, c := range []struct {
		f    store.TournamentFilter
		want []string
	}{
		{store.TournamentFilter{}, []string{"two", "one"}},
		{store.TournamentFilter{User: "a"}, []string{"one"}},
		{store.TournamentFilter{User: "nobody"}, nil},
		{store.TournamentFilter{Status: tournament.Announced}, []string{"two"}},
		{store.TournamentFilter{Before: 2000}, []string{"one"}},
	} {
		if got := names(c.f); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.f, got, c.want)
		}
	}
	for now, want := range map[int64][]string{1999: nil, 2000: {"two"}} {
		due, err := s.DueTournaments(ctx, now, 10)
		if err != nil || !slices.Contains(due, "two") != (want == nil) {
			t.Errorf("due at %d: %v %v", now, due, err)
		}
	}
	if _, _, err := s.Tournament(ctx, "three", 0); !errors.Is(err, store.ErrNone) {
		t.Errorf("an unknown one: %v", err)
	}
}

func replayedElsewhere(t *testing.T, other store.Store) {
	ctx := context.Background()
	_, log, err := other.Tournament(ctx, "one", 0)
	if err != nil {
		t.Fatal(err)
	}
	again, err := tournament.Replay("one", log)
	if err != nil || len(again.Entrants) != 4 || len(again.Games) != 2 {
		t.Fatalf("%+v %v", again, err)
	}
	_, tail, err := other.Tournament(ctx, "one", again.Seq-1)
	if err != nil || len(tail) != 1 || tail[0].Seq != again.Seq {
		t.Errorf("the last entry: %+v %v", tail, err)
	}
	var out bytes.Buffer
	if _, err := other.Dump(ctx, &out); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out.Bytes(), []byte("Secret Name")) {
		t.Error("a dump names an entrant")
	}
}

// commitBlind stores without looking at what is stored.
func (d *desk) commitBlind(e tournament.Entry) error {
	return d.s.CommitTournament(context.Background(), store.TournamentChange{
		Head: store.TournamentHead{
			ID: d.t.ID, Seq: d.t.Seq + 1, Kind: tournament.Swiss, Game: "evo", Status: tournament.Running, Listed: true,
			Start: 1000, Updated: e.At, Info: []byte("{}"),
		},
		Entries: []tournament.Entry{e},
	})
}

func severalEntries(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	seq := int64(0)
	put := func(ats ...int64) {
		t.Helper()
		want := store.TournamentHead{ID: "many", Kind: tournament.Swiss, Game: "evo", Start: 1, Listed: seq == 0, Info: []byte("{}")}
		c := store.TournamentChange{Head: want}
		for _, at := range ats {
			c.Entries = append(c.Entries, tournament.Entry{At: at})
		}
		seq += int64(len(ats))
		c.Head.Seq = seq
		must(t, s.CommitTournament(ctx, c))
		head, _, err := s.Tournament(ctx, "many", 0)
		if err != nil || head.Listed != c.Head.Listed || head.Seq != seq {
			t.Errorf("stored %+v as %+v, %v", c.Head, head, err)
		}
	}
	put(10, 11, 12)
	put(13, 14, 15)
	_, log, err := s.Tournament(ctx, "many", 1)
	if err != nil || len(log) != 5 {
		t.Fatalf("%+v, %v", log, err)
	}
	for i, e := range log {
		if e.Seq != int64(i+2) || e.At != int64(i+11) {
			t.Errorf("entry %d is %+v", i+2, e)
		}
	}
}
