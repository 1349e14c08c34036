package conqueror

import (
	"atoll/game"
)

// Game is The Conqueror.
var Game = &game.Game{
	ID:      "conqueror",
	Name:    "The Conqueror",
	Tagline: "Roll, walk, claim. Finish an island and lift it from the sea.",
	Summary: "Roll, walk and claim the tile you land on. The fourth coin wins an island. Most islands at the end wins.",
	Credit: game.Credit{
		About: "A game for the piecepack. Its rulebook names no designer and no publisher.",
		Box:   "It has no box of its own: take the tiles, tokens and die of a piecepack, and 48 coins.",
	},
	Rules:   2,
	Drawn:   true,
	Wire:    wire,
	Players: []int{2, 3, 4},
	Minutes: 20,
	Traits:  game.Traits{Chance: true},
	Options: []game.Option{
		{
			Key: "layout", Name: "Board", Kind: game.Choice, Default: game.Word("basic"),
			Help: "How the sixteen islands lie.",
			Values: []game.OptionValue{
				{Value: game.Word("basic"), Name: "Basic", Help: "A square of 8×8 tiles."},
				{Value: game.Word("custom"), Name: "Custom", Help: "A base of 6×6 tiles and seven islands around it, drawn by you or at random. All must be connected by tile edges."},
			},
		},
		{
			Key: "coins", Name: "Coins", Kind: game.Choice, Default: game.Word("even"), Ours: true,
			Help: "How many coins each player begins with.",
			Values: []game.OptionValue{
				{Value: game.Word("even"), Name: "All shared out", Help: "The 48 coins are shared evenly: 24 each for two players, 16 for three, 12 for four.", Ours: true},
				{Value: game.Int(12), Name: "12 each", Help: "The rulebook's 12 coins each, so two or three players run short."},
			},
		},
		{
			Key: "last_tile", Name: "The last tile", Kind: game.Choice, Default: game.Word("landing"), Since: 2,
			Help: "When an island is won whose last free tile somebody lands on.",
			Values: []game.OptionValue{
				{Value: game.Word("landing"), Name: "On landing", Help: "Landing on it wins the island at once, if a coin is left."},
				{Value: game.Word("turn"), Name: "On the next turn", Help: "The coin is placed when your next turn begins, as on any other tile."},
			},
		},
		{
			Key: "unfinished", Name: "Unfinished islands", Kind: game.Choice, Default: game.Word("most_coins"), Since: 2,
			Help: "Who gets an island at the end that nobody has won.",
			Values: []game.OptionValue{
				{Value: game.Word("most_coins"), Name: "Most coins", Help: "Whoever has the most coins there."},
				{Value: game.Word("dice"), Name: "Dice", Help: "All who have coins there roll a die for each of them; the best single die gets the island."},
			},
		},
		{
			Key: "tiebreak", Name: "Tied islands", Kind: game.Choice, Default: game.Word("last_claim"), Idle: "unfinished=dice",
			Help: "Who gets an unfinished island at the end when several have the most coins there.",
			Values: []game.OptionValue{
				{Value: game.Word("last_claim"), Name: "Last claim", Help: "Whoever of them placed the latest coin there."},
				{Value: game.Word("dice"), Name: "Dice", Help: "They roll a die for each coin there; the best single die gets the island."},
			},
		},
		{
			Key: "forfeit", Name: "Players who forfeit", Kind: game.Choice, Default: game.Word("keep_score"), Ours: true,
			Help: "Whether somebody who can no longer move keeps the islands already earned.",
			Values: []game.OptionValue{
				{Value: game.Word("keep_score"), Name: "Keep their score", Help: "They stop playing, but their islands and coins count at the end.", Ours: true},
				{Value: game.Word("out"), Name: "Are out", Help: "They rank below all who are still in, and the last one in wins.", Ours: true},
			},
		},
	},
	Reasons:   []string{"islands", "last one in", "stuck", "coins", "resign", "timeout"},
	SeatNames: func(players int) []string { return seatNames[:players:players] },
	Past:      past,
	New:       func(cfg game.Config) game.State { return newState(cfg) },
}

