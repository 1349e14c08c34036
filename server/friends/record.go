package friends

import (
	"context"
	"encoding/json"
	"slices"

	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

// Record is how somebody plays, as a user may know it; me is "" for a stranger.
func (f *Friends) Record(ctx context.Context, me, key string) (*wire.PersonRecord, error) {
	u, err := f.folk.Find(ctx, key)
	if err != nil {
		return nil, err
	}
	out := &wire.PersonRecord{Games: []wire.GameRecord{}}
	if me != "" && me != u.ID {
		apart, err := f.n.Store.Apart(ctx, me)
		if err != nil {
			return nil, err
		}
		follows, err := f.n.Store.Follows(ctx, me)
		if err != nil {
			return nil, err
		}
		blocks, err := f.n.Store.Blocks(ctx, me)
		if err != nil {
			return nil, err
		}
		out.Follows, out.Blocked = slices.Contains(follows, u.ID), slices.Contains(blocks, u.ID)
		out.Here = !slices.Contains(apart, u.ID) && f.hub.Here(u.ID)
		if out.Challenge, err = f.takes(ctx, u.ID, me); err != nil {
			return nil, err
		}
		out.Challenge = out.Challenge && u.Kind != "bot"
	}
	// Only those who played an unrated game may see it.
	over, err := f.hub.List(ctx, u.ID, store.Filter{User: u.ID, Rated: true, Status: match.Over, Limit: 200}, "")
	if err != nil {
		return nil, err
	}
	for _, t := range slices.Backward(over.Tables) {
		i := slices.IndexFunc(out.Games, func(g wire.GameRecord) bool { return g.Game == t.Game })
		if i < 0 {
			i = len(out.Games)
			out.Games = append(out.Games, wire.GameRecord{Game: t.Game})
		}
		count(&out.Games[i], t, u.ID)
	}
	if me != "" && me != u.ID {
		own, err := f.hub.List(ctx, me, store.Filter{User: me, Status: match.Over, Limit: 200}, "")
		if err != nil {
			return nil, err
		}
		you := &wire.GameRecord{}
		for _, t := range slices.Backward(own.Tables) {
			if len(t.Seats) == 2 && slices.ContainsFunc(t.Seats, func(x wire.SeatInfo) bool { return x.User == u.ID }) {
				count(you, t, me)
			}
		}
		if you.Games > 0 {
			out.You = you
		}
	}
	return out, nil
}

// count adds a finished game of a user; games with both seats in one hand count
// for nobody.
func count(g *wire.GameRecord, t wire.TableInfo, user string) {
	var result struct {
		Rank map[string]int `json:"rank"`
	}
	if err := json.Unmarshal(t.Result, &result); err != nil {
		return
	}
	rank, best, shared, held := 0, 0, 0, 0
	for _, seat := range t.Seats {
		r := result.Rank[seat.Seat]
		if seat.User == user {
			rank = r
			held++
		}
		if r == 1 {
			shared++
		}
		best = max(best, r)
	}
	if held != 1 || rank == 0 {
		return
	}
	g.Games++
	letter := "l"
	switch {
	case rank == 1 && shared == 1:
		g.Won++
		letter = "w"
	case rank == 1:
		g.Drawn++
		letter = "d"
	default:
		g.Lost++
	}
	g.Form += letter
	g.Form = g.Form[max(0, len(g.Form)-10):]
}
