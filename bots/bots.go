// Package bots is the roster of named opponents: what a bot is, how it is
// opened by name, and the eight levels that every game has.
//
// A bot gets the view of its seat (game.Look) and nothing else. It keeps nothing
// from one decision to the next that could change an answer: with a budget in
// nodes, view, seat and seed decide the action.
//
// A game's own bots live in bots/<game>, which imports this package and describes
// itself by a Maker; bots/all lists the makers. Games without one, and tables that
// a maker does not serve, are played by tree search, so that every game has all
// bots at once.
package bots

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"atoll/game"
	"atoll/search"
)

// Question is one decision put to a bot.
type Question struct {
	View game.State // as game.Look shows it to Seat; the bot may not change it
	Seat game.Seat
	Seed uint64 // all randomness of the decision comes from it
	// Budget of the decision; the zero Budget means the bot's own.
	Budget search.Budget
}

// Bot answers questions, one at a time. It is not safe for concurrent use; open
// one for each seat.
type Bot interface {
	Choose(ctx context.Context, q Question) (search.Report, error)
}

// Func makes a Bot of a function.
type Func func(ctx context.Context, q Question) (search.Report, error)

// Choose calls f.
func (f Func) Choose(ctx context.Context, q Question) (search.Report, error) { return f(ctx, q) }

// TopLevel is the strongest level. Its bot misses nothing; the bot named "best" is
// the same one without a limit of nodes.
const TopLevel = 8

// bestBudget is what the full strength of every game thinks with.
var bestBudget = search.Budget{Time: 2500 * time.Millisecond, Threads: 2}

// Level describes one of the eight strengths of a game.
type Level struct {
	Number int
	Name   string
	About  string // one sentence for players: how it plays
	// Within is the stated time of an answer on two cores.
	Within time.Duration
	// Budget is what the level thinks with, unless asked otherwise. Its time must
	// leave a margin to Within.
	Budget search.Budget
}

// Maker makes the bots of one game.
type Maker struct {
	Game string // id
	// Serves reports whether the maker plays such a table; nil means all.
	Serves func(cfg game.Config) bool
	// Levels describes the eight levels, in order; nil means DefaultLevels.
	Levels func(cfg game.Config) []Level
	// New makes the bot of a level from 1 to 8. Its questions always have a budget.
	New func(cfg game.Config, level int) Bot
	// Evaluator, if not nil, makes the quick judgement that the greedy bot uses.
	Evaluator func(cfg game.Config) search.Evaluator
	// Judge, if not nil, makes what analysis asks; if it is nil, or makes nothing,
	// that is the best bot.
	Judge func(cfg game.Config) Judge
	// Others are further bots by name, such as past versions; each comes with the
	// budget of best.
	Others map[string]func(cfg game.Config) Bot
	// Net, if not nil, makes a bot from a network file in the game's own format.
	Net func(cfg game.Config, file []byte) (Bot, error)
}

// Roster opens bots by name.
type Roster struct {
	makers []Maker
	guests map[string]func(cfg game.Config) (Bot, error)
}

// NewRoster makes a roster of makers. The first that serves a table makes its bots.
func NewRoster(makers ...Maker) *Roster { return &Roster{makers: makers} }

// Invite adds a bot from outside under a name that is free, such as a network that
// somebody is training. It thinks with the budget of best unless asked otherwise.
func (r *Roster) Invite(name string, open func(cfg game.Config) (Bot, error)) {
	if r.guests == nil {
		r.guests = map[string]func(game.Config) (Bot, error){}
	}
	r.guests[name] = open
}

// OpenNet makes a bot from a network file in a format that only the game's own bot knows.
func (r *Roster) OpenNet(cfg game.Config, file []byte) (Bot, error) {
	m := r.maker(cfg)
	if m.Net == nil {
		return nil, fmt.Errorf("%s has no networks of its own form", cfg.Game.ID)
	}
	return m.Net(cfg, file)
}

func (r *Roster) maker(cfg game.Config) Maker {
	for _, m := range r.makers {
		if m.Game == cfg.Game.ID && (m.Serves == nil || m.Serves(cfg)) {
			return m
		}
	}
	return Maker{Game: cfg.Game.ID, New: newGeneric}
}

// Levels describes the eight levels of a table.
func (r *Roster) Levels(cfg game.Config) []Level {
	if m := r.maker(cfg); m.Levels != nil {
		return m.Levels(cfg)
	}
	return DefaultLevels()
}

