package conqueror

import (
	"math/bits"

	"atoll/game"
	rules "atoll/games/conqueror"
)

const maxSeats = 4

// A position is described to one player by a list of rows of the network, one
// for every island that nobody has won and a few for the whole:
//
//	islands  coins on it (16 classes) · rolls that take me there (10) · and my rivals (10)
//	rolls    for me and each rival in order of play: what the best move of each
//	         number of steps does (pass, give, safe, take): 4³
//	lead     lead in islands, held ones counted (17) · stage of the game (8)
//	won      lead in islands won (17) · islands not won (17)
//	ratio    for each rival: difference in islands, held ones counted (13)
//	counts   how many islands have 0, 1, 2, 3 tiles claimed (17 each), with two players
//	         of those somebody can reach
//	waits    claims until only islands with two claimed tiles are left (33) · I roll next (2)
//	purse    coins in hand, of me and each rival (13)
//	room     tiles left in the part of the land of me and each rival (21); the same part (2)
//	moves    tiles in reach of me and each rival (16)
//	turn     turns until mine (4) · players in (5)
//	left     tiles left (65)
//	prizes   islands with one tile left in reach of me, of rivals, of both, of nobody (6 each)
//	rooms    tiles left in the part of the land of me and each rival, islands with
//	         three claimed tiles taken away (21)
//	parts    parted now, soon or not (3) · lead (5) · my room (6) · their most (6)
//	stands   tiles claimed on the island where I and each rival stand (5)
//	shores   for every island: tiles claimed (4) · islands beside it (5) · held by me, others or nobody (3)
//	threats  rolls that take, rolls that do no harm: mine (10) · of the next to roll (10)
//	flags    dice break ties
const (
	islandClasses = 16
	islandsAt     = 0
	rollsAt       = islandsAt + islandClasses*100
	leadAt        = rollsAt + maxSeats*64
	wonAt         = leadAt + 17*8
	ratioAt       = wonAt + 17*17
	countsAt      = ratioAt + (maxSeats-1)*13
	waitsAt       = countsAt + 4*17
	purseAt       = waitsAt + 33*2
	roomAt        = purseAt + maxSeats*13
	sameAt        = roomAt + maxSeats*21
	movesAt       = sameAt + 2
	turnAt        = movesAt + maxSeats*16
	leftAt        = turnAt + 4*5
	prizesAt      = leftAt + 65
	roomsAt       = prizesAt + 4*6
	partsAt       = roomsAt + maxSeats*21
	standsAt      = partsAt + 3*5*6*6
	shoresAt      = standsAt + maxSeats*5
	threatsAt     = shoresAt + 4*5*3
	flagsAt       = threatsAt + 10*10

	// RowCount is the number of rows of a network.
	RowCount = flagsAt + 1

	maxRows = 128 // more than there ever are; a power of two spares checks of bounds
)

// Features lists the rows of the players a position is judged for: with two
// players the one about to roll, else all.
type Features struct {
	Index [maxSeats][maxRows]uint16
	Count [maxSeats]int
	// Mute players cannot win any more.
	Mute [maxSeats]bool
	// Stage selects the weights of the output.
	Stage int
	Mover int
	Seats int

	view view
}

// countOf counts the tiles of a set on every island, four bits each.
func countOf(x uint64) uint64 {
	x -= x >> 1 & 0x5555555555555555
	return x&0x3333333333333333 + x>>2&0x3333333333333333
}

// someOf has 1 for every island with a tile of the set, four bits each.
func someOf(x uint64) uint64 {
	x |= x >> 2
	return (x | x>>1) & 0x1111111111111111
}

// stageOf sorts the number of tiles left into stages of the game.
var stageOf = func() (p [65]uint8) {
	for n := range p {
		for _, most := range []int{2, 5, 9, 14, 21, 31, 45} {
			if n > most {
				p[n]++
			}
		}
	}
	return p
}()

