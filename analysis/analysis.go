// Package analysis tells the story of a game in win probabilities: for every
// position each seat's chances and the best actions, for every step what the
// decision cost and what luck gave, and for simultaneous choices whether a player
// blundered or was outguessed.
//
// Every position is judged as its seats saw it, never with the truth: the chances
// of a seat that holds a secret against it are those it could have known. Results
// are streamed step by step.
package analysis

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/record"
	"atoll/search"
)

// Thresholds of verdicts, in win probability.
const (
	// BlunderAgainstMix is what a simultaneous choice gives up against the whole
	// mixture of the others when it is a blunder.
	BlunderAgainstMix = 0.03
	// Slip and Blunder are what other decisions give up.
	Slip    = 0.03
	Blunder = 0.10
	// inMix is the least share of an action that is part of a mixture.
	inMix = 0.005
)

// Verdict sums up a decision in one word; empty if there is nothing to say.
type Verdict string

// The verdicts.
const (
	Fine       Verdict = ""
	Slipped    Verdict = "slipped"    // gave up a little
	Blundered  Verdict = "blundered"  // gave up much, whatever the others did
	Outguessed Verdict = "outguessed" // chose well and met the wrong answer
)

// Action is an action with its evaluation.
type Action struct {
	Do     string
	Value  float64 // the seat's win probability
	Weight float64 // share of the recommended mixture; of a turn, the best has most
}

// Decision is one seat's choice in a step.
type Decision struct {
	Seat game.Seat
	Best []Action // the best actions, or the mixture, best first
	// Played is the action of the record; its Do is empty where the record ends.
	Played Action
	// GaveUp is how much less Played is worth than the best, or than the mixture.
	GaveUp  float64
	Verdict Verdict
	// Met is what Played is worth against what the others really chose, where
	// several choose at once; NaN elsewhere. Against their mixtures it is
	// Played.Value: a blunder already shows there, being outguessed only here.
	Met float64
}

// Parts splits a change of win probability: Decision is the seat's own doing and
// that of the other seats' decisions, Luck is dice, reveals and the meeting of
// simultaneous choices. They sum to Swing.
type Parts struct{ Swing, Decision, Luck float64 }

// Step is one step of a game and the position before it.
type Step struct {
	At        int // events before the position
	Events    []record.Event
	Acting    game.Seats
	Values    [game.MaxSeats]float64 // win probability of each seat in the position
	Decisions []Decision
	// Parts of each seat's change through this step; zero where the record ends.
	Parts [game.MaxSeats]Parts
	Final bool // the position is the last of the record
	Over  bool
}

// Options of an analysis.
type Options struct {
	Roster *bots.Roster
	// Budget of one position.
	Budget search.Budget
	Seed   uint64
	// Best is the number of best actions to list; 0 is 5. A mixture is listed whole.
	Best int
}

// Analyst analyses the positions of one table. It is not safe for concurrent use.
type Analyst struct {
	opt   Options
	cfg   game.Config
	judge bots.Judge
	cache map[string][game.MaxSeats]float64
}

// New returns an analyst for a table.
func New(cfg game.Config, opt Options) (*Analyst, error) {
	if err := opt.Budget.Check(); err != nil {
		return nil, err
	}
	if opt.Best <= 0 {
		opt.Best = 5
	}
	j, err := opt.Roster.OpenJudge(cfg)
	if err != nil {
		return nil, err
	}
	return &Analyst{opt: opt, cfg: cfg, judge: j, cache: map[string][game.MaxSeats]float64{}}, nil
}

// errTold ends an analysis whose listener has heard enough.
var errTold = errors.New("the listener has heard enough")

// Game analyses a whole record and reports each step as soon as it is known; the
// last one is the final position. tell returns false to end the analysis.
func Game(ctx context.Context, rec *record.Record, opt Options, tell func(Step) bool) error {
	err := walk(ctx, rec, opt, -1, tell)
	if errors.Is(err, errTold) {
		return nil
	}
	return err
}

// Position analyses the position after 'at' events, with the step that follows.
// Within a simultaneous step that is the position before it.
func Position(ctx context.Context, rec *record.Record, at int, opt Options) (Step, error) {
	if at < 0 || at > len(rec.Events) {
		return Step{}, fmt.Errorf("the record has %d events, so positions 0 to %d, not %d", len(rec.Events), len(rec.Events), at)
	}
	var found Step
	err := walk(ctx, rec, opt, at, func(s Step) bool { found = s; return true })
	if errors.Is(err, errTold) {
		err = nil
	}
	return found, err
}

