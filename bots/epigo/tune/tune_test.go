package main

import (
	"math"
	"testing"

	bot "atoll/bots/epigo"
	"atoll/game"
	"atoll/games/epigo"
)

// positions returns planning positions from games of a rough player.
func positions(n int, opts ...string) []*epigo.State {
	return bot.PlayedPositions(epigo.Game.MustConfigure(2, opts...), newNet(1).eval(), n, 7)
}

func TestQuantisedNetAgreesWithTheNet(t *testing.T) {
	n := newNet(3)
	r := game.NewRand(4)
	for f := range n.rows {
		for l := range bot.Lanes {
			n.rows[f][l] = float32(r.Float64() - .5)
		}
	}
	for l := range bot.Lanes {
		n.bias[l] = float32(r.Float64() - .5)
	}
	e := n.eval()
	for _, opts := range [][]string{nil, {"variant=islanders"}} {
		for _, st := range positions(40, opts...) {
			p := st.Position()
			v := bot.Views(&p)
			var h [bot.Lanes]float32
			want := n.forward(&v[0], &h) - n.forward(&v[1], &h)
			if got := e.Logit(&p); math.Abs(float64(got-want)) > .15 {
				t.Errorf("%s: got %.3f, want %.3f", st.AppendText(nil), got, want)
			}
		}
	}
}

func TestTrainerLearns(t *testing.T) {
	var samples []sample
	for _, st := range positions(200) {
		p := st.Position()
		samples = append(samples, sample{p, float32(.5 + .15*float64(p.Lost(1)-p.Lost(0)))})
	}
	n := newNet(1)
	before := lossOf(n.eval(), samples)
	tr := trainer{net: n, rate: .0005}
	r := game.NewRand(1)
	for range 5 {
		tr.epoch(samples, r)
	}
	if after := lossOf(n.eval(), samples); after >= before {
		t.Errorf("log-loss went from %.4f to %.4f", before, after)
	}
}
