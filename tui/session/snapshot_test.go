package session

import (
	"testing"

	"atoll/game"
	"atoll/games"
)

// TestStoriesOfTheFirstSnapshot joins a game that has begun: its stories name seats
// before anything else was heard.
func TestStoriesOfTheFirstSnapshot(t *testing.T) {
	g := games.All()[0]
	position, err := g.New(g.MustConfigure(2)).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	seat := g.MustConfigure(2).SeatName(1)
	r := &Remote{find: games.ByID, taken: make(chan struct{}), chance: &witness{}}
	var f remoteFrame
	f.Snapshot = &struct {
		View   remoteView
		Chairs []remoteChair
		Log    []remoteEntry
	}{
		View: remoteView{Position: position, Proof: remoteProof{Seed: "open"}},
		Log:  []remoteEntry{{Stories: []map[string]any{{"text": "A story.", "seat": seat}}}},
	}
	if err := r.take(f); err != nil {
		t.Fatal(err)
	}
	if len(r.story) != 1 || r.story[0].Event == nil || r.story[0].Event.Seat != game.Seat(1) {
		t.Errorf("told: %+v", r.story)
	}
}
