// Package arena plays a tournament of programs on one machine. Programs speak
// the engine protocol; our own bots play along by name. Everybody sees
// only what their seat sees.
package arena

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/match"
	"atoll/record"
	"atoll/tournament"
)

// Contest is what is to be played.
type Contest struct {
	Config  game.Config
	Kind    tournament.Kind
	Rounds  int // of a Swiss or of pods; 0 for as many as suit
	BestOf  int // of a knock-out
	Players []Player
	MS      int // time for a decision
	// Grace is how much longer a program may take to answer: pipes and the
	// scheduler have their share.
	Grace   time.Duration
	Seed    uint64
	Workers int // games at once
	Roster  *bots.Roster
	// Progress, if not nil, is called after every game, one call at a time.
	Progress func(t *tournament.Tournament)
	// Keep, if not nil, gets every finished game, one call at a time.
	Keep func(g Game) error
}

// Player is somebody who takes part: a program by its command, or one of our own bots by its name.
type Player struct {
	Name    string
	Command []string
	Bot     string
}

// Game is a finished game.
type Game struct {
	Number int
	Seats  []string // names in seat order
	Record record.Record
	Faults []string // what programs did wrong
}

// Report is a finished contest.
type Report struct {
	*tournament.Tournament
	// Faults counts what each player did wrong: no answer in time, an illegal
	// action, a dead program. Each of these lost the game.
	Faults []int
}

// Check refuses a contest that cannot be played.
func (c *Contest) Check() error {
	if len(c.Players) < 2 {
		return errors.New("a tournament needs two players")
	}
	if c.Kind == tournament.Arena {
		return errors.New("a local tournament is Swiss, round robin, knock-out or pods")
	}
	if c.MS < 1 || c.MS > 600_000 {
		return fmt.Errorf("time for a decision is from 1 to 600000 ms, not %d", c.MS)
	}
	names := map[string]bool{}
	for _, p := range c.Players {
		if p.Name == "" || names[p.Name] {
			return fmt.Errorf("every player needs a name of its own: %.40q", p.Name)
		}
		names[p.Name] = true
		if p.Bot != "" {
			if _, err := c.Roster.Open(c.Config, p.Bot); err != nil {
				return err
			}
		}
	}
	p := c.plan()
	return p.Check()
}

func (c *Contest) plan() tournament.Plan {
	return tournament.Plan{
		Name: "local", Kind: c.Kind, Access: tournament.Everyone, Rounds: c.Rounds, BestOf: c.BestOf, Programs: true,
		Table: match.Setup{
			Game: c.Config.Game.ID, Players: c.Config.Players,
			Clock: match.ClockSetup{Kind: match.PerTurn, Turn: 60},
		},
	}
}

// Run plays the contest. When the context ends it returns what has been played
// so far together with the error.
func (c *Contest) Run(ctx context.Context) (Report, error) {
	if err := c.Check(); err != nil {
		return Report{}, err
	}
	t := &tournament.Tournament{ID: "local"}
	rep := Report{t, make([]int, len(c.Players))}
	var now int64
	step := func(e tournament.Entry, err error) error {
		if err != nil {
			return err
		}
		return t.Apply(e)
	}
	if err := step(tournament.New(c.plan(), match.User{}, "", now)); err != nil {
		return rep, err
	}
	for i, p := range c.Players {
		// The order given is the order of seeding.
		u := match.User{ID: p.Name, Name: p.Name, Kind: "bot", Rating: len(c.Players) - i}
		if err := step(t.Enter(u, 0, now)); err != nil {
			return rep, err
		}
	}
	tables := 0
	for t.Status != tournament.Over {
		now += tournament.Break
		e, ok := t.Due(now, func() string { tables++; return fmt.Sprint(tables) })
		if !ok {
			return rep, errors.New("the tournament does not go on")
		}
		from := len(t.Games)
		if err := t.Apply(e); err != nil {
			return rep, err
		}
		if err := c.round(ctx, &rep, t.Games[from:], now); err != nil {
			return rep, err
		}
	}
	return rep, nil
}

// round plays games that begin together.
func (c *Contest) round(ctx context.Context, rep *Report, games []*tournament.Game, now int64) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		todo = make(chan *tournament.Game)
	)
	for range max(1, c.Workers) {
		wg.Go(func() {
			for g := range todo {
				done, ranks, faults, err := c.play(ctx, g)
				mu.Lock()
				if err == nil {
					if e, ok := rep.Report(g.No, ranks, nil, now); ok {
						err = rep.Apply(e)
					}
					for seat := range faults {
						rep.Faults[g.Seats[seat]]++
					}
					if c.Keep != nil && err == nil {
						err = c.Keep(done)
					}
					if c.Progress != nil {
						c.Progress(rep.Tournament)
					}
				}
				mu.Unlock()
				if err != nil {
					cancel(fmt.Errorf("game %d: %w", g.No+1, err))
				}
			}
		})
	}
	for _, g := range games {
		select {
		case todo <- g:
		case <-ctx.Done():
		}
	}
	close(todo)
	wg.Wait()
	return context.Cause(ctx)
}

