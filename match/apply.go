package match

import (
	"errors"
	"fmt"
	"slices"

	"atoll/game"
)

// keptStories is the number of entries whose stories a table keeps at hand, at
// least. Those who follow a game need the latest; newcomers wait for a replay.
// Keeping them all would take up most of a server's memory.
const keptStories = 8

// apply folds one entry into the table.
func (t *Table) apply(games Games, e *Entry) error {
	e.Seq = t.Seq + 1
	if t.Seq == 0 && e.Kind != KindCreated {
		return fmt.Errorf("a log begins with %q, not %q", KindCreated, e.Kind)
	}
	if !e.whole() {
		return fmt.Errorf("an entry of kind %.20q without what belongs to it", e.Kind)
	}
	l := teller{table: t}
	if err := t.fold(games, e, l.tell); err != nil {
		return err
	}
	t.Seq, t.Updated = e.Seq, e.At
	t.log = append(t.log, *e)
	t.heard.addOf(e)
	if len(t.stories) == 2*keptStories {
		// Not in place: tables of earlier moments share the memory.
		t.stories = append(make([][]Story, 0, 2*keptStories), t.stories[keptStories:]...)
	}
	t.stories = append(t.stories, l.stories())
	return nil
}

// fold does what an entry of its kind does.
func (t *Table) fold(games Games, e *Entry, tell game.Tell) error {
	switch e.Kind {
	case KindCreated:
		return t.applyCreated(games, e)
	case KindSeat:
		return t.applySeat(e.Seat)
	case KindSeated:
		t.Opening = e.At
	case KindStarted:
		return t.applyStarted(e)
	case KindPlay:
		return t.applyPlay(e, tell)
	case KindTable:
		return t.applyTable(e, tell)
	case KindOffer:
		t.applyOffer(e.Offer)
	case KindTakeback:
		return t.applyTakeback(e)
	case KindAborted:
		t.Status, t.Opening = Aborted, 0
		t.private.Sealed, t.private.Lines = nil, nil
	case KindNext:
		t.Next = e.Next
	case KindRated:
		return t.applyRated(e.Ratings)
	case KindVacation:
		t.vacations = e.Vacations
	default:
		return fmt.Errorf("no kind of entry %.20q", e.Kind)
	}
	return nil
}

// begin starts a new decision at entry e.
func (t *Table) begin(e *Entry) {
	t.Step, t.since, t.Ask, t.Agreed, t.NoDraw = e.Seq, e.At, nil, 0, 0
	t.private.Sealed, t.private.Msgs, t.private.Seqs = nil, nil, nil
	if t.state.Acting() == 0 && t.Old() == nil {
		t.Status, t.private.Lines = Over, nil
	}
}

func (t *Table) applyCreated(games Games, e *Entry) error {
	c := e.Created
	if t.Seq != 0 {
		return fmt.Errorf("misplaced %q", KindCreated)
	}
	g, ok := games(c.Setup.Game)
	if !ok {
		return fmt.Errorf("no game %.40q", c.Setup.Game)
	}
	cfg, err := configure(g, c.Rules, c.Setup)
	var old *game.OldRules
	if errors.As(err, &old) {
		cfg, err = g.Configure(c.Setup.Players, nil)
	}
	if err != nil {
		return err
	}
	t.Setup, t.Config, t.Rules, t.Host, t.seed, t.chance = c.Setup, cfg, c.Rules, c.Host, c.Seed, c.Chance
	if c.Chance > chanceNow {
		return fmt.Errorf("its chance is drawn in a way (%d) that this program does not know", c.Chance)
	}
	if c.Rules < g.Rules { // a rematch is played as this was, as far as it can be
		t.Setup.Options = map[string]any{}
		for k, v := range cfg.Given() {
			t.Setup.Options[k] = v
		}
	}
	t.draws, t.copied = c.Draws, c.Copied
	if t.draws == "" {
		t.draws = t.ID
	}
	t.commitment = t.secret().Commit().String()
	t.Seats = slices.Clone(c.Seats)
	t.Status, t.Created, t.From = Open, e.At, c.From
	t.state = cfg.New()
	if old != nil {
		t.state = &relic{cfg: cfg, old: old}
	}
	t.Step = e.Seq
	return nil
}

