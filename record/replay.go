package record

import (
	"errors"
	"fmt"

	"atoll/game"
)

// Replayer plays the events of a record one after the other. Simultaneous
// actions come in seat order and are staged until all are in.
type Replayer struct {
	st     game.State
	staged game.Choices
	have   game.Seats
	done   int
	bulks  []int // indices of the outcomes that were too large to list
}

// NewReplayer starts a game.
func NewReplayer(cfg game.Config) *Replayer { return &Replayer{st: cfg.New()} }

// State returns the state after the last complete step. The caller must not
// change it.
func (r *Replayer) State() game.State { return r.st }

// Done returns how many events have been applied, staged ones included.
func (r *Replayer) Done() int { return r.done }

// Staging reports whether a simultaneous step is only partly in.
func (r *Replayer) Staging() bool { return r.have != 0 }

// Next returns the seat whose event must come next, apart from table actions:
// of several that choose at once the first in seat order whose choice is not
// in; Nature; or NoSeat after the end.
func (r *Replayer) Next() game.Seat { return (r.st.Acting() &^ r.have).First() }

// Apply plays one event. On error nothing has changed.
func (r *Replayer) Apply(by, do string, tell game.Tell) error {
	cfg := r.st.Config()
	s, ok := cfg.SeatByName(by)
	if !ok {
		return fmt.Errorf("no seat is called %.40q", by)
	}
	b, ok := r.st.(game.Bulk)
	bulk := ok && b.BulkPending()
	if err := r.play(s, do, tell); err != nil {
		return err
	}
	if bulk {
		r.bulks = append(r.bulks, r.done)
	}
	r.done++
	return nil
}

func (r *Replayer) play(s game.Seat, do string, tell game.Tell) error {
	cfg := r.st.Config()
	next := r.Next()
	if next == game.NoSeat {
		return game.ErrOver
	}
	if t, ok := game.ParseTableAction(do); ok {
		if s == game.Nature {
			return errors.New("chance takes no table action")
		}
		if r.have != 0 {
			return fmt.Errorf("%q of %s comes after a plan of the same step, but table actions come first", do, cfg.SeatName(s))
		}
		return game.TryTable(r.st, s, t, tell)
	}
	if s == game.Nature {
		// A record names everything that was uncovered in the outcome that hid it.
		if b, ok := r.st.(game.Bulk); next == game.Nature && cfg.Game.Traits.NatureReveals && (!ok || !b.BulkPending()) {
			return errors.New("something was uncovered that the record left unknown")
		}
		return game.Try(r.st, s, do, tell)
	}
	a, err := game.Parse(r.st, s, do)
	if err != nil {
		return err
	}
	if s != next {
		return fmt.Errorf("simultaneous actions stand in seat order: %s comes next, not %s", cfg.SeatName(next), cfg.SeatName(s))
	}
	r.staged[s] = a
	r.have = r.have.With(s)
	if r.have == r.st.Acting() {
		r.st.Play(r.staged, tell)
		r.staged, r.have = game.Choices{}, 0
	}
	return nil
}

// Recorder plays a game and keeps its record.
type Recorder struct {
	Replayer
	// Legal asks for the list of legal actions beside every action.
	Legal bool
	rec   Record
}

// NewRecorder starts a game.
func NewRecorder(cfg game.Config) *Recorder {
	return &Recorder{Replayer: *NewReplayer(cfg), rec: Record{Config: cfg}}
}

// Apply plays one event and records it. On error nothing has changed.
func (r *Recorder) Apply(by, do string, tell game.Tell) error {
	e := Event{By: by, Do: do}
	if s, ok := r.rec.Config.SeatByName(by); ok && r.Legal && s != game.Nature {
		if _, table := game.ParseTableAction(do); !table {
			e.Legal = LegalOf(r.st, s)
		}
	}
	if err := r.Replayer.Apply(by, do, tell); err != nil {
		return err
	}
	r.rec.Events = append(r.rec.Events, e)
	return nil
}

// Record returns the record up to now. Its events are shared with the Recorder.
func (r *Recorder) Record() *Record {
	rec := r.rec
	rec.Result = r.st.Result()
	return &rec
}
