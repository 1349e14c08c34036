// Package storetest is the suite that every store must pass.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/store"
)

// Run tests the stores that open returns, each empty. reopen, if not nil, opens
// the same store again, as a second node or after a restart.
func Run(t *testing.T, open func(t *testing.T) (s store.Store, reopen func() store.Store)) {
	for _, c := range []struct {
		name string
		f    func(t *testing.T, s store.Store, reopen func() store.Store)
	}{
		{"a table comes back as it was stored", comesBack},
		{"the second of two changes of one version is refused whole", casRefuses},
		{"changes of two tables are stored together or not at all", together},
		{"deadlines come most urgent first", deadlines},
		{"the outbox keeps what was not sent", outbox},
		{"lists", lists},
		{"finished games come one by one, the oldest first", finished},
		{"people and sessions", people},
		{"accounts", accounts},
		{"the games of a deleted user stay without the name", deleted},
		{"what a deleted user said goes before the name", deletedChat},
		{"what has expired is purged", expired},
		{"what still counts is not purged", remembered},
		{"keys are made once", keys},
		{"an older dump can be restored", olderDump},
		{"ratings change once for a table", ratings},
		{"analyses are made once", analyses},
		{"one analysis at a time for a person", oneAnalysis},
		{"tournaments", tournaments},
		{"entries of a tournament that come together keep their order", severalEntries},
		{"social", social},
		{"notices", notices},
		{"proofs", proofs},
		{"a dump can be restored", dump},
		{"chat", chat},
		{"chat of many at once", chatOfMany},
		{"downtime becomes a gap", gaps},
		{"every gap is kept while a clock needs it", manyGaps},
		{"a backup knows when a server ran", gapsInBackup},
		{"many writers at once", manyWriters},
		{"of many changes at once those that come second are refused alone", rivals},
		{"the last two sealed orders make one step", lastTwo},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, reopen := open(t)
			c.f(t, s, reopen)
		})
	}
}

var (
	now  = match.Now{MS: 1_000_000}
	host = match.User{ID: "host", Name: "Host", Kind: "guest"}
)

func table(t testing.TB, id string, setup match.Setup) (*match.Table, *match.Change) {
	t.Helper()
	if setup.Game == "" {
		setup.Game, setup.Players = "epigo", 2
	}
	tb, c, err := match.New(games.ByID, id, setup, host, make([]byte, 32), map[string]string{"N": "link"}, "", now)
	if err != nil {
		t.Fatal(err)
	}
	return tb, c
}

func mine(n int) []match.SeatSetup {
	list := make([]match.SeatSetup, n)
	for i := range list {
		list[i].Kind = match.SeatMe
	}
	return list
}

func put(t testing.TB, s store.Store, c *match.Change) {
	t.Helper()
	if err := s.Commit(context.Background(), c); err != nil {
		t.Fatal(err)
	}
}

