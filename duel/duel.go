// Package duel measures bots against each other: paired games in which the seats
// are swapped and chance stays the same, played on all cores.
//
// At a table of n seats bot A has one and bot B the others. Games come in groups
// of n, A on each seat once; the i-th outcome of chance is drawn from the same
// numbers in all games of a group.
package duel

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/record"
	"atoll/search"
)

// Match is what is to be played.
type Match struct {
	Roster *bots.Roster
	Config game.Config
	A, B   string // bots by name
	Games  int
	Seed   uint64
	SPRT   *SPRT // stop when decided; nil plays all games
	// Workers is the number of games played at once, Threads the cores of each bot
	// while it thinks; 0 is one.
	Workers, Threads int
	// Progress, if not nil, is called after every game, one call at a time.
	Progress func(Standing)
	// Keep, if not nil, gets every finished game, in order, one call at a time.
	Keep func(Game) error
}

// MaxGames bounds the length of a match.
const MaxGames = 1_000_000

// Game is one finished game.
type Game struct {
	Number int
	ASeat  game.Seat
	Record record.Record
	A, B   Clock
	claims []claim
}

// Clock counts how long a side thought.
type Clock struct {
	Decisions int
	Total     time.Duration
	Longest   time.Duration
}

func (c *Clock) add(o Clock) {
	c.Decisions += o.Decisions
	c.Total += o.Total
	c.Longest = max(c.Longest, o.Longest)
}

// MeanMillis is the mean time of a decision.
func (c Clock) MeanMillis() float64 {
	if c.Decisions == 0 {
		return 0
	}
	return float64(c.Total.Microseconds()) / 1000 / float64(c.Decisions)
}

// Standing is the score so far, from A's side.
type Standing struct {
	Seats               int
	Games, Of           int
	Wins, Shared, Lost  int
	Points              float64 // sum of A's shares of first place
	Ratio               float64 // of the sequential test
	Verdict             Verdict
	Groups              int
	groupSum, groupSum2 float64
	A, B                Clock
	Claims              Reliability // of all seats
}

// Score is A's mean share of first place.
func (s Standing) Score() float64 {
	if s.Games == 0 {
		return 0
	}
	return s.Points / float64(s.Games)
}

// Interval is the Wilson interval of Score.
func (s Standing) Interval() (low, high float64) { return Wilson(s.Points, float64(s.Games)) }

// Elo is the difference that the score shows, with the ends of its interval.
func (s Standing) Elo() (elo, low, high float64) {
	l, h := s.Interval()
	return Elo(s.Score(), s.Seats), Elo(l, s.Seats), Elo(h, s.Seats)
}

// Check refuses a match that cannot be played.
func (m Match) Check() error {
	if m.Games < 1 || m.Games > MaxGames {
		return fmt.Errorf("a duel has 1 to %d games, not %d", MaxGames, m.Games)
	}
	if m.Workers < 0 {
		return fmt.Errorf("a duel cannot play %d games at once", m.Workers)
	}
	if m.Threads < 0 || m.Threads > search.MaxThreads {
		return fmt.Errorf("a duel needs 1 to %d threads a bot, not %d", search.MaxThreads, m.Threads)
	}
	if m.SPRT != nil {
		if err := m.SPRT.Check(); err != nil {
			return err
		}
	}
	for _, name := range []string{m.A, m.B} {
		if _, err := m.Roster.Open(m.Config, name); err != nil {
			return err
		}
	}
	return nil
}

