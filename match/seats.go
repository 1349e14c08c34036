package match

import (
	"slices"

	"atoll/game"
)

// Join seats a user: on the seat of a link, or on an open one (NoSeat: the
// first). commit is to the nonce that the user adds to chance, "" for none.
func (t *Table) Join(u User, want game.Seat, linkHash, commit string, now Now) (Done, error) {
	if err := t.mayCommit(u, commit); err != nil {
		return Done{}, err
	}
	if t.Status == Over || t.Status == Aborted {
		return Done{}, refuse(IsOver, "", "the table is closed")
	}
	s, byLink := want, false
	if linkHash != "" {
		for i := range t.Seats {
			if t.private.Links[t.Config.SeatName(game.Seat(i))] == linkHash {
				s, byLink = game.Seat(i), true
			}
		}
		if !byLink || want != game.NoSeat && want != s {
			return Done{}, refuse(Forbidden, "token", "this link is no longer valid")
		}
	}
	if s == game.NoSeat {
		if mine := t.SeatsOf(u.ID); mine != 0 {
			return t.sitAgain(u, mine.First(), commit, now)
		}
		s = game.Seat(slices.IndexFunc(t.Seats, func(s Seat) bool { return s.Kind == SeatOpen || s.keptFor(u.ID) }))
		if s < 0 {
			return Done{}, refuse(NotNow, "", "no seat is free")
		}
	}
	if int(s) >= len(t.Seats) || s < 0 {
		return Done{}, refuse(Invalid, "seat", "there is no such seat")
	}
	seat := t.Seats[s]
	switch {
	case seat.Held(u.ID):
		return t.sitAgain(u, s, commit, now)
	case seat.Kind == SeatOpen, seat.Kind == SeatInvite && byLink, seat.keptFor(u.ID):
		if t.Setup.Rated && u.Kind != "account" {
			return Done{}, refuse(Forbidden, "", "sign in to play rated games")
		}
		if t.Setup.Rated && t.SeatsOf(u.ID) != 0 {
			return Done{}, refuse(NotNow, "", "in a rated game everybody has one seat")
		}
		seat = Seat{Kind: SeatHuman, User: u, Commit: commit}
	case seat.kept():
		return Done{}, refuse(Forbidden, "seat", "this seat is kept for somebody")
	case seat.Kind == SeatInvite:
		return Done{}, refuse(Forbidden, "seat", "this seat is by invitation")
	case byLink && len(seat.Also) < 8:
		seat.Also = append(slices.Clone(seat.Also), u.ID)
	case byLink:
		return Done{}, refuse(TooMany, "token", "this seat has too many devices")
	default:
		return Done{}, refuse(NotNow, "seat", "this seat is taken")
	}
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindSeat, Rare: &Rare{Seat: &SeatChange{Seat: s, Now: seat, Why: "joined"}}}); err != nil {
		return Done{}, err
	}
	n.dropLink(s)
	if n.Status == Open && n.Opening == 0 {
		if err := n.startIfFull(now); err != nil {
			return Done{}, err
		}
	}
	return t.done(n, now)
}

// dropLink invalidates a link that was used: it was for one person.
func (t *Table) dropLink(s game.Seat) {
	links := map[string]string{}
	for name, hash := range t.private.Links {
		if name != t.Config.SeatName(s) {
			links[name] = hash
		}
	}
	t.private.Links = links
}

