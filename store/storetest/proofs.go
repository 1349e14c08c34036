package storetest

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"atoll/store"
)

// proofs: passkeys, links with providers, and what is taken once; nothing of them is
// left of somebody who is deleted.
func proofs(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	is := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", what, err, want)
		}
	}
	person := func(id string) store.User { return store.User{ID: id, Kind: "account", Name: id, Created: 1} }
	account := func(id, password string) store.Account {
		return store.Account{User: id, Login: id, Password: password, Created: 1}
	}
	key := func(id, user string) store.Passkey {
		return store.Passkey{ID: id, User: user, Name: "phone of " + user, Data: []byte("public key"), Counter: 7, Created: 5}
	}
	must(s.JoinAccount(ctx, person("ua"), account("ua", ""), new(key("k1", "ua")), nil))
	is("a key of another", s.JoinAccount(ctx, person("ub"), account("ub", ""), new(key("k1", "ub")), nil), store.ErrTaken)
	if _, _, err := s.Account(ctx, "ub"); !errors.Is(err, store.ErrNone) {
		t.Errorf("an account without its key was stored: %v", err)
	}
	must(s.JoinAccount(ctx, person("ub"), account("ub", ""), nil, &store.Link{Issuer: "https://id", Subject: "7", User: "ub", Created: 5}))
	is("a name of another", s.JoinAccount(ctx, person("uc"), account("ua", ""), new(key("k2", "uc")), nil), store.ErrTaken)
	must(s.PutAccount(ctx, person("uc"), account("uc", "kept")))

	// The last way to sign in stays; of two, one can go.
	is("the last key", s.DropPasskey(ctx, "ua", "k1"), store.ErrLast)
	is("the last link", s.DropLink(ctx, "ub", "https://id"), store.ErrLast)
	is("another's key", s.DropPasskey(ctx, "uc", "k1"), store.ErrNone)
	is("a key of nobody's", s.AddPasskey(ctx, key("k9", "nobody"), 2), store.ErrNone)
	must(s.AddPasskey(ctx, key("k2", "ua"), 2))
	is("a third of two", s.AddPasskey(ctx, key("k3", "ua"), 2), store.ErrTooMany)
	is("a known one", s.AddPasskey(ctx, key("k2", "uc"), 2), store.ErrTaken)
	var dropped atomic.Int32
	var wg sync.WaitGroup
	for _, id := range []string{"k1", "k2"} {
		wg.Go(func() {
			err := s.DropPasskey(ctx, "ua", id)
			if err == nil {
				dropped.Add(1)
			} else if !errors.Is(err, store.ErrLast) {
				t.Errorf("two removed at once: %v", err)
			}
		})
	}
	wg.Wait()
	left, err := s.Passkeys(ctx, "ua")
	if err != nil || dropped.Load() != 1 || len(left) != 1 {
		t.Errorf("%d removed, left %+v, %v", dropped.Load(), left, err)
	}
	must(s.AddPasskey(ctx, key("k4", "uc"), 2))
	must(s.DropPasskey(ctx, "uc", "k4")) // a password is left

	// A counter goes on from its last value; of two updates at once, one succeeds.
	k := left[0]
	if k.Name != "phone of ua" || string(k.Data) != "public key" || k.Counter != 7 || k.Used != 0 {
		t.Errorf("got %+v", k)
	}
	k.Counter, k.Used, k.Data = 9, 50, []byte("another state")
	if ok, err := s.UsePasskey(ctx, k, 8); ok || err != nil {
		t.Errorf("a counter that is not the stored one: %v, %v", ok, err)
	}
	if ok, err := s.UsePasskey(ctx, k, 7); !ok || err != nil {
		t.Errorf("the counter goes on: %v, %v", ok, err)
	}
	if got, err := s.Passkey(ctx, k.ID); err != nil || got.Counter != 9 || got.Used != 50 || !bytes.Equal(got.Data, k.Data) {
		t.Errorf("got %+v, %v", got, err)
	}

	// A person of a provider has one account, and an account one person of a provider.
	link := store.Link{Issuer: "https://id", Subject: "8", User: "uc", Created: 6}
	must(s.AddLink(ctx, link))
	link.User = "ua"
	is("another's link", s.AddLink(ctx, link), store.ErrTaken)
	is("a second person of one provider", s.AddLink(ctx, store.Link{Issuer: "https://id", Subject: "9", User: "uc"}), store.ErrTaken)
	must(s.UseLink(ctx, "https://id", "8", 60))
	if got, err := s.Link(ctx, "https://id", "8"); err != nil || got.User != "uc" || got.Used != 60 {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := s.Link(ctx, "https://other", "8"); !errors.Is(err, store.ErrNone) {
		t.Errorf("the same number at another provider: %v", err)
	}
	must(s.DropLink(ctx, "uc", "https://id"))
	must(s.AddLink(ctx, store.Link{Issuer: "https://id", Subject: "9", User: "ua", Created: 6}))

	// What can be taken once is taken once, however often it is asked for.
	must(s.PutOnce(ctx, store.Once{Hash: "h", Kind: "a", User: "ua", Bound: "b", Data: []byte("d"), Until: 100}))
	if o, err := s.SeeOnce(ctx, "a", "h", 99); err != nil || o.User != "ua" || o.Bound != "b" || string(o.Data) != "d" {
		t.Errorf("seen %+v, %v", o, err)
	}
	for what, f := range map[string]func() (store.Once, error){
		"another kind":   func() (store.Once, error) { return s.TakeOnce(ctx, "b", "h", 99) },
		"another secret": func() (store.Once, error) { return s.TakeOnce(ctx, "a", "x", 99) },
		"too late":       func() (store.Once, error) { return s.TakeOnce(ctx, "a", "h", 100) },
	} {
		_, err := f()
		is(what, err, store.ErrNone)
	}
	var taken atomic.Int32
	for range 8 {
		wg.Go(func() {
			o, err := s.TakeOnce(ctx, "a", "h", 99)
			if err == nil && o.User == "ua" {
				taken.Add(1)
			} else if !errors.Is(err, store.ErrNone) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if taken.Load() != 1 {
		t.Errorf("taken %d times", taken.Load())
	}
	must(s.PutOnce(ctx, store.Once{Hash: "kept", Kind: "b", User: "ua", Until: 100}))
	must(s.PutOnce(ctx, store.Once{Hash: "dropped", Kind: "a", User: "ua", Until: 100}))
	must(s.DropOnce(ctx, "a", "ua"))
	_, err = s.SeeOnce(ctx, "a", "dropped", 1)
	is("dropped", err, store.ErrNone)
	_, err = s.TakeOnce(ctx, "b", "kept", 1)
	must(err)
	must(s.SetPassword(ctx, "uc", "another"))
	if a, u, err := s.Account(ctx, "uc"); err != nil || a.Password != "another" || a.Login != "uc" || u.Name != "uc" {
		t.Errorf("after a new password: %+v, %+v, %v", a, u, err)
	}
	is("the password of nobody", s.SetPassword(ctx, "nobody", "x"), store.ErrNone)
	must(s.PutOnce(ctx, store.Once{Hash: "old", Kind: "a", Until: 100}))
	must(s.PutOnce(ctx, store.Once{Hash: "young", Kind: "a", Until: 200}))
	if n, err := s.Purge(ctx, 150, 0, 100); err != nil || n != 1 {
		t.Errorf("%d rows went, %v", n, err)
	}

	// A backup has keys and links.
	var out bytes.Buffer
	_, err = s.Dump(ctx, &out)
	must(err)
	other := fresh(t)
	_, err = other.Restore(ctx, &out)
	must(err)
	if got, err := other.Passkey(ctx, k.ID); err != nil || got.Counter != 9 || !bytes.Equal(got.Data, k.Data) {
		t.Errorf("restored: %+v, %v", got, err)
	}
	if list, err := other.Links(ctx, "ua"); err != nil || len(list) != 1 || list[0].Subject != "9" {
		t.Errorf("restored: %+v, %v", list, err)
	}

	must(s.PutOnce(ctx, store.Once{Hash: "mine", Kind: "a", User: "ua", Until: 1 << 50}))
	must(s.DeleteUser(ctx, "ua", 100))
	if reopen != nil {
		s = reopen()
	}
	if _, err := s.SeeOnce(ctx, "a", "mine", 1); !errors.Is(err, store.ErrNone) {
		t.Errorf("of a deleted one: %v", err)
	}
	keys, err1 := s.Passkeys(ctx, "ua")
	links, err2 := s.Links(ctx, "ua")
	if len(keys) != 0 || len(links) != 0 || err1 != nil || err2 != nil {
		t.Errorf("of a deleted one: %+v, %+v, %v, %v", keys, links, err1, err2)
	}
}
