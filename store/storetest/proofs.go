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
	must(t, s.JoinAccount(ctx, somebody("ua"), accountOf("ua", ""), new(passkey("k1", "ua")), nil))
	is(t, "a key of another", s.JoinAccount(ctx, somebody("ub"), accountOf("ub", ""), new(passkey("k1", "ub")), nil), store.ErrTaken)
	if _, _, err := s.Account(ctx, "ub"); !errors.Is(err, store.ErrNone) {
		t.Errorf("an account without its key was stored: %v", err)
	}
	must(t, s.JoinAccount(ctx, somebody("ub"), accountOf("ub", ""), nil, &store.Link{Issuer: "https://id", Subject: "7", User: "ub", Created: 5}))
	is(t, "a name of another", s.JoinAccount(ctx, somebody("uc"), accountOf("ua", ""), new(passkey("k2", "uc")), nil), store.ErrTaken)
	must(t, s.PutAccount(ctx, somebody("uc"), accountOf("uc", "kept")))

	k := counted(t, s, lastWays(t, s))
	links(t, s)
	once(t, s)
	must(t, s.SetPassword(ctx, "uc", "another"))
	if a, u, err := s.Account(ctx, "uc"); err != nil || a.Password != "another" || a.Login != "uc" || u.Name != "uc" {
		t.Errorf("after a new password: %+v, %+v, %v", a, u, err)
	}
	is(t, "the password of nobody", s.SetPassword(ctx, "nobody", "x"), store.ErrNone)
	must(t, s.PutOnce(ctx, store.Once{Hash: "old", Kind: "a", Until: 100}))
	must(t, s.PutOnce(ctx, store.Once{Hash: "young", Kind: "a", Until: 200}))
	if n, err := s.Purge(ctx, 150, 0, 100); err != nil || n != 1 {
		t.Errorf("%d rows went, %v", n, err)
	}

	keysInABackup(t, s, k)
	must(t, s.PutOnce(ctx, store.Once{Hash: "mine", Kind: "a", User: "ua", Until: 1 << 50}))
	must(t, s.DeleteUser(ctx, "ua", 100))
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

func is(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

func somebody(id string) store.User { return store.User{ID: id, Kind: "account", Name: id, Created: 1} }

func accountOf(id, password string) store.Account {
	return store.Account{User: id, Login: id, Password: password, Created: 1}
}

func passkey(id, user string) store.Passkey {
	return store.Passkey{ID: id, User: user, Name: "phone of " + user, Data: []byte("public key"), Counter: 7, Created: 5}
}

// lastWays: the last way to sign in stays; of two, one can go. The key that is left
// comes back.
func lastWays(t *testing.T, s store.Store) store.Passkey {
	ctx := context.Background()
	is(t, "the last key", s.DropPasskey(ctx, "ua", "k1"), store.ErrLast)
	is(t, "the last link", s.DropLink(ctx, "ub", "https://id"), store.ErrLast)
	is(t, "another's key", s.DropPasskey(ctx, "uc", "k1"), store.ErrNone)
	is(t, "a key without a person", s.AddPasskey(ctx, passkey("k9", "nobody"), 2), store.ErrNone)
	must(t, s.AddPasskey(ctx, passkey("k2", "ua"), 2))
	is(t, "a third of two", s.AddPasskey(ctx, passkey("k3", "ua"), 2), store.ErrTooMany)
	is(t, "a known one", s.AddPasskey(ctx, passkey("k2", "uc"), 2), store.ErrTaken)
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
		t.Fatalf("%d removed, left %+v, %v", dropped.Load(), left, err)
	}
	must(t, s.AddPasskey(ctx, passkey("k4", "uc"), 2))
	must(t, s.DropPasskey(ctx, "uc", "k4")) // a password is left
	return left[0]
}

// counted: the counter of a key goes on from its last value; of two updates at once,
// one succeeds.
func counted(t *testing.T, s store.Store, k store.Passkey) store.Passkey {
	ctx := context.Background()
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
	return k
}

// links: a person of a provider has one account, and an account one person of a
// provider.
func links(t *testing.T, s store.Store) {
	ctx := context.Background()
	link := store.Link{Issuer: "https://id", Subject: "8", User: "uc", Created: 6}
	must(t, s.AddLink(ctx, link))
	link.User = "ua"
	is(t, "another's link", s.AddLink(ctx, link), store.ErrTaken)
	is(t, "a second person of one provider", s.AddLink(ctx, store.Link{Issuer: "https://id", Subject: "9", User: "uc"}), store.ErrTaken)
	must(t, s.UseLink(ctx, "https://id", "8", 60))
	if got, err := s.Link(ctx, "https://id", "8"); err != nil || got.User != "uc" || got.Used != 60 {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := s.Link(ctx, "https://other", "8"); !errors.Is(err, store.ErrNone) {
		t.Errorf("the same number at another provider: %v", err)
	}
	must(t, s.DropLink(ctx, "uc", "https://id"))
	must(t, s.AddLink(ctx, store.Link{Issuer: "https://id", Subject: "9", User: "ua", Created: 6}))
}

// once: what can be taken once is taken once, however often it is asked for.
func once(t *testing.T, s store.Store) {
	ctx := context.Background()
	must(t, s.PutOnce(ctx, store.Once{Hash: "h", Kind: "a", User: "ua", Bound: "b", Data: []byte("d"), Until: 100}))
	if o, err := s.SeeOnce(ctx, "a", "h", 99); err != nil || o.User != "ua" || o.Bound != "b" || string(o.Data) != "d" {
		t.Errorf("seen %+v, %v", o, err)
	}
	for what, f := range map[string]func() (store.Once, error){
		"another kind":   func() (store.Once, error) { return s.TakeOnce(ctx, "b", "h", 99) },
		"another secret": func() (store.Once, error) { return s.TakeOnce(ctx, "a", "x", 99) },
		"too late":       func() (store.Once, error) { return s.TakeOnce(ctx, "a", "h", 100) },
	} {
		_, err := f()
		is(t, what, err, store.ErrNone)
	}
	var taken atomic.Int32
	var wg sync.WaitGroup
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
	must(t, s.PutOnce(ctx, store.Once{Hash: "kept", Kind: "b", User: "ua", Until: 100}))
	must(t, s.PutOnce(ctx, store.Once{Hash: "dropped", Kind: "a", User: "ua", Until: 100}))
	must(t, s.DropOnce(ctx, "a", "ua"))
	_, err := s.SeeOnce(ctx, "a", "dropped", 1)
	is(t, "dropped", err, store.ErrNone)
	_, err = s.TakeOnce(ctx, "b", "kept", 1)
	must(t, err)
}

// keysInABackup: a backup has keys and links.
func keysInABackup(t *testing.T, s store.Store, k store.Passkey) {
	ctx := context.Background()
	var out bytes.Buffer
	_, err := s.Dump(ctx, &out)
	must(t, err)
	other := fresh(t)
	_, err = other.Restore(ctx, &out)
	must(t, err)
	if got, err := other.Passkey(ctx, k.ID); err != nil || got.Counter != 9 || !bytes.Equal(got.Data, k.Data) {
		t.Errorf("restored: %+v, %v", got, err)
	}
	if list, err := other.Links(ctx, "ua"); err != nil || len(list) != 1 || list[0].Subject != "9" {
		t.Errorf("restored: %+v, %v", list, err)
	}
}