// classOf sorts the coins on an island by mine, most of another, all, and whether
// I hold it.
var classOf = func() (c [4][4][4][2]uint8) {
	n := uint8(0)
	for total := range 4 {
		for mine := range total + 1 {
			for other := range total - mine + 1 {
				if total-mine > 0 && other == 0 || total-mine > 3*other {
					continue
				}
				switch {
				case mine == other && mine > 0:
					c[mine][other][total] = [2]uint8{n, n + 1}
					n += 2
				default:
					c[mine][other][total] = [2]uint8{n, n}
					n++
				}
			}
		}
	}
	if n != islandClasses {
		panic("conqueror: classes of islands")
	}
	return c
}()

// view is what the features of all players are made from.
type view struct {
	free   uint64 // unclaimed, tokens that stand on a tile taken as its claim
	coins  [maxSeats]uint64
	latest [16]int8
	won    [maxSeats]int
	score  [maxSeats]int
	reach  [maxSeats][3]uint64 // free tiles at the end of one, two, three steps
	near   [maxSeats]uint64    // by island, four bits each: rolls that lead there, or how far it is
	rolls  [maxSeats]uint8     // what the best move of each roll does
	land   [maxSeats]uint16    // islands connected with the player's
	firm   [maxSeats]uint16    // the same without islands about to be won
	rooms  [maxSeats]uint8     // tiles left there
	stands [maxSeats]uint8     // tiles claimed on the player's island
	room   [maxSeats]uint8     // tiles left there
	moves  [maxSeats]uint8     // tiles in reach
	turns  [maxSeats]uint8     // turns until the player's next
	seatAt [maxSeats]uint8     // who comes after so many turns

	totals uint64              // claimed tiles by island, four bits each
	counts [maxSeats]uint64    // the same for the coins of each player who can still win
	rivals [maxSeats]uint64    // how soon others get to an island
	sizes  [4]uint16           // islands by the number of claimed tiles
	prizes [maxSeats][4]uint16 // islands with three, by who gets there
}

// Values of view.near that are no set of rolls.
const (
	aside  = 0 // an island beside one in reach
	remote = 8 // further away
	cut    = 9 // not connected
)

// read prepares the view. A token on an unclaimed tile will claim it, since
// nobody else can land there; so this is done beforehand, in the order of play.
func (v *view) read(s *rules.State) {
	seats := s.Seats()
	v.free = s.Free &^ s.Tokens
	v.coins = s.Coins
	for i := range v.latest {
		v.latest[i] = -1
	}
	turn := int(s.Turn)
	for k := range seats {
		p := int(s.Order[turn])
		if turn++; turn == seats {
			turn = 0
		}
		v.turns[p] = uint8(k)
		v.seatAt[k] = uint8(p)
		v.won[p] = bits.OnesCount16(s.Won[p])
		t := s.Token[p]
		if t < 0 || s.Free>>uint(t)&1 == 0 || s.Purse[p] == 0 {
			continue
		}
		v.coins[p] |= 1 << uint(t)
		v.latest[t>>2] = int8(p)
	}
}

// spread turns a set of islands into the set of their tiles.
func spread(islands uint16) uint64 { return ones(islands) * 15 }

// ones turns a set of islands into four bits each: 1 for those in the set.
func ones(islands uint16) uint64 {
	x := uint64(islands)
	x = (x | x<<24) & 0x000000ff000000ff
	x = (x | x<<12) & 0x000f000f000f000f
	x = (x | x<<6) & 0x0303030303030303
	return (x | x<<3) & 0x1111111111111111
}

// islandsOf turns a set of tiles into the set of their islands.
func islandsOf(tiles uint64) uint16 { return squeeze(someOf(tiles)) }

