package wire

import "testing"

func TestNames(t *testing.T) {
	for _, bad := range []string{
		"", " ", "\u00a0\u2003", "\u200b", "\u200b\u200d\u2060\ufeff", "\u00ad", "\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\ufe0f", "\u0301\u0301", "\u034f", "\x00", "\U000e0041",
		"Mara\u202egnik", "\u2066Mara\u2069", "\u202aMara", "Mara\u200f", "\u061cMara", "1234567890123456789012345",
	} {
		if name, err := CleanName(bad); err == nil {
			t.Errorf("%q was taken as %q", bad, name)
		}
	}
	for given, want := range map[string]string{
		"Mara": "Mara", "  Mara  the\tFirst ": "Mara the First", "M\u200bara": "Mara", "Åsa": "Åsa", "مارا": "مارا", "마라": "마라", "❤️ Mara": "❤ Mara", "Ma\u3164ra": "Mara",
	} {
		if name, err := CleanName(given); err != nil || name != want {
			t.Errorf("%q became %q, %v", given, name, err)
		}
	}
}

// A line of chat turns nothing that stands beside it.
func TestLines(t *testing.T) {
	for given, want := range map[string]string{
		"hello\nyou": "hello you", "a\u202eb\u202cc": "abc", "\u2067x\u2069": "x", "שלום\u200f!": "שלום\u200f!", "\x1b[2Jx": "[2Jx",
	} {
		if got := CleanLine(given); got != want {
			t.Errorf("%q became %q", given, got)
		}
	}
}
