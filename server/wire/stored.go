package wire

import (
	"encoding/json"
	"slices"

	"atoll/game"
	"atoll/match"
)

// WaitingFirst puts the tables that wait for the caller first, then those that
// run, then open ones, then the rest; each group newest first.
func WaitingFirst(list []TableInfo) {
	rank := func(t TableInfo) int {
		switch {
		case t.YourTurn:
			return 0
		case t.Status == "running":
			return 1
		case t.Status == "open":
			return 2
		}
		return 3
	}
	slices.SortStableFunc(list, func(a, b TableInfo) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return int(min(max(b.Updated-a.Updated, -1), 1))
	})
}

// StoredInfo turns a table of a list into what a user may know of it.
func StoredInfo(games match.Games, st *match.Stored, user string, online game.Seats) (TableInfo, error) {
	var i match.Info
	if err := json.Unmarshal(st.Head.Info, &i); err != nil {
		return TableInfo{}, err
	}
	g, ok := games(st.Head.Game)
	if !ok {
		return TableInfo{}, &match.Error{Kind: match.Unknown, Message: "the game of this table is not installed"}
	}
	cfg := game.Config{Game: g, Players: i.Players}
	out := TableInfo{
		ID: st.ID, Game: st.Head.Game, Players: i.Players, Status: string(st.Head.Status), Clock: ClockSetup(i.Clock),
		Rated: st.Head.Rated, Listed: st.Head.Listed, Draws: i.Draws, Created: st.Head.Created, Updated: st.Head.Updated,
		Host: i.Host, Seq: st.Head.Seq, Acting: []string{}, Result: i.Result,
		Assigned: i.Assigned, Tour: i.Tournament, TourName: i.TourName, Offline: i.Offline,
	}
	if err := json.Unmarshal(i.Options, &out.Options); err != nil {
		return TableInfo{}, err
	}
	var mine game.Seats
	for n, seat := range i.Seats {
		if seat.Held(user) {
			mine = mine.With(game.Seat(n))
		}
		if st.Head.Acting.Has(game.Seat(n)) {
			out.Acting = append(out.Acting, cfg.SeatName(game.Seat(n)))
		}
	}
	out.Seats = SeatInfos(cfg, i.Seats, mine, online)
	waits := st.Head.Acting & mine
	if waits != 0 {
		var p match.Private
		if err := json.Unmarshal(st.Private, &p); err == nil {
			for _, o := range p.Sealed {
				if o.Do != "" {
					waits = waits.Without(o.Seat)
				}
			}
		}
	}
	out.YourTurn = waits != 0
	return out, nil
}