// walk fills in where player p can go. two and three are the tiles of islands with
// two and with three claimed tiles.
func (v *view) walk(s *rules.State, p int, two, three uint64, weak uint16) {
	t := s.Token[p]
	if t < 0 {
		v.reach[p] = [3]uint64{}
		v.moves[p], v.land[p], v.room[p], v.rolls[p] = 0, 0, 0, 0
		v.firm[p], v.rooms[p] = 0, 0
		v.near[p] = cut * 0x1111111111111111
		return
	}
	a, b, c := s.Reach(int(t))
	touched := islandsOf((a | b | c) & s.Exist)
	a, b, c = a&v.free, b&v.free, c&v.free
	v.reach[p] = [3]uint64{a, b, c}
	v.moves[p] = uint8(bits.OnesCount64(a | b | c))
	land := s.Board().Land(int(t)>>2, ^s.Gone)
	v.land[p] = land
	v.room[p] = uint8(bits.OnesCount64(v.free & spread(land)))
	v.firm[p], v.rooms[p] = land, v.room[p]
	if land&weak != 0 {
		v.firm[p] = s.Board().Land(int(t)>>2, ^(s.Gone | weak))
		v.rooms[p] = uint8(bits.OnesCount64(v.free & spread(v.firm[p])))
	}
	v.rolls[p] = deed(a, two, three)<<4 | deed(b, two, three)<<2 | deed(c, two, three)
	near := someOf(a) | someOf(b)<<1 | someOf(c)<<2
	// Islands without a roll that leads there: aside, remote or cut off.
	none := ^(near | near>>1 | near>>2) & 0x1111111111111111
	far := none &^ ones(s.Board().Beside(touched)&^s.Gone|touched)
	v.near[p] = near | far*remote | none&^ones(land)
}

// deed tells what the best move to one of the tiles does: nothing (there is none),
// it gives away an island, does no harm, or takes one.
func deed(tiles, two, three uint64) uint8 {
	switch {
	case tiles == 0:
		return 0
	case tiles&three != 0:
		return 3
	case tiles&^two != 0:
		return 2
	}
	return 1
}

// Read lists the features of a position before a roll.
func (f *Features) Read(s *rules.State) {
	v := &f.view
	v.read(s)
	seats := s.Seats()
	f.Seats, f.Mover = seats, int(s.Mover())
	left := bits.OnesCount64(v.free)
	f.Stage = int(stageOf[left])
	claimed := uint64(0)
	v.counts = [maxSeats]uint64{}
	for p := range seats {
		f.Count[p] = 0
		f.Mute[p] = s.Hopeless(game.Seat(p))
		v.score[p] = v.won[p]
		claimed |= v.coins[p]
		if !f.Mute[p] {
			v.counts[p] = countOf(v.coins[p])
		}
	}
	open := ^(s.Won[0] | s.Won[1] | s.Won[2] | s.Won[3]) & uint16(1<<s.Board().Islands()-1)
	totals := countOf(claimed)
	v.totals = totals
	one, twos, four := totals&0x1111111111111111, totals>>1&0x1111111111111111, totals>>2&0x1111111111111111
	tilesTwo, tilesThree := (twos&^one)*15, (twos&one)*15
	weak := squeeze(twos&one | four)
	reachable := uint16(0)
	for p := range seats {
		v.walk(s, p, tilesTwo, tilesThree, weak)
		reachable |= v.land[p]
		v.stands[p] = 0
		if t := s.Token[p]; t >= 0 {
			v.stands[p] = uint8(totals >> uint(t&^3) & 15)
		}
	}
	first := f.Mover
	last := first + 1
	if seats > 2 {
		first, last = 0, seats
		reachable = ^uint16(0) // among more than two all islands count
		v.meet(seats)
	} else {
		v.rivals[first] = v.near[1-first]
	}
	// Islands whose last tile a token stands on are as good as won.
	for full := open & squeeze(four); full != 0; full &= full - 1 {
		if p := v.latest[bits.TrailingZeros16(full)]; p >= 0 {
			v.score[p]++
		}
	}
	f.islands(s, open&^squeeze(four), reachable, first, last)
	for p := first; p < last; p++ {
		if !f.Mute[p] {
			f.finish(s, p, left)
		}
	}
}