// past makes a game of version 1, which knew no landing on the last tile.
func past(_ int, given map[string]game.Value) bool {
	given["last_tile"] = game.Word("turn")
	return true
}

var seatNames = []string{"A", "B", "C", "D"}

// maxSeats is the most players of this game.
const maxSeats = 4

// quietLimit is the number of turns in a row without a coin placed that end the
// game.
const quietLimit = 100

// Phase is the step of the game that is due.
type Phase uint8

const (
	PhaseLayout Phase = iota
	PhaseOrder
	PhaseStart
	PhaseRoll
	PhaseMove
	PhaseTie
	PhaseOver
)

var phaseTexts = [...]string{"layout", "order", "start", "roll", "move", "tie", "over"}

func (p Phase) String() string { return phaseTexts[p] }

// reason is an index into Game.Reasons, plus one.
type reason uint8

const (
	noReason reason = iota
	allIslands
	lastOneIn
	stuck
	coinsGone
	resigned
	timedOut
)

func (r reason) String() string {
	return [...]string{"", "islands", "last one in", "stuck", "coins", "resign", "timeout"}[r]
}

// How a player left; the low bits of Position.Left number the players in the order of leaving.
const (
	leftByForfeit = 1 << 4
	leftByResign  = 2 << 4
	leftByTimeout = 3 << 4
)

// Position is all that changes during a game. Sets of tiles are words with bit t
// for tile t, sets of islands with bit i for island i. It can be compared
// with ==.
type Position struct {
	Free   uint64 // tiles that are unclaimed: no coin, island not won
	Exist  uint64 // tiles of islands not removed
	Tokens uint64 // tiles with a token
	Coins  [maxSeats]uint64
	Won    [maxSeats]uint16 // islands won in play
	Got    [maxSeats]uint16 // islands shared out at the end
	Gone   uint16           // islands removed
	// Latest tells for each island the order of its coins: two bits a coin, the
	// latest lowest, each the number of a tile of the island.
	Latest [maxIslands]uint8
	Token  [maxSeats]int8 // tile, or -1 for none
	Purse  [maxSeats]uint8
	Left   [maxSeats]uint8 // 0 while in, else how and as which
	Order  [maxSeats]uint8
	In     game.Seats
	Phase  Phase
	Turn   uint8 // index into Order
	Die    uint8 // the number thrown, in PhaseMove
	Quiet  uint8 // turns in a row without a coin
	Island uint8 // the island rolled for, in PhaseTie
	Tied   game.Seats
	reason reason
}

// setup is what a table decides before play. States share it.
type setup struct {
	cfg     game.Config
	seats   int
	coins   uint8 // of each player
	landing bool  // last_tile=landing
	all     bool  // unfinished=dice: all who have coins roll
	dice    bool  // tied players roll, by either option
	out     bool  // forfeit=out
	space   *game.Space
}

// State is a position on a board under the options of a table.
type State struct {
	set   *setup
	board *Board // nil in PhaseLayout
	Position
}

var (
	_ game.State  = (*State)(nil)
	_ game.Bulk   = (*State)(nil)
	_ game.Lively = (*State)(nil)
)

func newState(cfg game.Config) *State {
	set := &setup{cfg: cfg, seats: cfg.Players, coins: uint8(48 / cfg.Players)}
	if cfg.Value("coins") == game.Int(12) {
		set.coins = 12
	}
	set.landing = cfg.Text("last_tile") == "landing"
	set.all = cfg.Text("unfinished") == "dice"
	set.dice = set.all || cfg.Text("tiebreak") == "dice"
	set.out = cfg.Text("forfeit") == "out"
	set.space = spaces[cfg.Players][0]
	if cfg.Text("layout") != "basic" {
		set.space = spaces[cfg.Players][1]
	}
	s := &State{set: set}
	s.In = game.FirstSeats(cfg.Players)
	for i := range maxSeats {
		s.Token[i] = -1
		if i < cfg.Players {
			s.Purse[i] = set.coins
		}
	}
	if cfg.Text("layout") == "basic" {
		s.board = basic
		s.lay()
	}
	return s
}

