package match

import (
	"bytes"
	"encoding/json"
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
	if len(s.Entries) == 0 {
		return nil, ErrNoTable
	}
	t := &Table{ID: id}
	if err := t.read(games, s); err != nil {
		return nil, err
	}
	return t, nil
}

// Extend returns the table with what the store has beyond it.
func (t *Table) Extend(games Games, s *Stored) (*Table, error) {
	n := t.clone()
	if err := n.read(games, s); err != nil {
		return nil, err
	}
	return n, nil
}

// read goes on with what the store has beyond the table.
func (t *Table) read(games Games, s *Stored) error {
	t.Version = s.Version
	for i := range s.Entries {
		e := &s.Entries[i]
		if want := t.Seq + 1; e.Seq != want {
			return fmt.Errorf("table %s: entry %d is missing", t.ID, want)
		}
		if err := t.apply(games, e); err != nil {
			return fmt.Errorf("table %s, entry %d: %w", t.ID, e.Seq, err)
		}
	}
	t.recall(&s.Head)
	if err := t.readPrivate(s.Private); err != nil {
		return fmt.Errorf("table %s: %w", t.ID, err)
	}
	return nil
}

func (t *Table) readPrivate(data []byte) error {
	t.private = Private{}
	if len(data) == 0 || string(data) == nothing {
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
