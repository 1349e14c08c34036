package match

import (
	"atoll/fair"
	"atoll/game"
	"atoll/record"
)

func (t *Table) secret() fair.Seed {
	var s fair.Seed
	copy(s[:], t.seed)
	return s
}

// Commitment is told before the first draw.
func (t *Table) Commitment() string { return t.commitment }

// rand returns the draws for the event with that index in the record.
func (t *Table) rand(index int) *game.Rand {
	return game.RandFrom(fair.NewStream(t.secret(), t.ID, index))
}

// Record returns the game as records tell it: of a running game what everybody
// may know, of a finished one everything.
func (t *Table) Record() (*record.Record, error) {
	rec := &record.Record{Config: t.Config, Result: t.state.Result()}
	for _, m := range t.Moves() {
		rec.Events = append(rec.Events, record.Event{By: t.Config.SeatName(m.By), Do: m.Do})
	}
	// A draw that the maker gave cannot be repeated from the seed.
	if t.Config.Game.Traits.Chance && !t.given {
		seed := t.secret()
		rec.Proof = &record.Proof{Game: t.ID, Commit: seed.Commit(), Seed: &seed}
	}
	return record.Public(rec)
}
