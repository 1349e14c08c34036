// Package nim is the game of heaps for two to four, with no screens of its own:
// browser and terminal show its text board and list its actions.
// docs/adding-a-game.md is written along it.
package nim

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"atoll/game"
)

// Game is the catalogue entry.
var Game = &game.Game{
	ID:      "nim",
	Name:    "Nim",
	Tagline: "Heaps of stones, and one of them is the last.",
	Summary: "Take as many as you like from one heap. Who takes the last one wins.",
	Credit:  game.Credit{About: "As old as counting; nobody knows whose it is.", Box: "Any fifteen stones will do."},
	Rules:   1,
	Players: []int{2, 3, 4},
	Minutes: 3,
	Options: []game.Option{
		{Key: "heaps", Name: "Heaps", Help: "How many stones the heaps begin with.", Kind: game.Choice, Default: game.Word("3-5-7"), Values: []game.OptionValue{
			{Value: game.Word("3-5-7"), Name: "3, 5 and 7", Help: "Three heaps, the usual start."},
			{Value: game.Word("1-3-5-7"), Name: "1, 3, 5 and 7", Help: "Four heaps: whoever goes second can win."},
		}},
	},
	Reasons:   []string{lastStone, lastOneIn, resigned, timedOut},
	SeatNames: func(players int) []string { return seatNames[:players:players] },
	New:       newState,
}

const (
	lastStone = "last stone"
	lastOneIn = "last one in"
	resigned  = "resign"
	timedOut  = "timeout"
)

var seatNames = []string{"1", "2", "3", "4"}

// maxHeaps is the most heaps a game has, and base the digits of an Action.
const (
	maxHeaps = 4
	base     = 16
)

// State is a position.
type State struct {
	cfg    game.Config
	heaps  [maxHeaps]uint8
	turn   game.Seat
	out    game.Seats // who resigned or ran out of time
	winner game.Seat  // or NoSeat
	reason string
}

func newState(cfg game.Config) game.State {
	s := &State{cfg: cfg, winner: game.NoSeat}
	s.heaps = s.full()
	return s
}

// full are the heaps at the start.
func (s *State) full() (heaps [maxHeaps]uint8) {
	for i, n := range strings.Split(s.cfg.Text("heaps"), "-") {
		heaps[i] = n[0] - '0'
	}
	return heaps
}

// Config returns game, players and options.
func (s *State) Config() game.Config { return s.cfg }

// Acting is the seat to move.
func (s *State) Acting() game.Seats {
	if s.winner != game.NoSeat {
		return 0
	}
	return game.Only(s.turn)
}

// An Action is base*heap + stones; a heap has at most nine.

// AppendActions lists heap by heap.
func (s *State) AppendActions(dst []game.Action, seat game.Seat) []game.Action {
	if !s.Acting().Has(seat) {
		return dst
	}
	for h, n := range s.heaps {
		for k := game.Action(1); k <= game.Action(n); k++ {
			dst = append(dst, base*game.Action(h)+k)
		}
	}
	return dst
}

// Legal asks WhyNot, which allocates only where it refuses.
func (s *State) Legal(seat game.Seat, a game.Action) bool { return s.WhyNot(seat, a) == "" }

// WhyNot explains a refusal.
func (s *State) WhyNot(seat game.Seat, a game.Action) string {
	switch h, k := a/base, a%base; {
	case s.winner != game.NoSeat:
		return "the game is over."
	case !s.Acting().Has(seat):
		return "it is another player's turn."
	case h >= maxHeaps || k == 0:
		return "there is no such move."
	case k > game.Action(s.heaps[h]):
		return "the heap has fewer stones."
	}
	return ""
}

// Weight is never asked: Nature does not act here.
func (s *State) Weight(game.Action) uint32 { return 0 }

// Play takes stones.
func (s *State) Play(c game.Choices, tell game.Tell) {
	seat := s.turn
	h, k := c[seat]/base, c[seat]%base
	s.heaps[h] -= uint8(k)
	if tell != nil {
		stay := "1 stays"
		if s.heaps[h] != 1 {
			stay = fmt.Sprint(s.heaps[h], " stay")
		}
		tell(game.Event{
			Kind: "take", Seat: seat, Audience: game.Everyone,
			Args: []game.Arg{{Name: "heap", Value: letter(int(h))}, {Name: "stones", Value: int(k)}},
			Text: fmt.Sprintf("%s takes %d from heap %s. %s.", s.cfg.SeatName(seat), k, letter(int(h)), stay),
		})
	}
	if s.heaps == [maxHeaps]uint8{} {
		s.winner, s.reason = seat, lastStone
		return
	}
	s.pass()
}

