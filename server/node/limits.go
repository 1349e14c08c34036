package node

import (
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"atoll/server/wire"
)

// Limits bounds what one address and one account may do. A zero rate means the
// default, a negative one no limit.
type Limits struct {
	Address float64 // requests a second from one address
	Account float64 // requests a second of one account or guest
	Create  float64 // tables and guests a second from one address
	Chat    float64 // lines of chat a second of one account or guest
	// Judge is how many positions a second one account or guest may have judged.
	Judge float64
	// Compute is how many milliseconds a second costly requests of one account or guest
	// may take.
	Compute float64
	// Analyses is how many games an hour may be analysed for one address.
	Analyses float64
	// OpenTables is how many unfinished tables one user may have made.
	OpenTables int
	// Streams is how many live connections one address may have.
	Streams int
}

// NoLimits are limits that never refuse anybody: for closed networks, for
// measuring and for tests.
func NoLimits() Limits {
	return Limits{Address: -1, Account: -1, Create: -1, Chat: -1, Judge: -1, Compute: -1, Analyses: -1, OpenTables: -1, Streams: -1}
}

func (l Limits) withDefaults() Limits {
	or := func(v *float64, d float64) {
		if *v == 0 {
			*v = d
		}
	}
	or(&l.Address, 100)
	or(&l.Account, 40)
	or(&l.Create, 2)
	or(&l.Chat, 1)
	or(&l.Judge, 2)
	or(&l.Compute, 100)
	or(&l.Analyses, 60)
	if l.OpenTables == 0 {
		l.OpenTables = 100
	}
	if l.Streams == 0 {
		l.Streams = 500
	}
	return l
}

// Limiter counts what addresses and accounts do.
type Limiter struct {
	Limits
	mu      sync.Mutex
	buckets map[string]*bucket
	streams map[string]int
}

type bucket struct {
	*rate.Limiter
	seen time.Time
}

// maxBuckets bounds the memory of the limiter; beyond it the oldest go.
const maxBuckets = 100_000

func newLimiter(lim Limits) *Limiter {
	return &Limiter{Limits: lim.withDefaults(), buckets: map[string]*bucket{}, streams: map[string]int{}}
}

// Allow takes one token from the bucket named key.
func (l *Limiter) Allow(key string, perSecond float64, burst int, now time.Time) bool {
	if perSecond < 0 {
		return true
	}
	l.mu.Lock()
	b := l.buckets[key]
	if b == nil {
		if len(l.buckets) >= maxBuckets {
			l.tidyLocked(now.Add(-time.Second))
		}
		b = &bucket{Limiter: rate.NewLimiter(rate.Limit(perSecond), burst)}
		l.buckets[key] = b
	}
	b.seen = now
	l.mu.Unlock()
	return b.AllowN(now, 1)
}

// Allow takes one token from the bucket named key, and counts who gets none.
func (n *Node) Allow(key string, perSecond float64, burst int) bool {
	ok := n.Limiter.Allow(key, perSecond, burst, n.Clock())
	if !ok {
		n.Metrics.Refused.Inc()
	}
	return ok
}

// Tidy forgets those who have done nothing lately.
func (l *Limiter) Tidy(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tidyLocked(now.Add(-time.Minute))
}

func (l *Limiter) tidyLocked(before time.Time) {
	for k, b := range l.buckets {
		if b.seen.Before(before) {
			delete(l.buckets, k)
		}
	}
}

// Stream counts a live connection; leave must be called if ok.
func (l *Limiter) Stream(addr string) (leave func(), ok bool) {
	if l.Limits.Streams < 0 {
		return func() {}, true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.streams[addr] >= l.Limits.Streams {
		return nil, false
	}
	l.streams[addr]++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.streams[addr]--; l.streams[addr] <= 0 {
			delete(l.streams, addr)
		}
	}, true
}

// computeBurst is how many seconds' worth a budget can hold.
const computeBurst = 20

// Budget is a bucket of microseconds that fills at a rate in milliseconds per second.
func (l *Limiter) Budget(key string, perSecond float64, now time.Time) *rate.Limiter {
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

// TooMany is the refusal of a limit.
var TooMany = &wire.Error{Code: wire.TooMany, Message: "too many requests; slow down"}

// Burst is how many may come at once where rate a second are allowed.
func Burst(perSecond float64) int { return int(math.Max(1, 5*perSecond)) }
