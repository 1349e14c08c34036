package duel

import (
	"context"
	"math"

	"atoll/bots"
	"atoll/game"
)

// Ladder is a round robin: every bot meets every other.
type Ladder struct {
	Roster  *bots.Roster
	Config  game.Config
	Bots    []string
	Games   int // of each pairing
	Seed    uint64
	Workers int
	Threads int
	// Near limits the pairings to bots at most that far apart in the list; 0 is all.
	Near int
	// Progress, if not nil, is told of every game: games played and to be played.
	Progress func(done, of int, a, b string, s Standing)
}

// Table is the result of a ladder.
type Table struct {
	Config game.Config
	Bots   []string
	// Points[i][j] is what bot i scored against bot j in Games[i][j] games.
	Points [][]float64
	Games  [][]int
	// Rating of each bot in Elo with its standard error. The first named "random",
	// or else the first bot, has 0.
	Rating, Error []float64
}

// Check refuses a ladder that cannot be played.
func (l Ladder) Check() error {
	for i, a := range l.Bots {
		for _, b := range l.Bots[i+1:] {
			if err := l.match(a, b, i).Check(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l Ladder) match(a, b string, n int) Match {
	return Match{
		Roster: l.Roster, Config: l.Config, A: a, B: b, Games: l.Games,
		Seed: game.Mix(l.Seed + uint64(n)), Workers: l.Workers, Threads: l.Threads,
	}
}

// Run plays the ladder. When the context ends it returns the table of what was
// played, with the error.
func (l Ladder) Run(ctx context.Context) (Table, error) {
	n := len(l.Bots)
	t := Table{Config: l.Config, Bots: l.Bots, Points: make([][]float64, n), Games: make([][]int, n)}
	for i := range n {
		t.Points[i], t.Games[i] = make([]float64, n), make([]int, n)
	}
	if err := l.Check(); err != nil {
		return t, err
	}
	type pair struct{ i, j int }
	var pairs []pair
	for i := range n {
		for j := i + 1; j < n; j++ {
			if l.Near == 0 || j-i <= l.Near {
				pairs = append(pairs, pair{i, j})
			}
		}
	}
	for k, p := range pairs {
		// At larger tables the stronger of the two has the single seat.
		a, b := p.j, p.i
		m := l.match(l.Bots[a], l.Bots[b], k)
		if l.Progress != nil {
			m.Progress = func(s Standing) {
				l.Progress(k*l.Games+s.Games, len(pairs)*l.Games, l.Bots[a], l.Bots[b], s)
			}
		}
		s, err := Run(ctx, m)
		t.Points[a][b] += s.Points
		t.Points[b][a] += float64(s.Games) - s.Points
		t.Games[a][b] += s.Games
		t.Games[b][a] += s.Games
		if err != nil {
			t.rate()
			return t, err
		}
	}
	t.rate()
	return t, nil
}

// rate finds the ratings that make the results likeliest, by Newton's method one
// bot at a time. Half a game of each kind between neighbours keeps them finite.
func (t *Table) rate() {
	n, seats := len(t.Bots), t.Config.Players
	t.Rating, t.Error = make([]float64, n), make([]float64, n)
	const unit = math.Ln10 / 400
	for range 400 {
		var moved float64
		for i := range n {
			var slope, curve float64
			for j := range n {
				games, points := float64(t.Games[i][j]), t.Points[i][j]
				if games == 0 {
					continue
				}
				// The one that sat alone comes later in the list; its score is its share of first
				// place.
				p := 0.0
				if i > j {
					p = Score(t.Rating[i]-t.Rating[j], seats)
					points, games = points+1/float64(seats), games+1
				} else {
					p = 1 - Score(t.Rating[j]-t.Rating[i], seats)
					points, games = points+1-1/float64(seats), games+1
				}
				slope += unit * (points - games*p)
				curve += unit * unit * games * p * (1 - p)
			}
			if curve > 0 {
				step := max(-200, min(200, slope/curve))
				t.Rating[i] += step
				t.Error[i] = 1 / math.Sqrt(curve)
				moved = max(moved, math.Abs(step))
			}
		}
		if moved < 0.01 {
			break
		}
	}
	zero := 0
	for i, name := range t.Bots {
		if name == "random" {
			zero = i
			break
		}
	}
	base := 0.0
	if n > 0 {
		base = t.Rating[zero]
	}
	for i := range t.Rating {
		t.Rating[i] -= base
	}
}
