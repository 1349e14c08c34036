package conqueror

import (
	"math"
	"math/bits"

	"atoll/game"
	rules "atoll/games/conqueror"
)

const maxSeats = 4

// A feature set is a list of indices into the weights of a table; the logit of
// a player is the sum of the weights at these indices.
//
//	islands  one for each island that nobody has won:
//	         I roll next (2) · stage (3) · mine (4) · most of another (4) · all coins (4) ·
//	         I hold it (2) · rolls that take me there (4) · and my rivals (4)
//	lead     progress (8) · lead in islands (13) · my mobility (6) · theirs (6)
//	tempo    progress (8) · turns until mine (4) · mobility (6)
//	purse    progress (8) · coins in hand (6) · coins of the richest other (6)
//	region   lead (5) · tiles left in my part of the land (6) · in theirs (6) ·
//	         the same part (2) · I roll next (2)
const (
	islandsAt   = 0
	islandsSize = 2 * 3 * 4 * 4 * 4 * 2 * 4 * 4
	leadAt      = islandsAt + islandsSize
	leadSize    = 8 * 13 * 6 * 6
	tempoAt     = leadAt + leadSize
	tempoSize   = 8 * 4 * 6
	purseAt     = tempoAt + tempoSize
	purseSize   = 8 * 6 * 6
	regionAt    = purseAt + purseSize
	regionSize  = 5 * 6 * 6 * 2 * 2

	// WeightCount is the number of weights of one kind of table.
	WeightCount = regionAt + regionSize

	maxFeatures = 32 // 16 + 4, rounded up to spare checks of bounds
)

// Weights judge positions of one kind of table.
type Weights [WeightCount]float32

