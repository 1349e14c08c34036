package storetest

import (
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atoll/match"
	"atoll/rating"
	"atoll/store"
)

func accounts(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	u := store.User{ID: "u1", Kind: "account", Name: "Mara", Created: 1}
	a := store.Account{User: "u1", Login: "mara", Password: "kept", Created: 2}
	must(s.PutAccount(ctx, u, a))
	other := store.User{ID: "u2", Kind: "account", Name: "MARA", Created: 3}
	if err := s.PutAccount(ctx, other, store.Account{User: "u2", Login: "mara"}); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a taken login: %v", err)
	}
	if _, err := s.User(ctx, "u2"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a refused account left its user behind: %v", err)
	}
	a.Password, a.Banned = "new", "rude"
	must(s.PutAccount(ctx, u, a))
	if reopen != nil {
		s = reopen()
	}
	gotA, gotU, err := s.AccountByLogin(ctx, "mara")
	must(err)
	if gotA != a || gotU != u {
		t.Errorf("got %+v of %+v", gotA, gotU)
	}
	if _, _, err := s.AccountByLogin(ctx, "nobody"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a login that is not there: %v", err)
	}

	bot := store.User{ID: "b1", Kind: "bot", Name: "Engine", Created: 4}
	must(s.PutAccount(ctx, bot, store.Account{User: "b1", Login: "engine", Owner: "u1", Created: 4}))
	owned, err := s.Owned(ctx, "u1")
	must(err)
	if d := cmp.Diff([]store.User{bot}, owned); d != "" {
		t.Error(d)
	}
	if owned, err := s.Owned(ctx, ""); err != nil || len(owned) != 0 {
		t.Errorf("nobody owns %v, %v", owned, err)
	}

	for _, h := range []string{"h1", "h2", "h3"} {
		must(s.PutSession(ctx, store.Session{Hash: h, User: "u1", Expires: 9}))
	}
	dropped, err := s.DropSessions(ctx, "u1", "h2")
	must(err)
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
	must(s.SetHook(ctx, h))
	if got, err := s.Hook(ctx, "b1"); err != nil || got != h {
		t.Errorf("got %+v, %v", got, err)
	}
	must(s.SetHook(ctx, store.Hook{User: "b1"}))
	if _, err := s.Hook(ctx, "b1"); !errors.Is(err, store.ErrNone) {
		t.Errorf("a removed hook: %v", err)
	}

	must(s.DeleteUser(ctx, "u1"))
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

func ratings(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	for _, id := range []string{"a", "b"} {
		if err := s.PutUser(ctx, store.User{ID: id, Kind: "account", Name: "N" + id}); err != nil {
			t.Fatal(err)
		}
	}
	win := func(before []rating.Rating) []rating.Rating { return rating.Game(before, []int{1, 2}) }
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
	if _, err := s.Rate(ctx, "ratedtable01", 7, "toy", "untimed", nil, func(b []rating.Rating) []rating.Rating { return b }); err != nil {
		t.Fatal(err)
	}
	if ids, err := s.Unrated(ctx, 10); err != nil || len(ids) != 0 {
		t.Errorf("got %v, %v", ids, err)
	}
}
