package session

import (
	"sync"
	"time"
)

// pulse watches over a live connection: one that is silent for two and a half
// heartbeats is dead, whatever the network says.
type pulse struct {
	mu    sync.Mutex
	every time.Duration
	heard time.Time
	end   chan struct{}
}

const (
	usualBeat = 15 * time.Second // until the server says how often
	patience  = 2.5
)

// watch calls dead once nothing was heard for too long, until stop is called.
func watch(dead func()) *pulse {
	p := &pulse{every: usualBeat, heard: time.Now(), end: make(chan struct{})}
	go func() {
		t := time.NewTicker(200 * time.Millisecond)
		defer t.Stop()
		for {
			select {
			case <-p.end:
				return
			case now := <-t.C:
				if p.silent(now) {
					dead()
					return
				}
			}
		}
	}()
	return p
}

// silent goes by the wall clock too: the monotonic one stands still while a machine sleeps.
func (p *pulse) silent(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	quiet := max(now.Sub(p.heard), now.Round(0).Sub(p.heard.Round(0)))
	return float64(quiet) > patience*float64(p.every)
}

// note notes a sign of life; every is the interval it tells of, 0 for none.
func (p *pulse) note(every time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.heard = time.Now()
	if every > 0 {
		p.every = every
	}
}

func (p *pulse) stop() { close(p.end) }
