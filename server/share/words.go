package share

import (
	"fmt"
	"strings"
)

// Words of links: they appear outside the front end, in other people's pages. A link reader that
// names no language gets English. Languages have one file each: words_fr.go for fr.
var words = map[string]map[string]string{
	"de": german,
	"en": english,
	"es": spanish,
	"fr": french,
}

// tongue writes in one language.
type tongue string

func (l tongue) say(key string, args ...any) string {
	text, ok := words[string(l)][key]
	if !ok {
		panic("share: no words for " + key)
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// tongueOf reads a header that names languages; where unsure it is English.
func tongueOf(header string) tongue {
	first, _, _ := strings.Cut(header, ",")
	first, _, _ = strings.Cut(strings.TrimSpace(first), ";")
	first, _, _ = strings.Cut(strings.ToLower(first), "-")
	if _, ok := words[first]; ok {
		return tongue(first)
	}
	return "en"
}

// list joins names.
func (l tongue) list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " " + l.say("and") + " " + names[n-1]
	}
	return strings.Join(names, "")
}
