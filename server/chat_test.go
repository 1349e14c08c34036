package server_test

import (
	"strings"
	"testing"

	"atoll/server/wire"
)

// TestMute: whom somebody has muted they do not hear, live or later; everybody else
// does, and it can be undone.
func TestMute(t *testing.T) {
	h := serve(t)
	a, b := h.person("A"), h.person("B")
	table := tableFor(t, "running", a, b)
	at := "/tables/" + table
	rude := h.person("Rude")
	deaf, other := a.live(table, ""), b.ws(table, "")
	next(t, "the table", deaf, "snapshot")
	next(t, "the table", other, "snapshot")
	say := func(p *person, text string) { p.must("POST", at+"/chat", wire.ChatRequest{Text: text}, nil) }
	// heard is what comes up to and with the last line.
	heard := func(in <-chan rawFrame, last string) string {
		t.Helper()
		var all []string
		for {
			line := next(t, last, in, "chat").Chat.Text
			if all = append(all, line); line == last {
				return strings.Join(all, ", ")
			}
		}
	}
	a.must("POST", at+"/mute", wire.MuteRequest{User: rude.id, On: true}, nil)
	say(rude, "one")
	say(b, "two")
	if got := heard(deaf, "two"); got != "two" {
		t.Errorf("who has muted hears %s", got)
	}
	if got := heard(other, "two"); got != "one, two" {
		t.Errorf("others hear %s", got)
	}
	lines := func(p *person) string {
		var snap wire.Snapshot
		p.must("GET", at, nil, &snap)
		var all []string
		for _, c := range snap.Chat {
			all = append(all, c.Text)
		}
		return strings.Join(all, ", ")
	}
	if got := lines(a); got != "two" {
		t.Errorf("who has muted reads %s", got)
	}
	if got := lines(b); got != "one, two" {
		t.Errorf("others read %s", got)
	}
	a.must("POST", at+"/mute", wire.MuteRequest{User: rude.id}, nil)
	say(rude, "three")
	if got := heard(deaf, "three"); got != "three" {
		t.Errorf("who has undone it hears %s", got)
	}
	if got := lines(a); got != "one, two, three" {
		t.Errorf("who has undone it reads %s", got)
	}
}
