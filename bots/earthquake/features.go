package earthquake

import (
	"atoll/game"
	rules "atoll/games/earthquake"
)

// What the network sees of one explorer: where it stands, what it holds, where it
// can go, and who can harm it. The numbers are indices into the input.
const (
	fHeight   = 0  // 0 to 6 and more, one of 7
	fTool     = 7  // none or one of eight, one of 9
	fUnder    = 16 // water, hole, few cracks, many cracks, tool: one of 5
	fSteps    = 21 // ways by step, 0 to 5 and more, one of 6
	fHighest  = 27 // highest stack in reach, 0 (none) to 5 and more, one of 6
	fGood     = 33 // stacks of two and more in reach
	fVeryGood = 34 // of three and more
	fTwo      = 35 // hexes in reach of two steps
	fRegion   = 36 // hexes in reach of any number of steps
	fTiles    = 37 // their tiles
	fMover    = 38
	fWait     = 39 // players before its turn
	fLeft     = 40 // explorers left: 2, 3, 4, more, one of 4
	fIsland   = 44 // all tiles
	fStranded = 45
	fSafe     = 46 // protected from hits
	fBeside   = 47 // others next to it
	fHit      = 48 // somebody can hit it
	fHitLow   = 49 // and it stands on one tile or none
	fPushed   = 50
	fCracked  = 51 // cracks that others can play on it
	fSunk     = 52 // and it stands on one tile
	fAround   = 53 // tiles of the neighbouring stacks
	fBelt     = 54 // lifebelt when low
	fBag      = 55 // sandbag when low
	fRope     = 56 // ways by rope
	fSpring   = 57 // ways by spring
	fVolcano  = 58 // share of volcanoes in what is unseen
	fOwn      = 59 // hexes of fTwo that nobody else has
	fAbout    = 60 // neighbours: off the board, water, volcano, explorer, too high, higher, level, lower: 8 counts
	fTops     = 68 // tops in reach: holes, cracks, tools: 3 counts
	fRing     = 71 // tiles two hexes away in a straight line
	inputs    = 72
)

// sight is what the features of all explorers share.
type sight struct {
	in    [game.MaxSeats]bool
	steps [game.MaxSeats]rules.Set // ways by step
	two   [game.MaxSeats]rules.Set // in reach of two steps
	n     int
	tiles int
}

// Input is a sparse vector: what the network sees of one explorer.
type Input struct {
	Index [56]uint8
	Value [56]float32
	N     int
}

func (v *Input) add(i int, x float32) {
	if x != 0 {
		v.Index[v.N], v.Value[v.N] = uint8(i), x
		v.N++
	}
}

func climbable(p *rules.Position, from rules.Hex, free rules.Set) rules.Set {
	var to rules.Set
	limit := p.Height(from) + 1
	for rest := rules.Neighbours(from) & free; rest != 0; rest &= rest - 1 {
		if p.Height(rest.First()) <= limit {
			to |= rest & -rest
		}
	}
	return to
}

func spread(p *rules.Position, from, free rules.Set) rules.Set {
	to := from
	for rest := from; rest != 0; rest &= rest - 1 {
		to |= climbable(p, rest.First(), free)
	}
	return to
}

func (g *sight) look(p *rules.Position) {
	g.n = 0
	g.tiles = tilesOn(p, p.Land())
	free := p.Land() &^ (p.Occupied() | p.Volcanoes())
	for s := range game.Seat(p.Players()) {
		g.in[s] = p.In(s)
		if !g.in[s] {
			continue
		}
		g.n++
		g.steps[s] = climbable(p, p.At(s), free)
		g.two[s] = spread(p, g.steps[s], free)
	}
}

func upTo(n, most int) int {
	if n > most {
		return most
	}
	return n
}

// about describes the surroundings of h.
func (g *sight) about(p *rules.Position, h rules.Hex, v *Input) {
	near, height := rules.Neighbours(h), p.Height(h)
	var count [8]int
	var tops [3]int
	count[0] = 6 - near.Len()
	count[1] = (near &^ (p.Land() | p.Occupied())).Len()
	count[2] = (near & p.Volcanoes()).Len()
	count[3] = (near & p.Occupied() &^ p.Volcanoes()).Len()
	for rest := near & p.Land() &^ (p.Occupied() | p.Volcanoes()); rest != 0; rest &= rest - 1 {
		o := rest.First()
		switch rise := p.Height(o) - height; {
		case rise > 1:
			count[4]++
			continue
		case rise == 1:
			count[5]++
		case rise == 0:
			count[6]++
		default:
			count[7]++
		}
		switch top := p.Top(o); {
		case top == rules.Hole:
			tops[0]++
		case top.IsCracks():
			tops[1]++
		default:
			tops[2]++
		}
	}
	for i, n := range count {
		v.add(fAbout+i, float32(n)/3)
	}
	for i, n := range tops {
		v.add(fTops+i, float32(n)/3)
	}
	v.add(fRing, float32(tilesOn(p, rules.Two(h)&p.Land()&^p.Volcanoes()))/12)
}

// describe makes the input of seat s, which is in and placed. The order of what it adds is part of
// the answer: sums of floats depend on it.
func (g *sight) describe(p *rules.Position, s game.Seat, v *Input) {
	v.N = 0
	stands(p, s, v)
	g.ways(p, s, v)
	g.order(p, s, v)
	others := g.threats(p, s, v)
	g.tools(p, s, v)
	unseen(p, v)
	v.add(fOwn, float32((g.two[s]&^others).Len())/5)
}

