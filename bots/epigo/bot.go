package epigo

import (
	"context"
	"fmt"
	"sync"
	"time"

	"atoll/bots"
	"atoll/bots/learnt"
	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
)

// know is what was learnt about one variant.
type know struct {
	eval *Eval
	book *Book
}

// load reads the weights and the book of a variant. They are made by
// bots/epigo/tune; its package comment has the commands.
func load(variant string, options ...string) func() know {
	return sync.OnceValue(func() know {
		eval, err := ReadEval(learnt.File("epigo/" + variant + ".weights"))
		if err != nil {
			panic("epigo: " + err.Error())
		}
		book, err := ParseBook(learnt.File("epigo/"+variant+".book"), epigo.Game.MustConfigure(2, options...))
		if err != nil {
			panic("epigo: " + err.Error())
		}
		return know{eval, book}
	})
}

var (
	knowCore      = load("core")
	knowIslanders = load("islanders", "variant=islanders")
)

func knowledge(cfg game.Config) know {
	if cfg.Text("variant") == "islanders" {
		return knowIslanders()
	}
	return knowCore()
}

// strength is how a level plays.
type strength struct {
	// wide is how many random plans of each side the level thinks of; 0 looks for
	// the best of all by double oracle.
	wide int
	// slip is the share of turns in which it plays the first plan that comes to
	// its mind after a glance.
	slip   float64
	booked bool
}

// The steps were set by duels of neighbours, for both variants at once; see
// docs/strength.md.
var strengths = [bots.TopLevel]strength{
	{wide: 2, slip: .3},
	{wide: 2, slip: .05},
	{wide: 4, slip: .08},
	{wide: 7, slip: .02},
	{wide: 13, booked: true},
	{wide: 32, booked: true},
	{wide: 100, booked: true},
	{booked: true},
}

// Maker makes the bots of Epigo.
func Maker() bots.Maker {
	return bots.Maker{
		Game:      "epigo",
		Levels:    func(game.Config) []bots.Level { return levels() },
		New:       func(cfg game.Config, level int) bots.Bot { return newBot(cfg, strengths[level-1]) },
		Judge:     newAnalyst,
		Evaluator: func(cfg game.Config) search.Evaluator { return knowledge(cfg).eval },
	}
}

var abouts = [bots.TopLevel]string{
	"Pushes what stands in front of it, and now and then itself over the edge.",
	"Sees a capture when it lies in plain sight.",
	"Thinks of a few plans, and takes the safest of them.",
	"Guesses what you will do, from a handful of ideas.",
	"Knows good deployments and punishes a bare edge.",
	"Mixes its plans, so that it is hard to read.",
	"Weighs dozens of your plans against dozens of its own.",
	"Considers every plan there is, and plays a mixture that cannot be outguessed.",
}

func levels() []bots.Level {
	think := [bots.TopLevel]time.Duration{50, 50, 50, 50, 100, 200, 500, 2400}
	within := [bots.TopLevel]time.Duration{100, 100, 100, 100, 200, 400, 1000, 3000}
	list := make([]bots.Level, bots.TopLevel)
	for i := range list {
		list[i] = bots.Level{
			Number: i + 1,
			Name:   bots.LevelNames[i],
			About:  abouts[i],
			Within: within[i] * time.Millisecond,
			Budget: search.Budget{Time: think[i] * time.Millisecond},
		}
	}
	list[bots.TopLevel-1].Budget.Nodes = 4_200
	return list
}

// bot plays at one strength. It keeps memory between questions, and cached
// evaluations, which are exact; nothing else.
type bot struct {
	know
	strength
	turn *turn
}

func newBot(cfg game.Config, s strength) *bot {
	k := knowledge(cfg)
	return &bot{know: k, strength: s, turn: newTurn(k.eval)}
}

// Choose implements bots.Bot.
func (b *bot) Choose(ctx context.Context, q bots.Question) (search.Report, error) {
	st, ok := q.View.(*epigo.State)
	if !ok {
		return search.Report{}, fmt.Errorf("not a position of Epigo: %T", q.View)
	}
	start := time.Now()
	clock := search.NewClock(ctx, q.Budget, 1)
	r := game.NewRand(q.Seed)
	var rep search.Report
	switch {
	case st.Deploying():
		rep = b.deploy(st, q.Seat, r)
	case st.Planning():
		b.turn.threads = q.Budget.ThreadCount()
		rep = b.plan(st, q.Seat, clock, r)
	default:
		rep = b.decide(st, r)
	}
	rep.Elapsed = time.Since(start)
	return rep, clock.Err()
}

func (b *bot) deploy(st *epigo.State, seat game.Seat, r *game.Rand) search.Report {
	a := st.SampleAction(seat, r)
	if b.booked {
		if from, err := st.ParseAction(seat, b.know.book.draw(seat, r)); err == nil {
			a = from
		}
	}
	return search.Only(st, seat, a)
}

func (b *bot) plan(st *epigo.State, seat game.Seat, clock *search.Clock, r *game.Rand) search.Report {
	b.turn.begin(st, clock)
	var sol Solution
	if b.wide > 0 {
		sol = b.turn.sampled(b.wide, r)
	} else {
		sol = b.turn.solve(fullEffort, r)
	}
	mine := &sol.Sides[seat]
	rep := search.Report{Seat: seat, Depth: 1, Nodes: clock.Nodes()}
	for i, p := range mine.Plans {
		rep.Candidates = append(
			rep.Candidates,
			search.Candidate{Action: epigo.PlanAction(p), Value: mine.Values[i], Weight: mine.Shares[i]},
		)
	}
	rep.Values[0], rep.Values[1] = sol.Value, 1-sol.Value
	rep.Action = epigo.PlanAction(mine.Draw(r))
	if r.Float64() < b.slip {
		rep.Action = st.LivelyAction(seat, r)
	}
	search.SortCandidates(rep.Candidates)
	return rep
}

func (b *bot) decide(st *epigo.State, r *game.Rand) search.Report {
	wide := decideWide
	if b.wide > 0 {
		wide = min(wide, max(2, b.wide))
	}
	return b.turn.decide(st, wide, r)
}