func (t *Table) applySeat(c *SeatChange) error {
	if int(c.Seat) >= len(t.Seats) || c.Seat < 0 {
		return fmt.Errorf("no seat %d", c.Seat)
	}
	t.Seats[c.Seat] = c.Now
	return nil
}

func (t *Table) applyStarted(e *Entry) error {
	if err := t.applyChairs(e.Chairs); err != nil {
		return err
	}
	t.Status, t.Opening = Running, 0
	t.Seats = slices.Clone(e.Seats)
	for s := range t.left {
		t.left[s] = int64(t.Setup.Clock.Initial) * 1000
	}
	t.begin(e)
	return nil
}

func (t *Table) applyPlay(e *Entry, tell game.Tell) error {
	if t.Old() != nil {
		t.Step, t.since = e.Seq, e.At
		return nil
	}
	by, did := game.Nature, ""
	if m := e.Moves[0]; len(t.private.Lines) > 0 && len(e.Moves) == 1 && m.By != game.Nature {
		by, did = m.By, plain(t.state, m)
	}
	fixed, err := t.play(e, tell)
	if err != nil {
		return err
	}
	t.follow(by, did)
	t.steps = append(t.steps, step{entry: len(t.log), event: t.recorded(), fixed: fixed})
	t.begin(e)
	return nil
}

// play plays the choices of one step. It reports whether the step is fixed: it showed
// somebody something, and cannot be taken back.
func (t *Table) play(e *Entry, tell game.Tell) (fixed bool, err error) {
	if m := e.Moves[0]; m.By == game.Nature {
		if m.Do == t.Setup.Given && !t.given {
			t.given, t.givenAt = true, t.recorded()
		}
		return true, game.Try(t.state, game.Nature, m.Do, tell)
	}
	var c game.Choices
	var by game.Seats
	for _, m := range e.Moves {
		a, err := game.Parse(t.state, m.By, m.Do)
		if err != nil {
			return false, err
		}
		c[m.By], by = a, by.With(m.By)
	}
	if by != t.state.Acting() || by.Len() != len(e.Moves) {
		return false, fmt.Errorf("a step needs a choice of %s", game.ActingText(t.state))
	}
	for _, m := range e.Moves {
		if t.Setup.Clock.Kind == Fischer && t.Seats[m.By].Kind != SeatBot {
			t.left[m.By] = max(0, t.left[m.By]-m.MS) + int64(t.Setup.Clock.Increment)*1000
		}
	}
	fixed = t.reveals(by)
	before := t.state
	if !fixed && t.Config.Game.Traits.Hidden {
		before = t.state.Copy()
	}
	t.state.Play(c, tell)
	if !fixed && t.Config.Game.Traits.Hidden {
		fixed = !sameKnowledge(before, t.state, c)
	}
	return fixed, nil
}

// reveals reports whether a step shows somebody something for certain: several
// seats turned over their choices, or the position holds sealed ones.
func (t *Table) reveals(by game.Seats) bool {
	if by.Len() > 1 {
		return true
	}
	s, ok := t.state.(game.Sealing)
	return ok && s.HoldsSecretChoices()
}

// sameKnowledge reports whether a spectator could have worked out the position
// after the choice from the one before: then nothing was revealed by it.
func sameKnowledge(before, after game.State, c game.Choices) bool {
	if !before.Config().Game.Traits.NatureReveals {
		return false
	}
	guess := game.Look(before, game.PublicViewer())
	guess.Play(c, nil)
	return guess.Hash() == game.Look(after, game.PublicViewer()).Hash()
}

