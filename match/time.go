package match

import "atoll/game"

// Gap is a stretch of time in which no server could take a move. It is credited
// to every clock.
type Gap struct{ From, To int64 }

// Now is the present moment as clocks need it.
type Now struct {
	MS   int64 // Unix milliseconds; never goes back
	Gaps []Gap // ascending, disjoint
}

// missed returns for how much of the time since from no server was running. It looks only at the
// gaps since then: there may be many before.
func (n Now) missed(from int64) int64 {
	var sum int64
	for i := len(n.Gaps) - 1; i >= 0 && n.Gaps[i].To > from; i-- {
		if a, b := max(n.Gaps[i].From, from), min(n.Gaps[i].To, n.MS); b > a {
			sum += b - a
		}
	}
	return sum
}

// Elapsed is how long clocks have run since from.
func (n Now) Elapsed(from int64) int64 {
	return max(0, n.MS-from-n.missed(from))
}

// budget is what a seat has for a decision that begins now.
func (c ClockSetup) budget(left int64) int64 {
	switch c.Kind {
	case Fischer:
		return left
	case PerTurn:
		return int64(c.Turn) * 1000
	case Correspondence:
		return int64(c.Days) * 86_400_000
	}
	return 0
}

// Speed classes the clock for ratings: by the time a player has for forty
// decisions.
func (c ClockSetup) Speed() string {
	const decisions = 40
	seconds := 0
	switch c.Kind {
	case Correspondence:
		return "days"
	case Fischer:
		seconds = c.Initial + decisions*c.Increment
	case PerTurn:
		seconds = decisions * c.Turn
	default:
		return "untimed"
	}
	switch {
	case seconds < 8*60:
		return "blitz"
	case seconds < 30*60:
		return "rapid"
	}
	return "slow"
}

func (c ClockSetup) on() bool { return c.Kind != "" && c.Kind != NoClock }

func (c ClockSetup) check() error {
	switch c.Kind {
	case "", NoClock:
	case Fischer:
		if c.Initial < 1 {
			return refuse(Invalid, "clock.initial_s", "a fischer clock needs initial_s of at least 1")
		}
	case PerTurn:
		if c.Turn < 1 {
			return refuse(Invalid, "clock.turn_s", "a per_turn clock needs turn_s of at least 1")
		}
	case Correspondence:
		if c.Days < 1 {
			return refuse(Invalid, "clock.days", "a correspondence clock needs days of at least 1")
		}
	default:
		return refuse(Invalid, "clock.kind", "there is no clock %.20q; there are none, fischer, per_turn and correspondence", string(c.Kind))
	}
	if c.Initial < 0 || c.Initial > 86_400 || c.Increment < 0 || c.Increment > 3600 || c.Turn < 0 || c.Turn > 86_400 || c.Days < 0 ||
		c.Days > 60 {
		return refuse(Invalid, "clock", "the clock's times are out of range")
	}
	return nil
}

// spent returns how long the clock of seat s has run in the present decision,
// and whether it still runs.
func (t *Table) spent(now Now, s game.Seat) (ms int64, runs bool) {
	if t.Status != Running || !t.state.Acting().Has(s) {
		return 0, false
	}
	for _, o := range t.private.Sealed {
		if o.Seat != s {
			continue
		}
		if o.Do != "" {
			return o.Spent, false
		}
		return o.Spent + t.elapsed(s, now, o.Since), true
	}
	return t.elapsed(s, now, t.since), true
}

// Left returns the time that seat s has left and whether its clock runs, as the
// viewer of seat own may know it (NoSeat: the public). Times hold at the moment
// the decision began, so that they are the same for all who are told later;
// of a sealed seat others see a clock that still runs.
func (t *Table) Left(s, own game.Seat) (ms int64, runs bool) {
	ms = t.Setup.Clock.budget(t.left[s])
	if t.Status != Running || t.Seats[s].Kind == SeatBot || !t.state.Acting().Has(s) {
		return ms, false
	}
	if s != own && !t.Setup.ShowReady {
		return ms, true
	}
	for _, o := range t.private.Sealed {
		if o.Seat != s {
			continue
		}
		if o.Do != "" {
			return max(0, ms-o.Spent), false
		}
		// It ran on at o.Since; told as of the decision's beginning.
		return ms - o.Spent + (o.Since - t.since), true
	}
	return ms, true
}

// LeftNow is the time that seat s, which must choose, has left at this moment; 0
// where there is no clock.
func (t *Table) LeftNow(s game.Seat, now Now) int64 {
	if !t.Setup.Clock.on() {
		return 0
	}
	ms, _ := t.spent(now, s)
	return max(0, t.Setup.Clock.budget(t.left[s])-ms)
}

// Since is when the present decision began, credited for time the server missed.
func (t *Table) Since(now Now) int64 { return t.since + now.missed(t.since) }

// Deadline returns when the table must be looked at next; 0 for never.
func (t *Table) Deadline(now Now) int64 {
	if t.Opening != 0 {
		return now.MS + max(0, OpenWithin-now.Elapsed(t.Opening))
	}
	if t.Status != Running {
		return 0
	}
	var at int64
	for s := range game.Seat(t.Config.Players) {
		if !t.state.Acting().Has(s) || t.SealedBy(s) {
			continue
		}
		var due int64
		if t.Seats[s].Kind == SeatBot {
			due = t.since + botGrace
			for due <= now.MS {
				due += botGrace
			}
		} else if t.Setup.Clock.on() {
			ms, _ := t.spent(now, s)
			due = now.MS + max(0, t.Setup.Clock.budget(t.left[s])-ms)
			if v, ok := t.VacationOf(s, now.MS); ok && v.From <= now.MS {
				due = max(due, min(v.To, now.MS+vacationLook))
			}
		} else {
			continue
		}
		if at == 0 || due < at {
			at = due
		}
	}
	return at
}

// botGrace is how long a bot may take before it is asked again.
const botGrace = 10_000
