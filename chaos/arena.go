package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
	"atoll/tournament"
)

// perOwner is how many programs one account may have.
const perOwner = 10

// Programs makes accounts with programs and returns the programs' tokens.
func (c *Clients) Programs(ctx context.Context, n int) ([]string, error) {
	tokens := make([]string, n)
	errs := make([]error, (n+perOwner-1)/perOwner)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			name := fmt.Sprintf("Owner%d", i)
			owner, err := c.Guest(ctx, name)
			if err == nil {
				var h http.Header
				h, err = c.ask(ctx, owner, "POST", "/account", wire.AccountRequest{Name: name, Password: "a long password"}, nil)
				owner = h.Get("Atoll-Token") // the guest's has ended
			}
			for k := i * perOwner; k < min(n, (i+1)*perOwner) && err == nil; k++ {
				var made wire.BotAccount
				_, err = c.ask(ctx, owner, "POST", "/bots", wire.BotRequest{Name: fmt.Sprintf("Program%d", k)}, &made)
				tokens[k] = made.Token
			}
			errs[i] = err
		})
	}
	wg.Wait()
	return tokens, errors.Join(errs...)
}

// Arena is an arena of programs under way.
type Arena struct {
	ID     string
	Tokens []string // the programs'
	Begins time.Time
	errs   []error
	wg     sync.WaitGroup
}

// Arena lets programs enter an arena that begins in a moment and play it to its end,
// a choice every pace.
func (c *Clients) Arena(ctx context.Context, programs, minutes int, pace time.Duration) (*Arena, error) {
	tokens, err := c.Programs(ctx, programs)
	if err != nil {
		return nil, err
	}
	a := &Arena{Tokens: tokens, Begins: time.Now().Add(10 * time.Second), errs: make([]error, programs)}
	a.ID, err = c.Announce(ctx, wire.TournamentRequest{
		Name: "Evening", Kind: "arena", Minutes: minutes, Programs: true,
		Table: wire.Setup{Game: games.All()[0].ID, Players: 2, Clock: wire.ClockSetup{Kind: match.Fischer, Initial: 600}},
		Start: a.Begins.UnixMilli(),
	})
	if err != nil {
		return nil, err
	}
	for i, token := range tokens {
		a.wg.Go(func() {
			if a.errs[i] = c.Enter(ctx, a.ID, token); a.errs[i] == nil {
				a.errs[i] = c.Compete(ctx, a.ID, token, pace)
			}
		})
	}
	return a, nil
}

// Wait returns when the last program has stopped, with what went wrong for any of them.
func (a *Arena) Wait() error {
	a.wg.Wait()
	return errors.Join(a.errs...)
}

// Announce makes a tournament and returns its name in addresses.
func (c *Clients) Announce(ctx context.Context, req wire.TournamentRequest) (string, error) {
	maker, err := c.Guest(ctx, "Maker")
	if err != nil {
		return "", err
	}
	var page wire.TournamentPage
	_, err = c.ask(ctx, maker, "POST", "/tournaments", req, &page)
	return page.ID, err
}

// Enter lets somebody enter a tournament.
func (c *Clients) Enter(ctx context.Context, id, token string) error {
	_, err := c.ask(ctx, token, "POST", "/tournaments/"+id+"/enter", nil, nil)
	return err
}

// Tournament is a tournament as somebody sees it, with at most that many rows
// from one on.
func (c *Clients) Tournament(ctx context.Context, id, token string, from, rows int) (page wire.TournamentPage, err error) {
	_, err = c.ask(ctx, token, "GET", fmt.Sprintf("/tournaments/%s?from=%d&limit=%d", id, from, rows), nil, &page)
	return page, err
}

