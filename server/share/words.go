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

// count says how many; one has words of its own, whose key ends in 1. The number comes last.
func (l tongue) count(key string, n int, args ...any) string {
	if n == 1 {
		return l.say(key+"1", args...)
	}
	return l.say(key, append(args, n)...)
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

// spoken are the words of index.html and of the manifest of the app.
var spoken = []string{"atoll", "noscript", "old", "app", "puzzles", "analysis"}

// Speak translates what index.html and the manifest say before any script runs, to
// the language of a header. Their own language is English.
func Speak(header string, file []byte) (language string, translated []byte) {
	l := tongueOf(header)
	if l == "en" {
		return "en", file
	}
	pairs := []string{`lang="en"`, `lang="` + string(l) + `"`}
	for _, key := range spoken {
		pairs = append(pairs, `"`+tongue("en").say(key)+`"`, `"`+l.say(key)+`"`, ">"+tongue("en").say(key)+"<", ">"+l.say(key)+"<")
	}
	return string(l), []byte(strings.NewReplacer(pairs...).Replace(string(file)))
}

// Nothing says that there is no such file, in the language of a header.
func Nothing(header string) (language, text string) {
	l := tongueOf(header)
	return string(l), l.say("nothing")
}

// list joins names.
func (l tongue) list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " " + l.say("and") + " " + names[n-1]
	}
	return strings.Join(names, "")
}
