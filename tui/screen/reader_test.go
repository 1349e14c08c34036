package screen

import (
	"strings"
	"testing"
)

func TestWordsAreFoundInAPage(t *testing.T) {
	lines := strings.Split("the goal\nthe board\na CASTLE\nmore\nmore\nthe castle again\nmore\nmore\nmore\nend", "\n")
	var r reader
	r.show(lines, 3)
	press := func(keys ...string) {
		for _, k := range keys {
			text := k
			if len(k) > 1 {
				text = ""
			}
			if !r.key(k, text) {
				t.Fatalf("%s leaves the page", k)
			}
			r.show(lines, 3)
		}
	}
	press("/", "c", "a", "x", "backspace", "s", "enter")
	if r.scroll != 2 {
		t.Errorf("the first is at line %d, want 2", r.scroll)
	}
	press("n")
	if r.scroll != 5 {
		t.Errorf("the next is at line %d, want 5", r.scroll)
	}
	press("n")
	if r.scroll != 2 {
		t.Errorf("after the last comes line %d, want 2", r.scroll)
	}
	press("N")
	if r.scroll != 5 {
		t.Errorf("before the first comes line %d, want 5", r.scroll)
	}
	press("/", "z", "enter")
	if r.scroll != 5 || !strings.Contains(r.says(), "not on this page") {
		t.Errorf("line %d, %q", r.scroll, r.says())
	}
	press("esc")
	if r.says() != "" {
		t.Errorf("Esc leaves the search first: %q", r.says())
	}
	press("down", "up", "x")
	if r.key("esc", "") {
		t.Error("Esc does not leave the page")
	}
}
