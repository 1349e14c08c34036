package epigo

import (
	"math/bits"

	"atoll/game"
)

const (
	kindDeploy game.Action = (iota + 1) << 56
	kindPlan
	kindSlide
	kindIsland
	kindMask = 0xff << 56

	actStop  = kindSlide
	actSlide = kindSlide | 1
	actStay  = kindIsland
	actExit  = kindIsland | 1<<8
	actSlam  = kindIsland | 2<<8
)

const (
	corePlans       = 7 * 6 * 5 * 4 * 4 * 4
	slamPlans       = 3 * 7 * 6 * 4 * 4
	coreDeployments = 8 * 7 * 6 * 5 * 4 * 3 * 2
)

// PlanAction packs a plan.
func PlanAction(p Plan) game.Action { return kindPlan | game.Action(pack(p)) }

// ActionPlan unpacks a plan action.
func ActionPlan(a game.Action) Plan { return Plan{Order(a >> 16), Order(a >> 8), Order(a)} }

func deployAction(tiles [8]uint8, isle Square) game.Action {
	a := kindDeploy
	for i, n := range tiles {
		a |= game.Action(n) << (44 - 4*i)
	}
	if isle != noIsland {
		a |= game.Action(isle) + 1
	}
	return a
}

func actionDeploy(a game.Action) (tiles [8]uint8, isle Square) {
	for i := range tiles {
		tiles[i] = uint8(a>>(44-4*i)) & 15
	}
	if isle = Square(a) - 1; isle == 0xff {
		isle = noIsland
	}
	return tiles, isle
}

// triples and pairs are the sequences of different numbers, ascending.
var (
	triples [7 * 6 * 5]Plan
	pairs   [7 * 6][2]Order
)

func init() {
	i, j := 0, 0
	for a := Order(1); a <= 7; a++ {
		for b := Order(1); b <= 7; b++ {
			if a == b {
				continue
			}
			pairs[j] = [2]Order{a << 2, b << 2}
			j++
			for c := Order(1); c <= 7; c++ {
				if c != a && c != b {
					triples[i] = Plan{a << 2, b << 2, c << 2}
					i++
				}
			}
		}
	}
}

// lastOrder is the highest Order in play: SLAM only with Islanders.
func (p *Position) lastOrder() Order {
	if p.rules&islanders != 0 {
		return Slam
	}
	return Slam - 1
}

// AppendActions implements game.State.
func (s *State) AppendActions(dst []game.Action, seat game.Seat) []game.Action {
	if !s.Acting().Has(seat) {
		return dst
	}
	switch s.phase {
	case deploying:
		return s.appendDeployments(dst, int(seat))
	case planning:
		return s.appendPlans(dst)
	case superSlide:
		return append(dst, actStop, actSlide)
	case exiting:
		dst = append(dst, actStay)
		for m := s.pos.exits(int(seat), s.order().Direction()); m != 0; m &= m - 1 {
			dst = append(dst, actExit|game.Action(bits.TrailingZeros64(m)))
		}
	case slamming:
		dst = append(dst, actStay)
		for d := range Direction(4) {
			if s.pos.maySlam(int(seat), d) {
				dst = append(dst, actSlam|game.Action(d))
			}
		}
	}
	return dst
}

func (s *State) appendPlans(dst []game.Action) []game.Action {
	last := s.pos.lastOrder()
	for a := Order(4); a <= last; a++ {
		for b := Order(4); b <= last; b++ {
			if b>>2 == a>>2 {
				continue
			}
			for c := Order(4); c <= last; c++ {
				if c>>2 != a>>2 && c>>2 != b>>2 {
					dst = append(dst, PlanAction(Plan{a, b, c}))
				}
			}
		}
	}
	return dst
}

func (s *State) appendDeployments(dst []game.Action, seat int) []game.Action {
	tiles := [8]uint8{1, 2, 3, 4, 5, 6, 7, 8}
	for {
		if s.pos.rules&islanders != 0 {
			for _, isle := range places[seat] {
				dst = append(dst, deployAction(tiles, isle))
			}
		} else {
			dst = append(dst, deployAction(tiles, noIsland))
		}
		// The next permutation in ascending order.
		i := 6
		for i >= 0 && tiles[i] > tiles[i+1] {
			i--
		}
		if i < 0 {
			return dst
		}
		j := 7
		for tiles[j] < tiles[i] {
			j--
		}
		tiles[i], tiles[j] = tiles[j], tiles[i]
		for a, b := i+1, 7; a < b; a, b = a+1, b-1 {
			tiles[a], tiles[b] = tiles[b], tiles[a]
		}
	}
}