// islands adds the features of each open island for the players from first to before last, and
// counts those that they hold.
func (f *Features) islands(s *rules.State, open, reachable uint16, first, last int) {
	v := &f.view
	v.sizes = [4]uint16{}
	v.prizes = [maxSeats][4]uint16{}
	for ; open != 0; open &= open - 1 {
		i := bits.TrailingZeros16(open)
		shift := uint(4*i) & 63
		total := v.totals >> shift & 3
		if reachable>>i&1 != 0 {
			v.sizes[total]++
		}
		var most, second uint64
		top := 0
		for p := range f.Seats {
			n := v.counts[p] >> shift & 15
			if n > most {
				most, second, top = n, most, p
			} else {
				second = max(second, n)
			}
		}
		holder := -1
		if most > second {
			holder = top
		} else if most > 0 {
			holder = v.lastClaim(s, i, most)
		}
		if holder >= 0 {
			v.score[holder]++
		}
		shore := shoresAt + (uint16(total)*5+uint16(min(4, bits.OnesCount16(s.Board().Beside(1<<i)&^s.Gone))))*3
		for p := first; p < last; p++ {
			mine := v.counts[p] >> shift & 3
			other := most
			if p == top {
				other = second
			}
			held := 0
			switch {
			case holder == p:
				held = 1
				f.add(p, shore)
			case holder >= 0:
				f.add(p, shore+1)
			default:
				f.add(p, shore+2)
			}
			class := uint64(classOf[mine][other&3][total][held])
			my, their := v.near[p]>>shift&15, v.rivals[p]>>shift&15
			f.add(p, uint16(islandsAt+(class*10+my)*10+their))
			if total == 3 {
				k := 0
				if my-1 < 7 {
					k = 1
				}
				if their-1 < 7 {
					k += 2
				}
				v.prizes[p][k]++
			}
		}
	}
}

// squeeze turns four bits an island, 1 for those in a set, into the set.
func squeeze(x uint64) uint16 {
	x = (x | x>>3) & 0x0303030303030303
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return uint16(x | x>>24)
}

// meet sorts for each player how soon others get to an island: by the number
// of rolls of those who roll before the player does again (all others for the one
// about to roll), and where there are none by whether any other gets there at all.
func (v *view) meet(seats int) {
	const each = 0x1111111111111111
	var hits, inside [maxSeats]uint64
	for p := range seats {
		r := &v.reach[p]
		hits[p] = someOf(r[0]) + someOf(r[1]) + someOf(r[2])
		inside[p] = ones(v.land[p])
	}
	for p := range seats {
		soon, later, land := uint64(0), uint64(0), uint64(0)
		for q := range seats {
			if q == p {
				continue
			}
			land |= inside[q]
			if v.turns[p] == 0 || v.turns[q] < v.turns[p] {
				soon += hits[q]
			} else {
				later |= hits[q] | hits[q]>>1
			}
		}
		// Nine rolls at most: 7 and more are one class.
		many := soon >> 3 & each
		soon = soon&^(many*15) | many*7
		none := ^(soon | soon>>1 | soon>>2) & each
		// 0: nobody, but connected; 8: somebody after me; 9: not connected.
		after := none & later
		v.rivals[p] = soon | after*8 | none&^land&^after*9
	}
}

func (f *Features) add(p int, x uint16) {
	f.Index[p][f.Count[p]&(maxRows-1)] = x
	f.Count[p]++
}

