package storetest

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"atoll/match"
	"atoll/store"
)

// notices: they are stored with their event, for those who can be reached, one for each subject; of
// many nodes one takes each; nothing is left of a deleted person.
func notices(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := context.Background()
	for _, id := range []string{"ua", "ub", "uc"} {
		must(t, s.PutAccount(ctx, store.User{ID: id, Kind: "account", Name: id, Created: 1}, store.Account{User: id, Login: id, Created: 1}))
	}
	turn := match.Notice{User: "ua", Kind: store.NoticeTurn, Thing: "table-000001", Step: 3, At: 10, Due: 20}
	subscriptions(t, s, turn)
	first := noticesOfTables(t, s, turn)
	first = noticeInHand(t, s, first)
	nextNotice(t, s, turn, first)
	noticesOfPeople(t, s)
	addresses(t, s)
	vacations(t, s)
	s = reopen()
	if data, err := s.NoticeSettings(ctx, "ub"); err != nil || string(data) != `{"a":2}` {
		t.Errorf("settings: %q, %v", data, err)
	}
	if v, err := s.Vacations(ctx, "ub", 20); err != nil || len(v) != 1 || v[0].Until != 40 {
		t.Errorf("vacations: %+v, %v", v, err)
	}
	must(t, s.PutSubscription(ctx, store.Subscription{Endpoint: "https://push.example/ub", User: "ub", P256dh: "p", Auth: "a", Created: 1}, 2))
	must(t, s.PutNotice(ctx, match.Notice{User: "ub", Kind: store.NoticeOver, Thing: "x", At: 1, Due: 1}))

	noNoticesLeft(t, s)
}

// noticesOf reads the notices of a person, who must have as many as are wanted.
func noticesOf(t *testing.T, s store.Store, user string, want int) []store.Notice {
	t.Helper()
	list, err := s.NoticesOf(context.Background(), user)
	if err != nil || len(list) != want {
		t.Fatalf("notices of %s: %+v, %v, want %d", user, list, err, want)
	}
	return list
}

// noticed is a change of a table that tells people.
func noticed(version int64, notes ...match.Notice) *match.Change {
	return &match.Change{
		Table: "table-000001", Version: version, Head: match.Head{Seq: version, Updated: version},
		Private: []byte(`{}`), Notices: notes,
	}
}

// subscriptions are what a person can be reached by; without one there are no notices.
func subscriptions(t *testing.T, s store.Store, turn match.Notice) {
	ctx := context.Background()
	must(t, s.PutNotice(ctx, turn))
	noticesOf(t, s, "ua", 0) // there is no way to reach ua

	sub := store.Subscription{Endpoint: "https://push.example/1", User: "ua", P256dh: "p", Auth: "a", Created: 1}
	must(t, s.PutSubscription(ctx, sub, 2))
	must(t, s.PutSubscription(ctx, store.Subscription{Endpoint: "https://push.example/2", User: "ua", P256dh: "p", Auth: "a", Created: 2}, 2))
	must(t, s.PutSubscription(ctx, sub, 2)) // the same browser again
	if err := s.PutSubscription(ctx, store.Subscription{Endpoint: "https://push.example/3", User: "ua", Created: 3}, 2); !errors.Is(err, store.ErrTooMany) {
		t.Errorf("a third of two: %v", err)
	}
	must(t, s.DropSubscription(ctx, "https://push.example/2", "ub")) // not theirs
	if list, err := s.Subscriptions(ctx, "ua"); err != nil || len(list) != 2 || list[0] != sub {
		t.Errorf("subscriptions: %+v, %v", list, err)
	}
	must(t, s.DropSubscription(ctx, "https://push.example/2", ""))
	if list, err := s.Subscriptions(ctx, "ua"); err != nil || len(list) != 1 {
		t.Errorf("subscriptions: %+v, %v", list, err)
	}
}

// noticesOfTables are stored with a change of a table, or not at all; the one that is
// due comes back.
func noticesOfTables(t *testing.T, s store.Store, turn match.Notice) store.Notice {
	ctx := context.Background()
	table := &match.Change{
		Table: "table-000001", Version: 1,
		Head: match.Head{Game: "g", Rules: 1, Status: match.Running, Created: 1, Updated: 1, Info: []byte(`{}`)}, Private: []byte(`{}`),
	}
	must(t, s.Commit(ctx, table))
	if err := s.Commit(ctx, noticed(9, turn)); !errors.Is(err, match.ErrConflict) {
		t.Fatal(err)
	}
	noticesOf(t, s, "ua", 0)
	other := turn
	other.User = "ub"
	must(t, s.Commit(ctx, noticed(2, turn, other)))
	noticesOf(t, s, "ub", 0)
	if n := noticesOf(t, s, "ua", 1)[0]; n.Notice != turn || n.Gen != 1 || n.Tries != 0 {
		t.Errorf("stored: %+v", n)
	}
	if due, err := s.DueNotices(ctx, 19, 10); err != nil || len(due) != 0 {
		t.Errorf("due early: %+v, %v", due, err)
	}
	due, err := s.DueNotices(ctx, 20, 10)
	if err != nil || len(due) != 1 {
		t.Fatalf("due: %+v, %v", due, err)
	}
	return due[0]
}

