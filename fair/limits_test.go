package fair

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"atoll/game"
)

func TestIDsAreOfPrintableSigns(t *testing.T) {
	for id, fine := range map[string]bool{
		"": false, "a": true, "!": true, "~": true, " ": false, "a b": false, "a\x7f": false, "a\n": false, "é": false,
		strings.Repeat("x", maxID): true, strings.Repeat("x", maxID+1): false,
	} {
		if err := CheckID(id); (err == nil) != fine {
			t.Errorf("%.20q (%d): %v", id, len(id), err)
		}
	}
}

// TestSeatingIsADrawOfItsOwn: it is the draw before the first event, and that of no event.
func TestSeatingIsADrawOfItsOwn(t *testing.T) {
	key := Seed{1, 2, 3}
	shuffled := func(index int) []int {
		order := make([]int, 16)
		for i := range order {
			order[i] = i
		}
		game.RandFrom(NewStream(key, "table", index)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		return order
	}
	got := Seating(key, "table", 16)
	if !slices.Equal(got, shuffled(-1)) {
		t.Errorf("it is %v", got)
	}
	for event := range 100 {
		if slices.Equal(got, shuffled(event)) {
			t.Errorf("it is the draw of event %d", event)
		}
	}
}

func TestWrongDigitsAreCounted(t *testing.T) {
	for _, text := range []string{"", "00", strings.Repeat("0", 63), strings.Repeat("0", 65), strings.Repeat("A", 64)} {
		if _, err := ParseNonce(text); err == nil || !strings.Contains(err.Error(), fmt.Sprint(64)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