// Claim gives a seat back to its player after a bot stood in.
func (t *Table) Claim(u User, s game.Seat, now Now) (Done, error) {
	seat := t.Seats[s]
	if !seat.Held(u.ID) {
		return Done{}, refuse(Forbidden, "seat", "this is not your seat")
	}
	if !seat.Stand {
		return t.again(t.Seq, false)
	}
	seat.Kind, seat.Stand, seat.Level = SeatHuman, false, 0
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindSeat, Rare: &Rare{Seat: &SeatChange{Seat: s, Now: seat, Why: "back"}}}); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// Leave frees the seats of a user before the start. When the maker leaves, the
// table closes.
func (t *Table) Leave(u User, now Now) (Done, error) {
	if t.Status != Open || t.Opening != 0 {
		return Done{}, refuse(NotNow, "", "the game has started; resign instead")
	}
	if u.ID == t.Host.ID {
		return t.Close(u, now)
	}
	mine := t.SeatsOf(u.ID)
	if mine == 0 {
		return Done{}, refuse(Forbidden, "", "you do not sit at this table")
	}
	n := t.clone()
	for s := range game.Seat(len(t.Seats)) {
		if !mine.Has(s) {
			continue
		}
		seat := Seat{Kind: SeatOpen}
		if t.Setup.Seats[s].Kind == SeatInvite {
			seat.Kind = SeatInvite
		}
		if t.Setup.Assigned {
			seat.User = t.Seats[s].User
		}
		if err := n.apply(nil, &Entry{
			At: now.MS, Kind: KindSeat,
			Rare: &Rare{Seat: &SeatChange{Seat: s, Now: seat, Why: "left"}},
		}); err != nil {
			return Done{}, err
		}
	}
	return t.done(n, now)
}

// Close ends a table that has not started, or one that only its maker plays.
func (t *Table) Close(u User, now Now) (Done, error) {
	if u.ID != t.Host.ID || u.ID == "" {
		return Done{}, refuse(Forbidden, "", "only the maker can close the table")
	}
	if t.Status == Over || t.Status == Aborted {
		return Done{}, refuse(IsOver, "", "the table is closed")
	}
	if t.Status == Running || t.Opening != 0 {
		for _, s := range t.Seats {
			if s.owned() && !s.Held(u.ID) {
				return Done{}, refuse(NotNow, "", "others play at this table; resign instead")
			}
		}
	}
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindAborted}); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// SetSeat lets the maker change a seat before the start.
func (t *Table) SetSeat(u User, s game.Seat, kind SeatKind, level int, linkHash string, now Now) (Done, error) {
	if u.ID != t.Host.ID || u.ID == "" {
		return Done{}, refuse(Forbidden, "", "only the maker can change seats")
	}
	if t.Status != Open || t.Opening != 0 {
		return Done{}, refuse(NotNow, "", "seats cannot be changed any more")
	}
	if s < 0 || int(s) >= len(t.Seats) {
		return Done{}, refuse(Unknown, "seat", "there is no such seat")
	}
	seat := Seat{Kind: kind}
	switch kind {
	case SeatOpen, SeatInvite:
	case SeatBot:
		if level < 0 || level > MaxLevel {
			return Done{}, refuse(Invalid, "level", "a bot's level is 1 to %d", MaxLevel)
		}
		if t.Setup.Rated {
			return Done{}, refuse(Invalid, "kind", "a rated table has no bots")
		}
		seat.Level = levelOr3(level)
	default:
		return Done{}, refuse(Invalid, "kind", "a seat is open, invite or bot, not %.20q", kind)
	}
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindSeat, Rare: &Rare{Seat: &SeatChange{Seat: s, Now: seat, Why: "changed"}}}); err != nil {
		return Done{}, err
	}
	n.setLink(s, linkHash)
	if err := n.startIfFull(now); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// Simpler replaces a bot that cannot think with the first level, which then
// plays without anything learnt. Tables without a server need it.
func (t *Table) Simpler(u User, s game.Seat, now Now) (Done, error) {
	switch {
	case u.ID != t.Host.ID || u.ID == "":
		return Done{}, refuse(Forbidden, "", "only the maker can change seats")
	case s < 0 || int(s) >= len(t.Seats):
		return Done{}, refuse(Unknown, "seat", "there is no such seat")
	case t.Status != Running || t.Setup.Rated || t.Seats[s].Kind != SeatBot:
		return Done{}, refuse(NotNow, "", "seats cannot be changed any more")
	case t.Seats[s].Plain:
		return t.again(t.Seq, false)
	}
	n := t.clone()
	simple := t.Seats[s]
	simple.Level, simple.Plain = 1, true
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindSeat, Rare: &Rare{Seat: &SeatChange{Seat: s, Now: simple, Why: "simpler"}}}); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// SetLink replaces the link of a seat: one's own, or a free one by the maker.
func (t *Table) SetLink(u User, s game.Seat, linkHash string, now Now) (Done, error) {
	if s < 0 || int(s) >= len(t.Seats) {
		return Done{}, refuse(Unknown, "seat", "there is no such seat")
	}
	if !t.Seats[s].Held(u.ID) && (u.ID == "" || u.ID != t.Host.ID || !t.Seats[s].free()) {
		return Done{}, refuse(Forbidden, "seat", "this is not your seat")
	}
	if t.Status == Over || t.Status == Aborted {
		return Done{}, refuse(IsOver, "", "the table is closed")
	}
	n := t.clone()
	n.setLink(s, linkHash)
	return t.done(n, now)
}

