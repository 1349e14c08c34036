package epigo

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"atoll/game"
)

// The numbers follow from the rules by counting: deployments are the orders of
// eight tiles (8!), times the places of an Island; plans are sequences of three
// different numbers with four directions each, and with one SLAM in one of
// three places two other numbers.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		options       []string
		deploy, plans int
	}{
		{nil, 40_320, 13_440},
		{[]string{"variant=islanders"}, 322_560, 15_456},
	} {
		s := Game.MustConfigure(2, c.options...).New().(*State)
		for seat := game.Seat(0); seat < 2; seat++ {
			list := s.AppendActions(nil, seat)
			if len(list) != c.deploy || s.CountActions(seat) != c.deploy {
				t.Errorf("%v: got %d deployments listed, %d counted; want %d", c.options, len(list), s.CountActions(seat), c.deploy)
			}
			if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
				t.Errorf("%v: deployments are not ascending without repetition", c.options)
			}
		}
		var both game.Choices
		both[0], both[1] = s.AppendActions(nil, 0)[0], s.AppendActions(nil, 1)[0]
		s.Play(both, nil)
		list := s.AppendActions(nil, 0)
		if len(list) != c.plans || s.CountActions(1) != c.plans || s.pos.Plans() != c.plans {
			t.Errorf("%v: got %d plans listed, %d counted; want %d", c.options, len(list), s.CountActions(1), c.plans)
		}
		if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
			t.Errorf("%v: plans are not ascending without repetition", c.options)
		}
		for i, p := range s.pos.AllPlans() {
			if list[i] != PlanAction(p) {
				t.Fatalf("%v: plan %d is %s, but listed %s", c.options, i, p, s.AppendAction(nil, 0, list[i]))
			}
		}
	}
}

// Brute force over all triples of Orders counts the same plans.
func TestPlansByBruteForce(t *testing.T) {
	for _, slam := range []int{0, 1} {
		n := 0
		orders := 28 + slam
		for k := range orders * orders * orders {
			a, b, c := k%orders/4, k/orders%orders/4, k/orders/orders/4
			if a != b && a != c && b != c {
				n++
			}
		}
		if want := []int{13_440, 15_456}[slam]; n != want {
			t.Errorf("got %d, want %d", n, want)
		}
	}
}

func TestPerft(t *testing.T) {
	// One step of both seats counts all pairs of the second seat's choices for
	// each of the first seat's.
	s := core(t, quietSouth, quietNorth)
	if got, want := game.Count(s, 0)*game.Count(s, 1), 13_440*13_440; got != want {
		t.Errorf("got %d plan pairs, want %d", got, want)
	}
	// In mid-turn: two answers to a super slide.
	mid := core(t, "c1,d1,e1,f1,b2,c2,d4", "a6,c8,d8,e8,f8,b7,h6")
	play(t, mid, "plan 7N 6S 5S/plan 2W 1W 3W")
	if got := game.Perft(mid, 1); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
}

func TestEveryPlanIsDrawnEquallyOften(t *testing.T) {
	for _, opts := range [][]string{nil, {"variant=islanders"}} {
		s := Game.MustConfigure(2, opts...).New().(*State)
		r := game.NewRand(3)
		seen := map[Plan]int{}
		n := s.pos.Plans()
		for range 40 * n {
			seen[s.pos.SamplePlan(r)]++
		}
		if len(seen) != n {
			t.Errorf("%v: %d of %d plans were drawn", opts, len(seen), n)
		}
		for p, k := range seen {
			if k < 8 || k > 90 {
				t.Errorf("%v: %s was drawn %d times in 40 on average", opts, p, k)
			}
		}
	}
}

