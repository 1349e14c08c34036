package work

import (
	"testing"
	"time"

	"atoll/bus"
)

// TestOneNodeRepeatsForAll: a node leaves repeating to another that does it, and does it again
// once nothing is heard of that one.
func TestOneNodeRepeatsForAll(t *testing.T) {
	var r repeats
	now := time.Now()
	clock := func() time.Time { return now }
	r.hear(bus.Ping{Table: "t", Seq: 1, Node: "other"}, "me", clock)
	r.hear(bus.Ping{Table: "t", Seq: 1, What: bus.Repeat, Node: "me"}, "me", clock)
	if r.elsewhere(now) {
		t.Error("a move of another node, or a repetition of its own, was taken for another's")
	}
	r.hear(bus.Ping{Table: "t", Seq: 1, What: bus.Repeat, Node: "other"}, "me", clock)
	if !r.elsewhere(now) || !r.elsewhere(now.Add(outboxEvery)) {
		t.Error("two nodes repeat the same")
	}
	if r.elsewhere(now.Add(2 * outboxEvery)) {
		t.Error("nobody goes on for a node that was not heard again")
	}
}
