package conqueror

import (
	"math"
	"math/bits"
	"os"
	"slices"
	"strings"
	"testing"

	"atoll/bots"
	"atoll/game"
	"atoll/game/gametest"
	rules "atoll/games/conqueror"
	"atoll/search"
)

// solver finds exact values by listing every position that can still arise and
// repeating V(s) = mean over rolls of the best move until nothing changes. It
// knows neither bounds nor the algebra of loops, and judges nothing.
type solver struct {
	index map[rules.Position]int
	nodes []solved
	limit int
}

type solved struct {
	value  float64 // expected score of A
	mover  game.Seat
	over   bool
	answer [3][]int // positions after each roll, one for each move
}

// add lists s and all that can follow; false if that is too much.
func (v *solver) add(s *rules.State) (int, bool) {
	key := s.Position
	key.Quiet = 0 // the hundredth quiet turn is too far away to matter
	if i, ok := v.index[key]; ok {
		return i, true
	}
	if len(v.nodes) >= v.limit {
		return 0, false
	}
	i := len(v.nodes)
	v.index[key] = i
	v.nodes = append(v.nodes, solved{mover: s.Mover(), value: 0.5})
	if s.Phase >= rules.PhaseTie {
		v.nodes[i].over, v.nodes[i].value = true, float64(FinalShare(s, 0))
		return i, true
	}
	var answer [3][]int
	for die := range 3 {
		set := s.Targets(s.Mover(), die+1)
		for first := true; first || set != 0; first, set = false, set&(set-1) {
			c := *s
			c.Die = uint8(die + 1)
			if set == 0 {
				c.PlayPass(nil)
			} else {
				c.PlayMove(bits.TrailingZeros64(set), nil)
			}
			j, ok := v.add(&c)
			if !ok {
				return 0, false
			}
			answer[die] = append(answer[die], j)
			if set == 0 {
				break
			}
		}
	}
	v.nodes[i].answer = answer
	return i, true
}

func (v *solver) solve() {
	for change := 1.0; change > 1e-12; {
		change = 0
		for i := len(v.nodes) - 1; i >= 0; i-- {
			n := &v.nodes[i]
			if n.over {
				continue
			}
			sum := 0.0
			for _, answers := range n.answer {
				best := v.nodes[answers[0]].value
				for _, j := range answers[1:] {
					if n.mover == 0 {
						best = max(best, v.nodes[j].value)
					} else {
						best = min(best, v.nodes[j].value)
					}
				}
				sum += best / 3
			}
			change = max(change, math.Abs(sum-n.value))
			n.value = sum
		}
	}
}

// exactValues returns the exact value of every action of the mover; nil if there
// are too many positions.
func exactValues(s *rules.State, limit int) map[game.Action]float64 {
	v := &solver{index: map[rules.Position]int{}, limit: limit}
	p := s.Mover()
	at := map[game.Action]int{}
	for _, a := range s.AppendActions(nil, p) {
		c := *s
		c.Play(game.Choose(p, a), nil)
		i, ok := v.add(&c)
		if !ok {
			return nil
		}
		at[a] = i
	}
	v.solve()
	values := map[game.Action]float64{}
	for a, i := range at {
		values[a] = v.nodes[i].value
		if p == 1 {
			values[a] = 1 - values[a]
		}
	}
	return values
}

