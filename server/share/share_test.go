package share

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"atoll/draw"
)

func TestCacheIsBounded(t *testing.T) {
	c := cache{most: 1000}
	for i := range 50 {
		c.put(fmt.Sprint(i), make([]byte, 100))
		c.get("0") // asked for all the time
	}
	if c.size > 1000 || len(c.byKey) != 10 || c.order.Len() != 10 {
		t.Errorf("%d bytes in %d pictures", c.size, len(c.byKey))
	}
	if c.get("0") == nil || c.get("49") == nil || c.get("1") != nil {
		t.Error("the one not asked for longest should go first")
	}
	c.put("huge", make([]byte, 900))
	if c.get("huge") != nil {
		t.Error("one picture takes all the room")
	}
}

func TestEveryWordIsInEveryLanguage(t *testing.T) {
	for lang, list := range words {
		for key, text := range words["en"] {
			if list[key] == "" || strings.Count(list[key], "%") != strings.Count(text, "%") {
				t.Errorf("%s, %s: %q", lang, key, list[key])
			}
			if !draw.CanWrite(list[key]) {
				t.Errorf("%s, %s: the cards cannot draw %q", lang, key, list[key])
			}
		}
		if len(list) != len(words["en"]) {
			t.Errorf("%s has %d texts", lang, len(list))
		}
	}
	for header, want := range map[string]tongue{"": "en", "de": "de", "de-AT,en;q=0.8": "de", "xx, de": "en", "fr-CA": "fr", "es-MX,en": "es", "*": "en", "DE;q=0.1": "de"} {
		if got := tongueOf(header); got != want {
			t.Errorf("%q: %s", header, got)
		}
	}
}

// Whatever is written, no line leaves the picture, and equal cards are equal bytes.
func TestCardsHoldAnyText(t *testing.T) {
	long := strings.Repeat("Unbelievably long words ", 20)
	for _, text := range []string{"", "x", long, strings.Repeat("W", 300), "漢字 \u202e 🏝 <&\">"} {
		card := Card{Eyebrow: text, Title: text, Line: text, Bar: []Part{{Colour: "#1B59B8", Share: .7, Name: text}, {Colour: "#C2410F", Share: .3}}}
		for range 9 {
			card.Rows = append(card.Rows, Row{Place: "1", Name: text, Value: "24"})
		}
		a, err := card.PNG()
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := card.PNG(); !bytes.Equal(a, b) {
			t.Errorf("%.20q: two pictures of one card differ", text)
		}
	}
	lines := wrap(long, 64, "", textWide)
	if slices.ContainsFunc(lines, func(s string) bool { return clip(s, 64, "", textWide) != s }) {
		t.Errorf("lines are too wide: %q", lines)
	}
}

func TestPagesSpeakBeforeTheirScript(t *testing.T) {
	for file, keys := range map[string][]string{
		"../../web/index.html":                  {"atoll", "noscript", "old"},
		"../../web/public/manifest.webmanifest": {"app", "puzzles", "analysis"},
	} {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if l, same := Speak("en-GB,de;q=0.5", page); l != "en" || !bytes.Equal(same, page) {
			t.Errorf("%s is not its own English", file)
		}
		for lang := range words {
			l, out := Speak(lang+"-XX", page)
			if l != lang {
				t.Errorf("%s was asked for and %s was spoken", lang, l)
			}
			for _, key := range keys {
				if lang != "en" && bytes.Contains(out, []byte(tongue("en").say(key))) && tongue(lang).say(key) != tongue("en").say(key) {
					t.Errorf("%s in %s still says %q", file, lang, tongue("en").say(key))
				}
				if !bytes.Contains(out, []byte(tongue(lang).say(key))) {
					t.Errorf("%s in %s does not say %q", file, lang, tongue(lang).say(key))
				}
			}
			if strings.HasSuffix(file, ".html") && !bytes.Contains(out, []byte(`<html lang="`+lang+`">`)) {
				t.Errorf("%s in %s names another language", file, lang)
			}
		}
	}
}

// One is not said in the words of many, and a number stands where the language puts it.
func TestOneIsNotMany(t *testing.T) {
	for lang := range words {
		l := tongue(lang)
		for _, key := range []string{"free", "win", "days"} {
			if one, two := l.count(key, 1), l.count(key, 2); one == l.say(key, 1) || two != l.say(key, 2) || strings.Contains(one, "%!") {
				t.Errorf("%s: %q, %q", lang, one, two)
			}
		}
		for _, key := range []string{"moves", "players"} {
			one, two := l.count(key, 1, "EVO"), l.count(key, 2, "EVO")
			if one == l.say(key, "EVO", 1) || two != l.say(key, "EVO", 2) || strings.Contains(one, "%!") {
				t.Errorf("%s: %q, %q", lang, one, two)
			}
		}
	}
}
