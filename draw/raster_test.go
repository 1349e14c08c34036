package draw

import "testing"

func TestFontsAreThere(t *testing.T) {
	if !CanWrite("Zoë Škoda Łódź Ωμέγα Жук") {
		t.Error("Latin, Greek and Cyrillic names cannot be written")
	}
	for _, text := range []string{"名前", "\u202e", "🏝"} {
		if CanWrite(text) {
			t.Errorf("%q can be written?", text)
		}
	}
}