// TestKernelAgreesWithTheState compares ReplyAll with playing States, the
// decisions taken by a rule that both can follow.
func TestKernelAgreesWithTheState(t *testing.T) {
	// The rule must depend on the positions alone.
	score := func(p *Position) uint64 { return p.Hash() }
	best := func(options []Position) int {
		k := 0
		for i := range options {
			if score(&options[i]) > score(&options[k]) {
				k = i
			}
		}
		return k
	}
	r := game.NewRand(5)
	for g, opts := range optionSets {
		t.Run(fmt.Sprint(opts), func(t *testing.T) {
			var starts []*State
			playRandom(t, Game.MustConfigure(2, opts...), uint64(g), true, func(s *State) {
				if s.Planning() && len(starts) < 3 {
					starts = append(starts, s.Copy().(*State))
				}
			})
			k := Kernel{Choose: func(_ int, options []Position) int { return best(options) }}
			for i, s := range starts {
				side := i % 2
				mine := s.pos.SamplePlan(r)
				plans := s.pos.AllPlans()
				next := 0
				k.ReplyAll(&s.pos, side, mine, func(reply int, p *Position) {
					if reply != next {
						t.Fatalf("reply %d comes as number %d", reply, next)
					}
					next++
					if reply%7 != 0 {
						return
					}
					want := playOut(s, side, mine, plans[reply], best)
					if *p != want.pos {
						t.Fatalf("%s: %s by side %d against %s: got %v, want %v", s.AppendText(nil), mine, side, plans[reply], *p, want.pos)
					}
				})
				if next != len(plans) {
					t.Fatalf("got %d replies, want %d", next, len(plans))
				}
			}
		})
	}
}

// playOut plays a turn on a State; in a decision it takes what best prefers. An
// exit is judged together with the super slide after it, as the kernel does.
func playOut(s *State, side int, mine, theirs Plan, best func([]Position) int) *State {
	c := s.Copy().(*State)
	var both game.Choices
	both[side], both[side^1] = PlanAction(mine), PlanAction(theirs)
	c.Play(both, nil)
	for c.over == 0 && c.midTurn() {
		seat := game.Seat(c.asked)
		list := c.AppendActions(nil, seat)
		n := c.order().Number()
		var options []Position
		for _, a := range list {
			q := c.pos
			switch {
			case a == actSlide:
				q.slideOn(int(seat), n, c.dir)
			case a&^0xff == actExit:
				if d, super := q.exit(int(seat), n, Square(a)); super {
					two := []Position{q, q}
					two[1].slideOn(int(seat), n, d)
					q = two[best(two)]
				}
			case a&^0xff == actSlam:
				q.slam(int(seat), Direction(a))
			}
			options = append(options, q)
		}
		c.Play(game.Choose(seat, list[best(options)]), nil)
	}
	return c
}

func TestTurnAgreesWithReplyAll(t *testing.T) {
	s := core(t, "c3,d4,e4,-,b4,c4,f4", "c6,d5,e5,f5,b5,c5,g5")
	var k Kernel
	plans := s.pos.AllPlans()
	mine := Plan{NewOrder(2, North), NewOrder(5, East), NewOrder(7, West)}
	k.ReplyAll(&s.pos, 0, mine, func(reply int, p *Position) {
		var single Kernel
		q := s.pos
		single.Turn(&q, mine, plans[reply])
		if q != *p {
			t.Fatalf("%s against %s: %v and %v", mine, plans[reply], q, *p)
		}
	})
}

func TestSquareSetsFollowFromTheShape(t *testing.T) {
	if bits.OnesCount64(board) != 52 {
		t.Errorf("got %d squares", bits.OnesCount64(board))
	}
	links := 0
	for sq := range Square(64) {
		links += bits.OnesCount64(beside[sq])
		for d := range Direction(4) {
			if to := next[d][sq]; to != off && next[(d+2)&3][to] != sq {
				t.Errorf("%s and %s are not neighbours both ways", squareText(sq), squareText(to))
			}
		}
	}
	// 44 pairs side by side in ranks, and the same in files.
	if links != 2*2*(3+5+7*4+5+3) {
		t.Errorf("got %d links", links)
	}
}
