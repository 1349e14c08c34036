package share

import (
	"bytes"
	"fmt"
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
