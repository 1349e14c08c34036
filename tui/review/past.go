package review

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"

	"atoll/analysis"
	"atoll/game"
	"atoll/record"
	"atoll/tui/board"
	"atoll/tui/paint"
	"atoll/tui/prose"
)

// Analyse judges the steps of a record, one after the other; effort is how much
// longer than usual it may look.
type Analyse func(ctx context.Context, rec *record.Record, effort int, tell func(analysis.Step) bool) error

// Past is a game that is looked back on: its positions, and what an analysis in
// the background has said of them so far.
type Past struct {
	rec   *record.Record
	names []string
	me    game.Seat
	list  []board.Moment
	turns []pastTurn

	analyse Analyse
	cancel  context.CancelFunc
	wg      sync.WaitGroup
	changed chan struct{}

	mu    sync.Mutex
	steps []analysis.Step
	done  bool
	err   error
}

// pastTurn is a turn as the table counts them: the moments from..to.
type pastTurn struct {
	number   int
	from, to int // moments: the one before it, and the last of it
	first    int // steps
	last     int
}

// NewPast plays a record and begins to judge it. names are those of the players,
// me the seat whose chances are shown; with no analyse there are none.
func NewPast(ctx context.Context, rec *record.Record, names []string, me game.Seat, analyse Analyse) (*Past, error) {
	list, err := moments(rec)
	if err != nil {
		return nil, err
	}
	if me == game.NoSeat || int(me) >= rec.Config.Players {
		me = 0
	}
	if names == nil {
		for s := range game.Seat(rec.Config.Players) {
			names = append(names, prose.SeatName(rec.Config.SeatName(s)))
		}
	}
	p := &Past{rec: rec, names: names, me: me, list: list, analyse: analyse, changed: make(chan struct{}, 1)}
	p.count()
	p.begin(ctx, 1)
	return p, nil
}

// begin starts to judge the game, from the beginning.
func (p *Past) begin(ctx context.Context, effort int) {
	p.Close()
	if p.analyse == nil {
		p.done = true
		return
	}
	ctx, p.cancel = context.WithCancel(ctx)
	p.mu.Lock()
	p.steps, p.done, p.err = nil, false, nil
	p.mu.Unlock()
	p.wg.Go(func() {
		err := p.analyse(ctx, p.rec, effort, func(s analysis.Step) bool {
			p.mu.Lock()
			p.steps = append(p.steps, s)
			p.mu.Unlock()
			p.signal()
			return ctx.Err() == nil
		})
		p.mu.Lock()
		p.done, p.err = true, err
		p.mu.Unlock()
		p.signal()
	})
}

func (p *Past) signal() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// Close ends the analysis.
func (p *Past) Close() {
	if p.cancel != nil {
		p.cancel()
	}
	p.wg.Wait()
}

// known are the steps that are judged, and how far that has come.
func (p *Past) known() (steps []analysis.Step, done bool, percent int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := 1
	if n := len(p.list); n > 0 {
		all = p.list[n-1].Step + 1
	}
	return p.steps, p.done, min(99, 100*len(p.steps)/max(1, all))
}

// moments plays a record and keeps every position; a game that can show what
// happens within a step has further ones.
func moments(rec *record.Record) ([]board.Moment, error) {
	r := record.NewReplayer(rec.Config)
	list := []board.Moment{{State: r.State().Copy(), Did: "the start"}}
	begun := false // a player has chosen: until then chance lays out the board
	var did []string
	var events []game.Event
	var played []record.Event
	frames := board.Screens[rec.Config.Game.ID].Frames
	step := 0
	for i, e := range rec.Events {
		err := r.Apply(e.By, e.Do, func(ev game.Event) { events = append(events, ev) })
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", i, err)
		}
		did, played = append(did, e.By+": "+e.Do), append(played, e)
		if r.Staging() {
			continue
		}
		step++
		if begun = begun || e.By != "chance"; !begun {
			list[0].State, list[0].Step, list[0].Played = r.State().Copy(), step, append(list[0].Played, played...)
			did, events, played = nil, nil, nil
			continue
		}
		now := board.Moment{State: r.State().Copy(), Did: strings.Join(did, ", "), Events: events, Played: played, Step: step}
		if frames != nil {
			js, _ := list[len(list)-1].State.MarshalJSON()
			for _, f := range frames(js, events) {
				f.State, f.Step, f.Did, f.Played = now.State, step, now.Did, now.Played
				list = append(list, f)
			}
		}
		if n := len(list) - 1; list[n].Step == step {
			now.Round, now.Events = list[n].Round, list[n].Events
			list = list[:n]
		}
		list = append(list, now)
		did, events, played = nil, nil, nil
	}
	return list, nil
}

