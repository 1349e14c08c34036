package paint

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
)

// TestColoursFitTheTerminal: the same board in the colours that the terminal has.
func TestColoursFitTheTerminal(t *testing.T) {
	before := Terminal
	t.Cleanup(func() { Terminal = before })
	for profile, want := range map[colorprofile.Profile]string{
		colorprofile.TrueColor: "38;2;127;227;243",
		colorprofile.ANSI256:   "38;5;116",
		colorprofile.ANSI:      "96",
		colorprofile.Unknown:   "38;5;116",
	} {
		Terminal.Colours = profile
		got := Ink{Fg: night.Sel}.style().Render("x")
		if !strings.Contains(got, want) {
			t.Errorf("profile %v: %q, want %s in it", profile, got, want)
		}
	}
	Terminal.Colours = colorprofile.ANSI
	if got := (Ink{Fg: night.Ink, Bg: night.Squares[0]}).style().Render("x"); got != "x" {
		t.Errorf("with sixteen colours %q, want the terminal's own", got)
	}
}
