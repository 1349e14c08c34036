package server_test

import (
	"fmt"
	"strings"
	"testing"

	"atoll/match"
	"atoll/server/wire"
)

// A bot answers the offer of a draw, whether its own plan is sealed already or not.
func TestABotAnswersADraw(t *testing.T) {
	h := serve(t)
	p := h.person("A")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "epigo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 1}}}, &made)
	at := "/tables/" + made.Table.ID
	var s wire.Snapshot
	waitFor(t, "the planning", func() bool {
		p.must("GET", at, nil, &s)
		if strings.Contains(string(s.View.Position), `"phase":"plan"`) {
			return true
		}
		if s.View.Status == "running" && s.View.Sealed == nil && len(s.View.Acting) > 0 {
			var legal struct{ Actions []string }
			p.must("GET", at+"/legal?seat=S&limit=1", nil, &legal)
			p.must("POST", at+"/act", wire.ActRequest{Msg: fmt.Sprint(s.View.Step), Step: s.View.Step, Action: legal.Actions[0]}, nil)
		}
		return false
	})
	p.must("POST", at+"/do", wire.TableRequest{Msg: "d", Do: "offer draw"}, nil)
	waitFor(t, "the answer", func() bool {
		p.must("GET", at, nil, &s)
		for _, e := range s.Log {
			if strings.HasSuffix(e.Text, ": decline draw.") {
				return true
			}
		}
		return s.View.Status == "over"
	})
}
