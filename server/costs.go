package server

import (
	"context"
	"net/http"
	"runtime"
	"time"

	"golang.org/x/time/rate"

	"atoll/server/wire"
)

// costly are the requests that can take long to compute. Each is paid for by the
// time that it took, out of a budget of its caller and of the caller's address;
// whoever has none left waits until it has filled up again. Moves are not among
// them: they are cheap, and must go on whatever others ask for. Records and one's
// own data are paid for where they are served.
var costly = map[string]bool{
	http.MethodGet + " /tables/{id}/legal":   true,
	http.MethodPost + " /tables/{id}/whynot": true,
	http.MethodGet + " /tables/{id}/replay":  true,
	http.MethodGet + " /tables/{id}/log":     true,
	http.MethodGet + " /users/{user}/style":  true,
	http.MethodPost + " /positions":          true,
	http.MethodPost + " /positions/start":    true,
	http.MethodPost + " /records":            true,
	http.MethodPost + " /my/records":         true,
}

const (
	// addressShare is how many callers' budgets one address gets.
	addressShare = 4
	// costlyWait is how long a costly request waits for its turn.
	costlyWait = 3 * time.Second
)

// costs keeps costly requests from taking the whole machine: one core at least is
// left for what is not costly.
type costs struct{ slots chan struct{} }

func (c *costs) init() { c.slots = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)) }

// turn waits for one of the slots, however long it takes.
func (c *costs) turn(ctx context.Context) (leave func(), err error) {
	select {
	case c.slots <- struct{}{}:
		return func() { <-c.slots }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// pay runs f for the caller and charges the time that it took.
func (s *Server) pay(ctx context.Context, f func() error) error {
	perSecond := s.node.Limiter.Compute
	if perSecond < 0 {
		return f()
	}
	me, now := caller(ctx), s.node.Clock()
	budgets := []*rate.Limiter{s.node.Limiter.Budget("compute at "+me.addr, addressShare*perSecond, now)}
	if me.ID != "" {
		budgets = append(budgets, s.node.Limiter.Budget("compute "+me.ID, perSecond, now))
	}
	for _, b := range budgets {
		if b.TokensAt(now) <= 0 {
			s.node.Metrics.Refused.Inc()
			return &wire.Error{Code: wire.TooMany, Message: "you have asked for a lot of computing; wait a moment", Later: 2}
		}
	}
	timer := time.NewTimer(costlyWait)
	defer timer.Stop()
	select {
	case s.costs.slots <- struct{}{}:
	case <-timer.C:
		return &wire.Error{Code: wire.Busy, Message: "the server is busy; try again in a moment"}
	case <-ctx.Done():
		return ctx.Err()
	}
	start := time.Now()
	defer func() {
		<-s.costs.slots
		spent := time.Since(start).Microseconds() + 1
		for _, b := range budgets {
			b.ReserveN(now, int(min(spent, int64(b.Burst()))))
		}
	}()
	return f()
}