// Level 8 loses nothing on boards of four islands: every choice of it that can be
// checked by solving the rest of the game is one of the best.
func TestFourIslandsAreSolved(t *testing.T) {
	asked := 0
	for i, islands := range []string{"a1 c1 a3 c3", "a1 c1 e1 g1", "a1 c2 e1 c4", "a1 c1 e2 e4"} {
		cfg := rules.Game.MustConfigure(2)
		bot := newBot(cfg, bots.TopLevel)
		budget := search.Nodes(levels(cfg)[bots.TopLevel-1].Budget.Nodes)
		r := game.NewRand(uint64(i))
		for range gametest.Soak(3) {
			s, err := rules.NewSmall(cfg, strings.Fields(islands)...)
			if err != nil {
				t.Fatal(err)
			}
			for s.Acting() != 0 {
				p := s.Acting().First()
				if p != game.Nature && s.Phase == rules.PhaseMove && bits.OnesCount64(s.Free) <= 8 && game.Count(s, p) > 1 {
					if values := exactValues(s, 60_000); values != nil {
						rep, err := bot.Choose(t.Context(), bots.Question{View: s, Seat: p, Budget: budget})
						if err != nil {
							t.Fatal(err)
						}
						best := 0.0
						for _, v := range values {
							best = max(best, v)
						}
						asked++
						if loss := best - values[rep.Action]; loss > 1e-6 {
							t.Errorf("%s: %s loses %.6f", s.AppendText(nil), s.AppendAction(nil, p, rep.Action), loss)
						}
						if math.Abs(rep.Value()-best) > 1e-4 {
							t.Errorf("%s: worth %.6f, not %.6f", s.AppendText(nil), best, rep.Value())
						}
					}
				}
				if p == game.Nature {
					s.Play(game.Choose(p, game.DrawAction(s, r, nil)), nil)
				} else {
					a, _ := game.Sample(s, p, r, nil)
					s.Play(game.Choose(p, a), nil)
				}
			}
		}
	}
	t.Logf("%d choices checked", asked)
	if asked < 10 {
		t.Errorf("only %d choices could be checked", asked)
	}
}

type tactic struct {
	kind      string
	s         *rules.State
	solutions []string
}

func readTactics(t *testing.T) []tactic {
	t.Helper()
	data, err := os.ReadFile("testdata/tactics.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var list []tactic
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		fields := strings.Split(line, "\t")
		s := rules.Game.MustConfigure(2).New().(*rules.State)
		if err := s.UnmarshalText([]byte(fields[1])); err != nil {
			t.Fatal(err)
		}
		list = append(list, tactic{fields[0], s, strings.Split(fields[2], ", ")})
	}
	return list
}

// TestTacticsSuite asks level 8 for the moves that were proved to be best when the
// suite was made (go run ./bots/conqueror/tactics).
func TestTacticsSuite(t *testing.T) {
	suite := readTactics(t)
	if len(suite) < 200 {
		t.Errorf("only %d positions", len(suite))
	}
	cfg := rules.Game.MustConfigure(2)
	bot := newBot(cfg, bots.TopLevel)
	budget := search.Nodes(levels(cfg)[bots.TopLevel-1].Budget.Nodes)
	each := max(1, len(suite)/gametest.Soak(60))
	asked, solved := 0, 0
	for i, c := range suite {
		if i%each != 0 {
			continue
		}
		p := c.s.Mover()
		rep, err := bot.Choose(t.Context(), bots.Question{View: c.s, Seat: p, Budget: budget})
		if err != nil {
			t.Fatal(err)
		}
		asked++
		if got := string(c.s.AppendAction(nil, p, rep.Action)); slices.Contains(c.solutions, got) {
			solved++
		} else {
			t.Logf("line %d, %s: %s (%.3f), not %q", i+2, c.kind, got, rep.Value(), c.solutions)
		}
	}
	t.Logf("%d of %d solved", solved, asked)
	if solved*100 < asked*97 {
		t.Errorf("%d of %d solved", solved, asked)
	}
}

// TestSuiteIsRight proves solutions of the suite again, by listing all that can
// follow.
func TestSuiteIsRight(t *testing.T) {
	proved := 0
	for i, c := range readTactics(t) {
		if i%8 != 0 {
			continue
		}
		values := exactValues(c.s, 20_000)
		if values == nil {
			continue
		}
		proved++
		best := 0.0
		for _, v := range values {
			best = max(best, v)
		}
		for a, v := range values {
			text := string(c.s.AppendAction(nil, c.s.Mover(), a))
			if best-v < 0.0005 && !slices.Contains(c.solutions, text) || best-v > 0.02 && slices.Contains(c.solutions, text) {
				t.Errorf("line %d: %s is worth %.4f of %.4f, solutions %q", i+2, text, v, best, c.solutions)
			}
		}
	}
	if proved < 10 {
		t.Errorf("only %d positions could be proved", proved)
	}
}
