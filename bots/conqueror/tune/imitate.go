package main

import (
	"fmt"
	"io"
	"math/bits"

	conqueror "atoll/bots/conqueror"
	rules "atoll/games/conqueror"
)

// pick is a choice among several tiles, by their classes.
type pick struct {
	classes []int
	chosen  int
}

// imitate plays games with the network's moves and writes how likely it is to go
// to a tile of each class, as a table of Go.
func (t *trainer) imitate(games int, w io.Writer) {
	t.stray, t.basic = 0, true
	l := t.lots[0]
	var picks []pick
	l.watch = func(s *rules.State, set uint64, at int) {
		var c conqueror.TileClassifier
		c.Read(s)
		x := pick{chosen: c.Class(s, at)}
		for ; set != 0; set &= set - 1 {
			x.classes = append(x.classes, c.Class(s, bits.TrailingZeros64(set)))
		}
		picks = append(picks, x)
	}
	for g := range games {
		l.r = t.seed.Split(uint64(g))
		l.game(0)
	}
	const columns = 12
	for i, x := range likely(picks) {
		end := ", "
		if i%columns == columns-1 {
			end = ",\n"
		}
		fmt.Fprintf(w, "%.3f%s", x, end)
	}
}

// likely finds the weights under which the picks are most likely, each drawn by
// the weights of its classes (Hunter's MM algorithm for Bradley and Terry's
// model). Every class is taken to have been seen once more, picked by its weight
// of 1.
func likely(picks []pick) (w [conqueror.TileClasses]float64) {
	for i := range w {
		w[i] = 1
	}
	for range 60 {
		var wins, chances [conqueror.TileClasses]float64
		for _, x := range picks {
			sum := 0.0
			for _, c := range x.classes {
				sum += w[c]
			}
			wins[x.chosen]++
			for _, c := range x.classes {
				chances[c] += 1 / sum
			}
		}
		for c := range w {
			w[c] = (wins[c] + 1) / (chances[c] + 1)
		}
	}
	return w
}
