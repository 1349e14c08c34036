package evo

import (
	"strings"
	"testing"

	"atoll/bots/learnt"
	"atoll/game"
	rules "atoll/games/evo"
	"atoll/search"
)

// lists are the weights of a network before they are a file.
type lists struct{ units, rows, biases, out, last []int16 }

func (l lists) file() []byte {
	var w learnt.Weights
	w.AddWhole("units", l.units)
	w.AddWhole("rows", l.rows)
	w.AddWhole("biases", l.biases)
	w.AddWhole("out", l.out)
	w.AddWhole("last", l.last)
	return w.Append(nil)
}

// anyNet is a network with random weights.
func anyNet(units int, seed uint64) lists {
	r := game.NewRand(seed)
	any := func(n int) []int16 {
		list := make([]int16, n)
		for i := range list {
			list[i] = int16(r.Intn(401) - 200)
		}
		return list
	}
	return lists{[]int16{int16(units)}, any(2 * kinds * units), any(units), any(2 * units), []int16{40}}
}

// The sums that search carries along are those of the position, and the score is
// what the weights say when it is computed the slow way.
func TestNetIsCarriedAlong(t *testing.T) {
	const units = 32
	w := anyNet(units, 1)
	n, err := ReadNet(w.file())
	if err != nil {
		t.Fatal(err)
	}
	slow := func(p *rules.Position) int {
		total := int64(0)
		for k, viewer := range [...]rules.Side{p.Side(), p.Side() ^ 2} {
			for j := range units {
				sum := int64(w.biases[j])
				for q := range rules.Square(rules.Squares) {
					piece := p.At(q)
					if piece.Empty() || piece.Castle() {
						continue
					}
					at := kind(piece.Owner(), piece.Role(), q)
					if piece.Owner() != viewer {
						at += kinds
					}
					sum += int64(w.rows[at*units+j])
				}
				cut := min(max(sum, 0), laneOne)
				total += cut * cut * int64(w.out[k*units+j])
			}
		}
		return int((total/(laneOne*laneOne) + 40) / outOne)
	}
	r := game.NewRand(2)
	for range 30 {
		st := rules.Game.MustConfigure(2).New().(*rules.State)
		var now sums
		p := st.Position()
		n.refresh(&now, &p)
		for st.Acting() != 0 {
			seat := st.Acting().First()
			a := st.LivelyAction(seat, r)
			p := st.Position()
			after := p
			captured := after.Play(a)
			var next, fresh sums
			n.update(&next, &now, &p, a, captured)
			n.refresh(&fresh, &after)
			if next != fresh {
				t.Fatalf("other sums after %s in %s", st.AppendAction(nil, seat, a), st.AppendText(nil))
			}
			if got, want := n.score(&next, after.Side()), slow(&after); got != want {
				t.Fatalf("score %d, not %d, after %s in %s", got, want, st.AppendAction(nil, seat, a), st.AppendText(nil))
			}
			now = next
			st.Play(game.Choose(seat, a), nil)
		}
	}
}

// Inside a search the sums are made late, but they are made.
func TestSearchJudgesByTheNet(t *testing.T) {
	n, err := ReadNet(anyNet(16, 3).file())
	if err != nil {
		t.Fatal(err)
	}
	s := NewSearcher(tuned(), n, 1<<20)
	st := rules.Game.MustConfigure(2).New().(*rules.State)
	s.e.begin(st, search.NewClock(t.Context(), search.Nodes(5000), 1<<20), 1, nil)
	s.e.run(6)
	for ply := range 3 {
		f := &s.e.stack[ply]
		if f.late.due {
			continue
		}
		var fresh sums
		n.refresh(&fresh, &f.pos)
		if f.sums != fresh {
			t.Errorf("ply %d has other sums than its position", ply)
		}
	}
}

func TestWrongNetsAreRefused(t *testing.T) {
	short, odd, big := anyNet(16, 1), anyNet(16, 1), anyNet(16, 1)
	short.out = short.out[1:]
	odd.units[0] = 15
	big.rows[5] = 30000
	for want, file := range map[string][]byte{
		"no file of weights": []byte("ATOLLNET1\n"), "out has": short.file(), "units": odd.file(), "do not fit": big.file(),
	} {
		if _, err := ReadNet(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
