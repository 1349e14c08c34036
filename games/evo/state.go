package evo

import (
	"slices"

	"atoll/game"
)

// Game is EVO.
var Game = &game.Game{
	ID:      "evo",
	Name:    "EVO",
	Tagline: "One piece, four roles. Turn it at the right moment and take a castle.",
	Summary: "Move a piece, turn it to another role, or both. Take any castle and you win at once.",
	Credit: game.Credit{
		About: "Its rulebook names no designer and no publisher.",
		Box:   "So we know of nobody to ask for a box.",
	},
	Rules:   1,
	Drawn:   true,
	Wire:    wire,
	Players: []int{2, 4},
	Minutes: 25,
	Options: []game.Option{
		{
			Key: "setup", Name: "Setup", Kind: game.Choice, Default: game.Word("guard"), Ours: true, Players: 2,
			Help: "Where the eight pieces stand at the start.",
			Values: []game.OptionValue{
				{Value: game.Word("guard"), Name: "Guard", Help: "Around the castle, in two rows of four.", Ours: true},
				{Value: game.Word("line"), Name: "Line", Help: "One row of eight in front of the castle. For two players.", Ours: true},
			},
		},
		{
			Key: "quiet_limit", Name: "Quiet limit", Kind: game.Limit, Default: game.Int(200), Min: 1, Ours: true,
			Help: "The game is drawn after this many actions in a row without a capture.",
		},
	},
	Reasons: []string{reasonCastle, reasonLastPiece, reasonRepetition, reasonQuiet, reasonResign, reasonTimeout},
	SeatNames: func(players int) []string {
		if players == 2 {
			return twoSeats
		}
		return fourSeats
	},
	New: func(cfg game.Config) game.State { return newState(cfg) },
}

var (
	twoSeats  = []string{"S", "N"}
	fourSeats = sideLetters[:]
)

const (
	reasonCastle     = "castle"
	reasonLastPiece  = "last piece"
	reasonRepetition = "repetition"
	reasonQuiet      = "quiet"
	reasonResign     = "resign"
	reasonTimeout    = "timeout"
)

// outcome is how the game stands.
type outcome uint8

const (
	running outcome = iota
	byCastle
	byLastPiece
	byResign
	byTimeout
	byRepetition
	byQuiet
)

var outcomeReasons = [...]string{"", reasonCastle, reasonLastPiece, reasonResign, reasonTimeout, reasonRepetition, reasonQuiet}

// draw reports whether nobody won.
func (o outcome) draw() bool { return o >= byRepetition }

// State is a game of EVO: a position and what came before it, back to the last
// event that cannot be undone, which is a capture or a departure.
type State struct {
	pos   Position
	cfg   *game.Config // never changed, so copies share it
	limit int64
	turn  int64 // number of the action that is due, from 1
	quiet int64 // actions in a row without a capture
	// hashes of the positions since the last capture or departure, the present
	// one included, and the actions between them.
	hashes []uint64
	moves  []move
	ended  outcome
	winner Side
	seats  uint8 // 2 or 4
}

// move is an action with, in bits 18 and 19, the role that the piece had before,
// so that it can be taken back.
type move uint32

func pack(a game.Action, before Role) move { return move(a) | move(before)<<18 }

func (m move) action() game.Action { return game.Action(m) & lastAction }

func newState(cfg game.Config) *State {
	s := &State{
		cfg:   &cfg,
		limit: cfg.Value("quiet_limit").Int(),
		turn:  1,
		seats: uint8(cfg.Players),
		pos:   First(cfg.Players, cfg.Text("setup") == "line"),
	}
	s.forget()
	return s
}

// forget starts the memory anew from the present position.
func (s *State) forget() {
	s.hashes = append(s.hashes[:0], s.pos.hash)
	s.moves = s.moves[:0]
}

// sideOf and seatOf translate between seats and sides: with two players seat 1
// is North.
func (s *State) sideOf(seat game.Seat) Side { return Side(seat) * Side(4/s.seats) }

func (s *State) seatOf(side Side) game.Seat { return game.Seat(side / Side(4/s.seats)) }

// isSeat reports whether seat is a player's.
func (s *State) isSeat(seat game.Seat) bool { return seat >= 0 && int(seat) < int(s.seats) }

// toAct reports whether seat is the one to act.
func (s *State) toAct(seat game.Seat) bool {
	return s.ended == running && s.isSeat(seat) && s.sideOf(seat) == s.pos.side
}

// Position returns the board, without what came before.
func (s *State) Position() Position { return s.pos }

// SeatOf returns the seat of a side.
func (s *State) SeatOf(side Side) game.Seat { return s.seatOf(side) }

// Quiet returns the actions in a row without a capture and the number at which
// the game is drawn.
func (s *State) Quiet() (have, limit int64) { return s.quiet, s.limit }

// AppendPast appends the hashes of the positions since the last capture or
// departure, the present one last. A third one of the same is a draw.
func (s *State) AppendPast(dst []uint64) []uint64 { return append(dst, s.hashes...) }

// Seen counts how often the present position, with this player to move, has
// been on the board, this time included.
func (s *State) Seen() int {
	n := 0
	for _, h := range s.hashes {
		if h == s.pos.hash {
			n++
		}
	}
	return n
}

func (s *State) Config() game.Config { return *s.cfg }

func (s *State) Acting() game.Seats {
	if s.ended != running {
		return 0
	}
	return game.Only(s.seatOf(s.pos.side))
}

func (s *State) AppendActions(dst []game.Action, seat game.Seat) []game.Action {
	if !s.toAct(seat) {
		return dst
	}
	return s.pos.AppendActions(dst)
}

func (s *State) Legal(seat game.Seat, a game.Action) bool {
	return s.toAct(seat) && s.pos.Legal(a)
}

// Weight is for chance; EVO has none.
func (s *State) Weight(game.Action) uint32 { return 0 }

func (s *State) Result() game.Result {
	var r game.Result
	if s.ended == running {
		return r
	}
	r.Over, r.Reason = true, outcomeReasons[s.ended]
	for seat := range game.Seat(s.seats) {
		r.Rank[seat] = 2
		side := s.sideOf(seat)
		if s.ended.draw() && s.pos.In(side) || !s.ended.draw() && s.winner == side {
			r.Rank[seat] = 1
		}
	}
	return r
}

func (s *State) Copy() game.State {
	c := *s
	c.hashes = slices.Clone(s.hashes)
	c.moves = slices.Clone(s.moves)
	return &c
}

func (s *State) CopyFrom(src game.State) {
	from := src.(*State)
	hashes, moves := s.hashes, s.moves
	*s = *from
	s.hashes = append(hashes[:0], from.hashes...)
	s.moves = append(moves[:0], from.moves...)
}

// Hash covers squares, owners, roles and who is to move. It leaves out what
// came before, as a position's fingerprint for repetition must.
func (s *State) Hash() uint64 { return s.pos.hash }

func (s *State) RecomputeHash() uint64 { return s.pos.RecomputeHash() }