// Compete plays the games of an entrant until the tournament is over, a choice
// every pace.
func (c *Clients) Compete(ctx context.Context, id, token string, pace time.Duration) error {
	rest := func() {
		select {
		case <-ctx.Done():
		case <-time.After(pace/2 + rand.N(pace)):
		}
	}
	r := game.NewRand(rand.Uint64())
	for {
		page, err := c.Tournament(ctx, id, token, 0, 1)
		if err != nil || page.Status == "over" {
			return err
		}
		if page.Me == nil || page.Me.Table == "" {
			rest()
			continue
		}
		if err := c.compete(ctx, page.Me.Table, token, r, rest); err != nil {
			return err
		}
	}
}

// compete sits down and plays one game to its end.
func (c *Clients) compete(ctx context.Context, table, token string, r *game.Rand, rest func()) error {
	for ; ; rest() {
		var snap wire.Snapshot
		_, err := c.ask(ctx, token, "GET", "/tables/"+table, nil, &snap)
		var no *refusal
		if errors.As(err, &no) && no.Code == wire.NotFound {
			continue // paired, and the table not made yet
		}
		if err != nil {
			return err
		}
		switch {
		case match.Status(snap.View.Status) == match.Open:
			if snap.View.Viewer == "public" {
				_, err = c.ask(ctx, token, "POST", "/tables/"+table+"/join", wire.JoinRequest{}, nil)
			}
		case match.Status(snap.View.Status) != match.Running:
			return nil
		case acts(snap.View):
			var st game.State
			if st, err = position(snap); err != nil {
				return err
			}
			seat, _ := st.Config().SeatByName(snap.View.Viewer)
			action := string(st.AppendAction(nil, seat, choose(st, seat, r)))
			act := wire.ActRequest{Msg: fmt.Sprint(snap.View.Step), Step: snap.View.Step, Action: action}
			_, err = c.ask(ctx, token, "POST", "/tables/"+table+"/act", act, nil)
		}
		// Somebody else may have been first: the time, or a server that did not answer.
		if err != nil && (!errors.As(err, &no) || no.Code == wire.BadRequest || no.Code == wire.Illegal) {
			return err
		}
	}
}

// Outage is a time in which not all servers were there, in Unix ms.
type Outage struct{ From, To int64 }

// ArenaResult says what came of an arena.
type ArenaResult struct {
	Entrants, Games, Played, NoShows int
	// Longest is how long two people waited side by side at most.
	Longest time.Duration
}

// CheckArena compares an arena with the tables that are stored: every pairing has
// its one table and its one result, nobody plays two games at once, the points shown
// are those of the games, and no two people wait beside each other for longer than
// patience while all servers are there.
func CheckArena(
	ctx context.Context, s store.Store, id string, shown []wire.Standing, outages []Outage, patience time.Duration,
) (ArenaResult, []string) {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	_, log, err := s.Tournament(ctx, id, 0)
	if err != nil {
		return ArenaResult{}, []string{err.Error()}
	}
	t, err := tournament.Replay(id, log)
	if err != nil {
		return ArenaResult{}, []string{err.Error()}
	}
	res := ArenaResult{Entrants: len(t.Entrants), Games: len(t.Games)}
	tables := map[string]bool{}
	byEnd := slices.Clone(t.Games)
	slices.SortStableFunc(byEnd, func(a, b *tournament.Game) int { return int(a.Ended - b.Ended) })
	count := make([]tally, len(t.Entrants))
	for _, g := range byEnd {
		if tables[g.Table] {
			fault("table %s belongs to two games", g.Table)
		}
		tables[g.Table] = true
		if g.Ended == 0 {
			fault("game %d never ended", g.No)
			continue
		}
		ranks, err := ranksOf(ctx, s, t, g)
		if err != nil {
			fault("game %d: %v", g.No, err)
			continue
		}
		if len(g.Absent) > 0 {
			res.NoShows++
			continue
		}
		if !slices.Equal(ranks, g.Ranks) {
			fault("game %d: ranks %v at the table, %v in the tournament", g.No, ranks, g.Ranks)
		}
		res.Played++
		shared := ranks[0] == ranks[1]
		for seat, i := range g.Seats {
			count[i].add(ranks[seat] == 1, shared)
		}
	}
	if res.NoShows == 0 { // a win without a game counts too, but not in every streak
		for _, row := range shown {
			if got := count[row.Entrant].points; float64(got) != row.Points {
				fault("%s has %v points in the standings and %d from the games", row.Name, row.Points, got)
			}
		}
	}
	if len(shown) != len(t.Entrants) {
		fault("%d rows for %d entrants", len(shown), len(t.Entrants))
	}
	waits := free(t, log)
	for i := range waits {
		for _, w := range waits[i] {
			if w.To < w.From {
				fault("entrant %d plays two games at once", i)
			}
		}
	}
	res.Longest = longest(waits, outages)
	if res.Longest > patience {
		fault("two people waited beside each other for %s", res.Longest)
	}
	return res, faults
}

