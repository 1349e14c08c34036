package work

import (
	"context"
	"sync"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/server/live"
)

// awayTimers wait for players who left while they have to choose.
type awayTimers struct {
	mu    sync.Mutex
	seats map[awayKey]*absence
	ended bool
}

type awayKey struct {
	table string
	seat  game.Seat
}

// absence is a player who is away.
type absence struct {
	timer *time.Timer
	since int64 // when it was noticed, by the time of clocks
	over  bool  // the grace period is over
}

func (a *awayTimers) init() { a.seats = map[awayKey]*absence{} }

func (a *awayTimers) stop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	for _, x := range a.seats {
		x.timer.Stop()
	}
}

// over reports whether the grace period of every one of the seats is over.
func (a *awayTimers) over(table string, seats game.Seats) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for seat := range game.Seat(game.MaxSeats) {
		if x := a.seats[awayKey{table, seat}]; seats.Has(seat) && (x == nil || !x.over) {
			return false
		}
	}
	return true
}

// watchAway starts or stops the grace period of every seat, as the table's
// policy asks. It runs whether or not the seat has sealed a choice: when it ends,
// everybody sees what comes of it.
func (w *Work) watchAway(t *match.Table, online game.Seats) {
	policy := t.Setup.Absent()
	if policy != match.AbandonBot && policy != match.AbandonForfeit {
		return
	}
	grace := time.Duration(t.Setup.Abandon.Grace) * time.Second
	if grace == 0 {
		grace = time.Minute
	}
	w.away.mu.Lock()
	due := false
	for seat := range game.Seat(t.Config.Players) {
		key := awayKey{t.ID, seat}
		gone := t.Acting().Has(seat) && !online.Has(seat) && t.Seats[seat].Kind == match.SeatHuman
		x := w.away.seats[key]
		switch {
		case gone && x == nil && !w.away.ended:
			x = &absence{since: w.n.Now().MS}
			w.away.seats[key] = x
			x.timer = time.AfterFunc(grace, func() { w.leftAlone(key, x, grace) })
		case gone && x != nil:
			due = due || x.over
		case !gone && x != nil:
			x.timer.Stop()
			delete(w.away.seats, key)
		}
	}
	w.away.mu.Unlock()
	if due { // the missing player may have chosen; the table is locked now
		time.AfterFunc(0, func() { w.dealWithAbsent(t.ID) })
	}
}

// leftAlone notes that the grace period of a seat is over. Time in which nobody
// could have come back does not count.
func (w *Work) leftAlone(key awayKey, x *absence, grace time.Duration) {
	now, err := w.n.Time.Judge(context.Background())
	rest := time.Second // ask again when the store answers
	if err == nil {
		rest = grace - time.Duration(now.Elapsed(x.since))*time.Millisecond
	}
	w.away.mu.Lock()
	if w.away.ended || w.away.seats[key] != x {
		w.away.mu.Unlock()
		return
	}
	if w.n.Deaf() { // the player may be there, at another node
		rest = max(rest, live.PresenceFor)
	}
	if rest > 0 {
		x.timer.Reset(rest)
		w.away.mu.Unlock()
		return
	}
	x.over = true
	w.away.mu.Unlock()
	w.dealWithAbsent(key.table)
}

// dealWithAbsent applies the policy to those who have been away too long.
func (w *Work) dealWithAbsent(table string) {
	for more := true; more && !w.n.Draining(); {
		d, err := w.tables.Change(context.Background(), table, func(t *match.Table, now match.Now) (match.Done, error) {
			if seat := w.absent(t); seat != game.NoSeat {
				return t.Away(seat, now)
			}
			return match.Done{Table: t, Seq: t.Seq}, nil
		})
		if err != nil {
			w.n.Log.Warn("an absent player was not replaced", "table", table, "err", err)
			return
		}
		more = d.Change != nil
	}
}

// absent returns a seat to which the policy applies now. A bot steps in as soon as
// the grace period is over. Forfeit waits until nobody who is there has to choose:
// those who have sealed do not lose, and acting earlier would reveal who has not.
func (w *Work) absent(t *match.Table) game.Seat {
	forfeit := t.Setup.Absent() == match.AbandonForfeit
	if forfeit && !w.away.over(t.ID, t.Waiting()) {
		return game.NoSeat
	}
	for seat := range game.Seat(t.Config.Players) {
		if t.Seats[seat].Kind != match.SeatHuman || !t.Acting().Has(seat) || forfeit && !t.Waiting().Has(seat) {
			continue
		}
		if w.away.over(t.ID, game.Only(seat)) {
			return seat
		}
	}
	return game.NoSeat
}
