package local

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"atoll/match"
)

// served keeps the time by which clocks run. Time in which the browser was closed,
// or its machine asleep, is credited to every clock, as the server does with time
// in which it did not run.
type served struct {
	store Store
	wall  func() time.Time
	start time.Time

	mu    sync.Mutex
	zero  int64 // Unix ms at start; never goes back
	alive int64 // latest sign of life
	saved int64
	gaps  []match.Gap
}

const (
	aliveEvery = time.Second
	// pause is how long without a sign of life means that nobody was here.
	pause = 4 * aliveEvery
	// saveEvery is how often a sign of life is stored.
	saveEvery = 2 * aliveEvery
	// maxGaps bounds how many are kept; beyond that the oldest are forgotten.
	maxGaps   = 200
	noteAlive = "alive"
)

type noted struct {
	Alive int64       `json:"alive"`
	Gaps  []match.Gap `json:"gaps"`
}

func (s *served) init(ctx context.Context, cfg *Config) error {
	s.store, s.wall = cfg.Store, cfg.Clock
	s.start = s.wall()
	data, err := s.store.Note(ctx, noteAlive)
	if err != nil {
		return err
	}
	var n noted
	if data != nil {
		if err := json.Unmarshal(data, &n); err != nil {
			return err
		}
	}
	s.gaps = n.Gaps
	s.zero = max(s.start.UnixMilli(), n.Alive)
	if n.Alive != 0 && s.zero > n.Alive {
		s.gaps = append(s.gaps, match.Gap{From: n.Alive, To: s.zero})
	}
	s.alive = s.zero
	var full *Full
	if err := s.save(ctx); err != nil && !errors.As(err, &full) {
		return err
	}
	return nil // what is there can be looked at, room or not
}

func (s *served) ms() int64 { return s.zero + s.wall().Sub(s.start).Milliseconds() }

// now is the present moment with every gap before it.
func (s *served) now() match.Now {
	s.mu.Lock()
	defer s.mu.Unlock()
	ms := max(s.ms(), s.alive)
	if ms-s.alive > pause.Milliseconds() {
		s.gaps = append(s.gaps[:len(s.gaps):len(s.gaps)], match.Gap{From: s.alive, To: ms})
		if n := len(s.gaps) - maxGaps; n > 0 {
			s.gaps = s.gaps[n:]
		}
	}
	s.alive = ms
	return match.Now{MS: ms, Gaps: s.gaps}
}

func (s *served) save(ctx context.Context) error {
	s.mu.Lock()
	data, err := json.Marshal(noted{s.alive, s.gaps})
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return s.store.SetNote(ctx, noteAlive, data)
}

// keep gives signs of life until ctx ends. They are stored while a clock runs; time without one is
// credited.
func (s *served) keep(ctx context.Context, clocks func() bool) {
	tick := time.NewTicker(aliveEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if now := s.now(); clocks() && now.MS-s.saved >= saveEvery.Milliseconds() && s.save(ctx) == nil {
				s.saved = now.MS
			}
		}
	}
}
