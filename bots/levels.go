package bots

import (
	"context"
	"math"
	"strings"
	"time"

	"atoll/game"
	"atoll/search"
	"atoll/search/mcts"
)

// LevelNames are the names of the levels, from the weakest to the strongest.
var LevelNames = [TopLevel]string{
	"Castaway", "Beachcomber", "Ferryman", "Islander", "Pilot", "Navigator", "Captain", "Tidemaster",
}

// LevelOf reads a level given by name, by number or as level3; 0 if the text is
// not a level.
func LevelOf(text string) int {
	for i, name := range LevelNames {
		if strings.EqualFold(text, name) {
			return i + 1
		}
	}
	digit := strings.TrimPrefix(strings.ToLower(text), "level")
	if len(digit) == 1 && digit[0] >= '1' && digit[0] <= '0'+TopLevel {
		return int(digit[0] - '0')
	}
	return 0
}

var levelAbouts = [TopLevel]string{
	"Has just washed ashore: sees the next step, and not all of it.",
	"Collects what lies in plain sight and overlooks the rest.",
	"Knows the crossing, gets lost off the usual route.",
	"At home here: few gross mistakes, short plans.",
	"Reads the shallows and punishes carelessness.",
	"Plans ahead and rarely misses a threat.",
	"Sees almost everything in time.",
	"Misses nothing, and looks further than you would like.",
}

// DefaultLevels describes the levels of a game that has no bots of its own.
func DefaultLevels() []Level {
	nodes := [TopLevel]int64{30, 60, 150, 400, 1200, 4000, 0, 0}
	think := [TopLevel]time.Duration{50, 100, 150, 300, 600, 1000, 1000, 2500}
	within := [TopLevel]time.Duration{100, 200, 300, 500, 1000, 1500, 1500, 3000}
	list := make([]Level, TopLevel)
	for i := range list {
		list[i] = Level{
			Number: i + 1,
			Name:   LevelNames[i],
			About:  levelAbouts[i],
			Within: within[i] * time.Millisecond,
			Budget: search.Budget{Time: think[i] * time.Millisecond, Nodes: nodes[i]},
		}
	}
	list[TopLevel-1].Budget.Threads = 2
	return list
}

// Weakness is how a level falls short of full strength, in a human way: it
// overlooks actions, and among those it sees it does not always take the best,
// the less so the more that would cost.
type Weakness struct {
	// Overlook is the likelihood that an action is not seen at all.
	Overlook float64
	// Temperature of the draw over regret, in score: an action that costs this
	// much is taken 1/e times as often as the best. 0 always takes the best.
	Temperature float64
}

// GenericWeakness are the weaknesses of the levels that tree search plays.
var GenericWeakness = [TopLevel]Weakness{
	{0.45, 0.10}, {0.35, 0.07}, {0.25, 0.05}, {0.15, 0.035}, {0.08, 0.02}, {0.03, 0.01}, {0, 0}, {0, 0},
}

// Missed reports whether an action is overlooked in a decision. It depends on the
// seed and the action only, so that the same thing is missed throughout.
func (w Weakness) Missed(seed uint64, a game.Action) bool {
	if w.Overlook <= 0 {
		return false
	}
	return float64(game.Mix(seed^game.Mix(uint64(a)+0x51ed270b))>>11)/(1<<53) < w.Overlook
}

// Soften draws one of the candidates, by softmax over how much each gives up
// against the best. Candidates that were never looked at are left out.
func Soften(list []search.Candidate, temperature float64, r *game.Rand) game.Action {
	best := 0
	for i, c := range list {
		if c.Weight > 0 && (list[best].Weight == 0 || c.Value > list[best].Value) {
			best = i
		}
	}
	if temperature <= 0 {
		return list[best].Action
	}
	weigh := func(c search.Candidate) float64 {
		if c.Weight == 0 {
			return 0
		}
		return math.Exp((c.Value - list[best].Value) / temperature)
	}
	var sum float64
	for _, c := range list {
		sum += weigh(c)
	}
	x := r.Float64() * sum
	for _, c := range list {
		if x -= weigh(c); x < 0 {
			return c.Action
		}
	}
	return list[best].Action
}

// newGeneric makes the bot of a level by tree search alone.
func newGeneric(cfg game.Config, level int) Bot {
	w := GenericWeakness[level-1]
	if w == (Weakness{}) {
		return newTree(cfg)
	}
	return Func(func(ctx context.Context, q Question) (search.Report, error) {
		opt := treeOptions(cfg)
		opt.Ignore = func(a game.Action) bool { return w.Missed(q.Seed, a) }
		rep, err := mcts.Search(ctx, q.View, q.Seat, q.Budget, q.Seed, opt)
		if err != nil {
			return rep, err
		}
		if q.View.Acting().Len() == 1 {
			rep.Action = Soften(rep.Candidates, w.Temperature, game.NewRand(q.Seed).Split(1))
		}
		return rep, nil
	})
}
