package record

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner reads JSON strictly: no unknown or repeated member gets past its
// callers, numbers are whole, and strings are copied only if they are escaped.
// It never recurses, because its callers know the shape of a record.
type scanner struct {
	text string
	pos  int
}

// syntaxError says what is wrong at which byte of a line, counted from 1.
type syntaxError struct {
	pos int
	msg string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("byte %d: %s", e.pos+1, e.msg) }

func (s *scanner) fail(format string, args ...any) error {
	return &syntaxError{s.pos, fmt.Sprintf(format, args...)}
}

func (s *scanner) blanks() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.pos++
		default:
			return
		}
	}
}

// found describes the next thing for an error message.
func (s *scanner) found() string {
	if s.pos >= len(s.text) {
		return "the line ends"
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.pos:])
	return fmt.Sprintf("found %q", r)
}

// want takes one byte of punctuation.
func (s *scanner) want(c byte) error {
	s.blanks()
	if s.pos >= len(s.text) || s.text[s.pos] != c {
		return s.fail("expected %q, %s", c, s.found())
	}
	s.pos++
	return nil
}

// peek returns the next byte that is no blank, 0 at the end.
func (s *scanner) peek() byte {
	s.blanks()
	if s.pos >= len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

// word takes true, false or null.
func (s *scanner) word(w string) bool {
	s.blanks()
	if !strings.HasPrefix(s.text[s.pos:], w) {
		return false
	}
	s.pos += len(w)
	return true
}

// object calls member for each member of an object, with the value next to be
// read. It refuses keys that are not among the known ones, and repeated ones.
func (s *scanner) object(what string, known []string, member func(key int) error) error {
	var seen uint64
	return s.members(what, func(name string, at int) error {
		for i, k := range known {
			if k != name {
				continue
			}
			if seen>>i&1 != 0 {
				s.pos = at
				return s.fail("%s has the member %q twice", what, name)
			}
			seen |= 1 << i
			return member(i)
		}
		s.pos = at
		return s.fail("%s has no member %.40q; it has: %s", what, name, strings.Join(known, ", "))
	})
}

// members calls member for each member of an object of any keys.
func (s *scanner) members(what string, member func(name string, at int) error) error {
	if s.peek() != '{' {
		return s.fail("%s is an object, %s", what, s.found())
	}
	s.pos++
	if s.peek() == '}' {
		s.pos++
		return nil
	}
	for {
		s.blanks()
		at := s.pos
		name, err := s.str("a member's name")
		if err != nil {
			return err
		}
		if err := s.want(':'); err != nil {
			return err
		}
		if err := member(name, at); err != nil {
			return err
		}
		if s.peek() == ',' {
			s.pos++
			continue
		}
		return s.want('}')
	}
}

// array calls item for each item of an array.
func (s *scanner) array(what string, item func(i int) error) error {
	if s.peek() != '[' {
		return s.fail("%s is an array, %s", what, s.found())
	}
	s.pos++
	if s.peek() == ']' {
		s.pos++
		return nil
	}
	for i := 0; ; i++ {
		if err := item(i); err != nil {
			return err
		}
		if s.peek() == ',' {
			s.pos++
			continue
		}
		return s.want(']')
	}
}

// str reads a string. Without escapes it shares the memory of the line.
func (s *scanner) str(what string) (string, error) {
	if s.peek() != '"' {
		return "", s.fail("%s is a string, %s", what, s.found())
	}
	s.pos++
	start := s.pos
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; {
		case c == '"':
			s.pos++
			return s.text[start : s.pos-1], nil
		case c == '\\':
			return s.escaped(start)
		case c < ' ':
			return "", s.fail("control character %#02x in a string", c)
		default:
			s.pos++
		}
	}
	return "", s.fail("the line ends inside a string")
}

func (s *scanner) escaped(start int) (string, error) {
	var b strings.Builder
	b.WriteString(s.text[start:s.pos])
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		switch {
		case c == '"':
			s.pos++
			return b.String(), nil
		case c < ' ':
			return "", s.fail("control character %#02x in a string", c)
		case c != '\\':
			b.WriteByte(c)
			s.pos++
			continue
		}
		if s.pos+1 >= len(s.text) {
			break
		}
		switch e := s.text[s.pos+1]; e {
		case '"', '\\', '/':
			b.WriteByte(e)
		case 'b', 'f', 'n', 'r', 't':
			b.WriteByte("\b\f\n\r\t"[strings.IndexByte("bfnrt", e)])
		case 'u':
			r, err := s.unicode()
			if err != nil {
				return "", err
			}
			b.WriteRune(r)
			continue
		default:
			return "", s.fail("unknown escape in a string")
		}
		s.pos += 2
	}
	return "", s.fail("the line ends inside a string")
}

// unicode reads \uXXXX, or two of them that make one character.
func (s *scanner) unicode() (rune, error) {
	one, ok := s.hex4(s.pos)
	if !ok {
		return 0, s.fail("unknown escape in a string")
	}
	if !utf16.IsSurrogate(one) {
		s.pos += 6
		return one, nil
	}
	two, ok := s.hex4(s.pos + 6)
	r := utf16.DecodeRune(one, two)
	if !ok || r == utf8.RuneError {
		return 0, s.fail("half a surrogate pair in a string")
	}
	s.pos += 12
	return r, nil
}

func (s *scanner) hex4(at int) (rune, bool) {
	if at+6 > len(s.text) || s.text[at] != '\\' || s.text[at+1] != 'u' {
		return 0, false
	}
	for _, c := range []byte(s.text[at+2 : at+6]) {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F') {
			return 0, false
		}
	}
	v, err := strconv.ParseUint(s.text[at+2:at+6], 16, 32)
	return rune(v), err == nil
}

// integer reads a whole number, without fraction and exponent.
func (s *scanner) integer(what string) (int64, error) {
	s.blanks()
	start, end := s.pos, s.pos
	if end < len(s.text) && s.text[end] == '-' {
		end++
	}
	digits := end
	for end < len(s.text) && s.text[end] >= '0' && s.text[end] <= '9' {
		end++
	}
	switch {
	case end == digits:
		return 0, s.fail("%s is a whole number, %s", what, s.found())
	case s.text[digits] == '0' && end > start+1:
		return 0, s.fail("%s is a whole number and has no leading zero", what)
	case end < len(s.text) && strings.IndexByte(".eE", s.text[end]) >= 0:
		return 0, s.fail("%s is a whole number, without fraction or exponent", what)
	}
	v, err := strconv.ParseInt(s.text[start:end], 10, 64)
	if err != nil {
		return 0, s.fail("%s is too large: %.40s", what, s.text[start:end])
	}
	s.pos = end
	return v, nil
}

// appendString appends a JSON string. Nothing that we write needs more escapes
// than these, but names may come from elsewhere one day.
func appendString(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < ' ':
			dst = fmt.Appendf(dst, `\u%04x`, c)
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}
