package evo

import (
	"testing"

	"atoll/game"
)

// TestRaids compares the table of raids with the lists of actions.
func TestRaids(t *testing.T) {
	for _, players := range []int{2, 4} {
		r := game.NewRand(8)
		for range 60 {
			s := Game.MustConfigure(players).New().(*State)
			for s.Acting() != 0 {
				for by := range Side(sides) {
					for owner := range Side(sides) {
						if by == owner || !s.pos.In(by) || !s.pos.In(owner) {
							continue
						}
						checkRaids(t, s.pos, by, owner)
					}
				}
				seat := s.Acting().First()
				s.Play(game.Choose(seat, s.LivelyAction(seat, r)), nil)
			}
		}
	}
}

func checkRaids(t *testing.T, p Position, by, owner Side) {
	t.Helper()
	p.side = by
	want := map[Square]bool{}
	var first game.Action
	for _, a := range p.AppendActions(nil) {
		if from, to, _, turns := Split(a); from != to && to == owner.Home() && !turns {
			want[from] = true
			if first == 0 {
				first = a
			}
		}
	}
	n, stops := p.Raiders(by, owner)
	if n != len(want) || p.Threatens(by, owner) != (n > 0) || (p.Raid(owner) != 0) != (n > 0) {
		t.Fatalf("%v on %v: %d raiders, want %d", by, owner, n, len(want))
	}
	if n > 0 && !p.Legal(p.Raid(owner)) {
		t.Fatalf("%v on %v: illegal raid", by, owner)
	}
	if n == 0 {
		return
	}
	// Every action of the owner that leaves no raid goes to a stop, and the
	// other way round.
	p.side = owner
	for _, a := range p.AppendActions(nil) {
		next := p
		if !next.Play(a).Castle() && !next.won {
			from, to, _, _ := Split(a)
			if got, want := from != to && stops.Has(to), !next.Threatens(by, owner); got != want {
				t.Fatalf("%v on %v: %s stops: %v, want %v", by, owner, appendAction(nil, a), got, want)
			}
		}
	}
}

func TestSkip(t *testing.T) {
	p := First(4, false)
	p.Skip()
	if p.Side() != West || p.Hash() != p.RecomputeHash() {
		t.Errorf("%v to move after a pass", p.Side())
	}
}