// ranksOf reads the ranks of a tournament's game from its table.
func ranksOf(ctx context.Context, s store.Store, t *tournament.Tournament, g *tournament.Game) ([]int, error) {
	stored, err := s.Load(ctx, g.Table, 0)
	if err != nil {
		return nil, err
	}
	table, err := match.Replay(games.ByID, g.Table, stored)
	if err != nil {
		return nil, err
	}
	if len(g.Absent) == 0 && table.Status != match.Over {
		return nil, fmt.Errorf("its table is %s", table.Status)
	}
	ranks := make([]int, len(g.Seats))
	for seat, i := range g.Seats {
		ranks[seat] = int(table.Result().Rank[seat])
		if who := table.Seats[seat].User.ID; who != t.Entrants[i].User.ID && len(g.Absent) == 0 {
			return nil, fmt.Errorf("seat %d is %q's", seat, who)
		}
	}
	return ranks, nil
}

// tally counts an entrant's points as docs/api.md says: 2 for a win, 1 for a draw,
// double after two wins in a row.
type tally struct{ points, row int }

func (y *tally) add(first, shared bool) {
	n := 0
	switch {
	case first && shared:
		n = 1
	case first:
		n = 2
	}
	if y.row >= 2 {
		n *= 2
	}
	y.points += n
	if y.row++; n == 0 || shared {
		y.row = 0
	}
}

// free are the times in which each entrant waited for a game.
func free(t *tournament.Tournament, log []tournament.Entry) [][]Outage {
	waits := make([][]Outage, len(t.Entrants))
	since := make([]int64, len(t.Entrants))
	n := 0
	for _, e := range log {
		if e.Enter != nil && n < len(since) {
			since[n] = e.At
			n++
		}
	}
	for _, g := range t.Games {
		for _, i := range g.Seats {
			waits[i] = append(waits[i], Outage{max(since[i], t.Begun), g.Begun})
			since[i] = g.Ended
		}
	}
	for i := range waits {
		if to := t.End() - tournament.LastCall; since[i] != 0 && since[i] < to {
			waits[i] = append(waits[i], Outage{max(since[i], t.Begun), to})
		}
	}
	return waits
}

// longest is how long two waited at the same time, outages aside.
func longest(waits [][]Outage, outages []Outage) time.Duration {
	type wait struct {
		Outage
		who int
	}
	var all []wait
	for i, list := range waits {
		for _, w := range list {
			at := w.From
			for _, o := range outages {
				if o.To <= at || o.From >= w.To {
					continue
				}
				if o.From > at {
					all = append(all, wait{Outage{at, o.From}, i})
				}
				at = o.To
			}
			if at < w.To {
				all = append(all, wait{Outage{at, w.To}, i})
			}
		}
	}
	var most int64
	for i, a := range all {
		if a.To-a.From <= most {
			continue
		}
		for k, b := range all {
			if k != i && b.who != a.who {
				most = max(most, min(a.To, b.To)-max(a.From, b.From))
			}
		}
	}
	return time.Duration(most) * time.Millisecond
}