// pass gives the turn to the next player who is in.
func (s *State) pass() {
	for {
		s.turn = (s.turn + 1) % game.Seat(s.cfg.Players)
		if !s.out.Has(s.turn) {
			return
		}
	}
}

// AllowsTable lets whoever is in resign, and the clock run out for the mover.
func (s *State) AllowsTable(seat game.Seat, t game.TableAction) error {
	switch {
	case s.winner != game.NoSeat:
		return errors.New("the game is over")
	case seat < 0 || int(seat) >= s.cfg.Players || s.out.Has(seat):
		return errors.New("that player is not in the game")
	case t == game.Resign, t == game.Timeout && s.Acting().Has(seat):
		return nil
	case t == game.Timeout:
		return errors.New("that player's clock is not running")
	}
	return errors.New("this game has no such action")
}

// Table takes a player out; the last one in has won.
func (s *State) Table(seat game.Seat, t game.TableAction, _ game.Tell) {
	s.out |= game.Only(seat)
	if s.out.Len() == s.cfg.Players-1 {
		s.end(t)
	} else if s.turn == seat {
		s.pass()
	}
}

// end makes the only one left the winner.
func (s *State) end(t game.TableAction) {
	s.reason = lastOneIn
	if s.cfg.Players == 2 {
		s.reason = resigned
		if t == game.Timeout {
			s.reason = timedOut
		}
	}
	s.winner = (game.FirstSeats(s.cfg.Players) &^ s.out).First()
}

// Result has one winner; whoever left comes behind those who stayed.
func (s *State) Result() game.Result {
	if s.winner == game.NoSeat {
		return game.Result{}
	}
	r := game.Result{Over: true, Reason: s.reason}
	stayed := uint8(s.cfg.Players - s.out.Len())
	for seat := range game.Seat(s.cfg.Players) {
		switch {
		case seat == s.winner:
			r.Rank[seat] = 1
		case s.out.Has(seat):
			r.Rank[seat] = stayed + 1
		default:
			r.Rank[seat] = 2
		}
	}
	return r
}

// Copy returns an independent copy; State is a plain value.
func (s *State) Copy() game.State { c := *s; return &c }

// CopyFrom makes s a copy of src.
func (s *State) CopyFrom(src game.State) { *s = *src.(*State) }

// Hash is made from nothing each time: the position is tiny.
func (s *State) Hash() uint64 { return s.RecomputeHash() }

// RecomputeHash mixes everything that differs between positions.
func (s *State) RecomputeHash() uint64 {
	h := uint64(s.turn) | uint64(s.out)<<8 | uint64(uint8(s.winner))<<16 | uint64(len(s.reason))<<24
	for i, n := range s.heaps {
		h |= uint64(n) << (32 + 8*i)
	}
	return game.Mix(h)
}

// Redact has nothing to hide, but still refuses the zero viewer.
func (s *State) Redact(v game.Viewer) { v.Truth() }

// Fill has nothing to guess.
func (s *State) Fill(*game.Rand) {}

func letter(heap int) string { return string(rune('A' + heap)) }

// AppendAction writes "B-3": three from heap B.
func (s *State) AppendAction(dst []byte, _ game.Seat, a game.Action) []byte {
	dst = append(dst, byte('A'+a/base), '-')
	return strconv.AppendUint(dst, uint64(a%base), 10)
}

// ActionWords says it: lists of actions are grouped by heap.
func (s *State) ActionWords(_ game.Seat, a game.Action) (group, words string) {
	heap := letter(int(a / base))
	return "Heap " + heap, fmt.Sprintf("Take %d from heap %s", a%base, heap)
}

// ParseAction reads it.
func (s *State) ParseAction(_ game.Seat, text string) (game.Action, error) {
	if len(text) != 3 || text[0] < 'A' || text[0] >= 'A'+maxHeaps || text[1] != '-' || text[2] < '1' || text[2] > '9' {
		return 0, fmt.Errorf("a move is written as heap and stones, as B-3, not %.20q", text)
	}
	return base*game.Action(text[0]-'A') + game.Action(text[2]-'0'), nil
}

