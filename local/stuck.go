package local

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
)

// ErrUnlearnt says that the bots' weights could not be fetched.
var ErrUnlearnt = errors.New("what the bots have learnt could not be downloaded; go online and try again")

// stuck is a bot that cannot think.
type stuck struct {
	step int64
	why  string
}

// whyStuck says which sentence a page should show: "learnt", "full" or "died".
func whyStuck(err error) string {
	var full *Full
	switch {
	case errors.As(err, &full):
		return "full"
	case errors.Is(err, ErrUnlearnt):
		return "learnt"
	}
	return "died"
}

// StuckFrame is a frame that tables without a server have in addition to those of the API:
// bots that cannot think, and wait to be asked again.
type StuckFrame struct {
	Type  string      `json:"type"` // "stuck"
	Stuck []StuckSeat `json:"stuck"`
}

// StuckSeat is one of them.
type StuckSeat struct {
	Seat string `json:"seat"`
	Why  string `json:"why"`
}

var nobodyStuck = []byte(`{"type":"stuck","stuck":[]}`)

func (h *Host) stuckFrame(t *match.Table) []byte {
	l := h.live(t.ID)
	l.mu.Lock()
	f := StuckFrame{Type: "stuck", Stuck: []StuckSeat{}}
	for seat, s := range l.stuck {
		f.Stuck = append(f.Stuck, StuckSeat{t.Config.SeatName(seat), s.why})
	}
	l.mu.Unlock()
	slices.SortFunc(f.Stuck, func(a, b StuckSeat) int { return strings.Compare(a.Seat, b.Seat) })
	data, err := json.Marshal(f)
	if err != nil {
		panic("local: " + err.Error())
	}
	return data
}

// BotsRequest says what is to become of bots that cannot think.
type BotsRequest struct {
	Do string `json:"do"` // "retry", or "simpler": the first level plays on, without anything learnt
}

// unstick is POST /tables/ID/bots.
func (h *Host) unstick(ctx context.Context, id string, r *request) (any, error) {
	req, err := read[BotsRequest](r)
	if err != nil {
		return nil, err
	}
	if req.Do != "retry" && req.Do != "simpler" {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.do", Message: "a bot that cannot think tries again (retry) or makes way for a simpler one (simpler)"}
	}
	l := h.live(id)
	l.mu.Lock()
	var seats []game.Seat
	for seat := range l.stuck {
		seats = append(seats, seat)
	}
	l.mu.Unlock()
	if req.Do == "simpler" {
		for _, seat := range seats {
			if _, err := h.change(ctx, id, func(t *match.Table, now match.Now) (match.Done,
				error,
			) {
				return t.Simpler(h.user(), seat, now)
			}); err != nil {
				return nil, err
			}
		}
	}
	l.mu.Lock()
	clear(l.stuck)
	l.mu.Unlock()
	t, err := h.read(ctx, id) // which asks them
	if err != nil {
		return nil, err
	}
	h.wake(id)
	return &wire.Ack{Seq: t.Seq, Step: t.Step}, nil
}
