package main

import (
	"fmt"
	"math"
	"os"

	"atoll/bots/evo"
	"atoll/game"
	rules "atoll/games/evo"
)

const (
	batch    = 256
	heldBack = 20 // one in this many stretches of positions is held out
)

// settings of training.
type settings struct {
	epochs int
	rate   float64 // of Adam at the start; it falls to a tenth
	pull   float64 // towards the places that self-play went by
	lambda float64 // weight of what the search thought against how the game ended
	seed   uint64
}

func (set settings) target(s *sample) float64 {
	if s.Result == noResult {
		return float64(s.Thought)
	}
	return set.lambda*float64(s.Thought) + (1-set.lambda)*float64(s.Result)
}

// The weights are the places in one row, a place for no piece that stays zero, and
// the value of being to move.
const (
	moveAt = noPiece + 1
	size   = moveAt + 1
)

func forward(w []float64, s *sample) float64 {
	sum := w[moveAt]
	for i := range s.Mine {
		sum += w[s.Mine[i]] - w[s.Yours[i]]
	}
	return 1 / (1 + math.Exp(-sum))
}

// train fits places by Adam to the cross entropy of the targets.
func train(samples []sample, from *evo.Places, set settings) *evo.Places {
	r := game.NewRand(set.seed ^ 0x7ea1)
	start := make([]float64, size)
	for role := range from {
		for q, v := range from[role] {
			start[role*rules.Squares+q] = float64(v) / evo.Scale
		}
	}
	w := append([]float64(nil), start...)
	var held, used []sample
	for i, s := range samples {
		// Whole stretches are held back: neighbours in a game are alike.
		if i/64%heldBack == 0 {
			held = append(held, s)
		} else {
			used = append(used, s)
		}
	}
	grad, m, v := make([]float64, size), make([]float64, size), make([]float64, size)
	step := 0
	fmt.Fprintf(os.Stderr, "%d positions; before training %s\n", len(samples), set.judge(w, held))
	for epoch := range set.epochs {
		r.Shuffle(len(used), func(i, j int) { used[i], used[j] = used[j], used[i] })
		lr := set.rate * (1 - 0.9*float64(epoch)/float64(max(set.epochs-1, 1)))
		for at := 0; at+batch <= len(used); at += batch {
			clear(grad)
			for i := range used[at : at+batch] {
				s := &used[at+i]
				d := (forward(w, s) - set.target(s)) / batch
				grad[moveAt] += d
				for i := range s.Mine {
					grad[s.Mine[i]] += d
					grad[s.Yours[i]] -= d
				}
			}
			grad[noPiece] = 0
			step++
			c1, c2 := 1-math.Pow(0.9, float64(step)), 1-math.Pow(0.999, float64(step))
			for i := range w {
				g := grad[i] + set.pull*(w[i]-start[i])
				m[i] = 0.9*m[i] + 0.1*g
				v[i] = 0.999*v[i] + 0.001*g*g
				w[i] -= lr * (m[i] / c1) / (math.Sqrt(v[i]/c2) + 1e-8)
			}
		}
		fmt.Fprintf(os.Stderr, "epoch %d: %s\n", epoch+1, set.judge(w, held))
	}
	fmt.Fprintf(os.Stderr, "to move: %.0f\n", w[moveAt]*evo.Scale)
	return unpack(w)
}

// judge measures squared error and log loss against results on positions that
// training has not seen.
func (set settings) judge(w []float64, held []sample) string {
	square, logLoss, results := 0.0, 0.0, 1e-9
	for i := range held {
		s := &held[i]
		p := forward(w, s)
		d := p - set.target(s)
		square += d * d
		if s.Result == noResult {
			continue
		}
		results++
		x := float64(s.Result)
		logLoss -= x*math.Log(max(p, 1e-6)) + (1-x)*math.Log(max(1-p, 1e-6))
	}
	return fmt.Sprintf("squared error %.5f, log loss of results %.4f", square/float64(max(1, len(held))), logLoss/results)
}

// unpack turns the weights into places whose average piece is worth what it was
// by hand, because the margins of the search are made for that.
func unpack(w []float64) *evo.Places {
	var sum, by float64
	t := &evo.Places{}
	for role, row := range evo.HandPlaces() {
		for q, v := range row {
			sum += w[role*rules.Squares+q]
			by += float64(v)
		}
	}
	for role := range t {
		for q := range t[role] {
			t[role][q] = int32(math.Round(w[role*rules.Squares+q] * by / sum))
		}
	}
	return t
}