func (t *Table) setLink(s game.Seat, hash string) {
	t.dropLink(s)
	if hash != "" {
		t.private.Links[t.Config.SeatName(s)] = hash
	}
}

// Start begins the game of a table that waits for its maker.
func (t *Table) Start(u User, now Now) (Done, error) {
	if u.ID != t.Host.ID || u.ID == "" {
		return Done{}, refuse(Forbidden, "", "only the maker can start the game")
	}
	if t.Status != Open || t.Opening != 0 {
		return Done{}, refuse(NotNow, "", "the game has started already")
	}
	if slices.ContainsFunc(t.Seats, Seat.free) {
		return Done{}, refuse(NotNow, "seats", "there are free seats")
	}
	n := t.clone()
	if err := n.seated(now); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// Rate notes how the game has changed its players' ratings.
func (t *Table) Rate(ratings []Rated, now Now) (Done, error) {
	if t.Status != Over || !t.Setup.Rated {
		return Done{}, refuse(NotNow, "", "this game changes no ratings")
	}
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindRated, Rare: &Rare{Ratings: ratings}}); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// WantsRematch reports whether everybody who must agree to a rematch has.
func (t *Table) WantsRematch() bool {
	if t.Status != Over || t.Rematch == 0 || t.Next != "" {
		return false
	}
	for s := range game.Seat(t.Config.Players) {
		if t.owned().Has(s) && !t.Rematch.Has(s) && !t.sameHolder(s, t.Rematch) {
			return false
		}
	}
	return true
}

// NextTable makes the table of the rematch, everybody one seat further, and
// notes it here: two changes for one transaction.
func (t *Table) NextTable(games Games, id string, seed []byte, now Now) (old Done, next *Table, made *Change, err error) {
	setup := t.Setup
	n := len(t.Seats)
	seats := make([]Seat, n)
	setup.Seats = make([]SeatSetup, n)
	for i, s := range t.Seats {
		if s.Stand {
			s.Kind, s.Stand, s.Level = SeatHuman, false, 0
		}
		s.Change, s.Commit = nil, t.commits[i]
		to := (i + 1) % n
		seats[to] = s
		setup.Seats[to] = SeatSetup{Kind: SeatInvite}
		if s.Kind == SeatBot {
			setup.Seats[to] = SeatSetup{Kind: SeatBot, Level: s.Level}
		}
	}
	keep := false
	setup.Shuffle, setup.ManualGo, setup.Assigned, setup.Offline = &keep, false, false, false
	setup.Tournament, setup.TourName = "", ""
	setup.Abandon.Policy = setup.Absent()
	next = &Table{ID: id}
	err = next.apply(games, &Entry{At: now.MS, Kind: KindCreated, Rare: &Rare{Created: &Created{
		Rules: t.Config.Game.Rules, Setup: setup, Host: t.Host, Seats: seats, Seed: seed, From: t.ID, Chance: chanceNow,
	}}})
	if err == nil {
		err = next.seated(now)
	}
	if err != nil {
		return Done{}, nil, nil, err
	}
	o := t.clone()
	if err := o.apply(nil, &Entry{At: now.MS, Kind: KindNext, Rare: &Rare{Next: id}}); err != nil {
		return Done{}, nil, nil, err
	}
	old, err = t.done(o, now)
	return old, next, next.change(nil, now), err
}
