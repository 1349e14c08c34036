package epigo

import (
	"math/bits"

	"atoll/game"
)

// Choose picks one of the positions that a decision in mid-turn can lead to for
// a side and returns its index. The first is always the one where nothing more
// happens (stop, stay). It sees what is on the board and no later Order, as the
// rules have it.
type Choose func(side int, options []Position) int

// Kernel plays out plans for search, without a State. The zero value takes
// every super slide and stays on Islands. A Kernel is not safe for concurrent
// use.
type Kernel struct {
	Choose Choose

	options [9]Position // eight exits and stay
	slide   [2]Position
	// ReplyAll's way down, and its side; here so that nothing escapes to the heap.
	nodes [3]node
	end   Position
	side  int
}

// Plans returns how many plans there are: 13,440, or 15,456 with Islands. Plan
// indices count them in ascending order of their actions.
func (p *Position) Plans() int {
	if p.rules&islanders != 0 {
		return corePlans + slamPlans
	}
	return corePlans
}

// AllPlans lists all plans by index.
func (p *Position) AllPlans() []Plan {
	list := make([]Plan, 0, p.Plans())
	last := p.lastOrder()
	for a := Order(4); a <= last; a++ {
		for b := Order(4); b <= last; b++ {
			for c := Order(4); c <= last; c++ {
				if a>>2 != b>>2 && a>>2 != c>>2 && b>>2 != c>>2 {
					list = append(list, Plan{a, b, c})
				}
			}
		}
	}
	return list
}

// Order carries out one Order of a side.
func (k *Kernel) Order(p *Position, side int, o Order) {
	side &= 1
	n := o.Number()
	if n >= 8 {
		k.slam(p, side)
		return
	}
	at := p.at(side, n)
	if at > 63 {
		if at == onIsland {
			k.leave(p, side, n, o.Direction())
		}
		return
	}
	if p.move(side, n, at, o.Direction()) {
		k.slideOn(p, side, n, o.Direction())
	}
}

func (k *Kernel) slideOn(p *Position, side, n int, d Direction) {
	if k.Choose == nil {
		p.slideOn(side, n, d)
		return
	}
	k.slide[0], k.slide[1] = *p, *p
	k.slide[1].slideOn(side, n, d)
	if k.Choose(side, k.slide[:]) == 1 {
		*p = k.slide[1]
	}
}

func (k *Kernel) slam(p *Position, side int) {
	if k.Choose == nil {
		return
	}
	k.options[0] = *p
	m := 1
	for d := range Direction(4) {
		if p.maySlam(side, d) {
			k.options[m] = *p
			k.options[m].slam(side, d)
			m++
		}
	}
	*p = k.options[k.Choose(side, k.options[:m])]
}

func (k *Kernel) leave(p *Position, side, n int, arrow Direction) {
	if k.Choose == nil {
		return
	}
	k.options[0] = *p
	m := 1
	for set := p.exits(side, arrow); set != 0; set &= set - 1 {
		q := &k.options[m]
		*q = *p
		if d, super := q.exit(side, n, Square(bits.TrailingZeros64(set))); super {
			k.slideOn(q, side, n, d)
		}
		m++
	}
	*p = k.options[k.Choose(side, k.options[:m])]
}

// Round plays one round: a side's Order against the other side's.
func (k *Kernel) Round(p *Position, side int, mine, theirs Order) {
	side &= 1
	a, b := p.priority(side, mine), p.priority(side^1, theirs)
	switch {
	case a > b:
		k.Order(p, side, mine)
		if !p.Over() {
			k.Order(p, side^1, theirs)
		}
	case a < b:
		k.Order(p, side^1, theirs)
		if !p.Over() {
			k.Order(p, side, mine)
		}
	}
}

// Turn plays a whole turn.
func (k *Kernel) Turn(p *Position, south, north Plan) {
	for i := range 3 {
		if p.Over() {
			return
		}
		k.Round(p, 0, south[i], north[i])
	}
}