func load(t testing.TB, s store.Store, id string) *match.Table {
	t.Helper()
	st, err := s.Load(context.Background(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	tb, err := match.Replay(games.ByID, id, st)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

func comesBack(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	tb, c := table(t, "one", match.Setup{Game: "conqueror", Players: 3, Seats: mine(3), Clock: match.ClockSetup{Kind: match.PerTurn, Turn: 60}})
	put(t, s, c)
	r := game.NewRand(1)
	for i := range 30 {
		seat := tb.Waiting().First()
		a, _ := game.Sample(tb.Look(game.TruthViewer()), seat, r, nil)
		d, err := tb.Act(seat, tb.Step, fmt.Sprint(i), string(tb.Look(game.TruthViewer()).AppendAction(nil, seat, a)), now)
		if err != nil {
			t.Fatal(err)
		}
		put(t, s, d.Change)
		tb = d.Table
	}
	check := func(s store.Store) {
		t.Helper()
		got := load(t, s, "one")
		a, b := got.Look(game.TruthViewer()).AppendText(nil), tb.Look(game.TruthViewer()).AppendText(nil)
		if string(a) != string(b) || got.Version != tb.Version || got.Step != tb.Step {
			t.Fatalf("came back as\n%s, want\n%s", a, b)
		}
	}
	check(s)
	tail, err := s.Load(ctx, "one", tb.Seq-2)
	if err != nil || len(tail.Entries) != 2 || tail.Entries[0].Seq != tb.Seq-1 {
		t.Fatalf("the tail is %+v, %v", tail, err)
	}
	if tail.Head.Status != match.Running || tail.Head.Game != "conqueror" || tail.Head.Acting != tb.Acting() ||
		tail.Head.Deadline == 0 || len(tail.Head.Info) == 0 {
		t.Fatalf("the head is %+v", tail.Head)
	}
	if _, err := s.Load(ctx, "none", 0); !errors.Is(err, match.ErrNoTable) {
		t.Fatalf("a table that is not there: %v", err)
	}
	if reopen != nil {
		check(reopen())
	}
}

func casRefuses(t *testing.T, s store.Store, _ func() store.Store) {
	tb, c := table(t, "cas", match.Setup{Seats: mine(2)})
	put(t, s, c)
	if err := s.Commit(t.Context(), c); !errors.Is(err, match.ErrConflict) {
		t.Fatalf("making a table twice: %v", err)
	}
	first, err := tb.Act(0, tb.Step, "a", "deploy 3 1 7 X 2 5 4 6", now)
	if err != nil {
		t.Fatal(err)
	}
	second, err := tb.Do(1, "resign", "b", now)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, first.Change)
	if err := s.Commit(t.Context(), second.Change); !errors.Is(err, match.ErrConflict) {
		t.Fatalf("a change of an old version: %v", err)
	}
	got := load(t, s, "cas")
	if got.Status != match.Running || got.Version != first.Table.Version || got.SealedChoice(0) == "" {
		t.Fatalf("stored %s, version %d", got.Status, got.Version)
	}
	out, err := s.Outbox(t.Context(), now.MS+1, 100)
	if err != nil || len(out) != 1 {
		t.Fatalf("the outbox has %v, %v", out, err)
	}
}

func together(t *testing.T, s store.Store, _ func() store.Store) {
	a, ca := table(t, "a", match.Setup{Seats: mine(2)})
	_, cb := table(t, "b", match.Setup{Seats: mine(2)})
	put(t, s, ca)
	put(t, s, cb)
	d, err := a.Do(0, "resign", "x", now)
	if err != nil {
		t.Fatal(err)
	}
	// b exists already, so its half fails and the other half with it.
	if err := s.Commit(t.Context(), d.Change, cb); !errors.Is(err, match.ErrConflict) {
		t.Fatalf("two changes, one impossible: %v", err)
	}
	if got := load(t, s, "a"); got.Status != match.Running {
		t.Fatal("half of a transaction was stored")
	}
	_, cc := table(t, "c", match.Setup{Seats: mine(2)})
	if err := s.Commit(t.Context(), d.Change, cc); err != nil {
		t.Fatal(err)
	}
	if got := load(t, s, "a"); got.Status != match.Over {
		t.Fatal("the change is missing")
	}
	load(t, s, "c")
}

func deadlines(t *testing.T, s store.Store, _ func() store.Store) {
	for i, turn := range []int{30, 10, 20} {
		_, c := table(t, fmt.Sprint("d", i), match.Setup{Seats: mine(2), Clock: match.ClockSetup{Kind: match.PerTurn, Turn: turn}})
		put(t, s, c)
	}
	_, c := table(t, "free", match.Setup{Seats: mine(2)})
	put(t, s, c)
	for _, x := range []struct {
		at   int64
		want []string
	}{{9_999, nil}, {10_000, []string{"d1"}}, {25_000, []string{"d1", "d2"}}, {99_000, []string{"d1", "d2", "d0"}}} {
		got, err := s.Due(t.Context(), now.MS+x.at, 10)
		if err != nil || !slices.Equal(got, x.want) {
			t.Errorf("due after %d ms: %v, %v, want %v", x.at, got, err, x.want)
		}
	}
	if got, _ := s.Due(t.Context(), now.MS+99_000, 2); len(got) != 2 {
		t.Errorf("limit: %v", got)
	}
}

func outbox(t *testing.T, s store.Store, _ func() store.Store) {
	for i := range 5 {
		_, c := table(t, fmt.Sprint("o", i), match.Setup{})
		put(t, s, c)
	}
	if out, err := s.Outbox(t.Context(), now.MS, 100); err != nil || len(out) != 0 {
		t.Fatalf("too young: %v, %v", out, err)
	}
	out, err := s.Outbox(t.Context(), now.MS+1, 100)
	if err != nil || len(out) != 5 || out[0].Table != "o0" || out[4].Seq != 1 {
		t.Fatalf("the outbox is %v, %v", out, err)
	}
	if err := s.Sent(t.Context(), []int64{out[3].ID, out[0].ID, out[1].ID}); err != nil {
		t.Fatal(err)
	}
	left, err := s.Outbox(t.Context(), now.MS+1, 100)
	if err != nil || len(left) != 2 || left[0].Table != "o2" || left[1].Table != "o4" {
		t.Fatalf("left: %v, %v", left, err)
	}
}

func ids(list []*match.Stored) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.ID)
	}
	return out
}

