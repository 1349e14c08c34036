package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"text/tabwriter"
	"time"

	"atoll/analysis"
	"atoll/bots/all"
	"atoll/game"
	"atoll/match"
	"atoll/search"
	"atoll/store"
)

type fairplayCmd struct {
	person
	Games  int    `default:"20" placeholder:"N" help:"At most this many of the person's latest rated games, for each game and speed (default 20)."`
	Others int    `default:"40" placeholder:"N" help:"At most this many rated games of others to compare with, drawn at random (default 40)."`
	Within int    `default:"100" placeholder:"R" help:"How far the ratings of others may be from the person's (default 100)."`
	Millis int    `name:"ms" default:"50" placeholder:"MS" help:"Time of the engine for a position, in milliseconds (default 50)."`
	Nodes  int64  `placeholder:"N" help:"Nodes for a position instead of time; repeatable."`
	Seed   uint64 `default:"1" placeholder:"S" help:"Seed of the search and of the draw."`
	JSON   bool   `name:"json" help:"JSON, with every choice of the person."`
}

// Help is shown with the command's flags.
func (c *fairplayCmd) Help() string {
	return "It reports how often the person chose what the engine would have, how much winning chance a choice gave up, and how long it took, compared with players of about the same rating. " +
		"This is evidence for a host, not a verdict: strong players agree with engines, easy positions have one good move, and small numbers say little. Look at the games themselves before you act."
}

// fairReport is what there is to say about one game at one speed.
type fairReport struct {
	Game   string          `json:"game"`
	Speed  string          `json:"speed"`
	Rating int             `json:"rating"`
	Within int             `json:"within"`
	Person analysis.Habits `json:"person"`
	Others analysis.Habits `json:"others"`
	// Players are how many people the others are; Agree, Lose and Fast how many of
	// them agree more often, give up less and are faster (by the median).
	Players int `json:"players"`
	Agree   int `json:"agree_more"`
	Lose    int `json:"lose_less"`
	Fast    int `json:"faster"`
	// Withheld are the games in which the person committed to a number for chance and
	// did not open it in time; OthersWithheld those of the others.
	Withheld       int `json:"withheld"`
	OthersWithheld int `json:"others_withheld"`
	// Choices are those of the person.
	Choices []fairChoice `json:"choices"`
}

type fairChoice struct {
	Table string `json:"table"`
	Seat  string `json:"seat"`
	analysis.Choice
}

