package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atoll/match"
	"atoll/rating"
	"atoll/store"
	"atoll/store/sqlite"
)

func accounts(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	u := store.User{ID: "u1", Kind: "account", Name: "Mara", Created: 1}
	a := store.Account{User: "u1", Login: "mara", Password: "kept", Created: 2}
	must(t, s.PutAccount(ctx, u, a))
	other := store.User{ID: "u2", Kind: "account", Name: "MARA", Created: 3}
	if err := s.PutAccount(ctx, other, store.Account{User: "u2", Login: "mara"}); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a taken login: %v", err)
	}
	if _, err := s.User(ctx, "u2"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a refused account left its user behind: %v", err)
	}
	a.Password, a.Banned = "new", "rude"
	must(t, s.PutAccount(ctx, u, a))
	if reopen != nil {
		s = reopen()
	}
	gotA, gotU, err := s.AccountByLogin(ctx, "mara")
	must(t, err)
	if gotA != a || gotU != u {
		t.Errorf("got %+v of %+v", gotA, gotU)
	}
	if _, _, err := s.AccountByLogin(ctx, "nobody"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a login that is not there: %v", err)
	}

	bot := store.User{ID: "b1", Kind: "bot", Name: "Engine", Created: 4}
	must(t, s.PutAccount(ctx, bot, store.Account{User: "b1", Login: "engine", Owner: "u1", Created: 4}))
	owned, err := s.Owned(ctx, "u1")
	must(t, err)
	if d := cmp.Diff([]store.User{bot}, owned); d != "" {
		t.Error(d)
	}
	if owned, err := s.Owned(ctx, ""); err != nil || len(owned) != 0 {
		t.Errorf("nobody owns %v, %v", owned, err)
	}

	// A banned person has no session, and no program of theirs has one.
	must(t, s.PutSession(ctx, store.Session{Hash: "h0", User: "u1", Expires: 9}))
	must(t, s.PutSession(ctx, store.Session{Hash: "hb", User: "b1", Expires: 9}))
	for _, h := range []string{"h0", "hb"} {
		if _, _, err := s.Session(ctx, h); !errors.Is(err, store.ErrNone) {
			t.Errorf("session %s of a banned person: %v", h, err)
		}
	}
	told, err := s.Ended(ctx, 0)
	must(t, err)
	if len(told) == 0 || told[len(told)-1].User != "u1" {
		t.Errorf("nobody is told of the ban: %+v", told)
	}
	a.Banned = ""
	must(t, s.PutAccount(ctx, u, a))
	for _, h := range []string{"h0", "hb"} {
		if _, _, err := s.Session(ctx, h); err != nil {
			t.Errorf("session %s when the ban is over: %v", h, err)
		}
	}
	must(t, s.DropSession(ctx, "h0"))
	for _, h := range []string{"h1", "h2", "h3"} {
		must(t, s.PutSession(ctx, store.Session{Hash: h, User: "u1", Expires: 9}))
	}
	before, err := s.Ended(ctx, 0)
	must(t, err)
	dropped, err := s.DropSessions(ctx, "u1", "h2")
	must(t, err)
	if after, err := s.Ended(ctx, 0); err != nil || len(after) != len(before)+1 || after[len(before)].User != "u1" {
		t.Errorf("other nodes do not hear of dropped sessions: %+v, %v", after, err)
	}
	if len(dropped) != 2 {
		t.Errorf("dropped %v", dropped)
	}
	if _, _, err := s.Session(ctx, "h2"); err != nil {
		t.Errorf("the kept session: %v", err)
	}
	if _, _, err := s.Session(ctx, "h1"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a dropped session: %v", err)
	}

	h := store.Hook{User: "b1", URL: "https://example.org/x", Secret: "s"}
	must(t, s.SetHook(ctx, h))
	if got, err := s.Hook(ctx, "b1"); err != nil || got != h {
		t.Errorf("got %+v, %v", got, err)
	}
	must(t, s.SetHook(ctx, store.Hook{User: "b1"}))
	if _, err := s.Hook(ctx, "b1"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a removed hook: %v", err)
	}

	must(t, s.DeleteUser(ctx, "u1", 1))
	if _, _, err := s.Account(ctx, "u1"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a deleted account: %v", err)
	}
	if _, _, err := s.Session(ctx, "h2"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a session of a deleted account: %v", err)
	}
	if got, err := s.User(ctx, "u1"); err != nil || got.Name == "Mara" {
		t.Errorf("the name of a deleted user: %+v, %v", got, err)
	}
}

