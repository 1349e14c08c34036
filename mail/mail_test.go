package mail_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"atoll/mail"
	"atoll/mail/mailtest"
)

func sender(t *testing.T, s *mailtest.Server) *mail.SMTP {
	t.Helper()
	m, err := mail.New(s.URL, "Atoll <atoll@example.org>")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestSendsPlainAndHTML(t *testing.T) {
	s := mailtest.New(t)
	err := sender(t, s).Send(t.Context(), mail.Message{
		To: "mara@example.org", Subject: "Du bist am Zug – Ümläut", Text: "plain words", HTML: "<p>words with <b>marks</b></p>",
		Unsubscribe: "https://atoll.example/stop?x=1", ID: "turn.1",
	})
	if err != nil {
		t.Fatal(err)
	}
	l := s.Wait(t, 1)[0]
	h := l.Header(t)
	if l.To != "mara@example.org" || l.From != "atoll@example.org" || h.Get("Message-ID") != "<turn.1@example.org>" ||
		h.Get("List-Unsubscribe") != "<https://atoll.example/stop?x=1>" || h.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("%q %q %v", l.To, l.From, h)
	}
	for _, want := range []string{"plain words", "<b>marks</b>", "multipart/alternative"} {
		if !strings.Contains(l.Raw, want) {
			t.Errorf("without %q:\n%s", want, l.Raw)
		}
	}
}

// Whatever is in a subject or an address, no header comes of it.
func TestNoHeaderIsInjected(t *testing.T) {
	s := mailtest.New(t)
	m := sender(t, s)
	for _, subject := range []string{"a\r\nBcc: eve@example.org", "a\nBcc: eve@example.org", "a\r\n\r\nbody", "a\x00b\u2028Bcc: x", "ä\r\nBcc: eve@example.org"} {
		if err := m.Send(t.Context(), mail.Message{To: "mara@example.org", Subject: subject, Text: "x", ID: "i\r\nBcc: eve@example.org"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, l := range s.Wait(t, 5) {
		if h := l.Header(t); h.Get("Bcc") != "" || l.To != "mara@example.org" {
			t.Errorf("a header was forged:\n%s", l.Raw)
		}
	}
	for _, to := range []string{
		"", "mara", "@example.org", "mara@", "mara@example", "a@b.org\r\nBcc: eve@example.org", "a@b.org, eve@example.org", "Mara <a@b.org>", "a b@c.org",
		`"a\"b"@c.org`, "a@b.org>", "a@[127.0.0.1]", "a..b@c.org", "a@-b.org", strings.Repeat("a", 65) + "@b.org", "a\x00@b.org", "a@b..org", "a@b.org.",
	} {
		if got, err := mail.Address(to); err == nil {
			t.Errorf("%q counts as the address %q", to, got)
		}
		if err := m.Send(t.Context(), mail.Message{To: to, Subject: "x", Text: "x"}); err == nil {
			t.Errorf("sent to %q", to)
		}
	}
	if err := m.Send(t.Context(), mail.Message{To: "a@b.org", Subject: "x", Text: "x", Unsubscribe: "javascript:alert(1)"}); err == nil {
		t.Error("an address that is not of the web is offered")
	}
}

func TestRefusedForEverOrForNow(t *testing.T) {
	s := mailtest.New(t)
	m := sender(t, s)
	s.Fail(mailtest.NoSuchBox, mailtest.Busy, nil)
	letter := mail.Message{To: "mara@example.org", Subject: "x", Text: "x"}
	if err := m.Send(t.Context(), letter); !errors.Is(err, mail.ErrRefused) {
		t.Errorf("no such mailbox: %v", err)
	}
	if err := m.Send(t.Context(), letter); err == nil || errors.Is(err, mail.ErrRefused) {
		t.Errorf("busy: %v", err)
	}
	if err := m.Send(t.Context(), letter); err != nil || len(s.Wait(t, 1)) != 1 {
		t.Errorf("then: %v", err)
	}
}

func TestAddressIsKeptInOneForm(t *testing.T) {
	for in, want := range map[string]string{" Mara.J+x@Example.ORG ": "Mara.J+x@example.org", "m@bücher.example": "m@bücher.example"} {
		if got, err := mail.Address(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	if m := mail.Masked("mara@example.org"); m != "m…a@example.org" {
		t.Error(m)
	}
	if m := mail.Masked("m@example.org"); m != "m…@example.org" {
		t.Error(m)
	}
}

func TestServersAreReadWithCare(t *testing.T) {
	for _, u := range []string{"", "http://x", "smtp://", "smtp://h/path", "smtp://h:port"} {
		if _, err := mail.New(u, "a@b.org"); err == nil {
			t.Errorf("%q is taken", u)
		}
	}
	if _, err := mail.New("smtp://u:geheim@h:25/x", "a@b.org"); err == nil || strings.Contains(err.Error(), "geheim") {
		t.Error("a refusal tells the password", err)
	}
	if _, err := mail.New("smtps://u:p@h", "nobody"); err == nil {
		t.Error("no sender")
	}
}

// A server that takes the connection and says nothing is waited for as long as the caller says, not longer.
func TestSilentServer(t *testing.T) {
	deaf, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	s, err := mail.New("smtp://"+deaf.Addr().String(), "atoll@example.org")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	sent := make(chan error, 1)
	go func() { sent <- s.Send(ctx, mail.Message{To: "mara@example.org", Subject: "x", Text: "x"}) }()
	select {
	case err := <-sent:
		if err == nil {
			t.Error("it was sent")
		}
	case <-time.After(2 * time.Minute):
		t.Error("it is still waited for")
	}
}
