package storetest

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"atoll/match"
	"atoll/store"
)

// social: follows, blocks, manners, challenges and reports, and that nothing of
// them is left of somebody who is deleted.
func social(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := context.Background()
	for _, id := range []string{"ua", "ub", "uc"} {
		must(t, s.PutAccount(ctx, store.User{ID: id, Kind: "account", Name: id, Created: 1}, store.Account{User: id, Login: id, Created: 1}))
	}
	follows(t, s)
	challenges(t, s)
	blocks(t, s)
	manners(t, s)
	reports(t, s)
	nobodyLeft(t, reopen())
}

// related holds the people whom one has to do with against those who are wanted.
func related(t *testing.T, f func(context.Context, string) ([]string, error), user string, want ...string) {
	t.Helper()
	got, err := f(context.Background(), user)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("of %s: %v, %v, want %v", user, got, err, want)
	}
}

func challenge(id, from, to string, until int64) store.Challenge {
	return store.Challenge{
		ID: id, From: from, To: to, Setup: match.Setup{Game: "evo", Players: 2, Rated: true}, Word: "hi",
		At: 10, Until: until,
	}
}

// follows are kept once, in both directions.
func follows(t *testing.T, s store.Store) {
	ctx := context.Background()
	must(t, s.SetFollow(ctx, "ua", "ub", true, 5))
	must(t, s.SetFollow(ctx, "ua", "ub", true, 6))
	must(t, s.SetFollow(ctx, "ub", "ua", true, 7))
	must(t, s.SetFollow(ctx, "ua", "uc", true, 8))
	related(t, s.Follows, "ua", "ub", "uc")
	related(t, s.Followers, "ua", "ub")
	must(t, s.SetFollow(ctx, "ua", "uc", false, 9))
	related(t, s.Follows, "ua", "ub")
}

// challenges: a pair has one at a time, and of many answers one counts.
func challenges(t *testing.T, s store.Store) {
	ctx := context.Background()
	must(t, s.PutChallenge(ctx, challenge("c1", "ua", "ub", 100), 10))
	if err := s.PutChallenge(ctx, challenge("c2", "ub", "ua", 100), 10); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a second challenge of a pair: %v", err)
	}
	must(t, s.PutChallenge(ctx, challenge("c3", "ub", "ua", 300), 100)) // the first has run out
	open, err := s.Challenges(ctx, "ua", 100)
	if err != nil || len(open) != 1 || open[0].ID != "c3" || open[0].Setup.Game != "evo" || !open[0].Setup.Rated || open[0].Word != "hi" {
		t.Errorf("open: %+v, %v", open, err)
	}
	if open, _ := s.Challenges(ctx, "ua", 300); len(open) != 0 {
		t.Errorf("open after their time: %+v", open)
	}
	if open, _ := s.Challenges(ctx, "uc", 100); len(open) != 0 {
		t.Errorf("others': %+v", open)
	}
	// Of many answers one counts.
	var wins int
	var mu sync.Mutex
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			ok, err := s.EndChallenge(ctx, "c3", store.ChallengeAccepted, "table", 110)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			}
			if ok {
				wins++
			}
		})
	}
	wait.Wait()
	if wins != 1 {
		t.Errorf("accepted %d times", wins)
	}
	if c, err := s.Challenge(ctx, "c3"); err != nil || c.Status != store.ChallengeAccepted || c.Table != "table" {
		t.Errorf("accepted: %+v, %v", c, err)
	}
	if ok, err := s.EndChallenge(ctx, "c1", store.ChallengeAccepted, "table", 110); ok || err != nil {
		t.Errorf("one that ran out: %v, %v", ok, err)
	}
	if _, err := s.Challenge(ctx, "none"); !errors.Is(err, store.ErrNone) {
		t.Errorf("none: %v", err)
	}
}

// blocks end what is between two, and keep it ended.
func blocks(t *testing.T, s store.Store) {
	ctx := context.Background()
	must(t, s.PutChallenge(ctx, challenge("c4", "ub", "ua", 900), 120))
	must(t, s.SetBlock(ctx, "ua", "ub", true, 130))
	must(t, s.SetBlock(ctx, "ua", "ub", true, 131))
	related(t, s.Blocks, "ua", "ub")
	related(t, s.Apart, "ua", "ub")
	related(t, s.Apart, "ub", "ua")
	related(t, s.Follows, "ua")
	related(t, s.Follows, "ub")
	if open, _ := s.Challenges(ctx, "ua", 140); len(open) != 0 {
		t.Errorf("open between those who are apart: %+v", open)
	}
	for _, c := range []store.Challenge{challenge("c5", "ua", "ub", 900), challenge("c6", "ub", "ua", 900)} {
		if err := s.PutChallenge(ctx, c, 140); !errors.Is(err, store.ErrNone) {
			t.Errorf("%s challenges %s: %v", c.From, c.To, err)
		}
	}
	if err := s.SetFollow(ctx, "ub", "ua", true, 140); !errors.Is(err, store.ErrTaken) {
		t.Errorf("follows who has blocked: %v", err)
	}
	must(t, s.SetBlock(ctx, "ua", "ub", false, 150))
	must(t, s.SetFollow(ctx, "ub", "ua", true, 160))
}