// turnNumber is the turn that a position belongs to: 0 before the first, -1 if it does
// not say.
func turnNumber(st game.State) int {
	js, err := game.Look(st, game.PublicViewer()).MarshalJSON()
	if err != nil {
		return -1
	}
	var v map[string]any
	_ = json.Unmarshal(js, &v)
	for _, key := range []string{"turn_number", "turn"} {
		if n, ok := v[key].(float64); ok {
			return int(n)
		}
	}
	return -1
}

// count divides the moments into turns.
func (p *Past) count() {
	number, rolls := 0, 0
	for i := 1; i < len(p.list); i++ {
		n := turnNumber(p.list[i-1].State)
		if n < 0 {
			own := 0
			for _, e := range p.list[i].Played {
				own += paint.Int(e.By != "chance")
			}
			if own > 0 && (p.list[i].Step != p.list[i-1].Step) {
				rolls++
			}
			n = max(1, rolls)
		}
		if p.list[i].Step == p.list[i-1].Step { // within a step
			n = number
		}
		if len(p.turns) == 0 || n != number {
			number = n
			first := p.list[i].Step - 1
			if len(p.turns) == 0 {
				first = 0 // what chance has laid out was luck, too
			}
			p.turns = append(p.turns, pastTurn{number: n, from: i - 1, first: first})
		}
		t := &p.turns[len(p.turns)-1]
		t.to, t.last = i, p.list[i].Step-1
	}
}

// turnAt is the turn of a moment.
func (p *Past) turnAt(at int) int {
	for i, t := range p.turns {
		if at > t.from && at <= t.to {
			return i
		}
	}
	return 0
}

// value is the player's chance before a step; NaN if it is not known yet.
func (p *Past) value(step int) float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if step >= 0 && step < len(p.steps) {
		return p.steps[step].Values[p.me]
	}
	if r := p.rec.Result; r.Over && len(p.list) > 0 && step >= p.list[len(p.list)-1].Step {
		if r.Rank[p.me] == 1 {
			first := 0
			for s := range p.rec.Config.Players {
				first += paint.Int(r.Rank[s] == 1)
			}
			return 1 / float64(first)
		}
		return 0
	}
	return math.NaN()
}

// values are the player's chances at the start of each turn, and at the end.
func (p *Past) values() []float64 {
	var list []float64
	for _, t := range p.turns {
		list = append(list, p.value(t.first))
	}
	if n := len(p.turns); n > 0 {
		list = append(list, p.value(p.turns[n-1].last+1))
	}
	return list
}

// share sums up where a change came from.
func (p *Past) share(from, to int) (decision, luck float64) {
	steps, _, _ := p.known()
	for i := from; i <= to && i < len(steps); i++ {
		decision += steps[i].Parts[p.me].Decision
		luck += steps[i].Parts[p.me].Luck
	}
	return decision, luck
}

// turned is the turn in which most changed.
func (p *Past) turned() (turn int, before, after float64) {
	values := p.values()
	best := -1.0
	for i := 0; i+1 < len(values); i++ {
		if d := math.Abs(values[i+1] - values[i]); d > best {
			best, turn, before, after = d, i, values[i], values[i+1]
		}
	}
	return turn, before, after
}

// gaveUp is what each seat's decisions of a turn gave up.
func (p *Past) gaveUp(turn int) map[game.Seat]float64 {
	steps, _, _ := p.known()
	lost := map[game.Seat]float64{}
	t := p.turns[turn]
	for i := t.first; i <= t.last && i < len(steps); i++ {
		for _, d := range steps[i].Decisions {
			lost[d.Seat] += d.GaveUp
		}
	}
	return lost
}

// mistake is the player's decision in a turn that gave up most, if it was bad enough to
// have a name.
func (p *Past) mistake(turn int) (analysis.Decision, bool) {
	steps, _, _ := p.known()
	var worst analysis.Decision
	found := false
	t := p.turns[turn]
	for i := t.first; i <= t.last && i < len(steps); i++ {
		for _, d := range steps[i].Decisions {
			if d.Seat == p.me && d.Played.Do != "" && (!found || d.GaveUp > worst.GaveUp) {
				worst, found = d, true
			}
		}
	}
	return worst, found
}

