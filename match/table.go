package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"atoll/fair"
	"atoll/game"
)

// Status is where a table is in its life.
type Status string

const (
	Open    Status = "open"
	Running Status = "running"
	Over    Status = "over"
	Aborted Status = "aborted"
)

// Table is one table at one moment. It is never changed: a command returns a
// new one. So a view can be made from it while others play on.
type Table struct {
	ID      string
	Version int64
	Seq     int64
	// Step is the sequence number of the entry that began the present decision.
	Step    int64
	Status  Status
	Setup   Setup
	Config  game.Config
	Rules   int
	Host    User
	Seats   []Seat
	Created int64
	Updated int64 // time of the latest public entry
	From    string
	Next    string // the table of the rematch
	Ask     *Offer // open request for a takeback
	Agreed  game.Seats
	NoDraw  game.Seats // bots that have declined the draw on offer
	Rematch game.Seats // who wants one
	// Opening is when the opening of nonces began; 0 if it has not.
	Opening int64
	// Chairs are who sat where before the game began; nil until then.
	Chairs []Chair

	log     []Entry
	stories [][]Story // of the latest entries of log; Log replays the others
	steps   []step    // the game as it stands, without what was taken back
	heard   heard     // the messages that entries of log answer
	state   game.State
	private Private
	seed    []byte
	chance  int                   // Created.Chance
	draws   string                // Created.Draws, or the id
	copied  bool                  // Created.Copied
	key     fair.Seed             // of the draws, once the game has begun
	commits [game.MaxSeats]string // to nonces, of those who want a rematch
	// commitment to the seed, in every view
	commitment string
	given      bool // Setup.Given has been used
	givenAt    int  // as which event of the record
	left       [game.MaxSeats]int64
	since      int64
	vacations  []Vacation
}

// step is one entry that is part of the game as it stands.
type step struct {
	entry int  // index in log
	event int  // index in the record of its first event
	fixed bool // it cannot be taken back: a roll or a reveal
}

// Story is an event of the game as it goes over the wire. It is kept like this,
// and not as the game told it, because many read it and it takes less room.
type Story struct {
	Audience game.Audience
	JSON     []byte
}

// teller collects the stories of one entry. They lie in one piece of memory.
type teller struct {
	table *Table
	told  []Story
	text  *[]byte
}

// texts lends the memory in which stories are written before their size is known.
var texts = sync.Pool{New: func() any { return new([]byte) }}

func (l *teller) tell(e game.Event) {
	if l.text == nil {
		l.text = texts.Get().(*[]byte)
		*l.text, l.told = (*l.text)[:0], make([]Story, 0, 4)
	}
	from := len(*l.text)
	*l.text = e.AppendJSON(*l.text, l.table.Config.SeatNames())
	l.told = append(l.told, Story{e.Audience, (*l.text)[from:]})
}

// stories returns all that was told.
func (l *teller) stories() []Story {
	if l.text == nil {
		return nil
	}
	text, from := bytes.Clone(*l.text), 0
	for i := range l.told {
		n := from + len(l.told[i].JSON)
		l.told[i].JSON, from = text[from:n:n], n
	}
	texts.Put(l.text)
	l.text = nil
	return slices.Clip(l.told)
}

// Games finds a game of the catalogue by its id.
type Games func(id string) (*game.Game, bool)

// Replay makes a table from its stored log.
func Replay(games Games, id string, s *Stored) (*Table, error) {
	t := &Table{ID: id, Version: s.Version}
	for i := range s.Entries {
		if want := t.Seq + 1; s.Entries[i].Seq != want {
			return nil, fmt.Errorf("table %s: entry %d is missing", id, want)
		}
		if err := t.apply(games, &s.Entries[i]); err != nil {
			return nil, fmt.Errorf("table %s, entry %d: %w", id, s.Entries[i].Seq, err)
		}
	}
	if t.Seq == 0 {
		return nil, ErrNoTable
	}
	t.recall(&s.Head)
	if err := t.readPrivate(s.Private); err != nil {
		return nil, fmt.Errorf("table %s: %w", id, err)
	}
	return t, nil
}