// ReplyAll plays a side's plan against every plan of the other side and calls
// leaf with the index of each reply, ascending, and the position it leads to,
// which is valid during the call only. Replies with a common beginning share
// it: 14,140 rounds for 13,440 replies.
func (k *Kernel) ReplyAll(pos *Position, side int, plan Plan, leaf func(reply int, p *Position)) {
	last := pos.lastOrder()
	i := 0
	k.side = side & 1
	n0, n1, n2, end := &k.nodes[0], &k.nodes[1], &k.nodes[2], &k.end
	n0.p = *pos
	n0.begin(k, plan[0])
	for a := Order(4); a <= last; a++ {
		n0.reply(k, a, &n1.p)
		n1.begin(k, plan[1])
		for b := Order(4); b <= last; b++ {
			if b>>2 == a>>2 {
				continue
			}
			n1.reply(k, b, &n2.p)
			n2.begin(k, plan[2])
			for c := Order(4); c <= last; c++ {
				if c>>2 == a>>2 || c>>2 == b>>2 {
					continue
				}
				n2.reply(k, c, end)
				leaf(i, end)
				i++
			}
		}
	}
}

// node is a position before a round in which one side's Order is given and every
// Order of the other side is tried.
type node struct {
	p        Position
	mine     Order
	priority int
	over     bool
	// The own Order acts first against every lower one and leads to the same
	// position each time: own, once led is set.
	led bool
	own Position
}

func (n *node) begin(k *Kernel, mine Order) {
	n.mine, n.led, n.over = mine, false, n.p.Over()
	n.priority = n.p.priority(k.side, mine)
}

// reply sets dst to the position after the round against one Order.
func (n *node) reply(k *Kernel, theirs Order, dst *Position) {
	if n.over {
		*dst = n.p
		return
	}
	switch p := n.p.priority(k.side^1, theirs); {
	case p == n.priority:
		*dst = n.p
	case p > n.priority:
		*dst = n.p
		k.Order(dst, k.side^1, theirs)
		if !dst.Over() {
			k.Order(dst, k.side, n.mine)
		}
	default:
		if !n.led {
			n.led = true
			n.own = n.p
			k.Order(&n.own, k.side, n.mine)
		}
		*dst = n.own
		if !dst.Over() {
			k.Order(dst, k.side^1, theirs)
		}
	}
}

// PlanPairs plays n random plans against all replies from p and returns the
// number of plan pairs that were resolved. It is the work that benchmarks time.
func PlanPairs(p Position, n int, r *game.Rand) int {
	var k Kernel
	pairs := 0
	leaf := func(int, *Position) { pairs++ }
	for range n {
		k.ReplyAll(&p, 0, p.SamplePlan(r), leaf)
	}
	return pairs
}

// PlanPairs counts the pairs of n plans of South in this position, for benchmarks.
func (s *State) PlanPairs(n int, r *game.Rand) int { return PlanPairs(s.Position(), n, r) }

// Pending is a decision in mid-turn and what is known of the turn.
type Pending struct {
	Seat  int
	Round int     // 0–2
	First bool    // the asked side's Order is the first of the round
	Plans [2]Plan // Orders that are not known are zero
}

// Pending returns the decision at hand; ok is false if there is none.
func (s *State) Pending() (p Pending, ok bool) {
	if s.over != 0 || !s.midTurn() {
		return Pending{}, false
	}
	return Pending{Seat: int(s.asked), Round: int(s.round), First: s.step == 1, Plans: s.plans}, true
}

// Outcomes lists the actions of the decision at hand and the position that each
// leads to before the next Order acts. A super slide after an exit is taken or
// not as the kernel chooses.
func (k *Kernel) Outcomes(s *State) (actions []game.Action, after []Position) {
	d, ok := s.Pending()
	if !ok {
		return nil, nil
	}
	n := s.order().Number()
	actions = s.AppendActions(nil, game.Seat(d.Seat))
	for _, a := range actions {
		q := s.pos
		switch {
		case a == actSlide:
			q.slideOn(d.Seat, n, s.dir)
		case a&^0xff == actExit:
			if dir, super := q.exit(d.Seat, n, Square(a)); super {
				k.slideOn(&q, d.Seat, n, dir)
			}
		case a&^0xff == actSlam:
			q.slam(d.Seat, Direction(a))
		}
		after = append(after, q)
	}
	return actions, after
}

// Rest plays what is left of a turn after the decision at hand has led to p, with
// the given plans.
func (k *Kernel) Rest(p *Position, d Pending, plans [2]Plan) {
	if d.First && !p.Over() {
		k.Order(p, d.Seat^1, plans[d.Seat^1][d.Round])
	}
	for i := d.Round + 1; i < 3 && !p.Over(); i++ {
		k.Round(p, 0, plans[0][i], plans[1][i])
	}
}
