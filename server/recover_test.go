package server_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"atoll/mail"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/people"
	"atoll/server/wire"
	"atoll/store"
	"atoll/store/storetest"
)

// mailbox takes letters.
type mailbox chan mail.Message

func (m mailbox) Send(_ context.Context, x mail.Message) error {
	m <- x
	return nil
}

// proves gives somebody a verified address.
func (h *host) proves(user, address string) {
	h.t.Helper()
	ctx, hash := h.t.Context(), node.Hash("proof of "+user)
	if err := h.store.AskAddress(ctx, user, address, hash, 1<<50); err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.store.ProveAddress(ctx, hash, 1); err != nil {
		h.t.Fatal(err)
	}
}

var resetLink = regexp.MustCompile(`(\w+): ` + regexp.QuoteMeta(home) + `/recover#(\S+)`)

// tokens are those of a letter, by the names of accounts.
func tokens(m mail.Message) map[string]string {
	found := map[string]string{}
	for _, l := range resetLink.FindAllStringSubmatch(m.Text, -1) {
		found[l[1]] = l[2]
	}
	return found
}

// The way back into an account by e-mail, over several nodes: the link works once
// and ends every session.
func TestRecoverByMail(t *testing.T) {
	box := make(mailbox, 10)
	nodes(t, func(t *testing.T, one, two *host) {
		b, again := one.visitor(), one.account("Mara")
		other := one.account("MarasOther")
		b.must("POST", "/session", wire.AccountRequest{Name: "Mara", Password: password}, nil)
		one.proves(again.id, "mara@example.org")
		one.proves(other.id, "Mara@Example.org")
		lost := two.visitor()
		lost.must("POST", "/recover", wire.RecoverRequest{Address: "mara@example.org"}, nil)
		letter := <-box
		got := tokens(letter)
		if letter.To != "mara@example.org" || len(got) != 2 || got["Mara"] == "" || strings.Contains(letter.Text, again.id) {
			t.Fatalf("the letter is %+v", letter)
		}
		if found := storetest.Trace(t, one.db(), got["Mara"]); len(found) > 0 {
			t.Errorf("the store has the token itself: %v", found)
		}
		for _, bad := range []string{"short", strings.Repeat("x", 300)} { // and the link still works
			if status, _ := lost.ask("POST", "/recover/finish", wire.RecoverAnswer{Token: got["Mara"], Password: bad}, nil); status != 400 {
				t.Errorf("the password %.10q: %d", bad, status)
			}
		}
		lost = lost.at(one)
		lost.must("POST", "/recover/finish", wire.RecoverAnswer{Token: got["Mara"], Password: "a new password"}, nil)
		if me := lost.me(); me.ID != again.id {
			t.Fatalf("back as %+v", me)
		}
		for _, at := range []*host{one, two} {
			if res := again.at(at).try("GET", "/my/tables", nil, nil); res.StatusCode != 401 {
				t.Errorf("a session from before: %s", res.Status)
			}
			if status, _ := at.visitor().ask("POST", "/recover/finish", wire.RecoverAnswer{Token: got["Mara"], Password: "a new password"}, nil); status != 403 {
				t.Errorf("the link a second time: %d", status)
			}
			if status, _ := at.visitor().ask("POST", "/session", wire.AccountRequest{Name: "Mara", Password: password}, nil); status != 403 {
				t.Errorf("the old password: %d", status)
			}
			if status, _ := at.visitor().ask("POST", "/session", wire.AccountRequest{Name: "Mara", Password: "a new password"}, nil); status != 200 {
				t.Errorf("the new password: %d", status)
			}
		}
		// With a link one may also make a passkey instead, the old password stays.
		k := newSoftKey(t)
		lost = one.visitor()
		lost.must("POST", "/recover/finish", wire.RecoverAnswer{Token: got["MarasOther"]}, nil)
		var o wire.PasskeyOptions
		lost.must("POST", "/passkeys/begin", wire.ProofRequest{}, &o)
		lost.must("POST", "/passkeys", wire.NewPasskey{Credential: k.made(o)}, nil)
		if status, said := two.visitor().signsIn(k); status != 200 {
			t.Errorf("the passkey: %d %s", status, said)
		}
	}, func(c *server.Config) { c.Public, c.Mail = home, box })
}