// Run plays the match. On error, or when the context ends, it returns what has
// been played so far together with the error.
func Run(ctx context.Context, m Match) (Standing, error) {
	stand := Standing{Seats: m.Config.Players, Of: m.Games, Verdict: Undecided}
	if err := m.Check(); err != nil {
		return stand, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		next    atomic.Int64
		mu      sync.Mutex
		wg      sync.WaitGroup
		waiting = map[int]Game{} // finished out of order
		kept    int
		groups  = map[int]*group{}
	)
	decided := errors.New("decided")
	for range min(max(1, m.Workers), m.Games) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= m.Games {
					return
				}
				g, err := m.play(ctx, i)
				if err != nil {
					cancel(fmt.Errorf("game %d: %w", i+1, err))
					return
				}
				mu.Lock()
				stand.count(g, groups)
				if m.SPRT != nil {
					stand.test(*m.SPRT)
					if stand.Verdict != Undecided {
						cancel(decided)
					}
				}
				waiting[i] = g
				for m.Keep != nil {
					g, ok := waiting[kept]
					if !ok {
						break
					}
					delete(waiting, kept)
					kept++
					if err := m.Keep(g); err != nil {
						cancel(fmt.Errorf("keeping game %d: %w", kept, err))
						break
					}
				}
				if m.Progress != nil {
					m.Progress(stand)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil && err != decided && stand.Games < m.Games {
		return stand, err
	}
	return stand, nil
}

type group struct {
	games int
	sum   float64
}

func (s *Standing) count(g Game, groups map[int]*group) {
	score := g.Record.Result.Score(g.ASeat, s.Seats)
	s.Games++
	s.Points += score
	switch score {
	case 0:
		s.Lost++
	case 1:
		s.Wins++
	default:
		s.Shared++
	}
	s.A.add(g.A)
	s.B.add(g.B)
	for _, c := range g.claims {
		s.Claims.add(c.said, g.Record.Result.Score(c.seat, s.Seats))
	}
	n := g.Number / s.Seats
	if groups[n] == nil {
		groups[n] = &group{}
	}
	gr := groups[n]
	gr.games++
	gr.sum += score
	if gr.games == s.Seats {
		mean := gr.sum / float64(s.Seats)
		s.Groups++
		s.groupSum += mean
		s.groupSum2 += mean * mean
		delete(groups, n)
	}
}

func (s *Standing) test(t SPRT) {
	if s.Groups == 0 {
		return
	}
	n := float64(s.Groups)
	mean := s.groupSum / n
	s.Ratio = t.Ratio(mean, max(0, s.groupSum2/n-mean*mean), s.Groups, s.Seats)
	s.Verdict = t.Judge(s.Ratio)
}

// maxSteps bounds a game, so that rules that never end show as an error.
const maxSteps = 1_000_000

func (m Match) play(ctx context.Context, number int) (Game, error) {
	seats := m.Config.Players
	g := Game{Number: number, ASeat: game.Seat(number % seats), Record: record.Record{Config: m.Config}}
	chance := game.NewRand(m.Seed).Split(uint64(number / seats))
	own := game.NewRand(m.Seed).Split(1 << 40).Split(uint64(number))
	players := make([]bots.Bot, seats)
	for s := range players {
		name := m.B
		if game.Seat(s) == g.ASeat {
			name = m.A
		}
		b, err := m.Roster.Open(m.Config, name)
		if err != nil {
			return g, err
		}
		players[s] = b
	}
	st := m.Config.New()
	draws := uint64(0)
	note := func(s game.Seat, text string) {
		g.Record.Events = append(g.Record.Events, record.Event{By: m.Config.SeatName(s), Do: text})
	}
	for step := 0; st.Acting() != 0; step++ {
		if step == maxSteps {
			return g, fmt.Errorf("no end after %d steps", maxSteps)
		}
		if st.Acting() == game.Only(game.Nature) {
			text := game.Draw(st, chance.Split(draws))
			draws++
			note(game.Nature, text)
			if err := game.Try(st, game.Nature, text, nil); err != nil {
				return g, err
			}
			continue
		}
		var c game.Choices
		for s := range game.Seat(seats) {
			if !st.Acting().Has(s) {
				continue
			}
			start := time.Now()
			budget := bots.BudgetOf(players[s])
			budget.Threads = m.Threads
			rep, err := players[s].Choose(ctx, bots.Question{
				View: game.Look(st, game.SeatViewer(s)), Seat: s, Seed: own.Uint64(), Budget: budget,
			})
			if err != nil {
				return g, fmt.Errorf("%s at %s: %w", m.Config.SeatName(s), st.AppendText(nil), err)
			}
			took := time.Since(start)
			clock := Clock{Decisions: 1, Total: took, Longest: took}
			if s == g.ASeat {
				g.A.add(clock)
			} else {
				g.B.add(clock)
			}
			if said, ok := claimOf(rep); ok {
				g.claims = append(g.claims, said)
			}
			c[s] = rep.Action
			note(s, string(st.AppendAction(nil, s, rep.Action)))
		}
		st.Play(c, nil)
	}
	g.Record.Result = st.Result()
	return g, nil
}