// moves are the actions of a seat in a turn, in short notation.
func (p *Past) moves(turn int, seat game.Seat) string {
	return strings.Join(p.actions(turn, seat), " ")
}

func (p *Past) actions(turn int, seat game.Seat) []string {
	t := p.turns[turn]
	name := p.rec.Config.SeatName(seat)
	var words []string
	last := 0
	for i := t.from + 1; i <= t.to; i++ {
		if p.list[i].Step == last {
			continue
		}
		last = p.list[i].Step
		for _, e := range p.list[i].Played {
			if e.By == name {
				words = append(words, shortMove(e.Do))
			}
		}
	}
	return words
}

// shortMove writes an action as briefly as is clear.
func shortMove(do string) string {
	verb, rest, ok := strings.Cut(do, " ")
	switch {
	case verb == "plan":
		orders := strings.Fields(rest)
		for i, o := range orders {
			if len(o) == 2 {
				orders[i] = o[:1] + board.DirArrow[o[1]]
			}
		}
		return strings.Join(orders, " ")
	case verb == "deploy":
		row, _, _ := strings.Cut(rest, " @")
		return strings.ReplaceAll(row, " ", "")
	case ok && (verb == "move" || verb == "start" || verb == "place"):
		return rest
	}
	return do
}

// percent is a chance as a number of two digits.
func percent(v float64) string {
	if math.IsNaN(v) {
		return "…"
	}
	return fmt.Sprintf("%.0f", 100*v)
}

var eighths = []string{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// curve draws chances as bars, with numbers below them; mark is a column to point
// at, or -1. Columns too many for the width are drawn together. at tells which
// value a column of the drawing belongs to.
func curve(values []float64, numbers []int, width, rows, mark, shown int) (lines []string, at []int) {
	n := len(values)
	if n == 0 || width < 4 {
		return make([]string, rows+1), nil
	}
	cell := 4
	for cell > 1 && n*cell > width {
		cell /= 2
	}
	per := (n*cell + width - 1) / width // values in a bar
	bars := (n + per - 1) / per
	for y := range rows {
		line := ""
		for b := range bars {
			v, k := 0.0, 0
			for i := b * per; i < min(n, (b+1)*per); i++ {
				if !math.IsNaN(values[i]) {
					v, k = v+values[i], k+1
				}
			}
			sign := " "
			if k > 0 && b < shown {
				full := v / float64(k) * float64(rows) * 8
				level := int(math.Round(full)) - (rows-1-y)*8
				if y == rows-1 {
					level = max(level, 1) // a bar is never invisible
				}
				sign = eighths[max(0, min(8, level))]
			}
			line += strings.Repeat(sign, max(1, cell-1)) + strings.Repeat(" ", paint.Int(cell > 1))
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	axis := []rune(strings.Repeat(" ", width+4))
	for b := range bars {
		i := b * per
		for range cell {
			at = append(at, min(n-1, i))
		}
		if i >= len(numbers) {
			continue
		}
		text := fmt.Sprint(numbers[i])
		marked := mark >= i && mark < i+per
		if marked {
			text = "▲" + fmt.Sprint(numbers[mark])
		}
		free := true
		for j := -1; j <= len([]rune(text)); j++ {
			if x := b*cell + j; x >= 0 && x < len(axis) && axis[x] != ' ' {
				free = free && j < 0 && cell >= 4
			}
		}
		if !free && !marked {
			continue
		}
		if marked {
			for x := max(0, b*cell-3); x < b*cell; x++ {
				if cell < 4 {
					axis[x] = ' '
				}
			}
		}
		for j, r := range []rune(text) {
			if x := b*cell + j; x < len(axis) {
				axis[x] = r
			}
		}
	}
	return append(lines, strings.TrimRight(string(axis), " ")), at
}

// curveLines are the lines of a curve with the scale at its left.
func (p *Past) curveLines(width, rows, mark, shown int) (lines []string, at []int) {
	var numbers []int
	for _, t := range p.turns {
		numbers = append(numbers, t.number)
	}
	bars, at := curve(p.values(), numbers, width-6, rows, mark, shown)
	for y, b := range bars {
		label := ""
		switch {
		case y == 0:
			label = "100"
		case y == rows-1:
			label = "0"
		case y == rows/2 && rows > 2:
			label = "50"
		}
		lines = append(lines, fmt.Sprintf("%4s  %s", label, b))
	}
	return lines, at
}
