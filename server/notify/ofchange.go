package notify

import (
	"context"
	"strings"

	"atoll/game"
	"atoll/match"
	"atoll/store"
)

// tablePrefix begins the subject of notices about tables.
const tablePrefix = "table:"

// ofChange returns the notices that a change of a table calls for. It runs before every commit, so
// it asks nobody: the store knows whether somebody can be reached, and whether they still need to
// be told is decided later.
func (y *Notify) ofChange(before, t *match.Table, now match.Now) []match.Notice {
	var list []match.Notice
	add := func(kind string, s game.Seat, wait int64) {
		seat := t.Seats[s]
		if seat.User.ID == "" || seat.User.Kind == match.Program {
			return
		}
		for _, x := range list { // somebody who plays both sides
			if x.User == seat.User.ID && x.Kind == kind {
				return
			}
		}
		list = append(list, match.Notice{
			User: seat.User.ID, Kind: kind, Thing: tablePrefix + t.ID, Step: t.Step, At: now.MS,
			Due: now.MS + wait,
		})
	}
	soon := y.cfg.Delay.Milliseconds()
	for s := range game.Seat(t.Config.Players) {
		seat := t.Seats[s]
		switch {
		case before == nil && seat.Kind == match.SeatInvite && t.Setup.Assigned:
			add(store.NoticeTournament, s, 0)
		case before == nil && seat.Kind == match.SeatInvite:
			add(store.NoticeChallenge, s, soon) // it was accepted, or is a rematch
		}
	}
	if before == nil {
		return list
	}
	turn := t.Status == match.Running && (before.Status != match.Running || before.Step != t.Step)
	if turn {
		for s := range game.Seat(t.Config.Players) {
			if t.Seats[s].Kind != match.SeatHuman || !t.Acting().Has(s) {
				continue
			}
			add(store.NoticeTurn, s, soon)
			if left, _ := t.Left(s, s); t.Setup.Clock.Kind == match.Correspondence {
				add(store.NoticeTime, s, left-short(left))
			}
		}
	}
	ended := t.Status == match.Over && before.Status != match.Over
	asked := t.Rematch &^ before.Rematch
	for s := range game.Seat(t.Config.Players) {
		if t.Seats[s].Kind != match.SeatHuman {
			continue
		}
		if ended {
			add(store.NoticeOver, s, soon)
		}
		if asked != 0 && !t.Rematch.Has(s) && t.Next == "" {
			add(store.NoticeRematch, s, soon)
		}
	}
	return list
}

// short is when a player's time runs low: at a tenth of it, or an hour if that is more.
func short(all int64) int64 { return max(all/10, 3600_000) }

// look is somebody who has come to a table.
type look struct{ user, table string }

// look notes that somebody looks at a table. It must not wait: what is missed here only causes one
// notice too many.
func (y *Notify) look(user, table string) {
	select {
	case y.looked <- look{user, table}:
	default:
	}
}

// forgetSeen drops notices about tables that their person has come to.
func (y *Notify) forgetSeen(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case l := <-y.looked:
			y.seen(ctx, l)
		}
	}
}

func (y *Notify) seen(ctx context.Context, l look) {
	list, err := y.n.Store.NoticesOf(ctx, l.user)
	if err != nil {
		return
	}
	for _, x := range list {
		// That time will run short does not show yet.
		if table, ok := strings.CutPrefix(x.Thing, tablePrefix); ok && table == l.table && x.Kind != store.NoticeTime {
			_ = y.n.Store.DropNotice(ctx, x)
		}
	}
}
