// Package node has what every part of a server process builds on: the store and the
// bus, the time that clocks go by, ids and secrets, limits, and the numbers that an
// operator watches.
package node

import (
	"context"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"log/slog"
	"slices"
	"sync"
	"time"

	"atoll/bus"
	"atoll/game"
	"atoll/match"
	"atoll/store"
)

// Config is what a Node is made of.
type Config struct {
	Store store.Store
	Pings bus.Pings
	Games []*game.Game
	Log   *slog.Logger // nil: nothing is logged
	// Shared says that other nodes use the same store, so that what is remembered here may
	// be stale.
	Shared bool
	// Serves says that players connect here; otherwise this node only looks on.
	Serves bool
	Limits Limits
	// Clock tells the time; nil means the real one.
	Clock func() time.Time
	// Steady tells the time since some moment by a clock that nobody can set; nil means
	// Clock.
	Steady func() time.Duration
	// AliveEvery is how often the server notes that it is running; 0 means 1 s.
	AliveEvery time.Duration
	// Random is where ids, tokens and seeds come from; nil means the system.
	Random func([]byte)
}

// Node is one process among those that serve the same tables.
type Node struct {
	Config
	ID      string
	Limiter *Limiter
	Metrics *Metrics
	Time    *Served

	seal   cipher.AEAD // nil: there are no other nodes
	health health
	down   chan struct{}
	once   sync.Once
}

// New makes a node and notes its first sign of life, or fails.
func New(ctx context.Context, cfg Config) (*Node, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if cfg.Random == nil {
		cfg.Random = func(b []byte) { _, _ = rand.Read(b) }
	}
	if cfg.AliveEvery == 0 {
		cfg.AliveEvery = aliveEvery
	}
	n := &Node{Config: cfg, Limiter: newLimiter(cfg.Limits), Metrics: newMetrics(), down: make(chan struct{})}
	n.ID = n.Secret(6)
	n.Time = newServed(&n.Config)
	pause := n.Time.pause
	if cfg.Shared {
		key, err := cfg.Store.Key(ctx, "news")
		if err != nil {
			return nil, err
		}
		if n.seal, err = newSeal(key); err != nil {
			return nil, err
		}
	} else {
		pause = 0 // a node on its own was missed from its last sign of life on
	}
	return n, n.Time.note(ctx, pause)
}

// Game finds a game of the catalogue by its id.
func (n *Node) Game(id string) (*game.Game, bool) {
	i := slices.IndexFunc(n.Games, func(g *game.Game) bool { return g.ID == id })
	if i < 0 {
		return nil, false
	}
	return n.Games[i], true
}

// Now is the present moment. It may leave out a gap that is not known yet; to judge a
// deadline, use Served.Judge.
func (n *Node) Now() match.Now { return n.Time.now() }

// GoDown announces that the process is about to end.
func (n *Node) GoDown() { n.once.Do(func() { close(n.down) }) }

// Down is closed when the process is about to end.
func (n *Node) Down() <-chan struct{} { return n.down }

// Draining reports whether the process is about to end.
func (n *Node) Draining() bool {
	select {
	case <-n.down:
		return true
	default:
		return false
	}
}

// Deaf reports whether there may be nodes that this one cannot hear.
func (n *Node) Deaf() bool { return n.Shared && !n.Pings.Sound() }

// Secret returns size random bytes as text.
func (n *Node) Secret(size int) string {
	b := make([]byte, size)
	n.Random(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// Seed returns a seed for the draws of a table.
func (n *Node) Seed() []byte {
	b := make([]byte, 32)
	n.Random(b)
	return b
}

const idLetters = "23456789abcdefghijkmnpqrstuvwxyz"

// NewID returns an id that is easy to read aloud and too rare to guess: 60 bits.
func (n *Node) NewID() string {
	b := make([]byte, IDLength)
	n.Random(b)
	return IDOf(b)
}

// IDLength is how many letters an id has.
const IDLength = 12

// IDOf makes an id from random bytes.
func IDOf(b []byte) string {
	id := make([]byte, IDLength)
	for i := range id {
		id[i] = idLetters[b[i]&31]
	}
	return string(id)
}

// Hash is how tokens are stored and compared.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Every calls f at intervals until ctx ends.
func Every(ctx context.Context, d time.Duration, f func()) {
	t := time.NewTicker(d)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			f()
		}
	}
}
