package match

import (
	"slices"

	"atoll/game"
)

// Assignee is who is to sit on a seat: a user, or a bot of a level.
type Assignee struct {
	User  User
	Level int
}

// Assign makes a table for players paired by a tournament, in seat order.
// Each seat is kept for its player, who comes by Join and may commit to a nonce
// as at any table. The table has no maker: nobody may change it.
func Assign(games Games, id string, setup Setup, players []Assignee, seed []byte, now Now) (*Table, *Change, error) {
	keep := false
	setup.Players, setup.Seats = len(players), make([]SeatSetup, len(players))
	setup.Assigned, setup.Shuffle, setup.ManualGo, setup.NoTakeback, setup.Listed = true, &keep, false, true, false
	cfg, err := Configure(games, setup)
	if err != nil {
		return nil, nil, err
	}
	seats := make([]Seat, len(players))
	for i, p := range players {
		if p.User.ID == "" {
			setup.Seats[i] = SeatSetup{Kind: SeatBot, Level: levelOr3(p.Level)}
			seats[i] = Seat{Kind: SeatBot, Level: levelOr3(p.Level)}
			continue
		}
		if setup.Rated && p.User.Kind != "account" {
			return nil, nil, refuse(Invalid, "rated", "sign in to play rated games")
		}
		setup.Seats[i] = SeatSetup{Kind: SeatInvite}
		seats[i] = Seat{Kind: SeatInvite, User: p.User}
	}
	if err := setup.check(cfg, seats); err != nil {
		return nil, nil, err
	}
	t := &Table{ID: id}
	err = t.apply(games, &Entry{At: now.MS, Kind: KindCreated, Rare: &Rare{Created: &Created{
		Rules: cfg.Game.Rules, Setup: setup, Seats: seats, Seed: seed, Chance: chanceNow,
	}}})
	if err == nil {
		err = t.startIfFull(now)
	}
	if err != nil {
		return nil, nil, err
	}
	return t, t.change(nil, now), nil
}

// CloseAbsent closes an assigned table to which somebody has not come. If all
// have, it does nothing.
func (t *Table) CloseAbsent(now Now) (Done, error) {
	if !t.Setup.Assigned || t.Status != Open || !slices.ContainsFunc(t.Seats, Seat.kept) {
		return t.again(t.Seq, false)
	}
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindAborted}); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// Absent returns the seats of a closed table whose players never came.
func (t *Table) Absent() (seats []game.Seat) {
	if t.Status != Aborted || t.Old() != nil {
		return nil
	}
	for i, s := range t.Seats {
		if s.kept() {
			seats = append(seats, game.Seat(i))
		}
	}
	return seats
}
