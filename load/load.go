// Package load plays many games at once against a running server and measures how it copes. It is
// meant to run in a process of its own.
package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Options say what to do to a server.
type Options struct {
	URLs  []string // nodes of one server; the two players of a game are on different ones
	Game  string
	Games int     // live games of two players each
	Rate  float64 // moves a second over all games; 0: as fast as they go
	Time  time.Duration
	Idle  int // further streams that only listen
	Say   func(format string, args ...any)
}

// Report is what came out.
type Report struct {
	Games      int           `json:"games"`
	Streams    int           `json:"streams"`
	Moves      int64         `json:"moves"`
	Errors     int64         `json:"errors"`
	FirstError string        `json:"first_error,omitempty"`
	Time       time.Duration `json:"time_ns"`
	PerSecond  float64       `json:"moves_per_second"`
	Ack        Quantiles     `json:"acknowledge"`
	Other      Quantiles     `json:"other_player"`
	// Slowest is the longest acknowledge of each second: the time of it is a clue to the cause.
	Slowest     []time.Duration `json:"slowest_of_each_second_ns"`
	Finished    int64           `json:"games_finished"`
	BaseMemory  int64           `json:"memory_before"`
	GamesMemory int64           `json:"memory_with_games"`
	IdleMemory  int64           `json:"memory_with_idle_streams"`
	EndMemory   int64           `json:"memory_at_end"`
}

// Quantiles of a duration.
type Quantiles struct {
	P50  time.Duration `json:"p50_ns"`
	P99  time.Duration `json:"p99_ns"`
	P999 time.Duration `json:"p999_ns"`
	Max  time.Duration `json:"max_ns"`
	N    int           `json:"n"`
}

func quantiles(all []time.Duration) Quantiles {
	if len(all) == 0 {
		return Quantiles{}
	}
	slices.Sort(all)
	at := func(q float64) time.Duration { return all[min(len(all)-1, int(q*float64(len(all))))] }
	return Quantiles{at(.5), at(.99), at(.999), all[len(all)-1], len(all)}
}

// run is one measurement under way.
type run struct {
	Options
	client   *http.Client
	moves    atomic.Int64
	errors   atomic.Int64
	finished atomic.Int64
	mu       sync.Mutex
	first    error
	begun    time.Time
	ack      []time.Duration
	slowest  []time.Duration // acknowledge of each second
	other    []time.Duration
}

func (r *run) fail(err error) {
	r.errors.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.first == nil {
		r.first = err
	}
}

// Run plays and measures.
func Run(ctx context.Context, o Options) (*Report, error) {
	if len(o.URLs) == 0 {
		return nil, errors.New("no address of a server")
	}
	r := newRun(o)
	rep := &Report{Games: o.Games}
	rep.BaseMemory = r.memory(ctx)
	users, err := r.guests(ctx, min(200, 2*o.Games+2))
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Idle > 0 {
		r.Say("opening %d idle streams", o.Idle)
		// At tables of their own, since nobody answers for the players meanwhile.
		tables := make([]string, min(o.Games, 1000))
		for i := range tables {
			var made struct {
				Table struct{ ID string }
			}
			if _, err := r.post(ctx, r.node(i), users[i%len(users)], "/tables", map[string]any{"game": o.Game, "players": 2}, &made); err != nil {
				return nil, fmt.Errorf("making a table: %w", err)
			}
			tables[i] = made.Table.ID
		}
		if rep.Streams, err = r.idle(ctx, tables); err != nil {
			return nil, err
		}
		rep.IdleMemory = r.memory(ctx)
	}
	r.Say("sitting down at %d tables", o.Games)
	pairs, err := r.seat(ctx, users)
	if err != nil {
		return nil, err
	}
	rep.GamesMemory = r.memory(ctx)
	rep.Streams += 2 * o.Games
	if o.Time > 0 && o.Games > 0 {
		r.Say("playing for %s", o.Time)
		start := time.Now()
		r.begun, r.slowest = start, make([]time.Duration, int(o.Time/time.Second)+1)
		r.play(ctx, pairs, o.Time)
		rep.Time = time.Since(start)
		rep.EndMemory = r.memory(ctx)
	}
	rep.Moves, rep.Errors, rep.Finished = r.moves.Load(), r.errors.Load(), r.finished.Load()
	if rep.Time > 0 {
		rep.PerSecond = float64(rep.Moves) / rep.Time.Seconds()
	}
	if r.first != nil {
		rep.FirstError = r.first.Error()
	}
	rep.Ack, rep.Other, rep.Slowest = quantiles(r.ack), quantiles(r.other), r.slowest
	return rep, nil
}

func newRun(o Options) *run {
	r := &run{Options: o, client: &http.Client{
		Transport: &http.Transport{MaxIdleConns: 256, MaxIdleConnsPerHost: 256},
		Timeout:   30 * time.Second,
	}}
	if r.Say == nil {
		r.Say = func(string, ...any) {}
	}
	return r
}

