package live

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

// List is a page of a list of tables. What the caller may not see is left out by
// the query, so that it moves neither the end of a page nor its next.
func (h *Hub) List(ctx context.Context, user string, f store.Filter, after string) (*wire.TableList, error) {
	var ok bool
	if f.After, ok = readPlace(after); !ok {
		return nil, &match.Error{Code: match.BadRequest, Where: "query.after", Message: "pass the next of the page before"}
	}
	found, err := h.n.Store.Tables(ctx, f)
	if err != nil {
		return nil, err
	}
	out := &wire.TableList{Tables: []wire.TableInfo{}}
	for _, st := range found {
		info, err := h.Stored(st, user)
		if err != nil {
			h.n.Log.Warn("a table cannot be listed", "table", st.ID, "err", err)
			continue
		}
		out.Tables = append(out.Tables, info)
	}
	if len(found) == f.Limit {
		last := found[len(found)-1]
		out.Next = placeText(store.Place{Created: last.Head.Created, ID: last.ID})
	}
	if f.User != "" {
		waitingFirst(out.Tables)
	}
	return out, nil
}

func placeText(p store.Place) string { return strconv.FormatInt(p.Created, 36) + "." + p.ID }

// readPlace reads what placeText wrote; "" is the beginning.
func readPlace(text string) (store.Place, bool) {
	if text == "" {
		return store.Place{}, true
	}
	made, id, _ := strings.Cut(text, ".")
	created, err := strconv.ParseInt(made, 36, 64)
	return store.Place{Created: created, ID: id}, err == nil && id != ""
}

// waitingFirst puts the tables that wait for the caller first, then those that
// run, then open ones, then the rest; each group newest first.
func waitingFirst(list []wire.TableInfo) {
	rank := func(t wire.TableInfo) int {
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
	slices.SortStableFunc(list, func(a, b wire.TableInfo) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return int(min(max(b.Updated-a.Updated, -1), 1))
	})
}

// Stored turns a table of a list into what the caller may know of it.
func (h *Hub) Stored(st *match.Stored, user string) (wire.TableInfo, error) {
	var i match.Info
	if err := json.Unmarshal(st.Head.Info, &i); err != nil {
		return wire.TableInfo{}, err
	}
	g, ok := h.n.Game(st.Head.Game)
	if !ok {
		return wire.TableInfo{}, &match.Error{Code: match.NotFound, Message: "a game of this table is not installed"}
	}
	cfg := game.Config{Game: g, Players: i.Players}
	out := wire.TableInfo{
		ID: st.ID, Game: st.Head.Game, Players: i.Players, Status: string(st.Head.Status), Clock: i.Clock,
		Rated: st.Head.Rated, Listed: st.Head.Listed, Draws: i.Draws, Created: st.Head.Created, Updated: st.Head.Updated,
		Host: i.Host, Seq: st.Head.Seq, Acting: []string{}, Result: i.Result, Assigned: i.Assigned, Tour: i.Tournament,
	}
	if err := json.Unmarshal(i.Options, &out.Options); err != nil {
		return wire.TableInfo{}, err
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
	out.Seats = wire.SeatInfos(cfg, i.Seats, mine, h.Online(st.ID))
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
