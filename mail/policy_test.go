package mail

import (
	"strings"
	"testing"

	gomail "github.com/wneessen/go-mail"
)

// TestPasswordsAreSentOverTLS: a name and a password go nowhere in the clear but to this machine.
func TestPasswordsAreSentOverTLS(t *testing.T) {
	for _, x := range []struct{ url, server, policy string }{
		{"smtp://mail.example.org", "mail.example.org:587", "TLSOpportunistic"},
		{"smtp://mail.example.org:25", "mail.example.org:25", "TLSOpportunistic"},
		{"smtp://mail.example.org/", "mail.example.org:587", "TLSOpportunistic"},
		{"smtp://me:secret@mail.example.org", "mail.example.org:587", "TLSMandatory"},
		{"smtp://me:secret@192.0.2.1", "192.0.2.1:587", "TLSMandatory"},
		{"smtp://me:secret@localhost", "localhost:587", "TLSOpportunistic"},
		{"smtp://me:secret@127.0.0.1:2525", "127.0.0.1:2525", "TLSOpportunistic"},
		{"smtp://me:secret@[::1]", "::1:587", "TLSOpportunistic"},
		{"smtps://mail.example.org", "mail.example.org:465", "TLSOpportunistic"},
		{"smtps://me:secret@mail.example.org:4465", "mail.example.org:4465", "TLSMandatory"},
	} {
		s, err := New(x.url, "Atoll <atoll@example.org>")
		if err != nil {
			t.Errorf("%s: %v", x.url, err)
			continue
		}
		c, err := gomail.NewClient(s.host, s.opts...)
		if err != nil {
			t.Fatal(err)
		}
		if c.ServerAddr() != x.server && c.ServerAddr() != strings.Replace(x.server, "::1", "[::1]", 1) || c.TLSPolicy() != x.policy {
			t.Errorf("%s: %s with %s", x.url, c.ServerAddr(), c.TLSPolicy())
		}
		if s.domain != "example.org" {
			t.Errorf("it says it is %q", s.domain)
		}
	}
}

// TestLengthsOfAddresses: as long as RFC 5321 lets them be, and not longer.
func TestLengthsOfAddresses(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	long := a(64) + "@" + a(63) + "." + a(63) + "." + a(57) + ".org"
	if len(long) != maxAddress {
		t.Fatalf("%d signs", len(long))
	}
	for address, fine := range map[string]bool{
		"a@b.org": true, "@b.org": false, a(64) + "@b.org": true, a(65) + "@b.org": false,
		"a@" + a(63) + ".org": true, "a@" + a(64) + ".org": false, long: true, "a" + long[:63] + long[64:] + "x": false, long + "x": false,
		"a!@b.org": true, "a @b.org": false, "a\x7f@b.org": false, "a\u0085@b.org": false, "a\u00a0@b.org": false, "a\xff@b.org": false,
		"a@b-c.org": true, "a@-b.org": false, "a@b-.org": false, "a@b.o-": false, "a@b_c.org": false, "a@1.2": true,
		".a@b.org": false, "a.@b.org": false, "a.b@c.org": true,
	} {
		if _, err := Address(address); (err == nil) != fine {
			t.Errorf("%q (%d signs): %v", address, len(address), err)
		}
	}
}

func TestMaskedAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"": "", "@b.org": "", "none": "", "a@b.org": "a…@b.org", "ab@c.org": "a…@c.org", "abc@d.org": "a…c@d.org", "äöü@d.org": "ä…ü@d.org",
	} {
		if got := Masked(address); got != want {
			t.Errorf("%q is shown as %q", address, got)
		}
	}
}

// TestUnsubscribing is at a web address or not at all.
func TestUnsubscribing(t *testing.T) {
	s, err := New("smtp://mail.example.org", "atoll@example.org")
	if err != nil {
		t.Fatal(err)
	}
	for at, fine := range map[string]bool{
		"": true, "https://x.example/stop": true, "http://x.example/stop": true, "ftp://x.example/stop": false, "https:///stop": false, "/stop": false, "https://x\x7f/": false,
	} {
		msg, err := s.compose(Message{To: "a@b.org", Subject: "x\r\ny\u2028z\u2029", Text: "x", Unsubscribe: at})
		if (err == nil) != fine {
			t.Errorf("%q: %v", at, err)
			continue
		}
		if err != nil {
			continue
		}
		if got := msg.GetGenHeader("List-Unsubscribe"); (len(got) == 1) != (at != "") {
			t.Errorf("%q: %q", at, got)
		}
		if got := msg.GetGenHeader(gomail.HeaderSubject); len(got) != 1 || got[0] != "x  y z " {
			t.Errorf("the subject is %q", got)
		}
		if id := msg.GetMessageID(); id == "" {
			t.Error("a message without an id")
		}
	}
}