// Extend returns the table with what the store has beyond it.
func (t *Table) Extend(games Games, s *Stored) (*Table, error) {
	n := t.clone()
	n.Version = s.Version
	for i := range s.Entries {
		if want := n.Seq + 1; s.Entries[i].Seq != want {
			return nil, fmt.Errorf("table %s: entry %d is missing", t.ID, want)
		}
		if err := n.apply(games, &s.Entries[i]); err != nil {
			return nil, fmt.Errorf("table %s, entry %d: %w", t.ID, s.Entries[i].Seq, err)
		}
	}
	n.recall(&s.Head)
	if err := n.readPrivate(s.Private); err != nil {
		return nil, fmt.Errorf("table %s: %w", t.ID, err)
	}
	return n, nil
}

func (t *Table) readPrivate(data []byte) error {
	t.private = Private{}
	if len(data) == 0 {
		return nil
	}
	return json.Unmarshal(data, &t.private)
}

// clone returns a table that can be changed without touching t. Slices that
// only grow are shared.
func (t *Table) clone() *Table {
	n := *t
	n.Seats = slices.Clone(t.Seats)
	if t.state != nil {
		n.state = t.state.Copy()
	}
	n.private.Sealed = slices.Clone(t.private.Sealed)
	n.private.Msgs, n.private.Seqs = slices.Clone(t.private.Msgs), slices.Clone(t.private.Seqs)
	return &n
}

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
	entry := len(t.log)
	switch e.Kind {
	case KindCreated:
		if err := t.applyCreated(games, e); err != nil {
			return err
		}
	case KindSeat:
		if int(e.Seat.Seat) >= len(t.Seats) || e.Seat.Seat < 0 {
			return fmt.Errorf("no seat %d", e.Seat.Seat)
		}
		t.Seats[e.Seat.Seat] = e.Seat.Now
	case KindSeated:
		t.Opening = e.At
	case KindStarted:
		if err := t.applyChairs(e.Chairs); err != nil {
			return err
		}
		t.Status, t.Opening = Running, 0
		t.Seats = slices.Clone(e.Seats)
		for s := range t.left {
			t.left[s] = int64(t.Setup.Clock.Initial) * 1000
		}
		t.begin(e)
	case KindPlay:
		if t.Old() != nil {
			t.Step, t.since = e.Seq, e.At
			break
		}
		by, did := game.Nature, ""
		if m := e.Moves[0]; len(t.private.Lines) > 0 && len(e.Moves) == 1 && m.By != game.Nature {
			by, did = m.By, plain(t.state, m)
		}
		fixed, err := t.applyPlay(e, l.tell)
		if err != nil {
			return err
		}
		t.follow(by, did)
		t.steps = append(t.steps, step{entry: entry, event: t.recorded(), fixed: fixed})
		t.begin(e)
	case KindTable:
		if t.Old() != nil {
			break
		}
		m := e.Moves[0]
		what, ok := game.ParseTableAction(m.Do)
		if !ok {
			return fmt.Errorf("no table action %.20q", m.Do)
		}
		if err := game.TryTable(t.state, m.By, what, l.tell); err != nil {
			return err
		}
		t.steps = append(t.steps, step{entry: entry, event: t.recorded(), fixed: true})
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
	case KindOffer:
		t.applyOffer(e.Offer)
	case KindTakeback:
		if t.Old() != nil {
			break
		}
		if err := t.goBack(e.To); err != nil {
			return err
		}
		t.loseLines()
		t.begin(e)
	case KindAborted:
		t.Status, t.Opening = Aborted, 0
		t.private.Sealed, t.private.Lines = nil, nil
	case KindNext:
		t.Next = e.Next
	case KindRated:
		for _, r := range e.Ratings {
			if r.Seat < 0 || int(r.Seat) >= len(t.Seats) {
				return fmt.Errorf("no seat %d", r.Seat)
			}
			s := &t.Seats[r.Seat]
			s.User.Rating, s.User.Unsure, s.Change = r.Rating, r.Unsure, &r.Change
		}
	case KindVacation:
		t.vacations = e.Vacations
	default:
		return fmt.Errorf("no kind of entry %.20q", e.Kind)
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

// keptStories is the number of entries whose stories a table keeps at hand, at
// least. Those who follow a game need the latest; newcomers wait for a replay.
// Keeping them all would take up most of a server's memory.
const keptStories = 8

// begin starts a new decision at entry e.
func (t *Table) begin(e *Entry) {
	t.Step, t.since, t.Ask, t.Agreed, t.NoDraw = e.Seq, e.At, nil, 0, 0
	t.private.Sealed, t.private.Msgs, t.private.Seqs = nil, nil, nil
	if t.state.Acting() == 0 && t.Old() == nil {
		t.Status, t.private.Lines = Over, nil
	}
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

func (t *Table) applyPlay(e *Entry, tell game.Tell) (fixed bool, err error) {
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

// SealedBy reports whether seat s has a sealed choice. Only for s itself, for
// the workers, and for everybody where the table shows readiness.
func (t *Table) SealedBy(s game.Seat) bool { return t.SealedChoice(s) != "" }

// SealedChoice returns the sealed choice of seat s; "" for none.
func (t *Table) SealedChoice(s game.Seat) string {
	for _, o := range t.private.Sealed {
		if o.Seat == s {
			return o.Do
		}
	}
	return ""
}

// Look returns the position as v may see it.
func (t *Table) Look(v game.Viewer) game.State { return game.Look(t.state, v) }

// Acting returns who must choose.
func (t *Table) Acting() game.Seats {
	if t.Status != Running {
		return 0
	}
	return t.state.Acting()
}

// Waiting returns the seats that have yet to choose.
func (t *Table) Waiting() game.Seats {
	w := t.Acting()
	for _, o := range t.private.Sealed {
		if o.Do != "" {
			w = w.Without(o.Seat)
		}
	}
	return w
}

// Result returns how the game ended.
func (t *Table) Result() game.Result { return t.state.Result() }

// Seed returns the seed of the draws: a secret until the table is over.
func (t *Table) Seed() []byte { return t.seed }

// Log returns the entries after sequence number after, with the events that
// each told. Callers pick what a viewer may know.
func (t *Table) Log(after int64) ([]Entry, [][]Story) {
	n := len(t.log)
	from := int(min(max(after, 0), int64(n)))
	stories := t.stories
	if n-from > len(stories) {
		stories = t.allStories()
	}
	return t.log[from:n:n], stories[len(stories)-(n-from):]
}

// allStories replays the log and returns the stories of every entry.
func (t *Table) allStories() [][]Story {
	r := &Table{ID: t.ID}
	games := func(string) (*game.Game, bool) { return t.Config.Game, true }
	all := make([][]Story, 0, len(t.log))
	for i := range t.log {
		e := t.log[i]
		if err := r.apply(games, &e); err != nil {
			panic(fmt.Sprintf("match: table %s, entry %d was played and cannot be replayed: %v", t.ID, e.Seq, err))
		}
		all = append(all, r.stories[len(r.stories)-1])
	}
	return all
}

// SeatsOf returns the seats that user may play.
func (t *Table) SeatsOf(user string) game.Seats {
	var mine game.Seats
	for i, s := range t.Seats {
		if s.Held(user) {
			mine = mine.With(game.Seat(i))
		}
	}
	return mine
}

// At returns the truth after the given step (0: the latest) with the events
// that led there, and all steps that there are. Steps that were taken back are
// not among them.
func (t *Table) At(at int64) (st game.State, told []Story, steps []int64, err error) {
	if old := t.Old(); old != nil {
		return nil, nil, nil, refuse(NotNow, "", "%s", old)
	}
	steps = []int64{t.firstStep()}
	if at == 0 {
		at = steps[0]
		if n := len(t.steps); n > 0 {
			at = t.log[t.steps[n-1].entry].Seq
		}
	}
	st = t.Config.New()
	found := at == steps[0]
	done := found
	for _, s := range t.steps {
		e := &t.log[s.entry]
		steps = append(steps, e.Seq)
		if done {
			continue
		}
		l := teller{table: t}
		if err := replay(st, e, l.tell); err != nil {
			return nil, nil, nil, err
		}
		told = l.stories()
		if e.Seq == at {
			found, done = true, true
		}
	}
	if !found {
		return nil, nil, nil, refuse(Unknown, "step", "there is no step %d", at)
	}
	return st, told, steps, nil
}

// Moves returns all that records tell of the game as it stands: every choice,
// outcome and table action, in order.
func (t *Table) Moves() []Move {
	var all []Move
	for _, s := range t.steps {
		all = append(all, t.log[s.entry].Moves...)
	}
	return all
}