// A chooser decides for one seat. text is what it did; an error is its fault
// and loses the game.
type chooser interface {
	choose(ctx context.Context, view game.State, s game.Seat, seed uint64) (text string, err error)
	close()
}

// maxSteps bounds a game, so that rules that never end show as an error.
const maxSteps = 1_000_000

func (c *Contest) play(ctx context.Context, g *tournament.Game) (done Game, ranks []int, faults map[int]string, err error) {
	cfg := c.Config
	if len(g.Seats) != cfg.Players {
		given := cfg.Given()
		if cfg, err = cfg.Game.Configure(len(g.Seats), given); err != nil {
			return done, nil, nil, err
		}
	}
	done = Game{Number: g.No + 1, Record: record.Record{Config: cfg}}
	faults = map[int]string{}
	chance := game.NewRand(c.Seed).Split(uint64(g.No))
	own := game.NewRand(c.Seed).Split(1 << 40).Split(uint64(g.No))
	players := make([]chooser, len(g.Seats))
	defer func() {
		for _, p := range players {
			if p != nil {
				p.close()
			}
		}
	}()
	for seat, i := range g.Seats {
		p := c.Players[i]
		done.Seats = append(done.Seats, p.Name)
		if players[seat], err = c.open(cfg, p); err != nil {
			return done, nil, nil, err
		}
	}
	st := cfg.New()
	note := func(s game.Seat, text string) {
		done.Record.Events = append(done.Record.Events, record.Event{By: cfg.SeatName(s), Do: text})
	}
	draws := uint64(0)
	for step := 0; st.Acting() != 0; step++ {
		if err := ctx.Err(); err != nil {
			return done, nil, nil, err
		}
		if step == maxSteps {
			return done, nil, nil, fmt.Errorf("no end after %d steps", maxSteps)
		}
		if st.Acting() == game.Only(game.Nature) {
			text := game.Draw(st, chance.Split(draws))
			draws++
			note(game.Nature, text)
			if err := game.Try(st, game.Nature, text, nil); err != nil {
				return done, nil, nil, err
			}
			continue
		}
		choices, texts, bad := c.ask(ctx, st, players, own)
		if err := ctx.Err(); err != nil {
			return done, nil, nil, err
		}
		if len(bad) == 0 {
			for s, text := range texts {
				if text != "" {
					note(game.Seat(s), text)
				}
			}
			st.Play(choices, nil)
			continue
		}
		// Whoever cannot answer leaves the game; the others are asked again.
		for _, s := range bad {
			if st.Acting() == 0 {
				break
			}
			faults[int(s)] = texts[s]
			done.Faults = append(done.Faults, fmt.Sprintf("%s: %s", done.Seats[s], texts[s]))
			note(s, game.Resign.String())
			if err := game.TryTable(st, s, game.Resign, nil); err != nil {
				return done, nil, nil, err
			}
		}
	}
	result := st.Result()
	done.Record.Result = result
	for s := range g.Seats {
		ranks = append(ranks, int(result.Rank[s]))
	}
	return done, ranks, faults, nil
}

// ask asks every acting seat. bad holds the seats that gave no valid answer, with the reason in
// texts.
func (c *Contest) ask(
	ctx context.Context,
	st game.State,
	players []chooser,
	own *game.Rand,
) (choices game.Choices, texts []string, bad []game.Seat) {
	texts = make([]string, len(players))
	for s := range game.Seat(len(players)) {
		if !st.Acting().Has(s) {
			continue
		}
		text, err := players[s].choose(ctx, game.Look(st, game.SeatViewer(s)), s, own.Uint64())
		var a game.Action
		if err == nil {
			a, err = game.Parse(st, s, text)
		}
		if err != nil {
			texts[s], bad = err.Error(), append(bad, s)
			continue
		}
		texts[s] = text
		choices[s] = a
	}
	return choices, texts, bad
}

func (c *Contest) open(cfg game.Config, p Player) (chooser, error) {
	if p.Bot == "" {
		prog, err := startProgram(p.Command, c.MS, c.Grace)
		if err != nil {
			return nil, err
		}
		return prog, nil
	}
	b, err := c.Roster.Open(cfg, p.Bot)
	if err != nil {
		return nil, err
	}
	return &house{b, c.MS}, nil
}

// house is one of our own bots.
type house struct {
	bot bots.Bot
	ms  int
}

func (h *house) choose(ctx context.Context, view game.State, s game.Seat, seed uint64) (string, error) {
	budget := bots.BudgetOf(h.bot)
	if limit := time.Duration(h.ms) * time.Millisecond; budget.Time == 0 || budget.Time > limit {
		budget.Time = limit
	}
	rep, err := h.bot.Choose(ctx, bots.Question{View: view, Seat: s, Seed: seed, Budget: budget})
	if err != nil {
		return "", err
	}
	return string(view.AppendAction(nil, s, rep.Action)), nil
}

func (h *house) close() {}