// noticeInHand: one of many nodes takes a notice, and others do if that one is
// killed. It comes back as it was put off.
func noticeInHand(t *testing.T, s store.Store, first store.Notice) store.Notice {
	ctx := context.Background()
	var mine atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if ok, err := s.ClaimNotice(ctx, first, 20, 50); err != nil {
				t.Error(err)
			} else if ok {
				mine.Add(1)
			}
		})
	}
	all.Wait()
	if mine.Load() != 1 {
		t.Errorf("taken %d times", mine.Load())
	}
	if due, _ := s.DueNotices(ctx, 49, 10); len(due) != 0 {
		t.Errorf("in hand and due: %+v", due)
	}
	if due, _ := s.DueNotices(ctx, 50, 10); len(due) != 1 { // who had it in hand was killed
		t.Errorf("never again: %+v", due)
	}
	if ok, err := s.ClaimNotice(ctx, first, 50, 90); err != nil || !ok {
		t.Errorf("after the first: %v, %v", ok, err)
	}
	first.Tries, first.Due, first.Done = 1, 200, "x"
	must(t, s.DelayNotice(ctx, first))
	if n := noticesOf(t, s, "ua", 1)[0]; n.Tries != 1 || n.Due != 200 || n.Done != "x" {
		t.Errorf("delayed: %+v", n)
	}
	return first
}

// nextNotice: the next turn takes the place of the first; whoever had the old one in
// hand changes nothing.
func nextNotice(t *testing.T, s store.Store, turn match.Notice, first store.Notice) {
	ctx := context.Background()
	turn.Step, turn.At, turn.Due = 5, 30, 40
	must(t, s.Commit(ctx, noticed(3, turn)))
	must(t, s.DelayNotice(ctx, first))
	must(t, s.DropNotice(ctx, first))
	if ok, err := s.ClaimNotice(ctx, first, 1000, 2000); err != nil || ok {
		t.Errorf("an old one: %v, %v", ok, err)
	}
	if n := noticesOf(t, s, "ua", 1)[0]; n.Step != 5 || n.Gen != 2 || n.Done != "" || n.Tries != 0 {
		t.Errorf("the next: %+v", n)
	}
	must(t, s.DropNotice(ctx, noticesOf(t, s, "ua", 1)[0]))
	noticesOf(t, s, "ua", 0)
}

// noticesOfPeople come of a challenge and of a line of chat.
func noticesOfPeople(t *testing.T, s store.Store) {
	ctx := context.Background()
	must(t, s.PutChallenge(ctx, store.Challenge{ID: "c1", From: "ub", To: "ua", Setup: match.Setup{Game: "evo"}, At: 10, Until: 100}, 10))
	if _, err := s.AddChat(ctx, store.Chat{
		Table: "table-000001", At: 11, User: "ub", Name: "ub", Text: "hi", Msg: "m",
		Notices: []match.Notice{{User: "ua", Kind: store.NoticeChat, Thing: "table-000001", At: 11, Due: 12}},
	}); err != nil {
		t.Fatal(err)
	}
	if l := noticesOf(t, s, "ua", 2); l[0].Kind != store.NoticeChallenge || l[0].Thing != "challenge:c1" || l[1].Kind != store.NoticeChat {
		t.Errorf("%+v", l)
	}
}

// addresses count once they are proved.
func addresses(t *testing.T, s store.Store) {
	ctx := context.Background()
	must(t, s.AskAddress(ctx, "ub", "Bob@Example.org", "h1", 100))
	if a, err := s.Address(ctx, "ub"); err != nil || a != (store.Address{Pending: "Bob@Example.org", Until: 100}) {
		t.Errorf("asked for: %+v, %v", a, err)
	}
	if _, err := s.ProveAddress(ctx, "h1", 100); !errors.Is(err, store.ErrNone) {
		t.Errorf("too late: %v", err)
	}
	if _, err := s.ProveAddress(ctx, "", 50); !errors.Is(err, store.ErrNone) {
		t.Errorf("no token: %v", err)
	}
	if user, err := s.ProveAddress(ctx, "h1", 99); err != nil || user != "ub" {
		t.Errorf("proved: %v, %v", user, err)
	}
	if _, err := s.ProveAddress(ctx, "h1", 99); !errors.Is(err, store.ErrNone) {
		t.Errorf("proved twice: %v", err)
	}
	must(t, s.AskAddress(ctx, "ub", "new@example.org", "h2", 500))
	if a, err := s.Address(ctx, "ub"); err != nil || a != (store.Address{Address: "Bob@Example.org", Verified: 99, Pending: "new@example.org", Until: 500}) {
		t.Errorf("a new one: %+v, %v", a, err)
	}
	must(t, s.AskAddress(ctx, "uc", "bob@example.ORG", "h3", 500))
	if _, err := s.ProveAddress(ctx, "h3", 120); err != nil {
		t.Error(err)
	}
	if users, err := s.UsersAt(ctx, "BOB@example.org"); err != nil || !slices.Equal(users, []string{"ub", "uc"}) {
		t.Errorf("at the address: %v, %v", users, err)
	}
	if users, err := s.UsersAt(ctx, "new@example.org"); err != nil || len(users) != 0 {
		t.Errorf("at an address that is not proved: %v, %v", users, err)
	}
	must(t, s.PutNotice(ctx, match.Notice{User: "uc", Kind: store.NoticeOver, Thing: "x", At: 1, Due: 1}))
	noticesOf(t, s, "uc", 1)
	must(t, s.DropAddress(ctx, "uc"))
	if a, err := s.Address(ctx, "uc"); err != nil || a != (store.Address{}) {
		t.Errorf("dropped: %+v, %v", a, err)
	}
}