// node returns the address for the n-th of something.
func (r *run) node(n int) string { return r.URLs[n%len(r.URLs)] }

func (r *run) post(ctx context.Context, node, token, path string, body, into any) (http.Header, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, node+"/api/v1"+path, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= 300 {
		return nil, fmt.Errorf("%s: %s: %.200s", path, res.Status, answer)
	}
	if into == nil {
		return res.Header, nil
	}
	return res.Header, json.Unmarshal(answer, into)
}

// guests makes users and returns their tokens.
func (r *run) guests(ctx context.Context, n int) ([]string, error) {
	var tokens []string
	for i := range n {
		h, err := r.post(ctx, r.node(i), "", "/guest", map[string]string{"name": fmt.Sprint("Load ", i)}, nil)
		if err != nil {
			return nil, fmt.Errorf("making guests: %w", err)
		}
		tokens = append(tokens, h.Get("Atoll-Token"))
	}
	return tokens, nil
}

// pair is one game with its two players.
type pair struct {
	table   string
	players [2]*conn
	next    time.Time
	rand    *rand.Rand
	nodes   [2]string // where each player is connected
	leave   int       // moves after which this game is given up; 0: it is played to its end
}

// seat makes the tables and connects both players of each.
func (r *run) seat(ctx context.Context, users []string) ([]*pair, error) {
	pairs := make([]*pair, r.Games)
	errs := make(chan error, r.Games)
	slots := make(chan struct{}, 32)
	for i := range pairs {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			a, b := users[(2*i)%len(users)], users[(2*i+1)%len(users)]
			var err error
			pairs[i], err = r.open(ctx, a, b, uint64(i))
			errs <- err
		}()
	}
	var first error
	for range pairs {
		if err := <-errs; first == nil {
			first = err
		}
	}
	return pairs, first
}

func (r *run) open(ctx context.Context, a, b string, seed uint64) (*pair, error) {
	p := &pair{rand: rand.New(rand.NewPCG(seed, 1)), nodes: [2]string{r.node(int(seed)), r.node(int(seed) + 1)}}
	if err := r.table(ctx, p, a, b); err != nil {
		return nil, err
	}
	return p, nil
}

func (r *run) table(ctx context.Context, p *pair, a, b string) error {
	var made struct {
		Table struct{ ID string }
	}
	if _, err := r.post(ctx, p.nodes[0], a, "/tables", map[string]any{"game": r.Game, "players": 2}, &made); err != nil {
		return fmt.Errorf("making a table: %w", err)
	}
	if _, err := r.post(ctx, p.nodes[1], b, "/tables/"+made.Table.ID+"/join", map[string]any{}, nil); err != nil {
		return fmt.Errorf("joining: %w", err)
	}
	p.table = made.Table.ID
	for i, token := range []string{a, b} {
		c, err := dial(ctx, p.nodes[i], made.Table.ID, token)
		if err != nil {
			return fmt.Errorf("connecting: %w", err)
		}
		c.token, c.node = token, p.nodes[i]
		p.players[i] = c
	}
	return nil
}

// memory asks the nodes how much memory they hold together.
func (r *run) memory(ctx context.Context) (all int64) {
	time.Sleep(time.Second) // let it settle
	for _, node := range r.URLs {
		all += int64(r.metric(ctx, node, "process_resident_memory_bytes"))
	}
	return all
}

var errOver = errors.New("the game is over")

// firstMoves is about how long a game is: the first game of a pair has up to that many moves.
const firstMoves = 60

// play lets every pair play until the time is over.
func (r *run) play(ctx context.Context, pairs []*pair, d time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	interval := time.Duration(0)
	if r.Rate > 0 {
		interval = time.Duration(float64(r.Games) / r.Rate * float64(time.Second))
	}
	var wg sync.WaitGroup
	for _, p := range pairs {
		wg.Go(func() {
			// Spread the games over the interval, or they all move at once.
			p.next = time.Now().Add(time.Duration(p.rand.Float64() * float64(interval)))
			// In a hall games are at every stage. Games that all began together would
			// all end together, and so would those after them.
			p.leave = 1 + p.rand.IntN(firstMoves)
			for ctx.Err() == nil {
				err := r.game(ctx, p, interval)
				p.leave = 0
				for _, c := range p.players {
					c.close()
				}
				if ctx.Err() != nil {
					return
				}
				if errors.Is(err, errOver) {
					r.finished.Add(1)
				} else if err != nil {
					r.fail(err)
				}
				if err := r.table(ctx, p, p.players[0].token, p.players[1].token); err != nil {
					// At the end of the time a dial fails before ctx says why.
					if end, _ := ctx.Deadline(); time.Now().Before(end) {
						r.fail(err)
					}
					return
				}
			}
		})
	}
	wg.Wait()
}
