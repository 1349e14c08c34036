package match

import (
	"bytes"
	"errors"
	"fmt"

	"atoll/game"
	"atoll/record"
)

// Games that were not played at the table that holds them: a finished one that somebody played
// without a server and uploads, or one that continues elsewhere.

// Bring makes a table of the record of a finished game, as it would be had the
// game been played at it. It is never rated. seats says who sat on each seat: its
// host, or a bot. The record is checked like any stranger's.
func Bring(games Games, id string, rec *record.Record, host User, seats []SeatSetup, now Now) (*Table, *Change, error) {
	p := rec.Proof
	switch {
	case !rec.Result.Over:
		return nil, nil, refuse(NotNow, "record", "only a finished game can be sent")
	case p == nil || p.Seed == nil || p.Chairs == nil:
		return nil, nil, refuse(Invalid, "record", "only a record with its players' numbers for chance can be sent")
	}
	if err := record.Proved(rec); err != nil {
		return nil, nil, refuse(Invalid, "record", "%s", err.Error())
	}
	setup := Setup{
		Game: rec.Config.Game.ID, Players: rec.Config.Players, Options: map[string]any{}, Seats: seats,
		Shuffle: &p.Drawn, Offline: true,
	}
	for k, v := range rec.Config.Given() {
		setup.Options[k] = v
	}
	if p.Given != nil {
		setup.Given = rec.Events[*p.Given].Do
	}
	chairs := make([]Chair, len(p.Chairs))
	for i, c := range p.Chairs {
		seat, _ := rec.Config.SeatByName(c.Seat)
		chairs[i] = Chair{Seat: seat}
		if c.Commit != nil {
			chairs[i].Commit = c.Commit.String()
		}
		if c.Nonce != nil {
			chairs[i].Nonce = c.Nonce.String()
		}
	}
	seed := *p.Seed
	t, err := begun(games, id, setup, host, &Created{Seed: seed[:], Draws: p.Game}, chairs, now)
	if err == nil {
		err = t.playAll(rec.Events, now)
	}
	if err != nil {
		return nil, nil, strange(err)
	}
	// The record that the table gives must be the one that was uploaded.
	plain := *rec
	plain.Events = nil
	for _, e := range rec.Events {
		plain.Events = append(plain.Events, record.Event{By: e.By, Do: e.Do})
	}
	told, err := t.Record()
	if err != nil {
		return nil, nil, err
	}
	if !bytes.Equal(told.AppendText(nil), plain.AppendText(nil)) {
		return nil, nil, refuse(Invalid, "record", "the record is not one of a game at a table")
	}
	return t, t.change(nil, now), nil
}

// Continue makes a table that goes on from the record of an unfinished game. What
// the record leaves unknown is drawn anew by seed, and so is all chance to come; so
// the table has no proof of its chance.
func Continue(games Games, id string, rec *record.Record, host User, seats []SeatSetup, seed []byte, now Now) (*Table, *Change, error) {
	if rec.Result.Over {
		return nil, nil, refuse(NotNow, "record", "the game is over")
	}
	if err := record.Verify(rec); err != nil {
		return nil, nil, refuse(Invalid, "record", "%s", err.Error())
	}
	no := false
	setup := Setup{
		Game: rec.Config.Game.ID, Players: rec.Config.Players, Options: map[string]any{}, Seats: seats,
		Shuffle: &no, Offline: true,
	}
	for k, v := range rec.Config.Given() {
		setup.Options[k] = v
	}
	chairs := make([]Chair, rec.Config.Players)
	for i := range chairs {
		chairs[i].Seat = game.Seat(i)
	}
	t, err := begun(games, id, setup, host, &Created{Seed: seed, Copied: true}, chairs, now)
	if err != nil {
		return nil, nil, err
	}
	events, err := filled(rec, t.rand(-2))
	if err == nil {
		err = t.playAll(events, now)
	}
	if err == nil {
		err = t.settle(now)
	}
	if err != nil {
		return nil, nil, strange(err)
	}
	return t, t.change(nil, now), nil
}

// strange makes a refusal of whatever is wrong with a game from elsewhere.
func strange(err error) error {
	var refused *Error
	if errors.As(err, &refused) {
		return err
	}
	return refuse(Invalid, "record", "%s", err.Error())
}

// filled draws what a record leaves unknown.
func filled(rec *record.Record, r *game.Rand) ([]record.Event, error) {
	rp := record.NewReplayer(rec.Config)
	events := make([]record.Event, len(rec.Events))
	for i, e := range rec.Events {
		events[i] = record.Event{By: e.By, Do: e.Do}
		if f, ok := rp.State().(game.BulkFiller); ok && f.BulkPending() && e.By == rec.Config.SeatName(game.Nature) {
			do, err := f.FillBulk(e.Do, r)
			if err != nil {
				return nil, refuse(Invalid, "record", "%s", err.Error())
			}
			events[i].Do = do
		}
		if err := rp.Apply(events[i].By, events[i].Do, nil); err != nil {
			return nil, refuse(Invalid, "record", "%s", err.Error())
		}
	}
	return events, nil
}

// begun makes a table whose game has begun without a draw.
func begun(games Games, id string, setup Setup, host User, c *Created, chairs []Chair, now Now) (*Table, error) {
	final, err := seatsOf(&setup, host)
	if err != nil {
		return nil, err
	}
	for i, s := range final {
		if s.Kind != SeatHuman && s.Kind != SeatBot {
			return nil, refuse(Invalid, fmt.Sprintf("seats[%d].kind", i), "a seat is me or bot here, not %.20q", string(s.Kind))
		}
	}
	first := make([]Seat, len(final))
	for i, chair := range chairs {
		first[i] = final[chair.Seat]
	}
	g, ok := games(setup.Game)
	if !ok {
		return nil, refuse(Invalid, "game", "there is no game %.40q", setup.Game)
	}
	c.Rules, c.Setup, c.Host, c.Seats, c.Chance = g.Rules, setup, host, first, chanceNow
	t := &Table{ID: id}
	if err := t.apply(games, &Entry{At: now.MS, Kind: KindCreated, Rare: &Rare{Created: c}}); err != nil {
		return nil, err
	}
	return t, t.apply(nil, &Entry{At: now.MS, Kind: KindStarted, Rare: &Rare{Seats: final, Chairs: chairs}})
}

// playAll plays the events of a record that was checked.
func (t *Table) playAll(events []record.Event, now Now) error {
	var step []Move
	for i, e := range events {
		by, ok := t.Config.SeatByName(e.By)
		if !ok {
			return fmt.Errorf("event %d belongs to nobody", i)
		}
		m := Move{By: by, Do: e.Do}
		entry := Entry{At: now.MS, Kind: KindPlay, Moves: []Move{m}}
		if _, table := game.ParseTableAction(e.Do); table && by != game.Nature {
			entry.Kind = KindTable
		} else if by != game.Nature {
			if step = append(step, m); len(step) < t.Acting().Len() {
				continue
			}
			entry.Moves, step = step, nil
		}
		if err := t.apply(nil, &entry); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
	}
	return nil
}