// finish adds the features of player p for the whole position.
func (f *Features) finish(s *rules.State, p, left int) {
	v := &f.view
	seats := f.Seats
	best, bestWon := -20, -20
	same, firm, open := uint16(0), uint16(0), 16
	most := uint8(0)
	at := int(v.turns[p])
	for k := range seats {
		if at >= seats {
			at -= seats
		}
		q := int(v.seatAt[at])
		at++
		x := uint16(k)
		f.add(p, rollsAt+x*64+uint16(v.rolls[q]))
		f.add(p, purseAt+x*13+uint16(min(s.Purse[q], 12)))
		f.add(p, roomAt+x*21+uint16(min(v.room[q], 20)))
		f.add(p, movesAt+x*16+uint16(min(v.moves[q], 15)))
		f.add(p, roomsAt+x*21+uint16(min(v.rooms[q], 20)))
		f.add(p, standsAt+x*5+uint16(min(v.stands[q], 4)))
		open -= v.won[q]
		if k == 0 {
			continue
		}
		if v.land[q] != 0 && v.land[q] == v.land[p] {
			same = 1
			if v.firm[q]&v.firm[p] != 0 {
				firm = 1
			}
		}
		most = max(most, roomOf[v.room[q]])
		if f.Mute[q] {
			continue
		}
		best, bestWon = max(best, v.score[q]), max(bestWon, v.won[q])
		f.add(p, ratioAt+(x-1)*13+uint16(clamp(v.score[p]-v.score[q], 6)))
	}
	turn := uint16(v.turns[p])
	f.add(p, leadAt+uint16(f.Stage)*17+uint16(clamp(v.score[p]-best, 8)))
	f.add(p, wonAt+uint16(max(0, open))*17+uint16(clamp(v.won[p]-bestWon, 8)))
	for k, n := range v.sizes {
		f.add(p, countsAt+uint16(k)*17+n)
	}
	waits := waitsAt + (2*v.sizes[0]+v.sizes[1])*2
	if turn == 0 {
		waits++
	}
	f.add(p, waits)
	f.add(p, sameAt+same)
	x := (same+firm)*5 + uint16(leadOf[clamp(v.score[p]-best, 6)])
	f.add(p, partsAt+(x*6+uint16(roomOf[v.room[p]]))*6+uint16(most))
	next := v.seatAt[0]
	if int(next) == p {
		next = v.seatAt[1]
	}
	f.add(p, threatsAt+uint16(threatOf[v.rolls[p]])*10+uint16(threatOf[v.rolls[next]]))
	f.add(p, turnAt+turn*5+uint16(s.In.Len()))
	f.add(p, leftAt+uint16(left))
	for k, n := range v.prizes[p] {
		f.add(p, prizesAt+uint16(k)*6+min(n, 5))
	}
	if s.Dice() {
		f.add(p, flagsAt)
	}
}

// leadOf sorts leads of −6 to 6 islands into five.
var leadOf = [13]uint8{0, 0, 0, 0, 1, 1, 2, 3, 3, 4, 4, 4, 4}

// roomOf sorts numbers of tiles into six.
var roomOf = func() (b [65]uint8) {
	for n := range b {
		for _, most := range []int{0, 2, 5, 10, 20} {
			if n > most {
				b[n]++
			}
		}
	}
	return b
}()

// threatOf counts the rolls that take and those that do no harm.
var threatOf = func() (b [64]uint8) {
	for x := range b {
		takes, safe := 0, 0
		for _, d := range []int{x & 3, x >> 2 & 3, x >> 4} {
			switch d {
			case 3:
				takes++
			case 2:
				safe++
			}
		}
		b[x] = uint8([]int{0, 4, 7, 9}[takes] + safe)
	}
	return b
}()

// clamp maps −limit to limit to 0 and up.
func clamp(x, limit int) int { return min(limit, max(-limit, x)) + limit }

// lastClaim returns who of those with most coins on island i claimed last; -1
// where dice decide.
func (v *view) lastClaim(s *rules.State, i int, most uint64) int {
	if s.Dice() {
		return -1
	}
	shift := uint(4 * i)
	if p := v.latest[i]; p >= 0 && v.counts[p]>>shift&15 == most {
		return int(p)
	}
	order := s.Latest[i]
	for range 4 {
		bit := uint64(1) << (shift + uint(order&3))
		for p := range v.counts {
			if v.counts[p]>>shift&15 == most && s.Coins[p]&bit != 0 {
				return p
			}
		}
		order >>= 2
	}
	return -1
}
