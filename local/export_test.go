package local

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"atoll/match"
	"atoll/server/wire"
)

// Hammer makes the clock check the tables all the time while others play at them: once
// each waited for the other, for ever.
func Hammer(t *testing.T, h *Host) {
	seats := []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}
	stop := make(chan struct{})
	var looking, playing sync.WaitGroup
	looking.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				h.clocks()
			}
		}
	})
	for k := range 4 {
		playing.Go(func() {
			body, _ := json.Marshal(match.Setup{Game: "evo", Players: 2, Seats: seats})
			var made wire.Created
			_ = json.Unmarshal(h.Do(t.Context(), "POST", "/tables", body).Body, &made)
			for n := range 20 {
				var s wire.Snapshot
				_ = json.Unmarshal(h.Do(t.Context(), "GET", "/tables/"+made.Table.ID, nil).Body, &s)
				if s.View.Status != "running" {
					break
				}
				seat := s.View.Acting[0]
				s = wire.Snapshot{}
				_ = json.Unmarshal(h.Do(t.Context(), "GET", "/tables/"+made.Table.ID+"?seat="+seat, nil).Body, &s)
				act, _ := json.Marshal(wire.ActRequest{
					Msg: fmt.Sprint(k, n), Step: s.View.Step, Seat: seat,
					Action: s.View.Legal.Actions[0],
				})
				if a := h.Do(t.Context(), "POST", "/tables/"+made.Table.ID+"/act", act); a.Status != 200 {
					t.Errorf("%d %s", a.Status, a.Body)
				}
			}
		})
	}
	playing.Wait()
	close(stop)
	looking.Wait()
}