func lists(t *testing.T, s store.Store, _ func() store.Store) {
	add := func(id string, setup match.Setup, at int64) *match.Table {
		if setup.Game == "" {
			setup.Game, setup.Players = "epigo", 2
		}
		tb, c, err := match.New(games.ByID, id, setup, host, make([]byte, 32), nil, "", match.Now{MS: now.MS + at})
		if err != nil {
			t.Fatal(err)
		}
		put(t, s, c)
		return tb
	}
	add("p", match.Setup{Seats: mine(2)}, 0)
	open := add("q", match.Setup{Listed: true}, 1)
	add("r", match.Setup{Game: "evo", Players: 2, Listed: true}, 2)
	add("s", match.Setup{Listed: true, Seats: mine(2)}, 3)
	want := func(f store.Filter, list ...string) {
		t.Helper()
		got, err := s.Tables(t.Context(), f)
		if err != nil || !slices.Equal(ids(got), list) {
			t.Errorf("%+v: %v, %v, want %v", f, ids(got), err, list)
		}
	}
	want(store.Filter{Status: match.Open, Limit: 10}, "r", "q")
	want(store.Filter{Status: match.Running, Limit: 10}, "s")
	want(store.Filter{Limit: 2}, "s", "r")
	want(store.Filter{Limit: 2, After: store.Place{Created: now.MS + 2, ID: "r"}}, "q")
	want(store.Filter{Limit: 2, After: store.Place{Created: now.MS + 2, ID: "qq"}}, "q") // a place, not a table
	want(store.Filter{Game: "evo", Limit: 10}, "r")
	want(store.Filter{User: "host", Limit: 10}, "s", "r", "q", "p")
	want(store.Filter{User: "guest", Limit: 10})
	if n, err := s.CountOpen(t.Context(), "host"); err != nil || n != 4 {
		t.Errorf("%d open tables, %v", n, err)
	}
	if n, err := s.CountBrought(t.Context(), "host"); err != nil || n != 0 {
		t.Errorf("%d games from elsewhere, %v", n, err)
	}
	two := []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}
	for i, user := range []string{"carrier", "carrier", "other"} {
		_, c, err := match.New(games.ByID, fmt.Sprint(store.BroughtPrefix, "x", i),
			match.Setup{Game: "evo", Players: 2, Seats: two}, match.User{ID: user, Name: user}, make([]byte, 32), nil, "", match.Now{})
		if err != nil {
			t.Fatal(err)
		}
		put(t, s, c)
	}
	if n, err := s.CountBrought(t.Context(), "carrier"); err != nil || n != 2 {
		t.Errorf("%d games from elsewhere, %v", n, err)
	}
	guest := match.User{ID: "guest", Name: "Guest"}
	d, err := open.Join(guest, game.NoSeat, "", "", now)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, d.Change)
	want(store.Filter{User: "guest", Limit: 10}, "q")
	want(store.Filter{User: "guest", Status: match.Running, Limit: 10}, "q")
	want(store.Filter{Status: match.Open, Limit: 10}, "r")
	d, err = d.Table.Do(0, "resign", "", now)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, d.Change)
	want(store.Filter{Status: match.Running, Limit: 10}, "s")
	want(store.Filter{User: "guest", Status: match.Over, Limit: 10}, "q")
	want(store.Filter{User: "guest", Rated: true, Limit: 10})
	rated, c, err := match.New(games.ByID, "t", match.Setup{Game: "epigo", Players: 2, Rated: true},
		match.User{ID: "guest", Name: "Guest", Kind: "account"}, make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, c)
	want(store.Filter{User: "guest", Rated: true, Limit: 1}, rated.ID)
	// What a list says of a table is what was stored; a game that is over is not listed.
	all, err := s.Tables(t.Context(), store.Filter{User: "host", Limit: 10})
	if err != nil {
		t.Fatal(err)
	}
	mine, err := s.Tables(t.Context(), store.Filter{User: "guest", Rated: true, Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range append(all, mine...) {
		if x.Head.Listed != (x.ID == "r" || x.ID == "s") || x.Head.Rated != (x.ID == rated.ID) {
			t.Errorf("%s: listed %v, rated %v", x.ID, x.Head.Listed, x.Head.Rated)
		}
	}
}

// finished: more than one page of them, many of one moment, and whoever asks may stop.
func finished(t *testing.T, s store.Store, _ func() store.Store) {
	var changes []*match.Change
	var want []string
	for i := range 620 {
		_, c := table(t, fmt.Sprintf("f%03d", i), match.Setup{Seats: mine(2)})
		c.Head.Created = now.MS + int64(i/200)
		if i%20 > 0 {
			c.Head.Status = match.Over
			want = append(want, c.Table)
		}
		changes = append(changes, c)
	}
	slices.Reverse(changes)
	must(t, s.Commit(t.Context(), changes...))
	var got []string
	must(t, s.Finished(t.Context(), func(id string) error {
		got = append(got, id)
		return nil
	}))
	if !slices.Equal(got, want) {
		t.Errorf("%d finished games of %d", len(got), len(want))
	}
	enough := errors.New("enough")
	times := 0
	if err := s.Finished(t.Context(), func(string) error { times++; return enough }); !errors.Is(err, enough) || times != 1 {
		t.Errorf("asked to stop: %v after %d", err, times)
	}
}

func people(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	u := store.User{ID: "u", Kind: "guest", Name: "Ünï’; DROP TABLE users; --", Created: 5}
	if err := s.PutUser(ctx, u); err != nil {
		t.Fatal(err)
	}
	if got, err := s.User(ctx, "u"); err != nil || got != u {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := s.User(ctx, "x"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a user who is not there: %v", err)
	}
	u.Name = "New"
	if err := s.PutUser(ctx, u); err != nil {
		t.Fatal(err)
	}
	if err := s.PutSession(ctx, store.Session{Hash: "h", User: "u", Created: 1, Expires: 9}); err != nil {
		t.Fatal(err)
	}
	if reopen != nil {
		s = reopen()
	}
	session, got, err := s.Session(ctx, "h")
	if err != nil || got != u || session.Expires != 9 {
		t.Errorf("session %+v of %+v, %v", session, got, err)
	}
	if err := s.DropSession(ctx, "h"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Session(ctx, "h"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a session that was ended: %v", err)
	}
}

func chat(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	say := func(user, text, msg string) store.Chat {
		t.Helper()
		c, err := s.AddChat(ctx, store.Chat{Table: "t", At: 7, User: user, Name: user, Text: text, Msg: msg})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	a := say("a", "one", "m")
	b := say("b", "two", "m")
	if again := say("a", "changed", "m"); again.ID != a.ID || again.Text != "one" {
		t.Errorf("the same message again is %+v", again)
	}
	if out, err := s.Outbox(ctx, 8, 10); err != nil || len(out) != 0 {
		t.Errorf("told without being asked to: %v, %v", out, err)
	}
	if _, err := s.AddChat(ctx, store.Chat{Table: "told", At: 7, User: "a", Name: "a", Text: "hear", Ping: true}); err != nil {
		t.Fatal(err)
	}
	if out, err := s.Outbox(ctx, 8, 10); err != nil || len(out) != 1 || out[0].Table != "told" || out[0].Seq != 0 {
		t.Errorf("other nodes hear of %v, %v", out, err)
	}
	c := say("a", "three", "")
	say("a", "four", "")
	got, err := s.Chat(ctx, "t", a.ID, 2)
	if err != nil || len(got) != 2 || got[0].ID != c.ID || got[1].Text != "four" || b.ID <= a.ID {
		t.Errorf("got %+v, %v", got, err)
	}
	for range 2 {
		if err := s.SetMute(ctx, "a", "b", true); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := s.Mutes(ctx, "a"); err != nil || !slices.Equal(list, []string{"b"}) {
		t.Errorf("muted %v, %v", list, err)
	}
	if err := s.SetMute(ctx, "a", "b", false); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Mutes(ctx, "a"); err != nil || len(list) != 0 {
		t.Errorf("muted %v, %v", list, err)
	}
}

// chatOfMany: whoever asks for the lines after the last one they have gets them
// all, also while others are writing.
func chatOfMany(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	const writers, each = 8, 40
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				if _, err := s.AddChat(ctx, store.Chat{Table: "many", User: "u", Text: fmt.Sprint(w, " ", i)}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	written := make(chan struct{})
	go func() { wg.Wait(); close(written) }()
	var last int64
	seen := map[string]bool{}
	for done := false; ; {
		list, err := s.Chat(ctx, "many", last, writers*each)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			seen[c.Text], last = true, c.ID
		}
		if done {
			break
		}
		select {
		case <-written:
			done = true
		default:
		}
	}
	if len(seen) != writers*each {
		t.Errorf("a reader who asked for later lines all the time has %d of %d", len(seen), writers*each)
	}
}

// manyWriters changes many tables at once; some changes fail, and only those.
func manyWriters(t *testing.T, s store.Store, _ func() store.Store) {
	const n = 40
	var wg sync.WaitGroup
	for i := range n {
		tb, c := table(t, fmt.Sprint("w", i), match.Setup{Game: "evo", Players: 2, Seats: mine(2)})
		wg.Go(func() {
			if err := s.Commit(context.Background(), c); err != nil {
				t.Error(err)
				return
			}
			for m := range 20 {
				if m%5 == 4 {
					// What fails has written its first half by then, beside what others write.
					_, half := table(t, fmt.Sprintf("half%d-%d", i, m), match.Setup{Seats: mine(2)})
					if err := s.Commit(context.Background(), half, c); !errors.Is(err, match.ErrConflict) {
						t.Errorf("an old change: %v", err)
					}
					if _, err := s.Load(context.Background(), half.Table, 0); !errors.Is(err, match.ErrNoTable) {
						t.Errorf("half of a change was stored: %v", err)
					}
				}
				seat := tb.Waiting().First()
				view := tb.Look(game.SeatViewer(seat))
				a := view.AppendActions(nil, seat)[m%3]
				d, err := tb.Act(seat, tb.Step, fmt.Sprint(m), string(view.AppendAction(nil, seat, a)), now)
				if err != nil {
					t.Error(err)
					return
				}
				if err := s.Commit(context.Background(), d.Change); err != nil {
					t.Error(err)
					return
				}
				tb = d.Table
				if tb.Status != match.Running {
					return
				}
			}
		})
	}
	wg.Wait()
	for i := range n {
		if got := load(t, s, fmt.Sprint("w", i)); got.Version < 2 {
			t.Errorf("table %d has version %d", i, got.Version)
		}
	}
}

// rivals sends for every table two changes of the same version at once, through two
// nodes where the store can have them, beside changes of other tables: one of them is
// stored, whole, and only the other is refused.
func rivals(t *testing.T, s store.Store, reopen func() store.Store) {
	other := s
	if reopen != nil {
		other = reopen()
	}
	const n = 30
	tables := make([]*match.Table, n)
	for i := range tables {
		var c *match.Change
		tables[i], c = table(t, fmt.Sprint("rival", i), match.Setup{Game: "evo", Players: 2, Seats: mine(2)})
		put(t, s, c)
	}
	for round := range 5 {
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i, tb := range tables {
			seat := tb.Waiting().First()
			view := tb.Look(game.SeatViewer(seat))
			var done [3]match.Done
			for k := range done {
				a := view.AppendActions(nil, seat)[k]
				// Each with a table of its own, as nodes have.
				own, err := load(t, s, tb.ID), error(nil)
				if done[k], err = own.Act(seat, tb.Step, fmt.Sprint(round, k), string(view.AppendAction(nil, seat, a)), now); err != nil {
					t.Fatal(err)
				}
			}
			errs := make([]error, 3)
			var each sync.WaitGroup
			for k, st := range []store.Store{s, other, s} {
				each.Go(func() {
					<-start
					errs[k] = st.Commit(context.Background(), done[k].Change)
				})
			}
			wg.Go(func() {
				each.Wait()
				won := -1
				for k, err := range errs {
					switch {
					case err == nil && won < 0:
						won = k
					case !errors.Is(err, match.ErrConflict):
						t.Errorf("round %d, table %d: %v", round, i, errs)
						return
					}
				}
				if won < 0 {
					t.Errorf("round %d, table %d: nobody was first: %v", round, i, errs)
					return
				}
				tables[i] = done[won].Table
			})
		}
		close(start)
		wg.Wait()
		if t.Failed() {
			return
		}
		for _, tb := range tables {
			got := load(t, s, tb.ID)
			if got.Version != tb.Version ||
				string(got.Look(game.TruthViewer()).AppendText(nil)) != string(tb.Look(game.TruthViewer()).AppendText(nil)) {
				t.Fatalf("%s: stored is not what was acknowledged", tb.ID)
			}
		}
	}
	// Nothing is left of what was refused, pings included.
	out, err := s.Outbox(t.Context(), now.MS+1, 10_000)
	if err != nil || len(out) != n*6 {
		t.Errorf("%d pings, want %d: %v", len(out), n*6, err)
	}
}

// lastTwo races the last two sealed orders against each other, each through its
// own connection where the store has several. ATOLL_RACES sets how often.
func lastTwo(t *testing.T, s store.Store, reopen func() store.Store) {
	races := 150
	if n, err := strconv.Atoi(os.Getenv("ATOLL_RACES")); err == nil {
		races = n
	}
	other := s
	if reopen != nil {
		other = reopen()
	}
	for i := range races {
		id := fmt.Sprint("race", i)
		tb, c := table(t, id, match.Setup{Seats: mine(2)})
		put(t, s, c)
		start := make(chan struct{})
		made := make([]int, 2)
		var wg sync.WaitGroup
		for seat, st := range []store.Store{s, other} {
			wg.Go(func() {
				<-start
				x := tb
				for {
					d, err := x.Act(game.Seat(seat), tb.Step, fmt.Sprint("m", seat), "deploy 3 1 7 X 2 5 4 6", now)
					if err != nil {
						t.Errorf("race %d: %v", i, err)
						return
					}
					if d.Change == nil {
						return
					}
					err = st.Commit(context.Background(), d.Change)
					if err == nil {
						made[seat] = len(d.Change.Entries)
						return
					}
					if !errors.Is(err, match.ErrConflict) {
						t.Errorf("race %d: %v", i, err)
						return
					}
					stored, err := st.Load(context.Background(), id, 0)
					if err == nil {
						x, err = match.Replay(games.ByID, id, stored)
					}
					if err != nil {
						t.Errorf("race %d: %v", i, err)
						return
					}
				}
			})
		}
		close(start)
		wg.Wait()
		if made[0]+made[1] != 1 {
			t.Fatalf("race %d: the step was made %d times", i, made[0]+made[1])
		}
		if got := load(t, s, id); got.Seq != tb.Seq+1 || len(got.Moves()) != 2 {
			t.Fatalf("race %d: seq %d, moves %v", i, got.Seq, got.Moves())
		}
	}
}

// must ends the test where something failed.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