// Names lists the bots of a table: best, the levels, the anchors, and the game's
// others in alphabetical order.
func (r *Roster) Names(cfg game.Config) []string {
	names := []string{"best"}
	for i := range TopLevel {
		names = append(names, fmt.Sprint("level", i+1))
	}
	names = append(names, "mcts", "duct", "greedy", "random")
	var others []string
	for name := range r.maker(cfg).Others {
		others = append(others, name)
	}
	for name := range r.guests {
		others = append(others, name)
	}
	slices.Sort(others)
	return append(names, others...)
}

// Plain is the first level by tree search alone. It has learnt nothing, so it can play where the
// other bots' weights are not available.
const Plain = "plain"

// anchorBudget is what mcts and duct think with unless their name says otherwise.
var anchorBudget = search.Budget{Time: 200 * time.Millisecond}

// Open makes a bot by name: best, level1 to level8 or what LevelNames calls them, mcts, duct, greedy, random or
// one of the game's others. "best:100" thinks for 100 ms on one core, and
// "best:500n" for 500 nodes.
func (r *Roster) Open(cfg game.Config, name string) (Bot, error) {
	base, amount, given := strings.Cut(name, ":")
	bot, budget, err := r.open(cfg, base)
	if err != nil {
		return nil, err
	}
	if given {
		own := budget
		if budget, err = readBudget(amount); err != nil {
			return nil, fmt.Errorf("bot %.60q: %w", name, err)
		}
		budget.Memory = own.Memory
		if budget.Time > 0 {
			budget.Nodes = own.Nodes // a level stays itself, however long it may think
		}
	}
	return &guard{bot: bot, budget: budget}, nil
}

func (r *Roster) open(cfg game.Config, name string) (Bot, search.Budget, error) {
	m := r.maker(cfg)
	level := 0
	switch {
	case name == "best":
		return m.New(cfg, TopLevel), bestBudget, nil
	case LevelOf(name) > 0:
		level = LevelOf(name)
	case name == "mcts":
		return newTree(cfg), anchorBudget, nil
	case name == "duct":
		return newDecoupled(), anchorBudget, nil
	case name == "greedy":
		var ev search.Evaluator
		if m.Evaluator != nil {
			ev = m.Evaluator(cfg)
		}
		return &greedy{ev: ev}, search.Millis(1), nil
	case name == "random":
		return Func(random), search.Millis(1), nil
	case name == Plain:
		return newGeneric(cfg, 1), DefaultLevels()[0].Budget, nil
	case m.Others[name] != nil:
		return m.Others[name](cfg), bestBudget, nil
	case r.guests[name] != nil:
		bot, err := r.guests[name](cfg)
		return bot, bestBudget, err
	default:
		return nil, search.Budget{}, fmt.Errorf("no bot is named %.60q; there are: %s", name, strings.Join(r.Names(cfg), ", "))
	}
	return m.New(cfg, level), r.Levels(cfg)[level-1].Budget, nil
}

// maxThink bounds a budget given by name: a day.
const maxThink = 24 * 60 * 60 * 1000

func readBudget(text string) (search.Budget, error) {
	digits, nodes := strings.CutSuffix(text, "n")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return search.Budget{}, fmt.Errorf("a budget is milliseconds as 100 or nodes as 500n, not %.40q", text)
	}
	b := search.Budget{Time: time.Duration(n) * time.Millisecond}
	if nodes {
		b = search.Budget{Nodes: n}
	} else if n > maxThink {
		return search.Budget{}, fmt.Errorf("%d ms is more than a day", n)
	}
	return b, b.Check()
}

// BudgetOf returns what an opened bot thinks with when a question has no budget.
func BudgetOf(b Bot) search.Budget {
	if g, ok := b.(*guard); ok {
		return g.budget
	}
	return search.Budget{}
}

// guard wraps every bot: it answers what needs no thought, sets the
// budget, and lets no illegal action out.
type guard struct {
	bot    Bot
	budget search.Budget
}

func (g *guard) Choose(ctx context.Context, q Question) (search.Report, error) {
	if q.Budget == (search.Budget{}) {
		q.Budget = g.budget
	}
	only, done, err := search.Check(ctx, q.View, q.Seat, q.Budget, nil)
	if err != nil {
		return search.Report{}, err
	}
	if done {
		return search.Only(q.View, q.Seat, only), nil
	}
	rep, err := g.bot.Choose(ctx, q)
	if err != nil {
		return search.Report{}, err
	}
	if !q.View.Legal(q.Seat, rep.Action) {
		return search.Report{}, fmt.Errorf("the bot's answer is not legal: %s", q.View.AppendAction(nil, q.Seat, rep.Action))
	}
	return rep, nil
}
