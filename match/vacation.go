package match

import (
	"cmp"
	"slices"

	"atoll/game"
)

// Vacation is a time in which the clock of a seat stands still.
type Vacation struct {
	Seat game.Seat `json:"seat"`
	From int64     `json:"from"`
	To   int64     `json:"to"`
}

// vacationLook is how often to look at a table where only a vacation keeps a player's time from
// being up: it may end early.
const vacationLook = 3600_000

// KeepsVacations reports whether the vacations of its players count at the table:
// where a move has days, unless others wait for the game to end, as in a
// tournament.
func (t *Table) KeepsVacations() bool {
	return t.Status == Running && t.Setup.Clock.Kind == Correspondence && !t.Setup.Assigned && t.Old() == nil
}

// Decision is when the present decision began. What ended before it matters to no
// clock.
func (t *Table) Decision() int64 { return t.since }

// Excuse notes the vacations of the players, all of those that end after the
// present decision began. There is nothing to store if the table knows them.
func (t *Table) Excuse(all []Vacation, now Now) (Done, error) {
	all = slices.DeleteFunc(slices.Clone(all), func(v Vacation) bool { return v.To <= t.since || v.From >= v.To })
	slices.SortFunc(all, func(a, b Vacation) int { return cmp.Or(cmp.Compare(a.Seat, b.Seat), cmp.Compare(a.From, b.From)) })
	known := slices.DeleteFunc(slices.Clone(t.vacations), func(v Vacation) bool { return v.To <= t.since })
	if !t.KeepsVacations() || slices.Equal(all, known) {
		return Done{Table: t, Seq: t.Seq}, nil
	}
	n := t.clone()
	if err := n.apply(nil, &Entry{At: now.MS, Kind: KindVacation, Rare: &Rare{Vacations: all}}); err != nil {
		return Done{}, err
	}
	return t.done(n, now)
}

// VacationOf returns the vacation of seat s that runs at a moment, or the next.
func (t *Table) VacationOf(s game.Seat, at int64) (Vacation, bool) {
	for _, v := range t.vacations {
		if v.Seat == s && v.To > at {
			return v, true
		}
	}
	return Vacation{}, false
}

// OnVacation are the seats whose clocks stand still at a moment.
func (t *Table) OnVacation(at int64) (set game.Seats) {
	for _, v := range t.vacations {
		if t.Status == Running && v.From <= at && at < v.To {
			set = set.With(v.Seat)
		}
	}
	return set
}

// excused is how much of the time since from seat s was on vacation, less what no
// clock counts anyway.
func (t *Table) excused(s game.Seat, now Now, from int64) (sum int64) {
	for _, v := range t.vacations {
		if a, b := max(v.From, from), min(v.To, now.MS); v.Seat == s && b > a {
			sum += Now{MS: b, Gaps: now.Gaps}.Elapsed(a)
		}
	}
	return sum
}

// elapsed is how long the clock of seat s has run since from.
func (t *Table) elapsed(s game.Seat, now Now, from int64) int64 {
	return now.Elapsed(from) - t.excused(s, now, from)
}

// LeftAt is Left with what the seat's vacations have added to it. For a player on vacation it is
// the time left now, and the clock stands still, sealed or not.
func (t *Table) LeftAt(s, own game.Seat, now Now) (ms int64, runs bool) {
	ms, runs = t.Left(s, own)
	if !runs || len(t.vacations) == 0 {
		return ms, runs
	}
	from := t.since
	for _, o := range t.private.Sealed {
		if o.Seat == s && (s == own || t.Setup.ShowReady) {
			from = o.Since
		}
	}
	ms += t.excused(s, now, from)
	if t.OnVacation(now.MS).Has(s) {
		return max(0, ms-now.Elapsed(t.since)), false
	}
	return ms, true
}