func deleted(t *testing.T, s store.Store, _ func() store.Store) {
	leaver := match.User{ID: "u1", Name: `Mara "the \\ first"`, Kind: "account"}
	open, c := table(t, "t1", match.Setup{Game: "evo", Players: 2, Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatOpen}}})
	put(t, s, c)
	d, err := open.Join(leaver, 1, "", "", now)
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, d.Change)
	if d, err = d.Table.Do(1, "resign", "", now); err != nil {
		t.Fatal(err)
	}
	put(t, s, d.Change)
	if err := s.DeleteUser(t.Context(), leaver.ID, now.MS); err != nil {
		t.Fatal(err)
	}
	got := load(t, s, "t1")
	if got.Status != match.Over || got.Seats[0].User != host || got.Seats[1].User.ID != leaver.ID || got.Seats[1].User.Name != "somebody" {
		t.Errorf("%s: %+v", got.Status, got.Seats)
	}
	list, err := s.Tables(t.Context(), store.Filter{User: leaver.ID, Limit: 10})
	if err != nil || len(list) != 1 || bytes.Contains(list[0].Head.Info, []byte("Mara")) ||
		!bytes.Contains(list[0].Head.Info, []byte(host.Name)) {
		t.Errorf("the list has %d tables, %s, %v", len(list), list[0].Head.Info, err)
	}
}

