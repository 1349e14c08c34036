package local_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/games"
	"atoll/local"
	"atoll/match"
	"atoll/server/wire"
)

// A bot answers the offer of a draw at once: what it thinks decides, it says no once, and the game goes on.
func TestABotAnswersADraw(t *testing.T) {
	t.Parallel()
	for _, takes := range []bool{false, true} {
		b := open(t, newMemory(), func(c *local.Config) {
			c.Think = func(ctx context.Context, job local.Job, tell func([]byte)) ([]byte, error) {
				if !job.Draw {
					return local.Think(ctx, games.ByID, all.Roster(), job, tell)
				}
				if takes {
					return []byte("accept draw"), nil
				}
				return nil, nil
			}
		})
		id := b.make(wire.Setup{Game: "epigo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 1}}})
		at := "/tables/" + id
		var s wire.Snapshot
		until(t, func() bool {
			b.must("GET", at+"?seat=S", nil, &s)
			if strings.Contains(string(s.View.Position), `"phase":"plan"`) {
				return true
			}
			if s.View.Sealed == nil && len(s.View.Acting) > 0 {
				var legal struct{ Actions []string }
				b.must("GET", at+"/legal?seat=S&limit=1", nil, &legal)
				b.must("POST", at+"/act", wire.ActRequest{Msg: fmt.Sprint(s.View.Step), Step: s.View.Step, Action: legal.Actions[0]}, nil)
			}
			return false
		})
		b.must("POST", at+"/do", wire.TableRequest{Msg: "d", Do: "offer draw"}, nil)
		answers := func() (n int) {
			b.must("GET", at, nil, &s)
			for _, e := range s.Log {
				if strings.HasSuffix(e.Text, ": decline draw.") {
					n++
				}
			}
			return n
		}
		until(t, func() bool { return answers() > 0 || s.View.Status == string(match.Over) })
		if over := s.View.Status == string(match.Over); over != takes || answers() > 1 {
			t.Errorf("takes %v: over %v, declined %d times", takes, over, answers())
		}
	}
}

// until waits for what others do.
func until(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come about")
		}
	}
}
