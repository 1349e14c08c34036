package record

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestStringsAreReadAsPackageJSONDoes: every escape, every edge of its digits, and every place where the line may end.
func TestStringsAreReadAsPackageJSONDoes(t *testing.T) {
	var texts []string
	for _, digits := range []string{
		"0000", "0009", "000a", "000f", "000A", "000F", "000:", "000/", "000`", "000g", "000@", "000G", "00e9", "20AC", "zzzz", "00", "+0e9", "00 9",
		`d83d\ude00`, `D83D\uDE00`, `d83d`, `d83dx`, `d83d\u0041`, `d83d\n`, `ude00`, `d83d\ude0`, `d83d\udbff`,
	} {
		texts = append(texts, `"\u`+digits+`"`, `"a\u`+digits+`b"`, `"\u`+digits)
	}
	for _, e := range `"\/bfnrtuxaU0 '` {
		texts = append(texts, `"\`+string(e)+`"`, `"a\`+string(e)+`z"`)
	}
	texts = append(
		texts, `""`, `"`, `"a`, `"\`, `"a\`, `"\"`, `"\\`, `"\\"`, `"\n`, `"a b"`, "\"\x1f\"", "\"\x20\"", "\"a\x1f\"", "\"\\n\x1f\"", "\"\\n\x20\"", "\"\\n \x7f\"",
		"\"\x00\"", "\"\t\"", "\"\\t\t\"", `"é"`, `"\té"`,
	)
	for _, text := range texts {
		var want string
		valid := json.Unmarshal([]byte(text), &want) == nil
		if valid && strings.Contains(want, "\ufffd") {
			valid = false // package json repairs half a pair; a record is refused
		}
		s := &scanner{text: text}
		got, err := s.str("it")
		if valid != (err == nil) || valid && (got != want || s.pos != len(text)) {
			t.Errorf("%q is read as %q to %d: %v; want %q, %v", text, got, s.pos, err, want, valid)
		}
	}
}

// TestWholeNumbers: signs, zeros, the largest, and where they end.
func TestWholeNumbers(t *testing.T) {
	for text, want := range map[string]struct {
		n    int64
		left string
		err  string
	}{
		"0": {0, "", ""}, "7": {7, "", ""}, "9": {9, "", ""}, "10": {10, "", ""}, "-1": {-1, "", ""}, "-10": {-10, "", ""}, "  5": {5, "", ""},
		"5,": {5, ",", ""}, "5:": {5, ":", ""}, "5/": {5, "/", ""}, "90}": {90, "}", ""},
		"9223372036854775807": {9223372036854775807, "", ""}, "-9223372036854775808": {-9223372036854775808, "", ""},
		"9223372036854775808": {err: "too large"},
		"":                    {err: "whole number"}, "-": {err: "whole number"}, "x": {err: "whole number"}, ":": {err: "whole number"}, "/": {err: "whole number"},
		"--1": {err: "whole number"}, "+1": {err: "whole number"},
		"00": {err: "leading zero"}, "01": {err: "leading zero"}, "-0": {err: "leading zero"}, "-01": {err: "leading zero"},
		"1.5": {err: "fraction"}, "1e2": {err: "fraction"}, "1E2": {err: "fraction"}, "1.": {err: "fraction"},
	} {
		s := &scanner{text: text}
		n, err := s.integer("it")
		if want.err != "" {
			if err == nil || !strings.Contains(err.Error(), want.err) {
				t.Errorf("%q: %d, %v, want %q", text, n, err, want.err)
			}
		} else if err != nil || n != want.n || text[s.pos:] != want.left {
			t.Errorf("%q: %d and %q are left, %v", text, n, text[s.pos:], err)
		}
	}
}

// TestStringsAreWrittenForPackageJSON: what is written is read back by it.
func TestStringsAreWrittenForPackageJSON(t *testing.T) {
	for _, text := range []string{"", "a", `"`, `\`, "\x1f", " ", "\x00", "é", "\x7f"} {
		var got string
		if err := json.Unmarshal(appendString(nil, text), &got); err != nil || got != text {
			t.Errorf("%q is written as %s: %v", text, appendString(nil, text), err)
		}
	}
}