// Whoever finds a table without the name of somebody deleted finds it without what
// they said: a rewritten table is sent out at once, and only once.
func deletedChat(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	leaver := match.User{ID: "u1", Name: "Mara", Kind: "account"}
	const tables = 40
	for i := range tables {
		id := fmt.Sprintf("t%02d", i)
		open, c := table(t, id, match.Setup{Game: "evo", Players: 2})
		put(t, s, c)
		d, err := open.Join(leaver, 1, "", "", now)
		if err != nil {
			t.Fatal(err)
		}
		put(t, s, d.Change)
		if _, err := s.AddChat(ctx, store.Chat{Table: id, User: leaver.ID, Name: leaver.Name, Text: "I am Mara"}); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan error, 1)
	go func() { done <- s.DeleteUser(ctx, leaver.ID, now.MS) }()
	for clean := 0; clean < tables; {
		clean = 0
		for i := range tables {
			id := fmt.Sprintf("t%02d", i)
			if load(t, s, id).Seats[1].User.Name == leaver.Name {
				continue
			}
			clean++
			if said, err := s.Chat(ctx, id, 0, 10); err != nil || len(said) > 0 {
				t.Fatalf("%s has lost the name and says %v, %v", id, said, err)
			}
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func ratings(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	for _, id := range []string{"a", "b"} {
		if err := s.PutUser(ctx, store.User{ID: id, Kind: "account", Name: "N" + id}); err != nil {
			t.Fatal(err)
		}
	}
	win := func(before []rating.Rating) ([]rating.Rating, *match.Change, error) {
		return rating.Game(before, []int{1, 2}), nil, nil
	}
	// Many nodes try at once; one does it.
	var wg sync.WaitGroup
	var mu sync.Mutex
	did := 0
	for range 8 {
		wg.Go(func() {
			ok, err := s.Rate(ctx, "t1", 5, "evo", "rapid", []string{"a", "b"}, win)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if ok {
				did++
			}
		})
	}
	wg.Wait()
	if did != 1 {
		t.Errorf("the table was rated %d times", did)
	}
	if _, err := s.Rate(ctx, "t2", 6, "evo", "rapid", []string{"b", "a"}, win); err != nil {
		t.Fatal(err)
	}
	list, err := s.Ratings(ctx, "a")
	if err != nil || len(list) != 1 || list[0].Games != 2 || list[0].Name != "Na" || list[0].Updated != 6 {
		t.Errorf("got %+v, %v", list, err)
	}
	best, err := s.Best(ctx, "evo", "rapid", 350, 10)
	if err != nil || len(best) != 2 || best[0].Value < best[1].Value {
		t.Errorf("got %+v, %v", best, err)
	}
	if best, err := s.Best(ctx, "evo", "rapid", 20, 10); err != nil || len(best) != 0 {
		t.Errorf("unsure ratings on the board: %+v, %v", best, err)
	}
	if best, err := s.Best(ctx, "evo", "blitz", 350, 10); err != nil || len(best) != 0 {
		t.Errorf("another speed: %+v, %v", best, err)
	}

	_, c := table(t, "ratedtable01", match.Setup{Game: "evo", Players: 2, Seats: mine(2)})
	c.Head.Rated, c.Head.Status = true, match.Over
	put(t, s, c)
	ids, err := s.Unrated(ctx, 10)
	if err != nil || len(ids) != 1 || ids[0] != "ratedtable01" {
		t.Errorf("got %v, %v", ids, err)
	}
	// The ratings and what the table says of them are stored together or not at all.
	log := &match.Change{
		Table: c.Table, Version: 9, Head: c.Head, Private: c.Private,
		Entries: []match.Entry{{Seq: c.Head.Seq + 1, Kind: match.KindRated}},
	}
	together := func(b []rating.Rating) ([]rating.Rating, *match.Change, error) {
		return rating.Game(b, []int{1, 2}), log, nil
	}
	if done, err := s.Rate(ctx, "ratedtable01", 7, "toy", "untimed", []string{"a", "b"}, together); done || !errors.Is(err, match.ErrConflict) {
		t.Errorf("rated over a change of the table: %v, %v", done, err)
	}
	if list, err := s.Ratings(ctx, "a"); err != nil || len(list) != 1 {
		t.Errorf("ratings without their table: %+v, %v", list, err)
	}
	log.Version = c.Version + 1
	if done, err := s.Rate(ctx, "ratedtable01", 7, "toy", "untimed", []string{"a", "b"}, together); !done || err != nil {
		t.Errorf("not rated: %v, %v", done, err)
	}
	if stored, err := s.Load(ctx, "ratedtable01", c.Head.Seq); err != nil || stored.Version != log.Version ||
		len(stored.Entries) != 1 || stored.Entries[0].Kind != match.KindRated {
		t.Errorf("the table does not say so: %+v, %v", stored, err)
	}
	if _, err := s.Rate(ctx, "ratedtable01", 7, "toy", "untimed", nil,
		func(b []rating.Rating) ([]rating.Rating, *match.Change, error) { return b, nil, nil }); err != nil {
		t.Fatal(err)
	}
	if ids, err := s.Unrated(ctx, 10); err != nil || len(ids) != 0 {
		t.Errorf("got %v, %v", ids, err)
	}
}

// dump makes a store with something of everything, and restores it into itself
// after that is refused for not being empty.
func dump(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	if rows, err := s.Restore(ctx, strings.NewReader("")); err == nil {
		t.Errorf("an empty dump was restored: %d rows", rows)
	}
	tb, c := table(t, "dumped", match.Setup{Game: "evo", Players: 2, Seats: mine(2)})
	put(t, s, c)
	u := store.User{ID: "u1", Kind: "account", Name: "Mara"}
	if err := s.PutAccount(ctx, u, store.Account{User: "u1", Login: "mara", Password: "p"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddChat(ctx, store.Chat{Table: "dumped", User: "u1", Text: "hä?\n\"x\""}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Rate(ctx, "t", 1, "evo", "rapid", []string{"u1", "u2"}, func(b []rating.Rating) ([]rating.Rating, *match.Change, error) {
		return rating.Game(b, []int{1, 2}), nil, nil
	}); err != nil {
		t.Fatal(err)
	}
	var first bytes.Buffer
	rows, err := s.Dump(ctx, &first)
	if err != nil || rows == 0 {
		t.Fatalf("%d rows, %v", rows, err)
	}
	if _, err := s.Restore(ctx, bytes.NewReader(first.Bytes())); err == nil {
		t.Error("a dump was restored over what is there")
	}
	for _, broken := range []string{
		first.String()[:first.Len()/2],
		strings.Replace(first.String(), `"table":"events"`, `"table":"evenings"`, 1),
		strings.Replace(first.String(), "atoll-dump/1", "atoll-dump/9", 1),
	} {
		if _, err := fresh(t).Restore(ctx, strings.NewReader(broken)); err == nil {
			t.Error("a broken dump was restored")
		}
	}
	whole, _, _ := strings.Cut(first.String(), `{"table":"members"`)
	fault := fmt.Sprintf("line %d: ", strings.Count(whole, "\n")+1)
	if _, err := fresh(t).Restore(ctx, strings.NewReader(whole+`{"row":["too","short"]}`)); err == nil || !strings.Contains(err.Error(), fault) {
		t.Errorf("the fault is in %s, told was %v", fault, err)
	}
	again := fresh(t)
	if n, err := again.Restore(ctx, bytes.NewReader(first.Bytes())); err != nil || n != rows {
		t.Fatalf("%d rows of %d, %v", n, rows, err)
	}
	var second bytes.Buffer
	if _, err := again.Dump(ctx, &second); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(first.String(), second.String()); d != "" {
		t.Error(d)
	}
	if got := load(t, again, "dumped"); got.Seq != tb.Seq {
		t.Errorf("seq %d, want %d", got.Seq, tb.Seq)
	}
	line, err := again.AddChat(ctx, store.Chat{Table: "dumped", User: "u1", Text: "more"})
	if err != nil || line.ID < 2 {
		t.Errorf("chat after a restore: %+v, %v", line, err)
	}
	if err := again.Sound(ctx); err != nil {
		t.Error(err)
	}
}

// fresh makes an empty SQLite store beside any kind, since a dump goes into any.
func fresh(t *testing.T) store.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "fresh.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
