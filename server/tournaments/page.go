package tournaments

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"atoll/server/node"
	"atoll/server/wire"
	"atoll/tournament"
)

// gamesShown is how many games a tournament's page has at most.
const gamesShown = 200

// Page is a tournament as anybody may know it, with the caller in it.
func (ts *Tournaments) Page(ctx context.Context, user, id string, from, limit int) (*wire.TournamentPage, error) {
	out := &wire.TournamentPage{}
	var i tourInfo
	err := ts.read(ctx, id, func(d *desk) error {
		p := &d.t.Plan
		*out = wire.TournamentPage{
			Seq: d.t.Seq, Time: ts.n.Now().MS, Table: wire.SetupOf(&p.Table), Access: string(p.Access), MinRating: p.MinRating,
			MaxRating: p.MaxRating, MinGames: p.MinGames,
			Programs: p.Programs, Most: p.Most, TieBreaks: tieBreaks(p.Kind), Games: d.games(), Standings: d.page(from, limit),
			Total: len(d.t.Entrants),
		}
		if p.Kind == tournament.Knockout && d.t.Status != tournament.Announced {
			for _, round := range d.t.Bracket().Rounds {
				var list []wire.BracketMatch
				for _, m := range round {
					list = append(list, wire.BracketMatch(m))
				}
				out.Bracket = append(out.Bracket, list)
			}
		}
		if user != "" {
			out.Me = d.entrant(user)
		}
		head, err := headOf(d.t, out.Time)
		if err == nil {
			err = json.Unmarshal(head.Info, &i)
		}
		if err == nil {
			out.TournamentInfo, err = ts.info(ctx, head, i)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	// Logs have no names: they are looked up whenever they are shown.
	for k := range out.Standings {
		row := &out.Standings[k]
		if row.User == "" {
			continue
		}
		u, err := ts.folk.Known(ctx, row.User)
		if err != nil {
			return nil, err
		}
		row.Name, row.Kind = u.Name, string(u.Kind)
	}
	return out, nil
}

// Tag changes with the tournament, with who asks for what, and every
// minute: people may have changed their names.
func (ts *Tournaments) Tag(ctx context.Context, user, id string, from, limit int) (tag string, err error) {
	err = ts.read(ctx, id, func(d *desk) error {
		tag = fmt.Sprintf(`"%d-%d-%d-%d-%.8s"`, d.t.Seq, from, limit, ts.n.Now().MS/60_000, node.Hash(user))
		return nil
	})
	return tag, err
}

// tieBreaks are the rules between equal points.
func tieBreaks(k tournament.Kind) []wire.TieBreak {
	met := wire.TieBreak{Key: "met", Name: "Buchholz", Help: "the points of all opponents together"}
	beat := wire.TieBreak{Key: "beat", Name: "Sonneborn-Berger", Help: "the points of those beaten, and half the points of those drawn with"}
	direct := wire.TieBreak{Key: "direct", Name: "Direct meeting", Help: "the games of the equal ones against each other"}
	switch k {
	case tournament.Arena:
		return []wire.TieBreak{{Key: "average", Name: "Average", Help: "the average rating of the opponents"}}
	case tournament.Swiss:
		return []wire.TieBreak{met, beat, direct}
	case tournament.RoundRobin:
		return []wire.TieBreak{met, beat, direct}
	case tournament.Pods:
		return []wire.TieBreak{met}
	}
	return []wire.TieBreak{}
}

// entrant is a user in the tournament, nil if they have not entered.
func (d *desk) entrant(user string) *wire.TournamentEntrant {
	i := d.t.Find(user)
	if i < 0 {
		return nil
	}
	x := d.t.Entrants[i]
	out := &wire.TournamentEntrant{Entrant: i, State: string(x.State)}
	for _, r := range d.standings() {
		if r.Entrant == i {
			out.Place = r.Place
		}
	}
	if x.Game >= 0 {
		g := d.t.Games[x.Game]
		out.Table, out.SitBy = g.Table, d.t.Missing(g)
	}
	return out
}

// games are those being played and the latest.
func (d *desk) games() []wire.TournamentGame {
	out := []wire.TournamentGame{}
	add := func(playing bool) {
		for _, g := range slices.Backward(d.t.Games) {
			if (g.Ended == 0) == playing && len(out) < gamesShown {
				out = append(out, wire.TournamentGame{
					No: g.No, Round: g.Round + 1, Table: g.Table, Seats: g.Seats, Begun: g.Begun, Ended: g.Ended, Ranks: g.Ranks,
					Absent: g.Absent,
				})
			}
		}
	}
	add(true)
	add(false)
	return out
}

// page is a part of the standings, names aside.
func (d *desk) page(from, limit int) []wire.Standing {
	rows := d.standings()
	rows = rows[min(from, len(rows)):]
	rows = rows[:min(limit, len(rows))]
	meets, unit := d.meetings(), d.t.Plan.Kind.Unit()
	out := make([]wire.Standing, len(rows))
	for k, r := range rows {
		x := d.t.Entrants[r.Entrant]
		row := wire.Standing{
			Place: r.Place, Entrant: r.Entrant, User: x.User.ID, Rating: x.User.Rating, State: string(x.State),
			Points: float64(r.Points) / unit, Met: float64(r.Met) / unit, Beat: float64(r.Beat) / (2 * unit), Average: r.Average,
			Streak: r.Streak, Meets: meets[r.Entrant],
		}
		for _, s := range r.Scores[max(0, len(r.Scores)-30):] {
			row.Scores = append(row.Scores, s.Points)
		}
		for _, round := range x.SatOut {
			row.Byes = append(row.Byes, round+1)
		}
		if x.Level > 0 {
			row.Kind, row.Name = "house", wire.BotName(x.Level)
		}
		if x.Game >= 0 {
			row.Table = d.t.Games[x.Game].Table
		}
		out[k] = row
	}
	return out
}

// meetings are the rows of the cross-table, by entrants. An arena has none: its
// rows have the scores.
func (d *desk) meetings() [][]wire.Meeting {
	out := make([][]wire.Meeting, len(d.t.Entrants))
	if d.t.Plan.Kind == tournament.Arena {
		return out
	}
	for _, g := range d.t.Games {
		for seat, i := range g.Seats {
			m := wire.Meeting{Round: g.Round + 1, Seat: seat, Table: g.Table, Result: result(g, seat), Against: []int{}}
			for _, j := range g.Seats {
				if j != i {
					m.Against = append(m.Against, j)
				}
			}
			if m.Result == "rank" {
				m.Rank = g.Ranks[seat]
			}
			out[i] = append(out[i], m)
		}
	}
	return out
}

func result(g *tournament.Game, seat int) string {
	switch {
	case g.Ended == 0:
		return "playing"
	case slices.Contains(g.Absent, seat):
		return "absent"
	case len(g.Absent) > 0:
		return "free"
	case g.Ranks == nil:
		return "off"
	case len(g.Seats) > 2:
		return "rank"
	case g.Ranks[seat] > 1:
		return "loss"
	case slices.Max(g.Ranks) == 1:
		return "draw"
	}
	return "win"
}
