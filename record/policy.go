package record

import "atoll/game"

// Policy says how the players of a random game choose.
type Policy string

const (
	// Uniform players take each legal action with the same likelihood.
	Uniform Policy = "uniform"
	// Lively players choose at random but with a purpose, where the game knows
	// how, and sometimes resign, run out of time or agree to a draw.
	Lively Policy = "lively"
)

// Random plays one whole game at random. Equal seeds give equal records. With
// legal every action comes with the list of actions that were legal.
func Random(cfg game.Config, policy Policy, seed *game.Rand, legal bool) *Record {
	p := player{
		Recorder: NewRecorder(cfg), policy: policy,
		// One stream for chance and one for the players, so that dice do not depend
		// on how choices are drawn.
		chance: seed.Split(1), choice: seed.Split(2), table: seed.Split(3),
	}
	p.Legal = legal
	// Leaving in most games would hide how they end on the board.
	p.restless = p.table.Intn(4) == 0
	for p.st.Acting() != 0 {
		if policy == Lively && p.tableAction() {
			continue
		}
		p.step()
	}
	return p.Record()
}

type player struct {
	*Recorder
	policy                Policy
	chance, choice, table *game.Rand
	restless              bool
	buf                   []game.Action
}

func (p *player) step() {
	acting := p.st.Acting()
	if acting.Has(game.Nature) {
		p.apply(game.Nature, game.Draw(p.st, p.chance))
		return
	}
	// Texts first: playing the last choice of a step changes the state.
	var texts [game.MaxSeats]string
	for s := range game.Seat(game.MaxSeats) {
		if acting.Has(s) {
			texts[s] = string(p.st.AppendAction(nil, s, p.choose(s)))
		}
	}
	for s := range game.Seat(game.MaxSeats) {
		if acting.Has(s) {
			p.apply(s, texts[s])
		}
	}
}

func (p *player) choose(s game.Seat) game.Action {
	if l, ok := p.st.(game.Lively); ok && p.policy == Lively {
		return l.LivelyAction(s, p.choice)
	}
	var a game.Action
	a, p.buf = game.Sample(p.st, s, p.choice, p.buf)
	return a
}

func (p *player) apply(s game.Seat, do string) {
	if err := p.Apply(p.rec.Config.SeatName(s), do, nil); err != nil {
		panic("record: the rules refuse their own action: " + err.Error())
	}
}

// tableAction takes an allowed table action now and then.
func (p *player) tableAction() bool {
	if p.st.Acting().Has(game.Nature) {
		return false
	}
	s := game.Seat(p.table.Intn(p.rec.Config.Players))
	var t game.TableAction
	switch n := p.table.Intn(120); {
	case n == 0 && p.restless:
		t = game.Resign
	case n == 1 && p.restless:
		t = game.Timeout
	case n < 8:
		t = game.OfferDraw
	case n < 24:
		t = game.AcceptDraw
	}
	if t == 0 || p.st.AllowsTable(s, t) != nil {
		return false
	}
	p.apply(s, t.String())
	return true
}
