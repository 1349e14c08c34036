package conqueror

import (
	"math"
	"math/bits"
	"testing"

	"atoll/bots"
	"atoll/bots/botstest"
	"atoll/game"
	rules "atoll/games/conqueror"
	"atoll/search"
)

func TestBotsKeepTheContract(t *testing.T) {
	r := bots.NewRoster(Maker())
	for _, cfg := range []game.Config{
		rules.Game.MustConfigure(2),
		rules.Game.MustConfigure(3, "layout=custom", "coins=12", "forfeit=out"),
		rules.Game.MustConfigure(4, "tiebreak=dice"),
	} {
		t.Run(cfg.String(), func(t *testing.T) { botstest.Run(t, r, cfg) })
	}
}

// Shares must be probabilities, and nobody who is out for good may have one.
func TestSharesSumToOne(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		for _, forfeit := range []string{"forfeit=out", "forfeit=keep_score"} {
			cfg := rules.Game.MustConfigure(players, forfeit)
			ev := evaluator(cfg)
			for _, d := range botstest.Decisions(cfg, 60, 5) {
				var v [game.MaxSeats]float64
				ev.Evaluate(d.State, &v)
				sum := 0.0
				for p := range players {
					sum += v[p]
					if s := d.State.(*rules.State); s.Hopeless(game.Seat(p)) && v[p] != 0 || v[p] < 0 {
						t.Errorf("%s: share %v of %d", d.State.AppendText(nil), v[p], p)
					}
				}
				if math.Abs(sum-1) > 1e-5 {
					t.Errorf("%s: shares %v", d.State.AppendText(nil), v)
				}
			}
		}
	}
}

// plain is expectiminimax without table, bounds or order, to a fixed depth, as
// the search is specified. Positions that passing leads back to are solved as the
// search does it.
func plain(d *duelist, s *rules.State, depth int) float32 {
	if depth <= 0 {
		return d.judge(s)
	}
	p := s.Mover()
	var sum float32
	passes := 0
	for die := 1; die <= 3; die++ {
		v, ok := plainDie(d, s, die, depth)
		if !ok {
			passes++
			continue
		}
		sum += v
	}
	if passes == 0 {
		return sum / 3
	}
	c := *s
	c.Die = 1
	c.PlayPass(nil)
	if c.Phase >= rules.PhaseTie {
		return (sum + float32(passes)*FinalShare(&c, p)) / 3
	}
	if c.Free == s.Free {
		var b float32
		others := 0
		for die := 1; die <= 3; die++ {
			v, ok := plainDie(d, &c, die, depth-1)
			if !ok {
				others++
				continue
			}
			b += v
		}
		if others > 0 {
			m, n := float32(passes), float32(others)
			return (3*sum + m*(3-b-n)) / (9 - m*n)
		}
	}
	return (sum + float32(passes)*(1-plain(d, &c, depth-1))) / 3
}

// plainDie is the best move with a number of steps; false if there is none.
func plainDie(d *duelist, s *rules.State, die, depth int) (float32, bool) {
	p := s.Mover()
	set := s.Targets(p, die)
	best := float32(-1)
	for ; set != 0; set &= set - 1 {
		c := *s
		c.Die = uint8(die)
		c.PlayMove(bits.TrailingZeros64(set), nil)
		v := float32(0)
		if c.Phase >= rules.PhaseTie {
			v = FinalShare(&c, p)
		} else {
			v = 1 - plain(d, &c, depth-1)
		}
		best = max(best, v)
	}
	return best, best >= 0
}

func TestPruningLosesNothing(t *testing.T) {
	cfg := rules.Game.MustConfigure(2)
	d := &duelist{w: netFor(cfg)}
	for i, ask := range botstest.Decisions(cfg, 60, 11) {
		s := ask.State.(*rules.State)
		if s.Phase != rules.PhaseMove {
			continue
		}
		depth := 1 + i%3
		for _, a := range s.AppendActions(nil, ask.Seat) {
			c := *s
			c.Play(game.Choose(ask.Seat, a), nil)
			if c.Phase != rules.PhaseRoll {
				continue
			}
			d.clock = search.NewClock(t.Context(), search.Nodes(1<<40), 64)
			d.table.reset(1 << 20)
			d.stack[0] = c
			got, want := d.roll(0, depth, 0, 1), plain(d, &c, depth)
			if math.Abs(float64(got-want)) > 1e-5 {
				t.Fatalf("%s, depth %d: %v, want %v", c.AppendText(nil), depth, got, want)
			}
			// A window around the value must give it, and one beside it a bound.
			for _, w := range [][2]float32{{want - 0.01, want + 0.01}, {want + 0.01, want + 0.02}, {want - 0.02, want - 0.01}} {
				d.table.reset(1 << 20)
				got := d.roll(0, depth, w[0], w[1])
				switch {
				case want <= w[0]:
					if got > w[0]+1e-5 || got < want-1e-5 {
						t.Fatalf("%s, depth %d, window %v: %v is no upper bound of %v", c.AppendText(nil), depth, w, got, want)
					}
				case want >= w[1]:
					if got < w[1]-1e-5 || got > want+1e-5 {
						t.Fatalf("%s, depth %d, window %v: %v is no lower bound of %v", c.AppendText(nil), depth, w, got, want)
					}
				case math.Abs(float64(got-want)) > 1e-5:
					t.Fatalf("%s, depth %d, window %v: %v, want %v", c.AppendText(nil), depth, w, got, want)
				}
			}
		}
	}
}

func TestSearchAllocatesLittle(t *testing.T) {
	cfg := rules.Game.MustConfigure(2)
	e := New(cfg)
	ask := botstest.Decisions(cfg, 9, 4)[8]
	think := func(nodes int64) float64 {
		return testing.AllocsPerRun(3, func() {
			if _, err := e.Search(t.Context(), ask.State, ask.Seat, search.Budget{Nodes: nodes, Memory: 1 << 20}, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := think(2000), think(20000); many > few+4 {
		t.Errorf("%v allocations for 2,000 nodes, %v for 20,000", few, many)
	}
}