// Legal implements game.State.
func (s *State) Legal(seat game.Seat, a game.Action) bool {
	if !s.Acting().Has(seat) {
		return false
	}
	switch s.phase {
	case deploying:
		return s.legalDeployment(int(seat), a)
	case planning:
		return s.legalPlan(a)
	case superSlide:
		return a == actStop || a == actSlide
	case exiting:
		return a == actStay || a>>8 == actExit>>8 && s.pos.mayExit(int(seat), s.order().Direction(), Square(a))
	case slamming:
		return a == actStay || a>>2 == actSlam>>2 && s.pos.maySlam(int(seat), Direction(a)&3)
	}
	return false
}

func (s *State) legalPlan(a game.Action) bool {
	if a>>24 != kindPlan>>24 {
		return false
	}
	p, last := ActionPlan(a), s.pos.lastOrder()
	for _, o := range p {
		if o < 4 || o > last {
			return false
		}
	}
	return p[0]>>2 != p[1]>>2 && p[0]>>2 != p[2]>>2 && p[1]>>2 != p[2]>>2
}

func (s *State) legalDeployment(seat int, a game.Action) bool {
	if a>>48 != kindDeploy>>48 || a>>8&0xff != 0 {
		return false
	}
	tiles, isle := actionDeploy(a)
	var seen uint
	for _, n := range tiles {
		seen |= 1 << n
	}
	if seen != 0x1fe {
		return false
	}
	if s.pos.rules&islanders == 0 {
		return uint8(a) == 0
	}
	return mayPlaceIsland(seat, isle)
}

func mayPlaceIsland(seat int, isle Square) bool {
	for _, sq := range places[seat&1] {
		if sq == isle {
			return true
		}
	}
	return false
}

// CountActions implements game.Sampler.
func (s *State) CountActions(seat game.Seat) int {
	if !s.Acting().Has(seat) {
		return 0
	}
	isles := s.pos.rules&islanders != 0
	switch s.phase {
	case deploying:
		if isles {
			return coreDeployments * len(places[seat])
		}
		return coreDeployments
	case planning:
		if isles {
			return corePlans + slamPlans
		}
		return corePlans
	case superSlide:
		return 2
	case exiting:
		return 1 + bits.OnesCount64(s.pos.exits(int(seat), s.order().Direction()))
	}
	n := 1
	for d := range Direction(4) {
		if s.pos.maySlam(int(seat), d) {
			n++
		}
	}
	return n
}

// SampleAction implements game.Sampler.
func (s *State) SampleAction(seat game.Seat, r *game.Rand) game.Action {
	switch s.phase {
	case deploying:
		return s.sampleDeployment(int(seat), r)
	case planning:
		return PlanAction(s.pos.SamplePlan(r))
	case superSlide:
		return kindSlide | game.Action(r.Uint64()>>63)
	}
	var buf [16]game.Action
	list := s.AppendActions(buf[:0], seat)
	return list[r.Intn(len(list))]
}

// SamplePlan draws one of all plans, each equally likely.
func (p *Position) SamplePlan(r *game.Rand) Plan {
	n := uint64(corePlans)
	if p.rules&islanders != 0 {
		n += slamPlans
	}
	k := uint(r.Below(n))
	if k < corePlans {
		t := triples[k/64]
		t[0] |= Order(k & 3)
		t[1] |= Order(k >> 2 & 3)
		t[2] |= Order(k >> 4 & 3)
		return t
	}
	k -= corePlans
	two := pairs[k/48]
	two[0] |= Order(k & 3)
	two[1] |= Order(k >> 2 & 3)
	switch k >> 4 % 3 {
	case 0:
		return Plan{Slam, two[0], two[1]}
	case 1:
		return Plan{two[0], Slam, two[1]}
	}
	return Plan{two[0], two[1], Slam}
}

func (s *State) sampleDeployment(seat int, r *game.Rand) game.Action {
	tiles := [8]uint8{1, 2, 3, 4, 5, 6, 7, 8}
	for i := 7; i > 0; i-- {
		j := r.Intn(i + 1)
		tiles[i], tiles[j] = tiles[j], tiles[i]
	}
	isle := Square(noIsland)
	if s.pos.rules&islanders != 0 {
		isle = places[seat][r.Intn(len(places[seat]))]
	}
	return deployAction(tiles, isle)
}
