package paint

import (
	"strings"
	"testing"
)

func TestHelpBreaksBetweenKeys(t *testing.T) {
	for _, c := range [][3]string{
		{"M moves   T what the signs mean   R rules", "35", "M moves   T what the signs mean|R rules"},
		{"press a piece, a target or a choice", "20", "press a piece, a|target or a choice"},
	} {
		width := 35
		if c[1] == "20" {
			width = 20
		}
		if got := strings.Join(wrapKeys(c[0], width), "|"); got != c[2] {
			t.Errorf("%q, want %q", got, c[2])
		}
	}
}
