package wire

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"atoll/match"
)

// turns reports whether a character changes the direction of what follows it,
// which can make a name or a line look like something else.
func turns(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// empty reports whether a character shows nothing though Unicode calls it a letter
// or a symbol.
func empty(r rune) bool {
	switch r {
	case 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0, 0x034f:
		return true
	}
	return unicode.Is(unicode.Variation_Selector, r)
}

// Seen reports whether a character alone shows something.
func Seen(r rune) bool {
	return unicode.IsPrint(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) && !empty(r)
}

// CleanName returns a nickname without what cannot be Seen and blanks at the ends.
// It refuses one that turns the direction of writing or shows nothing.
func CleanName(name string) (string, error) {
	if strings.ContainsFunc(name, func(r rune) bool { return turns(r) || r == 0x200e || r == 0x200f || r == 0x061c }) {
		return "", &match.Error{Kind: match.Invalid, Where: "body.name", Message: "a nickname may not change the direction of writing"}
	}
	name = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) || empty(r) {
			return -1
		}
		return r
	}, name)), " ")
	if n := utf8.RuneCountInString(name); n < 1 || n > 24 || !strings.ContainsFunc(name, Seen) {
		return "", &match.Error{Kind: match.Invalid, Where: "body.name", Message: "a nickname has 1 to 24 visible characters"}
	}
	return name, nil
}

// CleanLine returns a line of chat without control characters. What turns the
// direction of writing goes too, since it would reach beyond the line.
func CleanLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		if unicode.IsControl(r) || turns(r) {
			return -1
		}
		return r
	}, text))
}