// Evaluate judges a single position as its seats see it. The budget is shared by
// all acting seats.
func Evaluate(ctx context.Context, st game.State, opt Options) (Step, error) {
	if n := st.Acting().Without(game.Nature).Len(); n > 1 {
		opt.Budget.Time /= time.Duration(n)
		if opt.Budget.Nodes > 0 {
			opt.Budget.Nodes = max(1, opt.Budget.Nodes/int64(n))
		}
	}
	an, err := New(st.Config(), opt)
	if err != nil {
		return Step{}, err
	}
	step := Step{Acting: st.Acting(), Final: true}
	err = an.position(ctx, st, &step)
	return step, err
}

// Steps counts the steps that Game will report for a record, the final position
// included.
func Steps(rec *record.Record) (int, error) {
	n := 1
	rp := record.NewReplayer(rec.Config)
	for i, e := range rec.Events {
		if err := rp.Apply(e.By, e.Do, nil); err != nil {
			return 0, fmt.Errorf("event %d: %w", i, err)
		}
		if !rp.Staging() {
			n++
		}
	}
	return n, nil
}

// walk replays a record step by step; only < 0 reports all steps, otherwise the one that covers the
// position after that many events. A step is reported once the position after it has been judged,
// so that its swing leads from one to the other.
func walk(ctx context.Context, rec *record.Record, opt Options, only int, tell func(Step) bool) error {
	an, err := New(rec.Config, opt)
	if err != nil {
		return err
	}
	var pending *Step
	var from game.State
	judge := func(st game.State, step *Step) error {
		if err := an.position(ctx, st, step); err != nil {
			return err
		}
		if pending != nil {
			if err := an.finish(ctx, from, pending, step.Values); err != nil {
				return err
			}
			if !tell(*pending) || only >= 0 {
				return errTold
			}
		}
		pending, from = step, st
		return nil
	}
	rp := record.NewReplayer(rec.Config)
	for i := 0; i < len(rec.Events); {
		before := rp.State().Copy()
		step := &Step{At: i, Acting: before.Acting()}
		for {
			e := rec.Events[i]
			if err := rp.Apply(e.By, e.Do, nil); err != nil {
				return fmt.Errorf("event %d: %w", i, err)
			}
			step.Events = append(step.Events, e)
			i++
			if !rp.Staging() || i == len(rec.Events) {
				break
			}
		}
		if only >= i && pending == nil {
			continue
		}
		if err := judge(before, step); err != nil {
			return err
		}
		if rp.Staging() { // the record ends in the middle of a step
			step.Final = true
			if !tell(*step) {
				return errTold
			}
			return nil
		}
	}
	last := &Step{At: len(rec.Events), Acting: rp.State().Acting(), Final: true}
	if err := judge(rp.State().Copy(), last); err != nil {
		return err
	}
	if !tell(*last) {
		return errTold
	}
	return nil
}

// position fills in what there is to know about a position: everybody's chances and
// the decisions of the seats that act.
func (an *Analyst) position(ctx context.Context, st game.State, step *Step) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	step.Over = st.Acting() == 0
	seats := st.Acting().Without(game.Nature)
	if seats == 0 {
		v, err := an.value(ctx, st, an.opt.Budget)
		step.Values = v
		return err
	}
	n := 0
	for s := range game.Seat(an.cfg.Players) {
		if !seats.Has(s) {
			continue
		}
		d, values, err := an.decide(ctx, st, s, step.Events, an.opt.Budget, leaves)
		if err != nil {
			return err
		}
		step.Decisions = append(step.Decisions, d)
		n++
		for i := range an.cfg.Players {
			step.Values[i] += (values[i] - step.Values[i]) / float64(n)
		}
	}
	return nil
}

// finish splits the change from one position to the next into decision and luck.
func (an *Analyst) finish(ctx context.Context, st game.State, step *Step, next [game.MaxSeats]float64) error {
	traits := an.cfg.Game.Traits
	several := len(step.Decisions) > 1
	table := false
	for _, e := range step.Events {
		if _, ok := game.ParseTableAction(e.Do); ok {
			table = true
		}
	}
	// mid are the chances between the decision and what chance makes of it.
	mid := next
	switch {
	case table:
	case st.Acting() == game.Only(game.Nature):
		mid = step.Values
	case several || traits.Hidden && !traits.NatureReveals:
		for i := range an.cfg.Players {
			mid[i] = step.Values[i] + an.gaveUp(step, game.Seat(i))
		}
	case traits.NatureReveals:
		d := step.Decisions[0]
		view := game.Look(st, game.SeatViewer(d.Seat))
		a, err := view.ParseAction(d.Seat, d.Played.Do)
		if err != nil {
			return err
		}
		view.Play(game.Choose(d.Seat, a), nil)
		if view.Acting() == game.Only(game.Nature) {
			if mid, err = an.value(ctx, view, an.opt.Budget); err != nil {
				return err
			}
		}
	}
	for i := range an.cfg.Players {
		step.Parts[i] = Parts{
			Swing:    next[i] - step.Values[i],
			Decision: mid[i] - step.Values[i],
			Luck:     next[i] - mid[i],
		}
	}
	for i := range step.Decisions {
		d := &step.Decisions[i]
		if d.Played.Do == "" || table {
			continue
		}
		if !several && (!traits.Hidden || traits.NatureReveals) {
			// The position reached tells more than the guess before it.
			d.Played.Value = mid[d.Seat]
			d.GaveUp = max(0, step.Values[d.Seat]-mid[d.Seat])
			if d.Best[0].Do == d.Played.Do {
				d.GaveUp = 0 // nothing better was known: the evaluation changed, not the play
			}
		}
		if several {
			d.Met = next[d.Seat]
		}
		d.Verdict = verdict(*d, several, step.Parts[d.Seat])
	}
	return nil
}

