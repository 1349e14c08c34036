package conqueror

import (
	"math/bits"

	"atoll/game"
	rules "atoll/games/conqueror"
)

// playOut plays s to its end and adds everybody's share of first place to sum.
// Where to go is drawn by tileWeights.
func playOut(s rules.State, r *game.Rand, sum *shares) {
	for s.Phase < rules.PhaseTie {
		s.PlayRoll(1+r.Intn(3), nil)
		set := s.Targets(s.Mover(), s.Steps())
		if set == 0 {
			s.PlayPass(nil)
			continue
		}
		if set&(set-1) != 0 {
			set = draw(&s, set, r)
		}
		s.PlayMove(bits.TrailingZeros64(set), nil)
	}
	var v shares
	finalShares(&s, &v)
	for p := range sum {
		sum[p] += v[p]
	}
}

// draw returns what is left of a set of tiles from one drawn by its weight on.
func draw(s *rules.State, set uint64, r *game.Rand) uint64 {
	var c TileClassifier
	c.Read(s)
	var upTo [64]float32
	sum := float32(0)
	n := 0
	for rest := set; rest != 0; rest &= rest - 1 {
		sum += tileWeights[c.Class(s, bits.TrailingZeros64(rest))]
		upTo[n&63] = sum
		n++
	}
	x := sum * float32(r.Uint64()>>40) / (1 << 24)
	for k := 0; k < n-1 && x >= upTo[k&63]; k++ {
		set &= set - 1
	}
	return set
}

// TileClasses is the number of classes of tiles to go to.
const TileClasses = 4 * 3 * 3 * 4

// TileClassifier sorts the tiles that the player to move can go to.
type TileClassifier struct {
	claimed uint64 // tiles of each island, four bits each
	mine    uint64 // coins of the player, likewise
	near    uint64 // tiles within three steps of a rival
	crowded uint64 // of two
}

// Read looks at a position.
func (c *TileClassifier) Read(s *rules.State) {
	p := s.Mover()
	c.claimed = countOf(^(s.Free &^ s.Tokens))
	c.mine = countOf(s.Coins[p])
	c.near, c.crowded = 0, 0
	for ps := s.In &^ (1 << p); ps != 0; ps &= ps - 1 {
		if t := s.Token[ps.First()]; t >= 0 {
			w := s.Board().Within(int(t))
			c.crowded |= c.near & w
			c.near |= w
		}
	}
}

// Class sorts tile t: by the tiles claimed on its island (0 to 3), the player's
// coins there (0, 1, more), the rivals near what is left of it (0, 1, more) and
// the room to go on from it (4).
func (c *TileClassifier) Class(s *rules.State, t int) int {
	at := uint(t &^ 3)
	class := int(c.claimed>>at&3)*3 + min(2, int(c.mine>>at&3))
	left := s.Free >> at & 15 &^ (1 << uint(t&3))
	class *= 3
	if c.near>>at&left != 0 {
		class++
		if c.crowded>>at&left != 0 {
			class++
		}
	}
	class *= 4
	switch room := bits.OnesCount64(s.Board().Within(t) & s.Free &^ s.Tokens); {
	case room > 9:
		class += 3
	case room > 5:
		class += 2
	case room > 2:
		class++
	}
	return class
}

// tileWeights tell how likely a player is to go to a tile of each class: as the
// network for four chooses when it looks one move ahead, by
//
//	go run ./bots/conqueror/tune -players 4 -imitate 3000
//
// Rows are tiles claimed on the island, then own coins there; columns are rivals
// near, then room. What was never seen has 1.
var tileWeights = [TileClasses]float32{
	1.000, 0.171, 0.259, 0.179, 1.000, 0.075, 0.145, 0.132, 1.000, 0.043, 0.132, 0.129,
	1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000,
	1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000,
	0.229, 0.449, 1.123, 2.517, 0.069, 0.223, 0.894, 1.672, 0.052, 0.130, 0.378, 0.613,
	0.063, 0.078, 0.516, 2.958, 0.046, 0.091, 0.421, 1.540, 0.026, 0.095, 0.377, 1.183,
	1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000, 1.000,
	0.163, 0.479, 2.963, 13.357, 0.058, 0.129, 0.584, 1.199, 0.034, 0.076, 0.178, 0.248,
	0.077, 0.259, 1.462, 7.760, 0.027, 0.091, 0.296, 0.458, 0.011, 0.045, 0.108, 0.164,
	0.041, 0.076, 0.368, 1.435, 0.013, 0.023, 0.068, 0.184, 0.005, 0.014, 0.047, 0.127,
	0.542, 17.291, 47.864, 45.115, 0.807, 8.565, 30.005, 32.573, 1.243, 8.031, 19.345, 19.270,
	0.485, 14.081, 60.226, 52.700, 0.905, 10.086, 22.350, 21.734, 0.697, 6.978, 13.252, 9.202,
	0.095, 2.733, 53.827, 69.437, 0.256, 6.140, 16.717, 17.131, 0.246, 4.623, 9.564, 7.387,
}