func (t *Table) applyTable(e *Entry, tell game.Tell) error {
	if t.Old() != nil {
		return nil
	}
	m := e.Moves[0]
	what, ok := game.ParseTableAction(m.Do)
	if !ok {
		return fmt.Errorf("no table action %.20q", m.Do)
	}
	if err := game.TryTable(t.state, m.By, what, tell); err != nil {
		return err
	}
	t.steps = append(t.steps, step{entry: len(t.log), event: t.recorded(), fixed: true})
	if what == game.OfferDraw {
		t.NoDraw = 0
	}
	if what == game.Resign || what == game.Timeout {
		t.leaveStep(m.By)
		t.loseLines()
		t.Step, t.since, t.Ask = e.Seq, e.At, nil
	}
	if t.state.Acting() == 0 {
		t.Status = Over
		t.private.Sealed, t.private.Msgs, t.private.Seqs, t.private.Lines = nil, nil, nil, nil
	}
	return nil
}

// leaveStep drops the sealed choice of a seat that is out, and those of others that are no longer
// possible.
func (t *Table) leaveStep(s game.Seat) {
	t.private.Sealed = slices.DeleteFunc(t.private.Sealed, func(o Sealed) bool {
		if o.Seat == s || !t.state.Acting().Has(o.Seat) {
			return true
		}
		_, err := game.Parse(t.state, o.Seat, o.Do)
		return o.Do != "" && err != nil
	})
}

func (t *Table) applyOffer(o *Offer) {
	switch o.What {
	case AskTakeback:
		t.Ask, t.Agreed = o, game.Only(o.By)
	case AcceptTakeback:
		t.Agreed = t.Agreed.With(o.By)
	case DeclineTakeback:
		t.Ask, t.Agreed = nil, 0
	case DeclineDraw:
		t.NoDraw = t.NoDraw.With(o.By)
	case OfferRematch:
		t.Rematch, t.commits[o.By] = t.Rematch.With(o.By), o.Commit
	case DeclineRematch:
		t.Rematch, t.commits = 0, [game.MaxSeats]string{}
	}
}

func (t *Table) applyTakeback(e *Entry) error {
	if t.Old() != nil {
		return nil
	}
	if err := t.goBack(e.To); err != nil {
		return err
	}
	t.loseLines()
	t.begin(e)
	return nil
}

// goBack returns the game to the step that entry number to made.
func (t *Table) goBack(to int64) error {
	keep := -1
	for i, s := range t.steps {
		if t.log[s.entry].Seq == to {
			keep = i + 1
		}
	}
	if keep < 0 {
		if first := t.firstStep(); first != to {
			return fmt.Errorf("no step %d", to)
		}
		keep = 0
	}
	st := t.Config.New()
	for _, s := range t.steps[:keep] {
		if err := replay(st, &t.log[s.entry], nil); err != nil {
			return err
		}
	}
	t.state = st
	// Clocks stay as they are: time that was used is used.
	t.steps = slices.Clone(t.steps[:keep])
	return nil
}

// firstStep is the step at which nobody had moved yet.
func (t *Table) firstStep() int64 {
	for i := range t.log {
		if t.log[i].Kind == KindStarted {
			return t.log[i].Seq
		}
	}
	return 0
}

// replay plays a stored entry that is known to be right on st.
func replay(st game.State, e *Entry, tell game.Tell) error {
	switch {
	case e.Kind == KindTable:
		what, _ := game.ParseTableAction(e.Moves[0].Do)
		return game.TryTable(st, e.Moves[0].By, what, tell)
	case e.Moves[0].By == game.Nature:
		return game.Try(st, game.Nature, e.Moves[0].Do, tell)
	}
	var c game.Choices
	for _, m := range e.Moves {
		a, err := game.Parse(st, m.By, m.Do)
		if err != nil {
			return err
		}
		c[m.By] = a
	}
	st.Play(c, tell)
	return nil
}

func (t *Table) applyRated(ratings []Rated) error {
	for _, r := range ratings {
		if r.Seat < 0 || int(r.Seat) >= len(t.Seats) {
			return fmt.Errorf("no seat %d", r.Seat)
		}
		s := &t.Seats[r.Seat]
		s.User.Rating, s.User.Unsure, s.Change = r.Rating, r.Unsure, &r.Change
	}
	return nil
}
