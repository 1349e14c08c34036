package match

import (
	"fmt"
	"testing"

	"atoll/game"
)

// What was added is always found, and a new one is seldom taken for old, however
// clients count their messages.
func TestHeard(t *testing.T) {
	for _, format := range []string{"m%d", "%d", "%06d", "A%d", "0f8b2c1e-%x", "%d-a1-b2-c3", "abcdefghijklmnopqrstuvwxyz%d"} {
		var h heard
		wrong := 0
		for i := range 40 {
			for seat := range game.Seat(2) {
				m := sealMsg(seat, fmt.Sprintf(format, 90+i))
				if h.has(m) {
					wrong++
				}
				h.add(m)
				if !h.has(m) {
					t.Errorf("%q was not heard", m)
				}
			}
		}
		if wrong > 4 { // of 80; by chance it would be less than one
			t.Errorf("%s: %d new messages were taken for old", format, wrong)
		}
	}
}

// Every way in which an entry can have a message is found again.
func TestHeardOfEntries(t *testing.T) {
	for _, e := range []Entry{
		{Moves: []Move{{By: 0, Do: "x"}, {By: 1, Do: "y", Msg: "m"}}},
		{Msgs: []string{sealMsg(1, "m")}},
		{Rare: &Rare{Offer: &Offer{By: 1, Msg: "m"}}},
	} {
		var h heard
		h.addOf(&e)
		if !h.has(sealMsg(1, "m")) || h.has(sealMsg(0, "m")) {
			t.Errorf("%+v", e)
		}
	}
	var h heard
	h.addOf(&Entry{Moves: []Move{{By: 1, Do: "y"}}, Rare: &Rare{Offer: &Offer{By: 1}}})
	if h != (heard{}) {
		t.Error("messages that nobody sent")
	}
}