// Features lists what counts for each player of a position.
type Features struct {
	Index [maxSeats][maxFeatures]uint16
	Count [maxSeats]int
	// Mute players cannot win any more.
	Mute [maxSeats]bool
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

// progressOf sorts the number of tiles left into stages of the game.
var progressOf = func() (p [65]uint8) {
	for n := range p {
		switch {
		case n <= 2:
			p[n] = 0
		case n <= 5:
			p[n] = 1
		case n <= 9:
			p[n] = 2
		case n <= 14:
			p[n] = 3
		case n <= 21:
			p[n] = 4
		case n <= 31:
			p[n] = 5
		case n <= 45:
			p[n] = 6
		default:
			p[n] = 7
		}
	}
	return p
}()

var purseOf = func() (b [256]uint8) {
	for n := range b {
		switch {
		case n <= 2:
			b[n] = uint8(n)
		case n <= 4:
			b[n] = 3
		case n <= 8:
			b[n] = 4
		default:
			b[n] = 5
		}
	}
	return b
}()

// view is what the features of all players are made from.
type view struct {
	free  uint64 // unclaimed, tokens that stand on a tile taken as its claim
	coins [maxSeats]uint64
	won   [maxSeats]int
	score [maxSeats]int
	reach [maxSeats][3]uint64 // free tiles at the end of one, two, three steps
	moves [maxSeats]uint8     // mobility, 0 to 5
	land  [maxSeats]uint16    // islands connected with the player's
	room  [maxSeats]uint8     // tiles left there, 0 to 5
	turns [maxSeats]uint8     // turns until the player's next
}

// read prepares the view. A token on an unclaimed tile will claim it, since
// nobody else can land there; so this is done beforehand, in the order of play.
func (v *view) read(s *rules.State, latest *[16]int8) {
	seats := s.Seats()
	v.free = s.Free &^ s.Tokens
	v.coins = s.Coins
	for p := range seats {
		v.won[p] = bits.OnesCount16(s.Won[p])
		v.reach[p] = [3]uint64{}
		v.moves[p], v.land[p], v.room[p] = 0, 0, 0
	}
	for i := range latest {
		latest[i] = -1
	}
	turn := int(s.Turn)
	for k := range seats {
		p := int(s.Order[(turn+k)%seats])
		v.turns[p] = uint8(k)
		if !s.In.Has(game.Seat(p)) || s.Token[p] < 0 {
			continue
		}
		t := uint(s.Token[p])
		if s.Free>>t&1 == 0 || s.Purse[p] == 0 {
			continue
		}
		v.coins[p] |= 1 << t
		latest[t>>2] = int8(p)
	}
	for p := range seats {
		if !s.In.Has(game.Seat(p)) || s.Token[p] < 0 {
			continue
		}
		one, two, three := s.Reach(int(s.Token[p]))
		one, two, three = one&v.free, two&v.free, three&v.free
		v.reach[p] = [3]uint64{one, two, three}
		v.moves[p] = mobility(one, two, three)
		v.land[p] = s.Board().Land(int(s.Token[p])>>2, ^s.Gone)
		v.room[p] = roomOf[bits.OnesCount64(v.free&spread(v.land[p]))]
	}
}

// spread turns a set of islands into the set of their tiles.
func spread(islands uint16) uint64 {
	x := uint64(islands)
	x = (x | x<<24) & 0x000000ff000000ff
	x = (x | x<<12) & 0x000f000f000f000f
	x = (x | x<<6) & 0x0303030303030303
	x = (x | x<<3) & 0x1111111111111111
	return x * 15
}

var roomOf = func() (b [65]uint8) {
	for n := range b {
		switch {
		case n == 0:
			b[n] = 0
		case n <= 2:
			b[n] = 1
		case n <= 5:
			b[n] = 2
		case n <= 10:
			b[n] = 3
		case n <= 20:
			b[n] = 4
		default:
			b[n] = 5
		}
	}
	return b
}()

func mobility(one, two, three uint64) uint8 {
	n := bits.OnesCount64(one | two | three)
	switch {
	case n == 0:
		return 0
	case n >= 11:
		return 5
	case n >= 6:
		return 4
	}
	rolls := uint8(0)
	for _, set := range [3]uint64{one, two, three} {
		if set != 0 {
			rolls++
		}
	}
	return rolls
}

// Read lists the features of a position before a roll.
func (f *Features) Read(s *rules.State) {
	var v view
	var latest [16]int8
	v.read(s, &latest)
	seats := s.Seats()
	left := progressOf[bits.OnesCount64(v.free)]
	stage := uint16(0)
	if left <= 5 {
		stage = 1
	}
	if left <= 3 {
		stage = 2
	}
	for p := range seats {
		f.Count[p] = 0
		f.Mute[p] = s.Hopeless(game.Seat(p))
		v.score[p] = v.won[p]
	}
	// Counts of all islands at once, four bits each: coins, and rolls that lead there.
	var coins, hits [maxSeats]uint64
	all := uint64(0)
	for p := range seats {
		all |= v.coins[p]
		r := &v.reach[p]
		hits[p] = someOf(r[0]) + someOf(r[1]) + someOf(r[2])
		if !f.Mute[p] {
			coins[p] = countOf(v.coins[p])
		}
	}
	// Rivals of a player are those who roll before the player does again, all
	// others for the one about to roll. Three of them have at most nine rolls.
	var rivals [maxSeats]uint64
	for p := range seats {
		for q := range seats {
			if q != p && (v.turns[p] == 0 || v.turns[q] < v.turns[p]) {
				rivals[p] += hits[q]
			}
		}
	}
	open := ^(s.Won[0] | s.Won[1] | s.Won[2] | s.Won[3]) & uint16(1<<s.Board().Islands()-1)
	for ; open != 0; open &= open - 1 {
		i := bits.TrailingZeros16(open)
		shift := uint(4*i) & 63
		var most, second, total uint64
		top := 0
		for p := range seats {
			n := coins[p] >> shift & 15
			total += n
			if n > most {
				most, second, top = n, most, p
			} else {
				second = max(second, n)
			}
		}
		if all>>shift&15 == 15 { // the last token on it wins it
			v.score[latest[i]]++
			continue
		}
		holder := -1
		if most > second {
			holder = top
		} else if most > 0 {
			holder = lastClaim(s, i, int(latest[i]), &coins, most)
		}
		if holder >= 0 {
			v.score[holder]++
		}
		total = min(total, 3)
		for p := range seats {
			mine := coins[p] >> shift & 15
			other := most
			if p == top {
				other = second
			}
			theirs := min(rivals[p]>>shift&15, 3)
			x := uint64(stage)
			if v.turns[p] == 0 {
				x += 3
			}
			x = x<<6 | min(mine, 3)<<4 | min(other, 3)<<2 | total
			x <<= 1
			if holder == p {
				x |= 1
			}
			x = x<<4 | hits[p]>>shift&15<<2 | theirs
			f.Index[p][f.Count[p]&31] = uint16(islandsAt + x)
			f.Count[p]++
		}
	}
	for p := range seats {
		f.finish(s, &v, p, seats, uint16(left))
	}
}

func (f *Features) add(p int, x uint16) {
	f.Index[p][f.Count[p]&31] = x
	f.Count[p]++
}

// finish adds the features of player p that need everybody's score.
func (f *Features) finish(s *rules.State, v *view, p, seats int, left uint16) {
	best, rich := -20, uint8(0)
	theirs, room := uint8(0), uint8(0)
	same := uint16(0)
	for q := range seats {
		if q == p {
			continue
		}
		if v.land[q] != 0 && v.land[q] == v.land[p] {
			same = 1
		}
		room = max(room, v.room[q])
		if !f.Mute[q] {
			best = max(best, v.score[q])
		}
		theirs = max(theirs, v.moves[q])
		if s.In.Has(game.Seat(q)) {
			rich = max(rich, purseOf[s.Purse[q]])
		}
	}
	lead := uint16(min(6, max(-6, v.score[p]-best)) + 6)
	mine := uint16(v.moves[p])
	f.add(p, leadAt+((left*13+lead)*6+mine)*6+uint16(theirs))
	f.add(p, tempoAt+(left*4+uint16(v.turns[p]))*6+mine)
	f.add(p, purseAt+(left*6+uint16(purseOf[s.Purse[p]]))*6+uint16(rich))
	x := uint16(leadOf[lead])*6 + uint16(v.room[p])
	x = (x*6+uint16(room))*2 + same
	x *= 2
	if v.turns[p] == 0 {
		x++
	}
	f.add(p, regionAt+x)
}

// leadOf sorts leads of −6 to 6 islands into five.
var leadOf = [13]uint8{0, 0, 0, 0, 1, 1, 2, 3, 3, 4, 4, 4, 4}

// lastClaim returns who of those with most coins on island i claimed last; -1
// where dice decide.
func lastClaim(s *rules.State, i, latest int, coins *[maxSeats]uint64, most uint64) int {
	if s.Dice() {
		return -1
	}
	shift := uint(4 * i)
	if latest >= 0 && coins[latest]>>shift&15 == most {
		return latest
	}
	order := s.Latest[i]
	for range 4 {
		bit := uint64(1) << (shift + uint(order&3))
		for p := range coins {
			if coins[p]>>shift&15 == most && s.Coins[p]&bit != 0 {
				return p
			}
		}
		order >>= 2
	}
	return -1
}

// Shares sets the expected share of first place of each player.
func (w *Weights) Shares(f *Features, seats int, shares *[maxSeats]float32) {
	var sum [maxSeats]float32
	top := float32(math.Inf(-1))
	for p := range seats {
		if f.Mute[p] {
			continue
		}
		x := float32(0)
		for _, i := range f.Index[p][:f.Count[p]&31] {
			x += w[i]
		}
		sum[p] = x
		top = max(top, x)
	}
	total := float32(0)
	for p := range seats {
		shares[p] = 0
		if !f.Mute[p] {
			shares[p] = exp(sum[p] - top)
			total += shares[p]
		}
	}
	for p := range seats {
		shares[p] /= total
	}
}

func exp(x float32) float32 { return float32(math.Exp(float64(x))) }