func (c *fairplayCmd) Run(e *env) error {
	if c.Games < 1 || c.Others < 0 || c.Within < 0 {
		return usage("--games is at least 1, --others and --within at least 0")
	}
	opt := analysis.Options{
		Roster: all.Roster(), Seed: c.Seed,
		Budget: search.Budget{Time: time.Duration(c.Millis) * time.Millisecond, Threads: 1},
	}
	if c.Nodes != 0 {
		opt.Budget = search.Budget{Nodes: c.Nodes, Threads: 1}
	}
	if err := opt.Budget.Check(); err != nil {
		return &usageError{err}
	}
	ctx, stop := interruptible()
	defer stop()
	s, _, u, err := c.find(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	ratings, err := s.Ratings(ctx, u.ID)
	if err != nil {
		return err
	}
	reports := []*fairReport{}
	for _, r := range ratings {
		rep := &fairReport{Game: r.Game, Speed: r.Speed, Rating: r.Round(), Within: c.Within, Choices: []fairChoice{}}
		if err := c.fill(ctx, s, u.ID, rep, opt); err != nil {
			return err
		}
		if rep.Person.Games > 0 {
			reports = append(reports, rep)
		}
	}
	if c.JSON {
		data, err := json.MarshalIndent(reports, "", "  ")
		if err != nil {
			return err
		}
		_, err = e.out.Write(append(data, '\n'))
		return err
	}
	if len(reports) == 0 {
		fmt.Fprintf(e.out, "%s has no finished rated games\n", u.Name)
		return nil
	}
	for _, r := range reports {
		r.write(e, u.Name)
	}
	fmt.Fprintln(e.out, "Evidence, not a verdict: look at the games before you act.")
	return nil
}

// seatGame is a seat of a finished rated game.
type seatGame struct {
	table string
	seat  game.Seat
	user  string
}

// fill looks at the person's games and at those of others of about the same rating.
func (c *fairplayCmd) fill(ctx context.Context, s store.Store, user string, rep *fairReport, opt analysis.Options) error {
	mine, others, err := c.pick(ctx, s, user, rep)
	if err != nil {
		return err
	}
	var own []analysis.Choice
	for _, g := range mine {
		name, withheld, cs, err := choicesOf(ctx, s, g, opt)
		if err != nil {
			return err
		}
		rep.Withheld += count(withheld)
		own = append(own, cs...)
		for _, x := range cs {
			rep.Choices = append(rep.Choices, fairChoice{g.table, name, x})
		}
	}
	rep.Person = analysis.HabitsOf(len(mine), own)
	var all []analysis.Choice
	games, by := map[string]int{}, map[string][]analysis.Choice{}
	for _, g := range others {
		_, withheld, cs, err := choicesOf(ctx, s, g, opt)
		if err != nil {
			return err
		}
		rep.OthersWithheld += count(withheld)
		all = append(all, cs...)
		by[g.user] = append(by[g.user], cs...)
		games[g.user]++
	}
	rep.Others, rep.Players = analysis.HabitsOf(len(others), all), len(by)
	for id, cs := range by {
		h := analysis.HabitsOf(games[id], cs)
		rep.Agree += count(h.Agreement > rep.Person.Agreement)
		rep.Lose += count(h.Loss < rep.Person.Loss)
		rep.Fast += count(h.Time[1] < rep.Person.Time[1])
	}
	return nil
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pick finds the person's latest games and draws those of others. It reads the
// heads of all finished games, and whole games only later.
func (c *fairplayCmd) pick(ctx context.Context, s store.Store, user string, rep *fairReport) (mine, others []seatGame, err error) {
	r, seen := rand.New(rand.NewPCG(c.Seed, 0)), 0
	err = s.Finished(ctx, func(id string) error {
		t, err := s.Load(ctx, id, math.MaxInt64)
		if err != nil || !t.Head.Rated || t.Head.Game != rep.Game {
			return err
		}
		var info match.Info
		if err := json.Unmarshal(t.Head.Info, &info); err != nil {
			return fmt.Errorf("table %s: %w", id, err)
		}
		if info.Clock.Speed() != rep.Speed {
			return nil
		}
		for i, seat := range info.Seats {
			g := seatGame{id, game.Seat(i), seat.User.ID}
			switch {
			case g.user == user:
				mine = append(mine, g)
			case seat.Change == nil || abs(seat.User.Rating-*seat.Change-rep.Rating) > c.Within:
			case len(others) < c.Others:
				others = append(others, g)
				seen++
			default:
				// Each is as likely to be kept as any other.
				seen++
				if n := r.IntN(seen); n < c.Others {
					others[n] = g
				}
			}
		}
		return nil
	})
	return mine[max(0, len(mine)-c.Games):], others, err
}

func abs(n int) int { return max(n, -n) }

// choicesOf judges the choices of one seat, and reports whether it withheld its part of chance.
func choicesOf(ctx context.Context, s store.Store, g seatGame, opt analysis.Options) (seat string, withheld bool,
	cs []analysis.Choice, err error,
) {
	t, err := loadTable(ctx, s, g.table)
	if err != nil {
		return "", false, nil, err
	}
	rec, err := t.Record()
	if err != nil {
		return "", false, nil, fmt.Errorf("table %s: %w", g.table, err)
	}
	var ms []int64
	for _, m := range t.Moves() {
		ms = append(ms, m.MS)
	}
	cs, err = analysis.Choices(ctx, rec, ms, game.Only(g.seat), opt)
	if err != nil {
		err = fmt.Errorf("table %s: %w", g.table, err)
	}
	for _, c := range t.Chairs {
		withheld = withheld || c.Seat == g.seat && c.Withheld()
	}
	return t.Config.SeatName(g.seat), withheld, cs, err
}

func (r *fairReport) write(e *env, name string) {
	fmt.Fprintf(e.out, "%s, %s, rating %d\n", r.Game, r.Speed, r.Rating)
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\tgames\tchoices\tas the engine\tgiven up\tslips\ttime for half of them")
	row := func(who string, h analysis.Habits) {
		second := func(ms int64) string { return fmt.Sprintf("%.1f", float64(ms)/1000) }
		fmt.Fprintf(w, "%s\t%d\t%d\t%.0f %%\t%.2f %%\t%.0f %%\t%s s (%s to %s)\n", who, h.Games, h.Choices, 100*h.Agreement, 100*h.Loss, 100*h.Slips,
			second(h.Time[1]), second(h.Time[0]), second(h.Time[2]))
	}
	row(name, r.Person)
	row(fmt.Sprintf("others, %d±%d", r.Rating, r.Within), r.Others)
	w.Flush()
	fmt.Fprintf(e.out, "Of %d others, %d agree with the engine more often, %d give up less, %d are faster.\n", r.Players, r.Agree, r.Lose, r.Fast)
	fmt.Fprintf(e.out, "Numbers for chance committed to and not opened in time: %d of %d games, others %d of %d.\n\n", r.Withheld, r.Person.Games, r.OthersWithheld, r.Others.Games)
}