// No answer reveals whether an address belongs to anybody, and links run out; others go
// with the first that is used, and with a changed password.
func TestRecoveryTellsNothing(t *testing.T) {
	clock := &fakeClock{now: time.UnixMilli(1_800_000_000_000)}
	box := make(mailbox, 50)
	h := quietHost(t, func(c *server.Config) {
		c.Public, c.Mail, c.Clock, c.AliveEvery, c.Proxied = home, box, clock.time, time.Hour, true
		c.Limits = node.Limits{Address: -1, Account: -1}
	})
	p, rude := h.account("Mara"), h.account("Rude")
	h.proves(p.id, "mara@example.org")
	h.proves(rude.id, "rude@example.org")
	a, u, err := h.store.Account(t.Context(), rude.id)
	if err != nil {
		t.Fatal(err)
	}
	a.Banned = "rude"
	if err := h.store.PutAccount(t.Context(), u, a); err != nil {
		t.Fatal(err)
	}
	if err := h.store.AskAddress(t.Context(), h.account("Liar").id, "victim@example.org", "hash", 1<<50); err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		said := map[string]bool{}
		for _, address := range []string{"mara@example.org", "nobody@example.org", "rude@example.org", "victim@example.org"} {
			res := p.try("POST", "/recover", wire.RecoverRequest{Address: address}, nil)
			said[fmt.Sprint(res.StatusCode, res.Header.Get("X-Message"))] = true
			if want := []int{204, 204, 204, 429}[i]; res.StatusCode != want {
				t.Errorf("%s for the time %d: %s, want %d", address, i+1, res.Status, want)
			}
			clock.forward(4 * time.Minute) // of one address on the network, so many
		}
		if len(said) != 1 {
			t.Errorf("the answers differ: %v", said)
		}
		clock.forward(-15 * time.Minute)
	}
	var last string
	for range 3 { // to Mara alone
		letter := <-box
		if letter.To != "mara@example.org" {
			t.Fatalf("a letter to %s", letter.To)
		}
		last = tokens(letter)["Mara"]
	}
	for _, address := range []string{"", "x", "a@b\nc", "no spaces@example.org", strings.Repeat("x", 300) + "@example.org"} {
		if res := p.try("POST", "/recover", wire.RecoverRequest{Address: address}, nil); res.StatusCode != 400 && res.StatusCode != 422 {
			t.Errorf("%.20q: %s", address, res.Status)
		}
	}
	clock.forward(time.Hour)
	if status, _ := h.visitor().ask("POST", "/recover/finish", wire.RecoverAnswer{Token: last, Password: "a new password"}, nil); status != 403 {
		t.Errorf("a link of an hour ago: %d", status)
	}
	fresh := func() string {
		token, err := people.ResetToken(t.Context(), h.store, p.id, clock.time())
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	one, two := fresh(), fresh()
	h.visitor().must("POST", "/recover/finish", wire.RecoverAnswer{Token: one, Password: "a new password"}, nil)
	if status, _ := h.visitor().ask("POST", "/recover/finish", wire.RecoverAnswer{Token: two, Password: "a new password"}, nil); status != 403 {
		t.Errorf("another link after the first was used: %d", status)
	}
	three := fresh()
	b := h.visitor()
	b.must("POST", "/session", wire.AccountRequest{Name: "Mara", Password: "a new password"}, nil)
	b.must("POST", "/account/password", wire.PasswordRequest{Old: "a new password", New: password}, nil)
	if status, _ := h.visitor().ask("POST", "/recover/finish", wire.RecoverAnswer{Token: three, Password: "a new password"}, nil); status != 403 {
		t.Errorf("a link from before the password was changed: %d", status)
	}
	closed, err := people.ResetToken(t.Context(), h.store, rude.id, clock.time())
	if err != nil {
		t.Fatal(err)
	}
	if status, said := h.visitor().ask("POST", "/recover/finish", wire.RecoverAnswer{Token: closed, Password: "a new password"},
		nil); status != 403 || !strings.Contains(said, "closed") {
		t.Errorf("a banned person: %d %s", status, said)
	}
	if _, err := h.store.SeeOnce(t.Context(), "recover", node.Hash(closed), 0); err != store.ErrNone {
		t.Errorf("the link of a banned person is still there: %v", err)
	}
}
