package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"time"

	"atoll/bots/evo"
	"atoll/game"
	rules "atoll/games/evo"
)

// sample is a position as the side to move sees it: its pieces as the owner sees
// them (128·role + square), the other's likewise, what the search thought and how
// the game ended for that side. The names are exported for encoding/binary.
type sample struct {
	Mine, Yours [rules.PiecesEach]uint16
	Thought     float32
	Result      float32 // noResult if a random action came between
}

const (
	noResult = -1
	noPiece  = rules.Roles * rules.Squares
)

// makeSample takes the pieces of a position.
func makeSample(p *rules.Position, score int) (s sample) {
	for i := range s.Mine {
		s.Mine[i], s.Yours[i] = noPiece, noPiece
	}
	mine, yours := 0, 0
	for q := range rules.Square(rules.Squares) {
		piece := p.At(q)
		if piece.Empty() || piece.Castle() {
			continue
		}
		at := q
		if piece.Owner() != rules.South {
			at = 127 - q
		}
		n := uint16(int(piece.Role())*rules.Squares + int(at))
		if piece.Owner() == p.Side() {
			s.Mine[mine] = n
			mine++
		} else {
			s.Yours[yours] = n
			yours++
		}
	}
	s.Thought = float32(evo.Chance(score))
	return s
}

// opening plays up to most random actions, some with a purpose.
func opening(st *rules.State, r *game.Rand, most int) {
	for range r.Intn(most + 1) {
		if st.Acting() == 0 {
			return
		}
		seat := st.Acting().First()
		a := st.LivelyAction(seat, r)
		if r.Intn(2) == 0 {
			a, _ = game.Sample(st, seat, r, nil)
		}
		st.Play(game.Choose(seat, a), nil)
	}
}

func newGame(r *game.Rand) *rules.State {
	setup := "setup=guard"
	if r.Intn(6) == 0 {
		setup = "setup=line"
	}
	return rules.Game.MustConfigure(2, setup).New().(*rules.State)
}

// raided reports whether the side to move can take the castle or must save its
// own: such positions are for search, not for judgement.
func raided(p *rules.Position) bool {
	me := p.Side()
	return p.Threatens(me, me^2) || p.Threatens(me^2, me)
}

// plan says how self-play goes.
type plan struct {
	places *evo.Places
	net    *evo.Net // may be nil
	games  int
	until  time.Time // start no game after it, if it is set
	nodes  int64
	stray  int // one in this many actions is random; 0 for none
	seed   uint64
}

func selfPlay(how plan) []sample {
	r, nodes := game.NewRand(how.seed), how.nodes
	s := evo.NewSearcher(how.places, how.net, 4<<20)
	var all []sample
	results := map[string]int{}
	start := time.Now()
	for g := range how.games {
		if !how.until.IsZero() && time.Now().After(how.until) {
			break
		}
		st := newGame(r)
		opening(st, r, 30)
		s.Forget()
		first := len(all)
		var sides []rules.Side
		straight := 0 // samples before the last random action
		for st.Acting() != 0 {
			seat := st.Acting().First()
			a, score, _ := s.Search(st, nodes/2+int64(r.Below(uint64(nodes))), 40)
			p := st.Position()
			_, to, _, _ := rules.Split(a)
			from, _, _, _ := rules.Split(a)
			quiet := from == to || p.At(to).Empty()
			if quiet && !evo.Decided(score) && !raided(&p) {
				all = append(all, makeSample(&p, score))
				sides = append(sides, p.Side())
			}
			// Now and then something else, so that the network learns what is bad too.
			if how.stray > 0 && r.Intn(how.stray) == 0 && !evo.Decided(score) {
				a, _ = game.Sample(st, seat, r, nil)
				straight = len(sides)
			}
			st.Play(game.Choose(seat, a), nil)
		}
		res := st.Result()
		results[res.Reason]++
		for i := range all[first:] {
			all[first+i].Result = noResult
			if i >= straight {
				all[first+i].Result = float32(res.Score(st.SeatOf(sides[i]), 2))
			}
		}
		if (g+1)%2000 == 0 {
			fmt.Fprintf(os.Stderr, "%d games, %d positions, %v, %s\n", g+1, len(all), results, time.Since(start).Round(time.Second))
		}
	}
	return all
}

// exchange appends samples to a file and returns all that it holds.
func exchange(file string, samples []sample) ([]sample, error) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	err = binary.Write(f, binary.LittleEndian, samples)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return nil, err
	}
	f, err = os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	all := make([]sample, info.Size()/int64(binary.Size(sample{})))
	return all, binary.Read(f, binary.LittleEndian, all)
}

// side is who plays a match: places and perhaps a network.
type side struct {
	places *evo.Places
	net    *evo.Net
}

// playMatch plays pairs of games from the same opening with sides changed.
func playMatch(a, b side, games int, nodes int64, seed uint64) {
	r := game.NewRand(seed)
	score := 0.0
	wins, draws := 0, 0
	for g := 0; g < games; g += 2 {
		start := newGame(r)
		opening(start, r, 12)
		if start.Acting() == 0 {
			continue
		}
		for first := range 2 {
			players := [2]*evo.Searcher{evo.NewSearcher(a.places, a.net, 4<<20), evo.NewSearcher(b.places, b.net, 4<<20)}
			st := start.Copy().(*rules.State)
			for st.Acting() != 0 {
				seat := st.Acting().First()
				act, _, _ := players[int(seat)^first].Search(st, nodes, 40)
				st.Play(game.Choose(seat, act), nil)
			}
			x := st.Result().Score(game.Seat(first), 2)
			score += x
			if x == 1 {
				wins++
			} else if x == 0.5 {
				draws++
			}
		}
		if (g+2)%20 == 0 || g+2 >= games {
			fmt.Printf("%d games: %.1f, %d wins, %d draws\n", g+2, score, wins, draws)
		}
	}
}