// gaveUp is what the choices of a simultaneous step change for a seat before they
// meet: what the seat gives up, and what the others give up to it.
func (an *Analyst) gaveUp(step *Step, s game.Seat) float64 {
	var sum float64
	for _, d := range step.Decisions {
		if d.Played.Do == "" {
			continue
		}
		if d.Seat == s {
			sum -= d.GaveUp
		} else {
			sum += d.GaveUp / float64(an.cfg.Players-1)
		}
	}
	return sum
}

func verdict(d Decision, several bool, p Parts) Verdict {
	if several {
		switch {
		case d.GaveUp >= BlunderAgainstMix:
			return Blundered
		case d.Played.Weight >= inMix && p.Luck <= -BlunderAgainstMix:
			return Outguessed
		}
		return Fine
	}
	switch {
	case d.GaveUp >= Blunder:
		return Blundered
	case d.GaveUp >= Slip:
		return Slipped
	}
	return Fine
}

func (an *Analyst) decide(
	ctx context.Context,
	st game.State,
	s game.Seat,
	events []record.Event,
	b search.Budget,
	room int,
) (Decision, [game.MaxSeats]float64, error) {
	d := Decision{Seat: s, Met: math.NaN()}
	played := game.NoAction
	for _, e := range events {
		if _, ok := game.ParseTableAction(e.Do); ok || e.By != an.cfg.SeatName(s) {
			continue
		}
		a, err := st.ParseAction(s, e.Do)
		if err != nil {
			return d, [game.MaxSeats]float64{}, fmt.Errorf("%q: %w", e.Do, err)
		}
		played = a
	}
	view := game.Look(st, game.SeatViewer(s))
	if game.Count(view, s) == 1 {
		v, err := an.forced(ctx, st, s, b, room)
		if err != nil {
			return d, v, err
		}
		a, _ := game.Sample(view, s, game.NewRand(0), nil)
		d.Best = []Action{{Do: an.text(st, s, a), Value: v[s], Weight: 1}}
		if played != game.NoAction {
			d.Played = d.Best[0]
		}
		return d, v, nil
	}
	rep, err := an.judge.Decide(ctx, view, s, played, b, game.Mix(an.opt.Seed^uint64(s)+1))
	if err != nil {
		return d, rep.Values, err
	}
	several := st.Acting().Len() > 1
	top := math.Inf(-1)
	for i, c := range rep.Candidates {
		a := Action{Do: an.text(st, s, c.Action), Value: c.Value, Weight: c.Weight}
		if i < an.opt.Best || several && c.Weight >= inMix {
			d.Best = append(d.Best, a)
		}
		if c.Action == played {
			d.Played = a
		}
		if c.Weight > 0 {
			top = max(top, c.Value)
		}
	}
	if played != game.NoAction {
		if d.Played.Do == "" {
			d.Played = Action{Do: an.text(st, s, played), Value: rep.Values[s]}
		}
		if several {
			top = rep.Values[s]
		}
		d.GaveUp = max(0, top-d.Played.Value)
	}
	return d, rep.Values, nil
}

func (an *Analyst) text(st game.State, s game.Seat, a game.Action) string {
	return string(st.AppendAction(nil, s, a))
}