// vacations are kept with the settings, as far as they fit.
func vacations(t *testing.T, s store.Store) {
	ctx := context.Background()
	if data, err := s.NoticeSettings(ctx, "ub"); err != nil || data != nil {
		t.Errorf("of one who said nothing: %q, %v", data, err)
	}
	must(t, s.SetNoticeSettings(ctx, "ub", []byte(`{"a":1}`)))
	must(t, s.SetNoticeSettings(ctx, "ub", []byte(`{"a":2}`)))
	kept := func(want ...int64) func([]store.Vacation) error {
		return func(all []store.Vacation) error {
			var got []int64
			for _, v := range all {
				got = append(got, v.Since, v.Until)
			}
			if !slices.Equal(got, want) {
				t.Errorf("kept are %v, want %v", got, want)
			}
			return nil
		}
	}
	must(t, s.PutVacation(ctx, store.Vacation{User: "ub", Since: 10, Until: 20}, kept()))
	must(t, s.PutVacation(ctx, store.Vacation{User: "ub", Since: 50, Until: 60}, kept(10, 20)))
	must(t, s.PutVacation(ctx, store.Vacation{User: "ub", Since: 30, Until: 90}, kept(10, 20, 50, 60)))
	must(t, s.PutVacation(ctx, store.Vacation{User: "ub", Since: 50, Until: 50}, kept(10, 20, 30, 90, 50, 60)))
	must(t, s.PutVacation(ctx, store.Vacation{User: "ub", Since: 30, Until: 40}, kept(10, 20, 30, 90)))
	refused := errors.New("it does not fit")
	err := s.PutVacation(ctx, store.Vacation{User: "ub", Since: 95, Until: 99}, func([]store.Vacation) error { return refused })
	if !errors.Is(err, refused) {
		t.Errorf("one that does not fit: %v", err)
	}
	// Of many at once only as many are kept as fit.
	var crowd sync.WaitGroup
	for i := range int64(8) {
		crowd.Go(func() {
			err := s.PutVacation(ctx, store.Vacation{User: "uc", Since: 10 * i, Until: 10*i + 5}, func(all []store.Vacation) error {
				if len(all) == 2 {
					return refused
				}
				return nil
			})
			if err != nil && !errors.Is(err, refused) {
				t.Errorf("at once: %v", err)
			}
		})
	}
	crowd.Wait()
	if v, err := s.Vacations(ctx, "uc", 0); err != nil || len(v) != 2 {
		t.Errorf("of eight at once %d are kept, %v", len(v), err)
	}
}

// noNoticesLeft: nothing is left of a deleted person, and nothing comes back.
func noNoticesLeft(t *testing.T, s store.Store) {
	ctx := context.Background()
	must(t, s.DeleteUser(ctx, "ub", 300))
	for _, err := range []error{
		s.PutSubscription(ctx, store.Subscription{Endpoint: "https://push.example/late", User: "ub", P256dh: "p", Auth: "a"}, 9),
		s.SetNoticeSettings(ctx, "ub", []byte(`{}`)), s.AskAddress(ctx, "ub", "late@example.org", "h9", 900), s.PutVacation(ctx,
			store.Vacation{User: "ub", Since: 1, Until: 2}, func([]store.Vacation) error { return nil }),
	} {
		if !errors.Is(err, store.ErrNone) {
			t.Errorf("kept of somebody who is gone: %v", err)
		}
	}
	var dump bytes.Buffer
	if _, err := s.Dump(ctx, &dump); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{`"addresses"`, `"subscriptions"`, `"notice_settings"`, `"notices"`, `"vacations"`} {
		if !bytes.Contains(dump.Bytes(), []byte(name)) {
			t.Errorf("a backup without %s", name)
		}
	}
	for _, trace := range []string{"example.org", "push.example/ub", "late"} {
		if strings.Contains(strings.ToLower(dump.String()), trace) {
			t.Errorf("a trace of somebody who is gone: %s", trace)
		}
	}
}
