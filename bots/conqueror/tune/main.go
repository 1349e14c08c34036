// Command tune learns the weights of The Conqueror's bot from self-play, by
// temporal differences:
//
//	go run ./bots/conqueror/tune -players 2 -games 200000 -seed 1
//
// It starts from the weights in the file (or from nothing with -fresh), plays
// games against itself with a lookahead of one move, a few first moves and a small
// share of all others drawn at random, and after every game moves the judgement
// of each position towards what came after it. The other options of the
// table are drawn for every game. One thread, so that a seed decides everything.
package main

import (
	"flag"
	"fmt"
	"math"
	"math/bits"
	"os"
	"time"

	conqueror "atoll/bots/conqueror"
	"atoll/game"
	rules "atoll/games/conqueror"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

func run() error {
	players := flag.Int("players", 2, "number of players, 2 to 4")
	out := flag.Bool("out", false, "learn for forfeit=out")
	games := flag.Int("games", 100_000, "games to play")
	seed := flag.Uint64("seed", 1, "seed of everything")
	file := flag.String("file", "bots/conqueror/weights.bin", "file of weights, read and written")
	fresh := flag.Bool("fresh", false, "begin from nothing")
	rate := flag.Float64("rate", 0.1, "first step size")
	last := flag.Float64("last", 0.01, "last step size")
	lambda := flag.Float64("lambda", 0.8, "how far a result reaches back")
	stray := flag.Float64("stray", 0.04, "share of moves drawn at random")
	flag.Parse()

	forfeit := "keep_score"
	if *out {
		forfeit = "out"
	}
	base, err := rules.Game.Configure(*players, map[string]game.Value{"forfeit": game.Word(forfeit)})
	if err != nil {
		return err
	}
	all := &[conqueror.Kinds]conqueror.Weights{}
	if data, err := os.ReadFile(*file); err == nil {
		if all, err = conqueror.ReadWeights(data); err != nil {
			return err
		}
	}
	w := &all[conqueror.KindOf(base)]
	if *fresh {
		*w = conqueror.Weights{}
	}
	t := &trainer{
		w: w, r: game.NewRand(*seed), lambda: float32(*lambda), stray: *stray, players: *players, forfeit: forfeit,
	}
	start := time.Now()
	for g := range *games {
		part := float64(g) / float64(*games)
		t.rate = float32(*rate * math.Pow(*last / *rate, part))
		t.play()
		if (g+1)%max(1, *games/20) == 0 {
			fmt.Printf("%8d games  %6.1f s  loss %.4f  surprise %.4f  length %.1f\n",
				g+1, time.Since(start).Seconds(), t.loss/float64(t.states), t.shock/float64(t.states), float64(t.states)/float64(t.games))
			t.loss, t.shock, t.states, t.games = 0, 0, 0, 0
		}
	}
	return os.WriteFile(*file, conqueror.AppendWeights(nil, all), 0o644)
}

type trainer struct {
	w       *conqueror.Weights
	energy  conqueror.Weights // squared steps of each weight so far
	r       *game.Rand
	rate    float32
	lambda  float32
	stray   float64
	players int
	forfeit string

	seen   []moment
	loss   float64
	shock  float64
	states int
	games  int
}

// moment is a position before a roll and what was thought of it.
type moment struct {
	f      conqueror.Features
	shares [4]float32
}

func (t *trainer) config() game.Config {
	given := map[string]game.Value{"forfeit": game.Word(t.forfeit)}
	if t.r.Intn(4) == 0 {
		given["layout"] = game.Word("custom")
	}
	if t.r.Intn(5) == 0 {
		given["coins"] = game.Int(12)
	}
	if t.r.Intn(6) == 0 {
		given["tiebreak"] = game.Word("dice")
	}
	cfg, err := rules.Game.Configure(t.players, given)
	if err != nil {
		panic(err)
	}
	return cfg
}

func (t *trainer) play() {
	s := t.config().New().(*rules.State)
	t.seen = t.seen[:0]
	wild := t.r.Intn(8) // first moves drawn at random
	var next rules.State
	for s.Phase != rules.PhaseOver {
		switch s.Phase {
		case rules.PhaseRoll:
			var m moment
			m.f.Read(s)
			t.w.Shares(&m.f, t.players, &m.shares)
			t.seen = append(t.seen, m)
			s.PlayRoll(1+t.r.Intn(6), nil)
		case rules.PhaseMove:
			p := s.Mover()
			set := s.Targets(p, s.Steps())
			if set == 0 {
				s.PlayPass(nil)
				continue
			}
			random := wild > 0 || t.r.Float64() < t.stray
			if random {
				for n := t.r.Intn(bits.OnesCount64(set)); n > 0; n-- {
					set &= set - 1
				}
				wild--
				s.PlayMove(bits.TrailingZeros64(set), nil)
				continue
			}
			best, bestAt := float32(-1), 0
			for ; set != 0; set &= set - 1 {
				at := bits.TrailingZeros64(set)
				next = *s
				next.PlayMove(at, nil)
				if v := t.value(&next, p); v > best {
					best, bestAt = v, at
				}
			}
			s.PlayMove(bestAt, nil)
		case rules.PhaseLayout:
			if err := s.PlayBulk(s.DrawBulk(t.r), nil); err != nil {
				panic(err)
			}
		case rules.PhaseOrder, rules.PhaseTie:
			s.Play(game.Choose(game.Nature, game.DrawAction(s, t.r, nil)), nil)
		case rules.PhaseStart:
			p := s.Mover()
			a, _ := game.Sample(s, p, t.r, nil)
			s.Play(game.Choose(p, a), nil)
		}
	}
	t.learn(s)
}

func (t *trainer) value(s *rules.State, p game.Seat) float32 {
	if s.Phase >= rules.PhaseTie {
		return conqueror.FinalShare(s, p)
	}
	var f conqueror.Features
	var shares [4]float32
	f.Read(s)
	t.w.Shares(&f, t.players, &shares)
	return shares[p]
}

func (t *trainer) learn(s *rules.State) {
	res := s.Result()
	var target [4]float32
	for p := range t.players {
		target[p] = float32(res.Score(game.Seat(p), t.players))
	}
	t.games++
	for i := len(t.seen) - 1; i >= 0; i-- {
		m := &t.seen[i]
		t.states++
		for p := range t.players {
			d := target[p] - m.shares[p]
			t.shock += float64(d * d)
			if got := res.Score(game.Seat(p), t.players); got > 0 {
				t.loss -= got * math.Log(max(1e-6, float64(m.shares[p])))
			}
			if m.f.Mute[p] {
				continue
			}
			for _, x := range m.f.Index[p][:m.f.Count[p]] {
				t.energy[x] += d * d
				t.w[x] += t.rate * d / float32(math.Sqrt(float64(t.energy[x])+1))
			}
			target[p] = t.lambda*target[p] + (1-t.lambda)*m.shares[p]
		}
	}
}
