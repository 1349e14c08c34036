package match

import (
	"fmt"
	"testing"
)

// What was added is always found, and of what was not nearly nothing.
func TestHeard(t *testing.T) {
	var h heard
	for i := range 60 {
		h.add(sealMsg(0, fmt.Sprint("m", i)))
	}
	wrong := 0
	for i := range 60 {
		if !h.has(sealMsg(0, fmt.Sprint("m", i))) {
			t.Errorf("message %d was not heard", i)
		}
		if h.has(sealMsg(1, fmt.Sprint("m", i))) {
			wrong++
		}
	}
	if wrong > 6 {
		t.Errorf("%d of 60 new messages were taken for old", wrong)
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
