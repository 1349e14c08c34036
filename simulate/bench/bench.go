// Package bench measures how fast rules and bots are, per second of one core.
package bench

import (
	"context"
	"maps"
	"runtime"
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/search"
)

// Row is one line of figures. Chance is not counted as a decision.
type Row struct {
	Game              string                `json:"game"`
	Players           int                   `json:"players"`
	Options           map[string]game.Value `json:"options"`
	Playouts          float64               `json:"playouts_per_s"`
	Decisions         float64               `json:"decisions_per_s"`
	NS                float64               `json:"ns_per_decision"`
	LayoutNS          float64               `json:"ns_per_layout,omitempty"` // of what chance lays out in bulk, once a game
	AllocsPerDecision float64               `json:"allocs_per_decision"`
	Turns             float64               `json:"turns_per_s,omitempty"`
	PlanPairs         float64               `json:"plan_pairs_per_s,omitempty"`
	Nodes             float64               `json:"nodes_per_s,omitempty"` // of the bot's search, without chance and secrets
}

// playouts plays whole uniform games on one state and counts.
type playouts struct {
	first     game.State
	starts    []game.State // after what is laid out in bulk
	st        game.State
	r         *game.Rand
	buf       []game.Action
	drawn     bool // draw actions instead of listing them
	games     int
	decisions int
	turns     int
}

func newPlayouts(cfg game.Config) *playouts {
	p := &playouts{
		first: cfg.New(), st: cfg.New(), r: game.NewRand(1), buf: make([]game.Action, 0, 1<<10),
		// Listing 13,440 plans would measure the list and not the turn.
		drawn: cfg.Game.Traits.Simultaneous,
	}
	for range 256 {
		st := cfg.New()
		layOut(st, p.r)
		p.starts = append(p.starts, st)
	}
	return p
}

// layOut draws what chance lays out in bulk, and reports whether there was any.
func layOut(st game.State, r *game.Rand) bool {
	b, ok := st.(game.Bulk)
	if !ok || !b.BulkPending() {
		return false
	}
	if q, ok := b.(game.QuickBulk); ok {
		q.PlayDrawnBulk(r)
	} else if err := b.PlayBulk(b.DrawBulk(r), nil); err != nil {
		panic(err)
	}
	return true
}

// play plays one game from a state that is laid out.
func (p *playouts) play() { p.playFrom(p.starts[p.games%len(p.starts)]) }

// playWhole plays one game from its very beginning.
func (p *playouts) playWhole() { p.playFrom(p.first) }

func (p *playouts) playFrom(first game.State) {
	st := p.st
	st.CopyFrom(first)
	layOut(st, p.r)
	sampler, _ := st.(game.Sampler)
	p.games++
	for steps := 0; ; steps++ {
		acting := st.Acting()
		if acting == 0 {
			return
		}
		var c game.Choices
		if acting == game.Only(game.Nature) {
			c[game.Nature] = game.DrawAction(st, p.r, p.buf)
			st.Play(c, nil)
			continue
		}
		if acting&(acting-1) != 0 && steps > 0 {
			p.turns++
		}
		for rest := acting; rest != 0; {
			s := rest.First()
			rest = rest.Without(s)
			if p.drawn && sampler != nil {
				c[s] = sampler.SampleAction(s, p.r)
			} else {
				p.buf = st.AppendActions(p.buf[:0], s)
				c[s] = p.buf[p.r.Below(uint64(len(p.buf)))]
			}
			p.decisions++
		}
		st.Play(c, nil)
	}
}

// Measure plays games of a configuration for about as long as it is told. The roster has the bot whose search is counted.
func Measure(cfg game.Config, d time.Duration, roster *bots.Roster) Row {
	p := newPlayouts(cfg)
	for range 50 {
		p.playWhole() // buffers grow to size, caches warm up
	}
	runtime.LockOSThread() // times are those of this thread
	defer runtime.UnlockOSThread()
	layoutNS := p.layoutNS(d / 4)
	p.games, p.decisions, p.turns = 0, 0, 0
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := cpuTime()
	for n := 0; n < 1 || cpuTime()-start < d; n++ {
		for range 20 {
			p.play()
		}
	}
	seconds := max((cpuTime() - start).Seconds(), 1e-9)
	runtime.ReadMemStats(&after)
	row := Row{
		Game: cfg.Game.ID, Players: cfg.Players, Options: maps.Clone(cfg.Given()), LayoutNS: layoutNS,
		// A playout is all of a game, a decision is not.
		Playouts: 1 / (seconds/float64(p.games) + layoutNS/1e9), Decisions: float64(p.decisions) / seconds,
		NS: seconds * 1e9 / float64(p.decisions),
		// A stray allocation of the runtime is not one of the rules.
		AllocsPerDecision: float64(int(100*float64(after.Mallocs-before.Mallocs)/float64(p.decisions))) / 100,
	}
	if cfg.Game.Traits.Simultaneous {
		row.Turns = float64(p.turns) / seconds
	}
	if _, ok := cfg.New().(meeting); ok {
		row.PlanPairs = planPairs(cfg, d)
	}
	if cfg.Game.Traits == (game.Traits{}) {
		row.Nodes = searchNodes(cfg, d, roster)
	}
	return row
}

// layoutNS measures what chance lays out in bulk before a game; 0 if it does not.
func (p *playouts) layoutNS(d time.Duration) float64 {
	if b, ok := p.first.(game.Bulk); !ok || !b.BulkPending() {
		return 0
	}
	n := 0
	start := cpuTime()
	for n < 1 || cpuTime()-start < d {
		for range 20 {
			p.st.CopyFrom(p.first)
			layOut(p.st, p.r)
			n++
		}
	}
	return (cpuTime() - start).Seconds() * 1e9 / float64(n)
}

// searchNodes asks the strongest bot for its first action on one core, and counts
// the time that the core spent on it.
func searchNodes(cfg game.Config, d time.Duration, roster *bots.Roster) float64 {
	bot, err := roster.Open(cfg, "best")
	if err != nil {
		panic(err)
	}
	start := cpuTime()
	rep, err := bot.Choose(context.Background(), bots.Question{View: cfg.New(), Budget: search.Budget{Time: d}})
	if err != nil {
		panic(err)
	}
	return float64(rep.Nodes) / max((cpuTime()-start).Seconds(), 1e-9)
}

// meeting is implemented by games in which plans meet: its states say when both sides plan, and
// count how many pairs of plans they play out.
type meeting interface {
	Planning() bool
	PlanPairs(n int, r *game.Rand) int
}

// planPairs lets random plans meet all replies, in positions out of random games.
func planPairs(cfg game.Config, d time.Duration) float64 {
	r := game.NewRand(2)
	var positions []meeting
	st := cfg.New()
	for len(positions) < 64 {
		var c game.Choices
		for s := range game.Seat(cfg.Players) {
			if st.Acting().Has(s) {
				c[s], _ = game.Sample(st, s, r, nil)
			}
		}
		st.Play(c, nil)
		if st.Acting() == 0 {
			st = cfg.New()
		} else if m := st.(meeting); m.Planning() {
			positions = append(positions, st.Copy().(meeting))
		}
	}
	pairs := 0
	start := cpuTime()
	for n := 0; n < 1 || cpuTime()-start < d; n++ {
		pairs += positions[n%len(positions)].PlanPairs(1, r)
	}
	return float64(pairs) / max((cpuTime()-start).Seconds(), 1e-9)
}
