package earthquake

import "atoll/game"

// Game is the entry of the catalogue.
var Game = &game.Game{
	ID:      "earthquake",
	Name:    "Earthquake Island",
	Tagline: "Grab tools while the ground falls away. Be the last one dry.",
	Summary: "Move, play the tile you stand on, use your tool. The last explorer left wins.",
	Credit: game.Credit{
		Designers: []string{"Joost Dantuma"},
		About:     "Its rulebook names no publisher.",
		Box:       "For a box, ask its designer.",
	},
	Rules:   2,
	Drawn:   true,
	Wire:    wire,
	Players: []int{2, 3, 4, 5, 6},
	Minutes: 20,
	Traits:  game.Traits{Chance: true, Hidden: true, NatureReveals: true},
	Options: []game.Option{
		{
			Key: "area", Name: "Playing area", Kind: game.Choice, Default: game.Word("auto"), Ours: true, Since: 2,
			Help: "On how many of the 37 hexes tiles lie.",
			Values: []game.OptionValue{
				{Value: game.Word("auto"), Name: "By players", Help: "Two to four players have 31 hexes, five and six all 37.", Ours: true},
				{Value: game.Int(19), Name: "19 hexes", Help: "The middle and its two rings: a short game.", Ours: true},
				{Value: game.Int(31), Name: "31 hexes", Help: "All but the six corners.", Ours: true},
				{Value: game.Int(37), Name: "37 hexes", Help: "The whole board.", Ours: true},
			},
		},
	},
	// Whoever places and moves first has an advantage.
	DrawSeats: true,
	Reasons:   []string{"last explorer", "resign", "timeout"},
	SeatNames: func(players int) []string {
		return seatNames[:players:players]
	},
	New: New,
}

var seatNames = []string{"1", "2", "3", "4", "5", "6"}

// step says how far the turn has come. With what lies on the board it decides
// what is asked next; see settle.
type step uint8

const (
	stepScatter step = iota // the tiles are to be scattered
	stepPlace               // turn places its explorer
	stepGo                  // turn is to go
	stepPlay                // the top tile under turn is to be played
	stepCrack               // cracks were played; they are to be removed from where they lie
	stepAfter               // the tile is played; tools may be used
	stepOver
)

// Phase is the decision that is due.
type Phase uint8

const (
	PhaseScatter Phase = iota
	PhasePlace
	PhaseGo
	PhaseKeep
	PhaseCrack
	PhaseHole
	PhaseAfter
	PhaseFlee
	PhaseReveal
	PhaseOver
)

var phaseNames = [...]string{"scatter", "place", "go", "keep", "crack", "hole", "after", "flee", "reveal", "over"}

func (p Phase) String() string { return phaseNames[p] }

// Position is a whole game as one value. The zero Position is no game.
//
// Tiles are only ever taken off the tops, so all stacks share one array: the
// stack of hex h lies in tiles[base[h]:base[h]+height[h]], bottom first.
type Position struct {
	tiles     [Tiles]Tile
	base      [Hexes]uint8
	height    [Hexes]uint8
	at        [game.MaxSeats]Hex   // Nowhere before placing and once out
	tool      [game.MaxSeats]Tile  // NoTile or the held tool
	left      [game.MaxSeats]uint8 // 0 while in; else 1 for the first to leave, …
	pool      [Kinds]uint8         // tiles whose place is not known
	land      Set                  // hexes with tiles
	occupied  Set                  // hexes with explorers
	volcanoes Set                  // hexes with a volcano on top
	dark      Set                  // hexes with an unknown top
	sum       uint64               // the tiles' part of the hash
	below     [2]uint64            // known tiles below the tops: a byte for each kind
	turns     uint16               // number of the turn
	players   uint8
	area      uint8     // index of board.areas
	gone      uint8     // how many have left
	used      uint8     // bit s: s has used a lifebelt since the start of its last turn
	turn      game.Seat // whose turn it is, even when it has just left
	actor     game.Seat // who decides, Nature or NoSeat
	step      step
	phase     Phase
	// What a tool of somebody who leaves a volcano can leave behind in the middle
	// of a turn:
	fleer   game.Seat        // who is leaving a volcano now, or NoSeat
	cracks  Hex              // where the cracks lie in stepCrack, else Nowhere
	goDue   bool             // turn left a volcano before it went, and still goes
	landDue bool             // turn left a volcano in stepCrack, and still plays where it landed
	reason  game.TableAction // what ended the game; 0 is the last explorer
}

// State is a Position with its configuration.
type State struct {
	Position
	cfg *game.Config
}

// New returns the state before the tiles are scattered.
func New(cfg game.Config) game.State {
	s := &State{cfg: &cfg}
	s.Position = Position{
		players: uint8(cfg.Players),
		area:    areaIndex(cfg),
		actor:   game.Nature,
		pool:    mix,
		fleer:   game.NoSeat,
		cracks:  Nowhere,
	}
	for i := range s.at {
		s.at[i] = Nowhere
	}
	return s
}

// Config returns game and number of players.
func (s *State) Config() game.Config { return *s.cfg }

// Copy returns an independent copy.
func (s *State) Copy() game.State {
	c := *s
	return &c
}

// CopyFrom makes s an independent copy of src.
func (s *State) CopyFrom(src game.State) {
	o := src.(*State)
	s.Position = o.Position
	if s.cfg != o.cfg {
		s.cfg = o.cfg
	}
}

// Play applies the action of whoever acts.
func (s *State) Play(c game.Choices, tell game.Tell) {
	if s.actor >= 0 {
		s.Do(c[s.actor], tell)
	}
}