// manners: who may challenge and write, when somebody was seen, and who hears whom.
func manners(t *testing.T, s store.Store) {
	ctx := context.Background()
	must(t, s.SetChallenges(ctx, "ua", store.FromNobody))
	must(t, s.SetSeen(ctx, "ua", 500))
	must(t, s.SetSeen(ctx, "ua", 400))
	must(t, s.SetSeen(ctx, "ub", 700))
	if m, err := s.Manners(ctx, "ua"); err != nil || m != (store.Manners{Challenges: store.FromNobody, Seen: 500}) {
		t.Errorf("manners: %+v, %v", m, err)
	}
	must(t, s.SetMessages(ctx, "ua", store.FromNobody))
	must(t, s.SetMessages(ctx, "ua", store.FromFollowed))
	must(t, s.SetMessages(ctx, "uc", store.FromNobody))
	must(t, s.SetMute(ctx, "ub", "ua", true))
	must(t, s.SetBlock(ctx, "ub", "ud", true, 170))
	must(t, s.SetFollow(ctx, "ua", "ub", true, 170))
	for _, c := range []struct {
		user, other string
		hears       bool
	}{
		{"ua", "ua", true},
		{"ua", "ub", true},
		{"ua", "uc", false},
		{"ub", "uc", true},
		{"ub", "ua", false},
		{"ub", "ud", false},
		{"uc", "ub", false},
		{"uc", "uc", true},
	} {
		h, err := s.Hearing(ctx, c.user)
		must(t, err)
		if h.Hears(c.other) != c.hears {
			t.Errorf("%s hears %s: %v, want %v (%+v)", c.user, c.other, !c.hears, c.hears, h)
		}
	}
	if m, err := s.Manners(ctx, "ua"); err != nil || m.Messages != store.FromFollowed {
		t.Errorf("manners: %+v, %v", m, err)
	}
	must(t, s.SetFollow(ctx, "ua", "ub", false, 170))
	must(t, s.SetMute(ctx, "ub", "ua", false))
	must(t, s.SetBlock(ctx, "ub", "ud", false, 170))
	must(t, s.SetMessages(ctx, "uc", store.FromEveryone))
	must(t, s.SetChallenges(ctx, "ub", store.FromFollowed))
	if m, err := s.Manners(ctx, "ub"); err != nil || m != (store.Manners{Challenges: store.FromFollowed, Seen: 700}) {
		t.Errorf("manners: %+v, %v", m, err)
	}
	if m, err := s.Manners(ctx, "uc"); err != nil || m != (store.Manners{Messages: store.FromEveryone}) {
		t.Errorf("of one who said little: %+v, %v", m, err)
	}
}

// reports: one of a person about another at a table, until it is dealt with.
func reports(t *testing.T, s store.Store) {
	ctx := context.Background()
	must(t, s.AddReport(ctx, store.Report{ID: "r1", By: "ua", About: "ub", Table: "t", Why: "chat", Text: "rude", At: 10}))
	must(t, s.AddReport(ctx, store.Report{ID: "r2", By: "ua", About: "ub", Table: "t", Why: "cheat", Text: "twice", At: 20}))
	must(t, s.AddReport(ctx, store.Report{ID: "r3", By: "uc", About: "ub", Why: "other", At: 30}))
	ids := func(all bool) (ids []string) {
		t.Helper()
		list, err := s.Reports(ctx, all, 10)
		must(t, err)
		for _, r := range list {
			ids = append(ids, r.ID)
		}
		return ids
	}
	if got := ids(false); !slices.Equal(got, []string{"r3", "r2"}) {
		t.Errorf("reports: %v", got)
	}
	must(t, s.EndReport(ctx, "r3", 40))
	if err := s.EndReport(ctx, "r3", 41); !errors.Is(err, store.ErrNone) {
		t.Errorf("dealt with twice: %v", err)
	}
	if got, all := ids(false), ids(true); !slices.Equal(got, []string{"r2"}) || !slices.Equal(all, []string{"r3", "r2"}) {
		t.Errorf("reports: %v of %v", got, all)
	}
}

// nobodyLeft: nothing is left of somebody who is deleted.
func nobodyLeft(t *testing.T, s store.Store) {
	ctx := context.Background()
	must(t, s.PutChallenge(ctx, challenge("c7", "ua", "uc", 900), 200))
	must(t, s.SetBlock(ctx, "uc", "ub", true, 210))
	must(t, s.DeleteUser(ctx, "ua", 300))
	for _, f := range []func(context.Context, string) ([]string, error){s.Follows, s.Followers, s.Blocks, s.Apart} {
		related(t, f, "ua")
	}
	related(t, s.Follows, "ub")
	if m, err := s.Manners(ctx, "ua"); err != nil || m != (store.Manners{}) {
		t.Errorf("manners of somebody who is gone: %+v, %v", m, err)
	}
	for _, id := range []string{"c1", "c3", "c4", "c7"} {
		if _, err := s.Challenge(ctx, id); !errors.Is(err, store.ErrNone) {
			t.Errorf("challenge %s of somebody who is gone: %v", id, err)
		}
	}
	if by, err := s.ReportsBy(ctx, "ua"); err != nil || len(by) != 0 {
		t.Errorf("reports of somebody who is gone: %+v, %v", by, err)
	}
	left, err := s.Reports(ctx, true, 10)
	must(t, err)
	for _, r := range left {
		if r.By == "ua" || r.Text == "twice" {
			t.Errorf("left of somebody who is gone: %+v", r)
		}
	}
	var dump bytes.Buffer
	if _, err := s.Dump(ctx, &dump); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{`"follows"`, `"blocks"`, `"manners"`, `"challenges"`, `"reports"`, `"hearing"`} {
		if !bytes.Contains(dump.Bytes(), []byte(name)) {
			t.Errorf("a backup without %s", name)
		}
	}
}
