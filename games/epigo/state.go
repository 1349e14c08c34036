package epigo

import "atoll/game"

// phase says what is to be decided.
type phase uint8

const (
	deploying phase = iota
	planning
	superSlide // one seat: slide or stop
	exiting    // one seat: leave its Island or stay
	slamming   // one seat: move its Island or stay
	revealing  // nothing: the game ended while a turn was played out
)

// reason is why the game is over; 0 while it is not.
type reason uint8

const (
	byCaptures reason = iota + 1
	byQuiet
	byAgreement
	byResignation
	byTimeout
)

var reasonTexts = [...]string{byCaptures: "captures", byQuiet: "quiet", byAgreement: "agreed", byResignation: "resign", byTimeout: "timeout"}

const nobody = -1

// State is a position with its turn, plans and counters. It implements game.State,
// game.Sampler, game.Sealing and game.Lively.
type State struct {
	pos   Position
	plans [2]Plan // in mid-turn; zero Orders are unknown

	phase  phase
	round  uint8     // 0–2 in mid-turn
	step   uint8     // 1 or 2 in mid-turn: the first or second Order of the round
	asked  int8      // the seat that decides in mid-turn
	dir    Direction // of the super slide on offer
	caught bool      // a capture was made in this turn
	offers game.Seats
	over   reason
	winner int8 // nobody for a draw

	turn  int64 // from 1; 0 during deployment
	quiet int64 // whole turns in a row without a capture
	limit int64

	// cfg is shared by all copies and never changes: a Config is large.
	cfg *game.Config
}

func newState(c game.Config) *State {
	s := &State{cfg: &c, limit: c.Value("quiet_limit").Int(), winner: nobody, asked: nobody}
	const hand = noEpigon<<56 | bytes01>>8*inHand
	s.pos = Position{rules: rulesOf(c), where: [2]uint64{hand, hand}, isle: [2]Square{noIsland, noIsland}}
	return s
}

func rulesOf(c game.Config) (r rules) {
	if c.Text("variant") == "islanders" {
		r |= islanders
	}
	if c.Text("island_exit") == "arrow" {
		r |= exitArrow
	}
	if c.Value("island_priority").True() {
		r |= islandPriority
	}
	return r
}

// Config implements game.State.
func (s *State) Config() game.Config { return *s.cfg }

// Position returns what stands where. It holds no secret.
func (s *State) Position() Position { return s.pos }

// Planning reports whether both sides are about to plan a turn.
func (s *State) Planning() bool { return s.phase == planning && s.over == 0 }

// Deploying reports whether both sides are about to deploy.
func (s *State) Deploying() bool { return s.phase == deploying && s.over == 0 }

// Quiet returns the whole turns in a row without a capture, and how many of them
// are a draw.
func (s *State) Quiet() (turns, limit int64) { return s.quiet, s.limit }

// Turn returns the number of the turn, 0 during deployment.
func (s *State) Turn() int64 { return s.turn }

// Acting implements game.State.
func (s *State) Acting() game.Seats {
	switch {
	case s.over != 0:
		return 0
	case s.phase <= planning:
		return 3
	}
	return game.Only(game.Seat(s.asked))
}

// midTurn reports whether plans are being played out.
func (s *State) midTurn() bool { return s.phase >= superSlide }

// order returns the Order that is being carried out in mid-turn.
func (s *State) order() Order { return s.plans[s.asked&1][s.round%3] }

// Weight implements game.State; Epigo has no chance.
func (s *State) Weight(game.Action) uint32 { return 0 }

// Result implements game.State.
func (s *State) Result() game.Result {
	if s.over == 0 {
		return game.Result{}
	}
	r := game.Result{Over: true, Reason: reasonTexts[s.over]}
	r.Rank[0], r.Rank[1] = 1, 1
	if s.winner != nobody {
		r.Rank[1-s.winner] = 2
	}
	return r
}

// Copy implements game.State.
func (s *State) Copy() game.State {
	c := *s
	return &c
}

// CopyFrom implements game.State.
func (s *State) CopyFrom(src game.State) { *s = *src.(*State) }

// Hash implements game.State. It is made from a few words on demand. The turn's
// number decides nothing, and the quiet counter only when the draw comes, so
// positions that differ in these alone share what search knows of them.
func (s *State) Hash() uint64 {
	h := s.pos.Hash()
	if s.phase == planning && s.over == 0 && s.offers == 0 {
		return h
	}
	x := uint64(s.phase) | uint64(s.round)<<4 | uint64(s.step)<<8 | uint64(uint8(s.asked))<<12 | uint64(s.dir)<<20 |
		uint64(s.offers)<<24 | uint64(s.over)<<32 | uint64(uint8(s.winner))<<36
	if s.caught {
		x |= 1 << 48
	}
	h = game.Mix(h ^ x*0x9fb21c651e98df25)
	return game.Mix(h + pack(s.plans[0]) + pack(s.plans[1])<<32)
}

func pack(p Plan) uint64 { return uint64(p[0])<<16 | uint64(p[1])<<8 | uint64(p[2]) }

// RecomputeHash implements game.State.
func (s *State) RecomputeHash() uint64 {
	c := *s
	for side := range 2 {
		c.pos.occ[side], c.pos.held[side], c.pos.lost[side] = 0, 0, 0
		for n := 1; n <= 7; n++ {
			c.pos.tally(side, n)
		}
	}
	if c.pos != s.pos {
		panic("epigo: the position's sets contradict its squares")
	}
	return c.Hash()
}

// tally counts Epigon n of a side into the sets that follow from its place.
func (p *Position) tally(side, n int) {
	switch w := p.at(side, n); w {
	case captured:
		p.lost[side]++
	case onIsland:
		p.held[side]++
	case inHand:
	default:
		p.occ[side] |= bit(w)
	}
}