// AppendText writes "nim 2 | 3 5 7 | 1": the heaps, whose turn it is, and who has left.
func (s *State) AppendText(dst []byte) []byte {
	dst = append(s.cfg.AppendText(dst), " |"...)
	for i, n := range s.full() {
		if n > 0 {
			dst = fmt.Appendf(dst, " %d", s.heaps[i])
		}
	}
	dst = fmt.Appendf(dst, " | %s", s.cfg.SeatName(s.turn))
	for seat := range game.Seat(s.cfg.Players) {
		if s.out.Has(seat) {
			dst = fmt.Appendf(dst, " -%s", s.cfg.SeatName(seat))
		}
	}
	if s.reason == timedOut {
		dst = append(dst, " timeout"...)
	}
	return dst
}

// UnmarshalText reads it and refuses what cannot have been played.
func (s *State) UnmarshalText(text []byte) error {
	head, rest, ok := strings.Cut(string(text), " | ")
	heaps, turn, also := strings.Cut(rest, " | ")
	if !ok || !also {
		return errors.New("a position has three parts with ' | ' between them")
	}
	cfg, err := Game.ParseConfig(head)
	if err != nil {
		return err
	}
	next := newState(cfg).(*State)
	list := strings.Fields(heaps)
	for i, n := range next.full() {
		switch {
		case n == 0:
		case i >= len(list) || len(list[i]) != 1 || list[i][0] < '0' || list[i][0] > '0'+n:
			return fmt.Errorf("heap %s has 0 to %d stones", letter(i), n)
		default:
			next.heaps[i] = list[i][0] - '0'
		}
	}
	words := strings.Fields(turn)
	if len(words) == 0 {
		return errors.New("the position does not say whose turn it is")
	}
	seat, ok := cfg.SeatByName(words[0])
	if !ok || seat == game.Nature {
		return fmt.Errorf("nobody is called %.20q", words[0])
	}
	next.turn = seat
	act := game.Resign
	if words[len(words)-1] == timedOut {
		act, words = game.Timeout, words[:len(words)-1]
	}
	for _, w := range words[1:] {
		gone, ok := cfg.SeatByName(strings.TrimPrefix(w, "-"))
		if !ok || gone == game.Nature {
			return fmt.Errorf("nobody is called %.20q", w)
		}
		next.out |= game.Only(gone)
	}
	if err := next.settle(act); err != nil {
		return err
	}
	if string(next.AppendText(nil)) != string(text) {
		return errors.New("the position is not in canonical form")
	}
	*s = *next
	return nil
}

// settle finds what follows from heaps, turn and those who left.
func (s *State) settle(act game.TableAction) error {
	in := s.cfg.Players - s.out.Len()
	empty := s.heaps == [maxHeaps]uint8{}
	switch {
	case in == 0:
		return errors.New("everybody has left")
	case empty && in == 1, empty && s.out.Has(s.turn):
		return errors.New("nobody can have taken the last stone")
	case act == game.Timeout && (in > 1 || s.cfg.Players > 2 || !s.out.Has(s.turn)):
		return errors.New("nobody can have run out of time")
	case empty:
		s.winner, s.reason = s.turn, lastStone
	case in == 1:
		s.end(act)
	case s.out.Has(s.turn):
		return errors.New("a player who has left is to move")
	}
	return nil
}

// AppendBoard draws the heaps, with the stones that were taken as rings.
func (s *State) AppendBoard(dst []byte) []byte {
	for i, n := range s.full() {
		if n == 0 {
			continue
		}
		dst = append(dst, letter(i)...)
		dst = append(dst, "  "...)
		for k := range n {
			if k < s.heaps[i] {
				dst = append(dst, " ●"...)
			} else {
				dst = append(dst, " ○"...)
			}
		}
		dst = append(dst, strings.Repeat("  ", int(9-n))...)
		dst = fmt.Appendf(dst, " %d\n", s.heaps[i])
	}
	return dst
}

// MarshalJSON has the common members alone: the text board is among them.
func (s *State) MarshalJSON() ([]byte, error) {
	return append(game.AppendCommonJSON([]byte{'{'}, s), '}'), nil
}

// UnmarshalJSON reads it back.
func (s *State) UnmarshalJSON(data []byte) error { return game.UnmarshalPositionJSON(s, data) }
