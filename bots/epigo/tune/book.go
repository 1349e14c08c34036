package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	bot "atoll/bots/epigo"
	"atoll/game"
	"atoll/games/epigo"
	"atoll/search/regret"
)

// bookHeat is how much worse, in score, a deployment is that is played 1/e times
// as often as the best.
const bookHeat = .004

// solveBook solves the deployment. All deployments are judged by e in a double
// oracle first; the pool of the best answers to what it ends with is then solved
// again, each pair judged by solving its first turn looks times over fresh ideas.
// The game is the same for both sides, so one set of deployments serves both.
func solveBook(cfg game.Config, e *bot.Eval, pool, looks int, r *game.Rand, told func(string)) *bot.Book {
	s := newBookSolver(cfg, e)
	set := s.answers(pool, r, told)
	t := bot.NewSearcher(e)
	var m regret.Matrix
	m.Grow(len(set), len(set))
	for a, i := range set {
		m.Set(a, a, .5)
		for b, j := range set[:a] {
			var v float64
			for range looks {
				v += t.Sampled(s.meet(i, j), 24, r).Value / float64(looks)
			}
			m.Set(a, b, v)
			m.Set(b, a, 1-v)
		}
	}
	var solver regret.Solver
	sol := solver.Solve(&m, 20000, .0005)
	// The values are not known to better than a hundredth of a win, and a book of
	// one deployment would be easy to prepare against: everything nearly as good
	// is played too.
	gain := make([]float64, len(set))
	best, sum := 0.0, 0.0
	for a := range set {
		for b, w := range sol.Col {
			gain[a] += w * m.At(a, b)
		}
		best = max(best, gain[a])
	}
	for a := range gain {
		gain[a] = math.Exp((gain[a] - best) / bookHeat)
		sum += gain[a]
	}
	order := make([]int, len(set))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gain[b], gain[a]) })
	book := &bot.Book{}
	for _, a := range order {
		if gain[a]/sum >= .01 {
			book.Deploy = append(book.Deploy, s.text(set[a]))
			book.Shares = append(book.Shares, gain[a]/sum)
		}
	}
	told(fmt.Sprintf("%d deployments of %d are left", len(book.Deploy), len(set)))
	return book
}

// bookSolver knows all deployments; north[i] is the mirror image of south[i].
type bookSolver struct {
	st           *epigo.State
	eval         *bot.Eval
	south, north []game.Action
}

func newBookSolver(cfg game.Config, e *bot.Eval) *bookSolver {
	s := &bookSolver{st: cfg.New().(*epigo.State), eval: e}
	s.south, s.north = s.st.AppendActions(nil, 0), s.st.AppendActions(nil, 1)
	if cfg.Text("variant") == "islanders" {
		for i := range s.south {
			a, err := s.st.ParseAction(1, bot.MirrorRanks(s.text(i)))
			if err != nil {
				panic("epigo: " + err.Error())
			}
			s.north[i] = a
		}
	}
	return s
}

func (s *bookSolver) text(i int) string { return string(s.st.AppendAction(nil, 0, s.south[i])) }

// meet returns the position after two deployments.
func (s *bookSolver) meet(i, j int) epigo.Position {
	c := *s.st
	var both game.Choices
	both[0], both[1] = s.south[i], s.north[j]
	c.Play(both, nil)
	return c.Position()
}

// answers runs a double oracle judged by the evaluation, and returns the n best
// answers to its last mixture, mirror images left out.
func (s *bookSolver) answers(n int, r *game.Rand, told func(string)) []int {
	const rounds = 24
	var set []int
	var vectors [][]float32
	add := func(j int) {
		v := make([]float32, len(s.south))
		for i := range s.south {
			p := s.meet(i, j)
			v[i] = s.eval.Value(&p)
		}
		set, vectors = append(set, j), append(vectors, v)
	}
	for range 4 {
		add(r.Intn(len(s.south)))
	}
	var m regret.Matrix
	var solver regret.Solver
	score := make([]float64, len(s.south))
	for round := range rounds {
		m.Grow(len(set), len(set))
		for a, i := range set {
			for b := range set {
				m.Set(a, b, float64(vectors[b][i]))
			}
		}
		sol := solver.Solve(&m, 4000, .0005)
		clear(score)
		best := 0
		for b, w := range sol.Col {
			for i, v := range vectors[b] {
				score[i] += w * float64(v)
			}
		}
		for i, v := range score {
			if v > score[best] {
				best = i
			}
		}
		told(fmt.Sprintf("round %d: the best answer scores %.4f, %s", round+1, score[best], s.text(best)))
		if slices.Contains(set, best) {
			break
		}
		add(best)
	}
	order := make([]int, len(score))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	seen := map[string]bool{}
	var out []int
	for _, i := range order {
		if text := s.text(i); !seen[bot.MirrorFiles(text)] && len(out) < n {
			seen[text] = true
			out = append(out, i)
		}
	}
	return out
}
