// Package toy makes games of a handful of positions written out by hand, so that
// searches can be tested against values known beforehand.
package toy

import (
	"errors"
	"fmt"
	"strconv"

	"atoll/game"
)

// Node is one position of a toy game.
type Node struct {
	Acting game.Seats
	// Count is the number of actions of each acting seat, by seat: they are 1..n.
	Count [game.MaxSeats + 1]int
	// Weights of Nature's outcomes.
	Weights []uint32
	// Next is the position after each combination of actions, the lowest acting
	// seat counting slowest.
	Next []int
	// Rank is the result where nobody acts.
	Rank [game.MaxSeats]uint8
	// Set lists the positions that a seat cannot tell from this one; empty if it
	// can.
	Set [game.MaxSeats][]int
}

// Turn is a position where seat s alone chooses.
func Turn(s game.Seat, next ...int) Node {
	n := Node{Acting: game.Only(s), Next: next}
	n.Count[s] = len(next)
	return n
}

// Chance is a position where Nature chooses, all outcomes equally likely.
func Chance(next ...int) Node {
	n := Turn(game.Nature, next...)
	for range next {
		n.Weights = append(n.Weights, 1)
	}
	return n
}

// End is a final position with the given ranks.
func End(rank ...uint8) Node {
	var n Node
	copy(n.Rank[:], rank)
	return n
}

// Game makes a catalogue entry of positions; the first is the start.
func Game(players int, traits game.Traits, nodes []Node) *game.Game {
	g := &game.Game{
		ID: "toy", Name: "Toy", Rules: 1, Players: []int{players}, Traits: traits,
		SeatNames: func(n int) []string { return []string{"A", "B", "C", "D", "E", "F"}[:n] },
	}
	g.New = func(cfg game.Config) game.State { return &State{cfg: cfg, nodes: nodes} }
	return g
}

// Start returns the first state of Game.
func Start(players int, traits game.Traits, nodes []Node) game.State {
	return Game(players, traits, nodes).MustConfigure(players).New()
}

// Matrix is one simultaneous choice of two seats. win[i][j] is the rank of A
// (1 wins, 2 loses, 0 shares).
func Matrix(win [][]uint8) game.State {
	n := Node{Acting: game.FirstSeats(2)}
	n.Count[0], n.Count[1] = len(win), len(win[0])
	for i := range win {
		for _, w := range win[i] {
			n.Next = append(n.Next, 1+int(w))
		}
	}
	return Start(2, game.Traits{Simultaneous: true}, []Node{n, End(1, 1), End(1, 2), End(2, 1)})
}

// Nim is a heap from which the seats take 1 to 3 in turn; who takes the last wins.
func Nim(players, heap int) game.State {
	nodes := make([]Node, (heap+1)*players)
	at := func(left, s int) int { return (heap-left)*players + s }
	for left := heap; left >= 0; left-- {
		for s := range players {
			n := &nodes[at(left, s)]
			if left == 0 {
				for i := range players {
					n.Rank[i] = 2
				}
				n.Rank[(s+players-1)%players] = 1
				continue
			}
			var next []int
			for take := 1; take <= min(3, left); take++ {
				next = append(next, at(left-take, (s+1)%players))
			}
			*n = Turn(game.Seat(s), next...)
		}
	}
	return Start(players, game.Traits{}, nodes)
}

// State is a position of a toy game.
type State struct {
	cfg   game.Config
	nodes []Node
	at    int
	guess game.Seat // the seat, plus one, that does not know which of its set this is
}

func (s *State) node() *Node         { return &s.nodes[s.at] }
func (s *State) Config() game.Config { return s.cfg }
func (s *State) Acting() game.Seats  { return s.node().Acting }
func (s *State) At() int             { return s.at }

func (s *State) AppendActions(dst []game.Action, seat game.Seat) []game.Action {
	if s.Acting().Has(seat) {
		for i := range s.node().Count[seat] {
			dst = append(dst, game.Action(i+1))
		}
	}
	return dst
}

func (s *State) Legal(seat game.Seat, a game.Action) bool {
	return s.Acting().Has(seat) && a > 0 && int(a) <= s.node().Count[seat]
}

func (s *State) Weight(a game.Action) uint32 { return s.node().Weights[a-1] }

func (s *State) Play(c game.Choices, _ game.Tell) {
	n, k := s.node(), 0
	for seat := range game.Nature + 1 {
		if n.Acting.Has(seat) {
			k = k*n.Count[seat] + int(c[seat]) - 1
		}
	}
	s.at = n.Next[k]
}

func (s *State) Table(game.Seat, game.TableAction, game.Tell) {}
func (s *State) AllowsTable(game.Seat, game.TableAction) error {
	return errors.New("there is no table")
}

func (s *State) Result() game.Result {
	n := s.node()
	return game.Result{Over: n.Acting == 0, Rank: n.Rank, Reason: "end"}
}

func (s *State) Copy() game.State        { c := *s; return &c }
func (s *State) CopyFrom(src game.State) { *s = *src.(*State) }
func (s *State) Hash() uint64            { return game.Mix(uint64(s.at) + 1) }
func (s *State) RecomputeHash() uint64   { return s.Hash() }

func (s *State) Redact(v game.Viewer) {
	if v.Truth() {
		return
	}
	seat, ok := v.Seat()
	if ok && len(s.node().Set[seat]) > 0 {
		s.at, s.guess = s.node().Set[seat][0], seat+1
	}
}

func (s *State) Fill(r *game.Rand) {
	if s.guess > 0 {
		set := s.node().Set[s.guess-1]
		s.at, s.guess = set[r.Intn(len(set))], 0
	}
}

func (s *State) AppendText(dst []byte) []byte {
	return fmt.Appendf(s.cfg.AppendText(dst), " | %d", s.at)
}

func (s *State) UnmarshalText(text []byte) error { return errors.New("toys are not read") }

func (s *State) AppendAction(dst []byte, _ game.Seat, a game.Action) []byte {
	return strconv.AppendUint(dst, uint64(a), 10)
}

func (s *State) ParseAction(_ game.Seat, text string) (game.Action, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	return game.Action(n), err
}

func (s *State) WhyNot(game.Seat, game.Action) string { return "" }
func (s *State) AppendBoard(dst []byte) []byte        { return s.AppendText(dst) }
func (s *State) MarshalJSON() ([]byte, error)         { return strconv.AppendInt(nil, int64(s.at), 10), nil }
func (s *State) UnmarshalJSON([]byte) error           { return errors.New("toys are not read") }
