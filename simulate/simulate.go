// Package simulate lets bots play many games and counts what happens in them:
// length, branching, seat advantage, endings, what was used. A game depends on
// its number and the seed alone, and all counts are whole numbers, so that any
// split of the work over goroutines or machines gives the same result (with bots
// whose budget is in nodes; time is not the same twice).
package simulate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"atoll/bots"
	"atoll/game"
)

// Spec says what to play. It is the whole of a piece of work that is sent to
// another machine.
type Spec struct {
	Game    string                `json:"game"`
	Players int                   `json:"players"`
	Options map[string]game.Value `json:"options,omitempty"`
	Bots    []string              `json:"bots"` // one for all seats, or one a seat
	Games   int                   `json:"games"`
	Seed    uint64                `json:"seed"`
	// Turn is the kind of event with which a turn begins, of its seat or, if it
	// names none, of everybody; if it is empty, every decision is a turn. Out is the kind
	// with which a seat leaves a game that goes on.
	Turn string `json:"turn,omitempty"`
	Out  string `json:"out,omitempty"`
}

// Table finds a game and a roster for a Spec; package games and bots/all have them.
type Table struct {
	Find   func(id string) (*game.Game, bool)
	Roster *bots.Roster
}

// MaxGames bounds one simulation.
const MaxGames = 100_000_000

// Check refuses a Spec that cannot be played and returns its Config.
func (t Table) Check(s Spec) (game.Config, error) {
	g, ok := t.Find(s.Game)
	if !ok {
		return game.Config{}, fmt.Errorf("no game %.40q", s.Game)
	}
	cfg, err := g.Configure(s.Players, s.Options)
	if err != nil {
		return game.Config{}, err
	}
	if s.Games < 1 || s.Games > MaxGames {
		return game.Config{}, fmt.Errorf("games is from 1 to %d, not %d", MaxGames, s.Games)
	}
	if n := len(s.Bots); n != 1 && n != cfg.Players {
		return game.Config{}, fmt.Errorf("bots names 1 or %d bots, not %d", cfg.Players, n)
	}
	for _, name := range s.Bots {
		if _, err := t.Roster.Open(cfg, name); err != nil {
			return game.Config{}, err
		}
	}
	return cfg, nil
}

// Run plays all games of s on threads goroutines (0: all cores). progress, if not
// nil, is called with the number of games done, from one goroutine at a time.
func Run(ctx context.Context, t Table, s Spec, threads int, progress func(done int)) (*Stats, error) {
	return run(ctx, t, s, 0, s.Games, threads, progress)
}

// Part plays the games of s numbered from (included) to to (excluded).
func Part(ctx context.Context, t Table, s Spec, from, to, threads int) (*Stats, error) {
	return run(ctx, t, s, from, to, threads, nil)
}

// run plays the games from (included) to to (excluded).
func run(ctx context.Context, t Table, s Spec, from, to, threads int, progress func(int)) (*Stats, error) {
	cfg, err := t.Check(s)
	if err != nil {
		return nil, err
	}
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		next  = from
		total = newStats(s, cfg)
		done  int
	)
	for range min(threads, to-from) {
		wg.Go(func() {
			p, err := newPlayer(t, s, cfg)
			if err != nil {
				cancel(err)
				return
			}
			for ctx.Err() == nil {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= to {
					break
				}
				if err := p.play(ctx, i); err != nil {
					cancel(fmt.Errorf("game %d: %w", i, err))
					break
				}
				mu.Lock()
				done++
				if progress != nil {
					progress(done)
				}
				mu.Unlock()
			}
			mu.Lock()
			defer mu.Unlock()
			total.Merge(p.stats)
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return total, nil
}

// player plays games one after the other and counts.
type player struct {
	spec  Spec
	cfg   game.Config
	seats []bots.Bot
	stats *Stats
	// Of the present game: own turns, the seats in the order of their first turns,
	// and who went within two.
	turns [game.MaxSeats]int
	order []game.Seat
	early int64
}

func newPlayer(t Table, s Spec, cfg game.Config) (*player, error) {
	p := &player{spec: s, cfg: cfg, stats: newStats(s, cfg)}
	for i := range cfg.Players {
		name := s.Bots[0]
		if len(s.Bots) > 1 {
			name = s.Bots[i]
		}
		b, err := t.Roster.Open(cfg, name)
		if err != nil {
			return nil, err
		}
		p.seats = append(p.seats, b)
	}
	return p, nil
}

// maxSteps is far beyond any real game: the rules end every game.
const maxSteps = 1_000_000

var errEndless = errors.New("the game does not end")

func (p *player) play(ctx context.Context, number int) error {
	r := game.NewRand(p.spec.Seed).Split(uint64(number))
	st := p.cfg.New()
	decisions, steps := 0, 0
	p.turns, p.order, p.early = [game.MaxSeats]int{}, p.order[:0], 0
	for ; st.Acting() != 0; steps++ {
		if steps == maxSteps {
			return errEndless
		}
		if st.Acting() == game.Only(game.Nature) {
			if err := game.Try(st, game.Nature, game.Draw(st, r), p.event); err != nil {
				return err
			}
			continue
		}
		var c game.Choices
		for s := range game.Seat(p.cfg.Players) {
			if !st.Acting().Has(s) {
				continue
			}
			p.stats.branch(game.Count(st, s))
			decisions++
			if p.spec.Turn == "" {
				p.turn(s)
			}
			rep, err := p.seats[s].Choose(ctx, bots.Question{View: game.Look(st, game.SeatViewer(s)), Seat: s, Seed: r.Uint64()})
			if err != nil {
				return err
			}
			c[s] = rep.Action
		}
		st.Play(c, p.event)
	}
	p.stats.end(st.Result(), decisions)
	p.stats.turns(st.Result(), p.turns[:p.cfg.Players], p.order, p.early)
	return nil
}

func (p *player) event(e game.Event) {
	p.stats.event(e)
	seated := e.Seat >= 0 && int(e.Seat) < p.cfg.Players
	switch {
	case p.spec.Turn != "" && e.Kind == p.spec.Turn && seated:
		p.turn(e.Seat)
	case p.spec.Turn != "" && e.Kind == p.spec.Turn:
		for s := range p.cfg.Players {
			p.turns[s]++
		}
	case p.spec.Out != "" && e.Kind == p.spec.Out && seated && p.turns[e.Seat] <= 2:
		p.early++
	}
}

func (p *player) turn(s game.Seat) {
	if p.turns[s] == 0 {
		p.order = append(p.order, s)
	}
	p.turns[s]++
}