// forced is the value of a position whose seat has a single action.
func (an *Analyst) forced(ctx context.Context, st game.State, s game.Seat, b search.Budget, room int) ([game.MaxSeats]float64, error) {
	if st.Acting().Len() > 1 {
		var v [game.MaxSeats]float64
		for i := range an.cfg.Players {
			v[i] = search.Even(st)
		}
		return v, nil
	}
	a, _ := game.Sample(st, s, game.NewRand(0), nil)
	// The seat plays on from what it knows, not from the truth.
	view := game.Look(st, game.SeatViewer(s))
	t := an.cfg.Game.Traits
	guesses := 1
	if t.Hidden && !t.NatureReveals && string(view.AppendText(nil)) != string(st.AppendText(nil)) {
		guesses = 4
		b = b.Share(0, guesses)
		b.Time /= time.Duration(guesses)
	}
	r := game.NewRand(game.Mix(an.opt.Seed) ^ view.Hash())
	var v [game.MaxSeats]float64
	for n := range guesses {
		next := view.Copy()
		if guesses > 1 {
			next.Fill(r)
		}
		next.Play(game.Choose(s, a), nil)
		sub, err := an.valueIn(ctx, next, b, room)
		if err != nil {
			return v, err
		}
		for i := range an.cfg.Players {
			v[i] += (sub[i] - v[i]) / float64(n+1)
		}
	}
	return v, nil
}

// key names a position for the cache by what everybody may know of it and what each of its acting
// seats knows.
func (an *Analyst) key(st game.State) string {
	text := game.Look(st, game.PublicViewer()).AppendText(nil)
	for s := range game.Seat(an.cfg.Players) {
		if st.Acting().Has(s) {
			text = game.Look(st, game.SeatViewer(s)).AppendText(append(text, '\n'))
		}
	}
	return string(text)
}

// value is the win probability of every seat in a position. Before a draw it is
// the mean over the outcomes, so that luck is the difference between an outcome and that mean.
func (an *Analyst) value(ctx context.Context, st game.State, b search.Budget) (v [game.MaxSeats]float64, err error) {
	if st.Acting() == game.Only(game.Nature) {
		// All outcomes together get about the budget of one position, but none gets too little.
		if b.Nodes > 0 {
			b.Nodes = max(16, 2*b.Nodes/leaves)
		}
		if b.Time > 0 {
			b.Time = max(2*time.Millisecond, 2*b.Time/leaves)
		}
	}
	return an.valueIn(ctx, st, b, leaves)
}

func (an *Analyst) valueIn(ctx context.Context, st game.State, b search.Budget, room int) (v [game.MaxSeats]float64, err error) {
	if st.Acting() == 0 {
		search.Scores(st, &v)
		return v, nil
	}
	key := an.key(st)
	if v, ok := an.cache[key]; ok {
		return v, nil
	}
	if st.Acting() == game.Only(game.Nature) {
		if v, err = an.drawn(ctx, st, b, room); err != nil {
			return v, err
		}
	} else {
		n := 0.0
		for s := range game.Seat(an.cfg.Players) {
			if !st.Acting().Has(s) {
				continue
			}
			_, values, err := an.decide(ctx, st, s, nil, b, room)
			if err != nil {
				return v, err
			}
			n++
			for i := range an.cfg.Players {
				v[i] += (values[i] - v[i]) / n
			}
		}
	}
	if len(an.cache) >= maxCache {
		clear(an.cache)
	}
	an.cache[key] = v
	return v, nil
}

const maxCache = 4096

// leaves is the number of positions that stand for all that a draw, and the draws
// that follow it, can lead to.
const leaves = 24

// drawn is the mean over the outcomes of chance: over all of them where they are few, otherwise
// over a sample drawn by weight.
func (an *Analyst) drawn(ctx context.Context, st game.State, b search.Budget, room int) (v [game.MaxSeats]float64, err error) {
	if bulk, ok := st.(game.Bulk); ok && bulk.BulkPending() {
		for i := range an.cfg.Players {
			v[i] = search.Even(st) // nothing is known before the board is laid out
		}
		return v, nil
	}
	view := game.Look(st, game.PublicViewer())
	list := view.AppendActions(nil, game.Nature)
	weigh := func(a game.Action) float64 { return float64(view.Weight(a)) }
	if len(list) > room {
		r := game.NewRand(game.Mix(an.opt.Seed) ^ view.Hash())
		some := make([]game.Action, room)
		for i := range some {
			some[i] = game.DrawAction(view, r, nil)
		}
		list, weigh = some, func(game.Action) float64 { return 1 }
	}
	var total float64
	for _, a := range list {
		if err := ctx.Err(); err != nil {
			return v, err
		}
		next := view.Copy()
		next.Play(game.Choose(game.Nature, a), nil)
		sub, err := an.valueIn(ctx, next, b, max(1, room/len(list)))
		if err != nil {
			return v, err
		}
		total += weigh(a)
		for i := range an.cfg.Players {
			v[i] += (sub[i] - v[i]) * weigh(a) / total
		}
	}
	return v, nil
}