// stands describes what seat s stands on and holds.
func stands(p *rules.Position, s game.Seat, v *Input) {
	h := p.At(s)
	v.add(fHeight+upTo(p.Height(h), 6), 1)
	if tool := p.Tool(s); tool == rules.NoTile {
		v.add(fTool, 1)
	} else {
		v.add(fTool+1+int(tool-rules.Rope), 1)
	}
	switch top := p.Top(h); {
	case top == rules.NoTile:
		v.add(fUnder, 1)
	case top == rules.Hole:
		v.add(fUnder+1, 1)
	case top.IsCracks() && top.Kind() < rules.KindCracks+2:
		v.add(fUnder+2, 1)
	case top.IsCracks():
		v.add(fUnder+3, 1)
	default:
		v.add(fUnder+4, 1)
	}
}

// ways describes where seat s can go: in one step, in two, and in any number.
func (g *sight) ways(p *rules.Position, s game.Seat, v *Input) {
	steps := g.steps[s]
	v.add(fSteps+upTo(steps.Len(), 5), 1)
	highest, good, veryGood := 0, 0, 0
	for rest := steps; rest != 0; rest &= rest - 1 {
		n := p.Height(rest.First())
		highest = max(highest, n)
		if n >= 2 {
			good++
		}
		if n >= 3 {
			veryGood++
		}
	}
	v.add(fHighest+upTo(highest, 5), 1)
	g.about(p, p.At(s), v)
	v.add(fGood, float32(good)/3)
	v.add(fVeryGood, float32(veryGood)/3)
	two := g.two[s]
	v.add(fTwo, float32(two.Len())/8)
	free := p.Land() &^ (p.Occupied() | p.Volcanoes())
	region, front := two, two
	for front != 0 {
		next := spread(p, front, free)
		front = next &^ region
		region |= next
	}
	v.add(fRegion, float32(region.Len())/12)
	v.add(fTiles, float32(tilesOn(p, region))/30)
}

// tilesOn counts the tiles on a set of hexes.
func tilesOn(p *rules.Position, set rules.Set) int {
	n := 0
	for rest := set; rest != 0; rest &= rest - 1 {
		n += p.Height(rest.First())
	}
	return n
}

// order describes when seat s comes, who is left, and whether it is in danger at once.
func (g *sight) order(p *rules.Position, s game.Seat, v *Input) {
	wait := 0
	for o := p.Turn(); o != s; {
		if g.in[o] {
			wait++
		}
		if o--; o < 0 {
			o = game.Seat(p.Players()) - 1
		}
	}
	if wait == 0 {
		v.add(fMover, 1)
	}
	v.add(fWait, float32(wait)/3)
	v.add(fLeft+upTo(g.n-2, 3), 1)
	v.add(fIsland, float32(g.tiles)/60)
	if p.Height(p.At(s)) == 0 && p.Stranded(s) {
		v.add(fStranded, 1)
	}
	if p.Protected(s) {
		v.add(fSafe, 1)
	}
}

// threats describes what the others can do to seat s, and returns the hexes in their reach.
func (g *sight) threats(p *rules.Position, s game.Seat, v *Input) (others rules.Set) {
	h := p.At(s)
	height, near, far := p.Height(h), rules.Neighbours(h), rules.Two(h)
	v.add(fBeside, float32((near&p.Occupied()).Len())/2)
	hits, pushes, cracks := 0, 0, 0
	for o := range game.Seat(p.Players()) {
		if o == s || !g.in[o] {
			continue
		}
		others |= g.two[o]
		at := p.At(o)
		switch p.Tool(o) {
		case rules.Dynamite:
			if near.Has(at) {
				hits++
			}
		case rules.Bazooka:
			if far.Has(at) {
				hits++
			}
		case rules.Push:
			if near.Has(at) {
				pushes++
			}
		}
		mine := rules.Set(1) << uint(h)
		if p.Falls(at)&mine != 0 {
			cracks++
		}
		for rest := g.steps[o] & near; rest != 0; rest &= rest - 1 {
			if p.Falls(rest.First())&mine != 0 {
				cracks++
			}
		}
	}
	if hits > 0 && !(p.Protected(s) && height == 0) {
		v.add(fHit, 1)
		if height <= 1 {
			v.add(fHitLow, 1)
		}
	}
	if pushes > 0 {
		v.add(fPushed, 1)
	}
	v.add(fCracked, float32(cracks)/2)
	if height == 1 {
		v.add(fSunk, float32(cracks)/2)
	}
	v.add(fAround, float32(tilesOn(p, near&p.Land()))/12)
	return others
}

// tools describes what the tool of seat s is good for where it stands.
func (g *sight) tools(p *rules.Position, s game.Seat, v *Input) {
	h := p.At(s)
	height := p.Height(h)
	free := p.Land() &^ (p.Occupied() | p.Volcanoes())
	switch p.Tool(s) {
	case rules.Lifebelt:
		if height <= 1 {
			v.add(fBelt, 1)
		}
	case rules.Sandbag:
		if height <= 1 {
			v.add(fBag, 1)
		}
	case rules.Rope:
		v.add(fRope, float32(upToHeight(p, rules.Neighbours(h)&free&^g.steps[s], height+3))/2)
	case rules.Spring:
		v.add(fSpring, float32(upToHeight(p, rules.Two(h)&free, height+1))/3)
	}
}

// upToHeight counts the hexes of a set that are not higher than most.
func upToHeight(p *rules.Position, set rules.Set, most int) int {
	n := 0
	for rest := set; rest != 0; rest &= rest - 1 {
		if p.Height(rest.First()) <= most {
			n++
		}
	}
	return n
}

// unseen describes how many of the tiles that nobody has seen are volcanoes.
func unseen(p *rules.Position, v *Input) {
	pool := p.Pool()
	total := 0
	for _, n := range pool {
		total += int(n)
	}
	if total > 0 {
		v.add(fVolcano, 10*float32(pool[rules.KindVolcano])/float32(total))
	}
}
