package tournament

import (
	"atoll/pairing"
)

// Due returns the next entry that the time or the results ask for: the start,
// a round, the end. newTable names the table of each game. It returns false
// when there is nothing to do; Next says until when.
func (t *Tournament) Due(now int64, newTable func() string) (Entry, bool) {
	switch t.Status {
	case Announced:
		if now < t.Plan.Start {
			return Entry{}, false
		}
		if t.count(In) < t.fewest() {
			if t.Plan.Kind == Arena {
				return Entry{At: now, Started: true}, true // others may still come
			}
			return Entry{At: now, Ended: &Ended{WhyTooFew}}, true
		}
		return Entry{At: now, Started: true}, true
	case Running:
		if t.Plan.Kind == Arena {
			return t.arena(now, newTable)
		}
		return t.nextRound(now, newTable)
	}
	return Entry{}, false
}

// Next is when Due should be asked again even if nothing happens; 0 for never.
func (t *Tournament) Next(now int64) int64 {
	switch {
	case t.Status == Announced:
		return max(t.Plan.Start, now+1)
	case t.Status == Over:
		return 0
	case t.Plan.Kind == Arena:
		if t.open > 0 && now >= t.End() {
			return 0 // the last games decide
		}
		return now + 1000
	case t.open == 0 && t.played():
		return now + 1
	case t.open == 0:
		return max(t.roundEnd+Break, now+1)
	default:
		return 0
	}
}

// End is when an arena's time is up, Unix ms.
func (t *Tournament) End() int64 { return t.Begun + int64(t.Plan.Minutes)*60_000 }

func (t *Tournament) count(s State) (n int) {
	for _, x := range t.Entrants {
		if x.State == s {
			n++
		}
	}
	return n
}

func (t *Tournament) fewest() int {
	if t.Plan.Kind == Pods {
		return t.Plan.fewest()
	}
	return 2
}

func (t *Tournament) arena(now int64, newTable func() string) (Entry, bool) {
	if now >= t.End() {
		if t.open > 0 {
			return Entry{}, false
		}
		return Entry{At: now, Ended: &Ended{WhyOver}}, true
	}
	if now >= t.End()-LastCall {
		return Entry{}, false
	}
	at := make([]int, len(t.Entrants)) // place among those who wait, or -1
	var free []int
	playing := 0
	for i, x := range t.Entrants {
		at[i] = -1
		switch {
		case x.Game >= 0:
			playing++
		case x.State == In && now >= x.Free+Rest:
			at[i] = len(free)
			free = append(free, i)
		case x.State == In:
			playing++ // resting: soon there
		}
	}
	if len(free) < 2 {
		return Entry{}, false
	}
	waiting := make([]pairing.Entrant, len(free))
	for k, i := range free {
		x := t.Entrants[i]
		points, _ := t.arenaPoints(x)
		met := make([]int, len(x.met))
		for m, j := range x.met {
			met[m] = at[j]
		}
		waiting[k] = pairing.Entrant{
			Points: points, Seed: -x.User.Rating, Met: met, Balance: x.balance, Sat: x.sat,
			Waiting: int((now - x.Free) / 1000),
		}
	}
	var r Round
	for _, p := range pairing.Arena(waiting, playing) {
		r.Games = append(r.Games, Pairing{Table: newTable(), Seats: []int{free[p.First], free[p.Last]}})
	}
	return Entry{At: now, Round: &r}, len(r.Games) > 0
}

func (t *Tournament) arenaPoints(x *Entrant) (points, streak int) {
	scores, streak := pairing.ArenaScores(x.outcomes)
	for _, s := range scores {
		points += s.Points
	}
	return points, streak
}

// played is whether no round can follow, whoever comes back in the break.
func (t *Tournament) played() bool {
	if t.Plan.Kind == Knockout {
		return t.Round > 0 && len(t.Bracket().Games) == 0
	}
	return t.Round >= t.rounds()
}

