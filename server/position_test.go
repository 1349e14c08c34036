package server_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"atoll/server/wire"
)

func TestPositionsOfNobodysGame(t *testing.T) {
	h := serve(t)
	p := h.person("Mara")
	const evo = "evo 2 | 1 0 S | S j1 f1W g1W h1W i1W g2W h2W i2W j2W | N c12 c11W d11W e11W f11W d12W e12W f12W g12W | -"
	for _, c := range []struct {
		name     string
		position string
		choices  []wire.PositionChoice
		status   int
	}{
		{"a look", evo, nil, 200},
		{"a legal move", evo, []wire.PositionChoice{{Seat: "S", Action: "g2-g3=C"}}, 200},
		{"a move the rules refuse", evo, []wire.PositionChoice{{Seat: "S", Action: "g2-g9"}}, 422},
		{"the wrong seat", evo, []wire.PositionChoice{{Seat: "N", Action: "c11=B"}}, 422},
		{"a seat that is not there", evo, []wire.PositionChoice{{Seat: "Q", Action: "c11=B"}}, 400},
		{"a game that is not there", "chess 2 | x", nil, 400},
		{"a broken position", "evo 2 | nonsense", nil, 400},
		{"no position at all", "", nil, 422},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got wire.PositionAnswer
			res := p.try(http.MethodPost, "/positions", wire.PositionRequest{Position: c.position, Choices: c.choices}, &got)
			if res.StatusCode != c.status {
				t.Fatalf("status %d, want %d", res.StatusCode, c.status)
			}
			if c.status == 200 && len(c.choices) == 1 && (len(got.Stories) != 2 || got.Legal["N"] == nil || got.Legal["N"].Count == 0) {
				t.Errorf("after %v: %d stories, legal %v", c.choices, len(got.Stories), got.Legal)
			}
		})
	}
}

// positionText is the text of the position in an answer.
func positionText(t testing.TB, a wire.PositionAnswer) string {
	t.Helper()
	var p struct{ Position string }
	if err := json.Unmarshal(a.Position, &p); err != nil || p.Position == "" {
		t.Fatalf("no position text in %.200s: %v", a.Position, err)
	}
	return p.Position
}