// Acting returns who decides now.
func (p *Position) Acting() game.Seats {
	if p.actor < 0 {
		return 0
	}
	return game.Only(p.actor)
}

// Actor returns the seat that decides now, Nature, or NoSeat when the game is over.
func (p *Position) Actor() game.Seat { return p.actor }

// Phase returns the decision that is due.
func (p *Position) Phase() Phase { return p.phase }

// Turn returns whose turn it is.
func (p *Position) Turn() game.Seat { return p.turn }

// Turns returns the number of the turn.
func (p *Position) Turns() int { return int(p.turns) }

// Area returns the playing area.
func (p *Position) Area() Set { return board.areas[p.area] }

// Players returns the number of players.
func (p *Position) Players() int { return int(p.players) }

// In reports whether seat s is still in the game.
func (p *Position) In(s game.Seat) bool { return p.left[s] == 0 }

// At returns where the explorer of seat s stands, or Nowhere.
func (p *Position) At(s game.Seat) Hex { return p.at[s] }

// Tool returns the tool that seat s holds, or NoTile.
func (p *Position) Tool(s game.Seat) Tile { return p.tool[s] }

// Height returns the number of tiles on h.
func (p *Position) Height(h Hex) int { return int(p.height[h]) }

// Top returns the top tile of h, NoTile on water.
func (p *Position) Top(h Hex) Tile {
	if p.height[h] == 0 {
		return NoTile
	}
	return p.top(h)
}

// Land returns the hexes with tiles.
func (p *Position) Land() Set { return p.land }

// Occupied returns the hexes with explorers.
func (p *Position) Occupied() Set { return p.occupied }

// Volcanoes returns the hexes with a volcano on top.
func (p *Position) Volcanoes() Set { return p.volcanoes }

// Pool returns the numbers of tiles of each kind whose place is not known.
func (p *Position) Pool() [Kinds]uint8 { return p.pool }

// Protected reports whether seat s cannot be drowned by a hit.
func (p *Position) Protected(s game.Seat) bool {
	return p.used>>uint(s)&1 != 0 || p.tool[s] == Lifebelt
}

// Place returns the rank of a seat that has left, 0 while it is in.
func (p *Position) Place(s game.Seat) int {
	if p.left[s] == 0 {
		return 0
	}
	return int(p.players) + 1 - int(p.left[s])
}

func (p *Position) top(h Hex) Tile {
	i := int(p.base[h]) + int(p.height[h]) - 1
	return p.tiles[i]
}

// explorer returns who stands on h, or NoSeat.
func (p *Position) explorer(h Hex) game.Seat {
	for s := range game.Seat(p.players) {
		if p.at[s] == h {
			return s
		}
	}
	return game.NoSeat
}

// Result returns the ranks, in reverse order of leaving.
func (p *Position) Result() game.Result {
	var r game.Result
	if p.step != stepOver {
		return r
	}
	r.Over = true
	r.Reason = "last explorer"
	if p.reason != 0 {
		r.Reason = p.reason.String()
	}
	for s := range game.Seat(p.players) {
		r.Rank[s] = 1
		if p.left[s] != 0 {
			r.Rank[s] = p.players + 1 - p.left[s]
		}
	}
	return r
}

// key is the part of one tile in the hash.
func key(h Hex, level uint8, t Tile) uint64 {
	return game.Mix(0x45a308d313198a2e + uint64(h)<<16 + uint64(level)<<8 + uint64(t))
}

// Hash returns the fingerprint. Only the tiles' part is worth keeping up to
// date; the rest is a few words. The number of the turn decides nothing.
func (p *Position) Hash() uint64 {
	return p.fold(p.sum)
}

// RecomputeHash makes the fingerprint from nothing.
func (p *Position) RecomputeHash() uint64 {
	return p.fold(p.tileSum())
}

// recount makes anew what remove keeps up to date.
func (p *Position) recount() {
	p.sum, p.below = p.tileSum(), [2]uint64{}
	for rest := p.land; rest != 0; rest &= rest - 1 {
		h := rest.First()
		for _, t := range p.tiles[p.base[h] : p.base[h]+p.height[h]-1] {
			p.below[0] += counts[t&127][0]
			p.below[1] += counts[t&127][1]
		}
	}
}

func (p *Position) tileSum() uint64 {
	var sum uint64
	for h := range Hex(Hexes) {
		for l := range p.height[h] {
			sum += key(h, l, p.tiles[p.base[h]+l])
		}
	}
	return sum
}

func (p *Position) fold(sum uint64) uint64 {
	var where, held, gone, low, high uint64
	for i := range game.MaxSeats {
		where = where<<8 | uint64(uint8(p.at[i]))
		held = held<<8 | uint64(p.tool[i])
		gone = gone<<4 | uint64(p.left[i])
	}
	gone = gone<<8 | uint64(uint8(p.cracks))
	gone = gone<<8 | uint64(uint8(p.fleer))
	gone <<= 2
	if p.goDue {
		gone |= 1
	}
	if p.landDue {
		gone |= 2
	}
	where = where<<16 | uint64(uint8(p.turn))<<8 | uint64(p.step)
	held = held<<16 | uint64(p.used)<<8 | uint64(p.reason)
	gone = gone<<8 | uint64(p.players)
	for i := range 8 {
		low = low<<8 | uint64(p.pool[i])
		high = high<<8 | uint64(p.pool[i+8])
	}
	h := game.Mix(sum ^ where)
	h = game.Mix(h + held)
	h = game.Mix(h ^ gone)
	h = game.Mix(h + low)
	return game.Mix(h ^ high)
}