func (t *Tournament) nextRound(now int64, newTable func() string) (Entry, bool) {
	if t.open > 0 || t.Round > 0 && now < t.roundEnd+Break && !t.played() {
		return Entry{}, false
	}
	var r *Round
	switch t.Plan.Kind {
	case Swiss:
		r = t.swiss()
	case Pods:
		r = t.pods()
	case RoundRobin:
		r = t.roundRobin()
	case Knockout:
		if games := t.Bracket().Games; len(games) > 0 {
			r = &Round{Games: games}
		}
	}
	if r == nil {
		return Entry{At: now, Ended: &Ended{WhyOver}}, true
	}
	for i := range r.Games {
		r.Games[i].Table = newTable()
	}
	return Entry{At: now, Round: r}, true
}

// present lists who is to be paired, and where each stands in that list.
func (t *Tournament) present() (list, at []int) {
	at = make([]int, len(t.Entrants))
	for i, x := range t.Entrants {
		at[i] = -1
		if x.State == In {
			at[i] = len(list)
			list = append(list, i)
		}
	}
	return list, at
}

func (t *Tournament) swiss() *Round {
	list, at := t.present()
	if t.Round >= t.rounds() || len(list) < 2 {
		return nil
	}
	half := t.halves()
	entrants := make([]pairing.Entrant, len(list))
	for k, i := range list {
		x := t.Entrants[i]
		met := make([]int, len(x.met))
		for m, j := range x.met {
			met[m] = at[j]
		}
		entrants[k] = pairing.Entrant{Points: half[i], Seed: -x.User.Rating, Met: met, Balance: x.balance, Sat: x.sat, Byes: x.Byes}
	}
	round, err := pairing.SwissOf(entrants, t.rounds()-t.Round-1)
	if err != nil {
		return nil
	}
	r := &Round{}
	for _, p := range round.Pairs {
		r.Games = append(r.Games, Pairing{Seats: []int{list[p.First], list[p.Last]}})
	}
	if round.Bye >= 0 {
		r.Byes = []int{list[round.Bye]}
	}
	return r
}

func (t *Tournament) pods() *Round {
	list, at := t.present()
	if t.Round >= t.rounds() || len(list) < t.fewest() {
		return nil
	}
	points := t.podPoints()
	members := make([]pairing.Member, len(list))
	for k, i := range list {
		x := t.Entrants[i]
		met := make([]int, len(x.met))
		for m, j := range x.met {
			met[m] = at[j]
		}
		members[k] = pairing.Member{Points: points[i] / pairing.Sixtieth, Seed: -x.User.Rating, Met: met, Seats: x.seats, Byes: x.Byes}
	}
	pods, byes := pairing.Pods(members, t.Plan.fewest(), t.Plan.Table.Players)
	if len(pods) == 0 {
		return nil
	}
	r := &Round{}
	for _, pod := range pods {
		seats := make([]int, len(pod))
		for s, k := range pod {
			seats[s] = list[k]
		}
		r.Games = append(r.Games, Pairing{Seats: seats})
	}
	for _, k := range byes {
		r.Byes = append(r.Byes, list[k])
	}
	return r
}

// roundRobin follows the table made for all who were there at the start. Those who have left lose
// the games still to come; their opponents win them by default.
func (t *Tournament) roundRobin() *Round {
	rounds := pairing.RoundRobin(len(t.places))
	if t.Round >= len(rounds) {
		return nil
	}
	next := rounds[t.Round]
	r := &Round{}
	for _, p := range next.Pairs {
		r.Games = append(r.Games, Pairing{Seats: []int{t.places[p.First], t.places[p.Last]}})
	}
	if next.Bye >= 0 {
		r.Byes = []int{t.places[next.Bye]}
	}
	return r
}

// Walkovers are the seats of a game whose players will not come: they had left
// when it was paired. Such a game needs no table.
func (t *Tournament) Walkovers(g *Game) (absent []int) {
	for seat, i := range g.Seats {
		if x := t.Entrants[i]; x.State != In && x.Level == 0 {
			absent = append(absent, seat)
		}
	}
	return absent
}
