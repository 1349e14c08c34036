package work

import (
	"context"
	"errors"

	"atoll/game"
	"atoll/match"
	"atoll/store"
)

// openTurns is how many turns into a running rated game the engine stops judging it for its
// players. Before that, many games are alike.
const openTurns = 4

// maxAhead bounds how many choices are tried on the present position of a game.
const maxAhead = 2000

var ownRated = &match.Error{
	Kind: match.Forbidden, Where: "",
	Message: "this is a position of one of your unfinished rated games; play it by yourself, and ask the engine when it is over",
}

// positionKey is a position as one seat of a game knows it.
type positionKey struct {
	game    string
	players int
	seat    game.Seat
	hash    uint64
}

func keyOf(st game.State, seat game.Seat) positionKey {
	cfg := st.Config()
	return positionKey{cfg.Game.ID, cfg.Players, seat, game.Look(st, game.SeatViewer(seat)).Hash()}
}

// ownPositions are the positions of a person's running rated games on which the
// engine keeps silent: those after the first turns, and what a single choice can
// make of the present one.
type ownPositions map[positionKey]struct{}

// has reports whether one of them is st, whatever st says about things that the
// player does not know.
func (o ownPositions) has(st game.State) bool {
	if len(o) == 0 {
		return false
	}
	for seat := range game.Seat(st.Config().Players) {
		if _, ok := o[keyOf(st, seat)]; ok {
			return true
		}
	}
	return false
}

// ownPositions collects them for everybody that is known to be the same person.
func (w *Work) ownPositions(ctx context.Context, user string) (ownPositions, error) {
	ids, err := w.samePerson(ctx, user)
	if err != nil {
		return nil, err
	}
	own := ownPositions{}
	for _, id := range ids {
		f := store.Filter{User: id, Status: match.Running, Rated: true, Limit: 100}
		for {
			list, err := w.n.Store.Tables(ctx, f)
			if err != nil {
				return nil, err
			}
			for _, stored := range list {
				_, t, err := w.tables.Read(ctx, stored.ID)
				if err != nil {
					return nil, err
				}
				if err := own.add(t, t.SeatsOf(id)); err != nil {
					return nil, err
				}
			}
			if len(list) < f.Limit {
				break
			}
			last := list[len(list)-1]
			f.After.Created, f.After.ID = last.Head.Created, last.ID
		}
	}
	return own, nil
}

func (o ownPositions) add(t *match.Table, seats game.Seats) error {
	var present game.State
	note := func(st game.State) {
		for seat := range game.Seat(t.Config.Players) {
			if seats.Has(seat) {
				o[keyOf(st, seat)] = struct{}{}
			}
		}
	}
	err := t.AfterTurns(openTurns, func(st game.State) bool {
		note(st)
		present = st
		return true
	})
	if err != nil || present == nil || present.Acting().Len() != 1 {
		return err
	}
	mover := present.Acting().First()
	if mover == game.Nature || !seats.Has(mover) || game.Count(present, mover) > maxAhead {
		return nil
	}
	for _, a := range present.AppendActions(nil, mover) {
		next := game.Look(present, game.SeatViewer(mover))
		next.Play(game.Choose(mover, a), nil)
		o[positionKey{t.Config.Game.ID, t.Config.Players, mover, next.Hash()}] = struct{}{}
	}
	return nil
}

// samePerson lists the users that are known to be one person: an account and the
// programs it has made.
func (w *Work) samePerson(ctx context.Context, user string) ([]string, error) {
	root := user
	switch a, _, err := w.n.Store.Account(ctx, user); {
	case errors.Is(err, store.ErrNone):
		return []string{user}, nil // a guest
	case err != nil:
		return nil, err
	case a.Owner != "":
		root = a.Owner
	}
	ids := []string{root}
	programs, err := w.n.Store.Owned(ctx, root)
	for _, p := range programs {
		ids = append(ids, p.ID)
	}
	return ids, err
}

// mayAsk refuses to tell a player what the engine thinks of a running rated game of
// theirs.
func (w *Work) mayAsk(ctx context.Context, user string, st game.State) error {
	own, err := w.ownPositions(ctx, user)
	if err != nil {
		return err
	}
	if own.has(st) {
		return ownRated
	}
	return nil
}

// mayAnalyse refuses an analysis that contains such a position: a finished game
// could be steered there.
func (w *Work) mayAnalyse(ctx context.Context, user string, t *match.Table) error {
	if user == "" {
		return nil
	}
	own, err := w.ownPositions(ctx, user)
	if err != nil || len(own) == 0 {
		return err
	}
	found := false
	err = t.AfterTurns(0, func(st game.State) bool {
		found = own.has(st)
		return !found
	})
	if err == nil && found {
		err = ownRated
	}
	return err
}

// tellsTooMuch reports whether a bot's choice at a table would show somebody there
// what to play in a running rated game of theirs.
func (w *Work) tellsTooMuch(ctx context.Context, t *match.Table) (bool, error) {
	users := map[string]bool{t.Host.ID: true}
	for _, seat := range t.Seats {
		users[seat.User.ID] = true
		for _, id := range seat.Also {
			users[id] = true
		}
	}
	st := t.Look(game.TruthViewer())
	for id := range users {
		if id == "" {
			continue
		}
		own, err := w.ownPositions(ctx, id)
		if err != nil {
			return false, err
		}
		if own.has(st) {
			return true, nil
		}
	}
	return false, nil
}
