package server

import (
	"context"
	"net/http"
	"runtime"
	"time"

	"golang.org/x/time/rate"

	"atoll/match"
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
	http.MethodPost + " /positions":          true,
	http.MethodPost + " /positions/start":    true,
	http.MethodPost + " /records":            true,
}

const (
	// computeBurst is for how many seconds a budget fills up.
	computeBurst = 20
	// addressShare is how many callers' budgets an address has.
	addressShare = 4
	// costlyWait is how long a costly request waits for its turn.
	costlyWait = 3 * time.Second
)

// costs keeps costly requests from taking the whole machine: one core at least is
// left for what is not costly.
type costs struct{ slots chan struct{} }

func (c *costs) init() { c.slots = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)) }

// pay runs f for the caller and charges the time that it took.
func (s *Server) pay(ctx context.Context, f func() error) error {
	perSecond := s.limits.lim.Compute
	if perSecond < 0 {
		return f()
	}
	me, now := caller(ctx), s.cfg.Clock()
	budgets := []*rate.Limiter{s.limits.budget("compute at "+me.addr, addressShare*perSecond, now)}
	if me.ID != "" {
		budgets = append(budgets, s.limits.budget("compute "+me.ID, perSecond, now))
	}
	for _, b := range budgets {
		if b.TokensAt(now) <= 0 {
			s.metrics.refused.Inc()
			p := newProblem(match.TooMany, "you have asked for much that takes long to compute; wait a moment", "")
			p.later = 2
			return p
		}
	}
	timer := time.NewTimer(costlyWait)
	defer timer.Stop()
	select {
	case s.costs.slots <- struct{}{}:
	case <-timer.C:
		return newProblem("busy", "the server has much to compute; try again in a moment", "")
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

// budget is a bucket of microseconds that fills by so many milliseconds a second.
func (l *limiter) budget(key string, perSecond float64, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[key]
	if b == nil {
		if len(l.buckets) >= maxBuckets {
			l.tidyLocked(now.Add(-time.Second))
		}
		micros := perSecond * 1000
		b = &bucket{Limiter: rate.NewLimiter(rate.Limit(micros), max(1, int(micros*computeBurst)))}
		l.buckets[key] = b
	}
	b.seen = now
	return b.Limiter
}
