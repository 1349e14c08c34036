package match

import (
	"cmp"
	"slices"

	"atoll/fair"
	"atoll/game"
	"atoll/record"
)

func (t *Table) secret() fair.Seed {
	var s fair.Seed
	copy(s[:], t.seed)
	return s
}

// Commitment is published before the first draw.
func (t *Table) Commitment() string { return t.commitment }

// rand returns the draws for the event with that index in the record.
func (t *Table) rand(index int) *game.Rand {
	return game.RandFrom(fair.NewStream(t.key, t.draws, index))
}

// Record returns the game as a record: of a running game what everybody
// may know, of a finished one everything.
func (t *Table) Record() (*record.Record, error) {
	if old := t.Old(); old != nil {
		return nil, refuse(NotNow, "", "%s", old)
	}
	rec := &record.Record{Config: t.Config, Result: t.state.Result(), Proof: t.proof()}
	for _, m := range t.Moves() {
		rec.Events = append(rec.Events, record.Event{By: t.Config.SeatName(m.By), Do: m.Do})
	}
	return record.Public(rec)
}

// proof returns what lets others repeat the draws, seed included.
func (t *Table) proof() *record.Proof {
	if t.copied {
		return nil
	}
	seed := t.secret()
	p := &record.Proof{Game: t.draws, Commit: seed.Commit(), Seed: &seed}
	if t.chance == 0 {
		// As such records have always been: without proof if the maker gave a draw, or nothing was
		// drawn.
		if !t.Config.Game.Traits.Chance || t.given {
			return nil
		}
		return p
	}
	if t.given {
		p.Given = &t.givenAt
	}
	p.Drawn = t.drawsSeats()
	for _, c := range t.Chairs {
		p.Chairs = append(p.Chairs, c.record(t.Config))
	}
	return p
}

// Drawn returns the outcome of chance in e, an entry of this table, as v may know it now, and its
// index in the record. Chance is never taken back, so the index stays valid.
func (t *Table) Drawn(e *Entry, v game.Viewer) (event int, do string) {
	event = t.recorded()
	i, ok := slices.BinarySearchFunc(t.steps, e.Seq, func(s step, seq int64) int { return cmp.Compare(t.log[s.entry].Seq, seq) })
	if ok {
		event = t.steps[i].event
	}
	do = e.Moves[0].Do
	if !t.Config.Game.Traits.Hidden || v.Truth() {
		return event, do
	}
	if b, ok := t.state.(game.Bulk); ok {
		return event, b.RedactBulk(do, v)
	}
	return event, "?"
}