// lay puts all islands of s.board in place.
func (s *State) lay() {
	s.Free, s.Exist = s.board.all, s.board.all
	s.Phase = PhaseOrder
}

// Config returns the configuration.
func (s *State) Config() game.Config { return s.set.cfg }

// Board returns the geometry, nil before the layout is known.
func (s *State) Board() *Board { return s.board }

// Seats returns the number of players.
func (s *State) Seats() int { return s.set.seats }

// Dice reports whether tied islands are rolled for at the end.
func (s *State) Dice() bool { return s.set.dice }

// AllRoll reports whether all who have coins on an unfinished island roll for
// it, however many the others have.
func (s *State) AllRoll() bool { return s.set.all }

// Landing reports whether landing on the last free tile of an island wins it.
func (s *State) Landing() bool { return s.set.landing }

// Hopeless reports whether seat p can no longer win: it resigned or ran out of
// time, or it forfeited where that is the end of it.
func (s *State) Hopeless(p game.Seat) bool {
	return s.Left[p] >= leftByResign || s.Left[p] != 0 && s.set.out
}

// Mover returns the seat whose turn it is.
func (s *State) Mover() game.Seat { return game.Seat(s.Order[s.Turn]) }

// Steps returns the steps that the die gave in PhaseMove.
func (s *State) Steps() int { return stepsOf(s.Die) }

func stepsOf(die uint8) int { return int(die-1)%3 + 1 }

// Acting returns who acts.
func (s *State) Acting() game.Seats {
	switch s.Phase {
	case PhaseMove, PhaseStart:
		return game.Only(s.Mover())
	case PhaseOver:
		return 0
	}
	return game.Only(game.Nature)
}

// Copy returns an independent copy.
func (s *State) Copy() game.State {
	c := *s
	return &c
}

// CopyFrom makes s a copy of src.
func (s *State) CopyFrom(src game.State) { *s = *src.(*State) }

// Hash returns the fingerprint. Positions are few words, so that it is made when
// asked for rather than with every move. It covers everything but the number
// of turns without coin, which hardly ever decides anything, and knows the die
// only by its steps.
func (s *State) Hash() uint64 {
	h := game.Mix(s.Free ^ uint64(s.Phase)<<56)
	add := func(w uint64) { h = game.Mix(h + w*0x9e3779b97f4a7c15 + 1) }
	add(s.Exist)
	for _, c := range s.Coins {
		add(c)
	}
	add(uint64(s.Won[0]) | uint64(s.Won[1])<<16 | uint64(s.Won[2])<<32 | uint64(s.Won[3])<<48)
	add(uint64(s.Got[0]) | uint64(s.Got[1])<<16 | uint64(s.Got[2])<<32 | uint64(s.Got[3])<<48)
	for i := 0; i < maxIslands; i += 8 {
		var w uint64
		for _, l := range s.Latest[i : i+8] {
			w = w<<8 | uint64(l)
		}
		add(w)
	}
	var w, v uint64
	for i := range maxSeats {
		w = w<<16 | uint64(uint8(s.Token[i]))<<8 | uint64(s.Left[i])
		v = v<<2 | uint64(s.Order[i])
	}
	add(w)
	steps := uint64(0)
	if s.Phase == PhaseMove {
		steps = uint64(s.Steps())
	}
	add(v<<48 | uint64(s.Turn)<<40 | steps<<32 | uint64(s.Island)<<24 | uint64(s.Tied)<<16 | uint64(s.reason)<<8 | uint64(s.set.seats)<<4)
	if s.board != nil && s.board != basic {
		for i := range s.board.islands {
			p := s.board.at[4*i]
			h = game.Mix(h ^ uint64(p.file)<<8 ^ uint64(p.rank)<<16)
		}
	}
	return h
}

// RecomputeHash is Hash, which keeps nothing.
func (s *State) RecomputeHash() uint64 { return s.Hash() }
