package gametest

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"atoll/game"
)

// listMost is the longest list that is made at every step; longer ones are
// made now and then, and otherwise drawn from by game.Sampler.
const listMost = 1500

// walk is one random game in which the properties are checked.
type walk struct {
	cfg    game.Config
	st     game.State
	r      *game.Rand
	lively bool
	seen   *tally
	step   int
	acting game.Seats
	text   string           // position text at this step
	drawn  string           // portrait at this step, once somebody asked
	rarer  int              // how many times more rarely than usual properties are checked
	blank  string           // portrait of a new state
	lists  [7][]game.Action // of the acting seats; nil where too long to list now
	bulks  []string         // the bulk outcomes so far
	past   []pastStep       // everything so far, for twins
	spare  game.State
}

// tally counts over all walks what a single one cannot show.
type tally struct{ fills, differ int }

func newWalk(cfg game.Config, seed uint64, lively bool, seen *tally) *walk {
	w := &walk{cfg: cfg, st: cfg.New(), r: game.NewRand(game.Mix(seed)), lively: lively, seen: seen, spare: cfg.New()}
	w.blank, w.rarer = portrait(w.st), 1
	if soaking() {
		w.rarer = 4 // many games find more than many looks at the same game
	}
	return w
}

func (w *walk) style() string {
	if w.lively {
		return "lively"
	}
	return "uniform"
}

// guarded plays the game and turns a panic of the rules into an error.
func (w *walk) guarded() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("step %d, %s: panic: %v\n%s", w.step, w.text, p, debug.Stack())
		}
	}()
	return w.run()
}

func (w *walk) run() error {
	// One walk in four sees players leave or agree in the middle.
	tables := w.r.Intn(4) == 0
	for w.step = 0; ; w.step++ {
		if w.step > maxSteps {
			return fmt.Errorf("ends: no end after %d steps: %s", maxSteps, w.text)
		}
		w.text, w.drawn = string(w.st.AppendText(nil)), ""
		w.acting = w.st.Acting()
		if err := w.fillLists(); err != nil {
			return fmt.Errorf("step %d, %s: %w", w.step, w.text, err)
		}
		for _, p := range properties {
			if p.every > 1 && w.acting != 0 && w.step > 0 && w.r.Intn(p.every*w.rarer) != 0 {
				continue
			}
			if err := p.check(w); err != nil {
				return fmt.Errorf("step %d, %s: %s: %w", w.step, w.text, p.name, err)
			}
			if now := string(w.st.AppendText(nil)); now != w.text {
				return fmt.Errorf("step %d, %s: %s: only asking has changed the state to %s", w.step, w.text, p.name, now)
			}
		}
		if w.acting == 0 {
			return nil
		}
		if tables && w.r.Intn(24) == 0 {
			if played, err := w.playTable(); err != nil {
				return fmt.Errorf("step %d, %s: %w", w.step, w.text, err)
			} else if played {
				continue
			}
		}
		if err := w.advance(); err != nil {
			return fmt.Errorf("step %d, %s: %w", w.step, w.text, err)
		}
	}
}

// playTable picks a table action and plays it if it is allowed.
func (w *walk) playTable() (bool, error) {
	s := game.Seat(w.r.Intn(w.cfg.Players))
	t := game.Resign + game.TableAction(w.r.Intn(4))
	var wrong error
	if game.TryTable(w.st, s, t, w.listen(&wrong)) != nil {
		return false, nil
	}
	w.past = append(w.past, pastStep{seat: s, table: t})
	return true, wrong
}

func (w *walk) bulkPending() bool {
	b, ok := w.st.(game.Bulk)
	return ok && b.BulkPending()
}

// fillLists lists the actions of the acting seats once for all properties.
func (w *walk) fillLists() error {
	for s := range w.lists {
		w.lists[s] = nil
	}
	if w.bulkPending() {
		if w.acting != game.Only(game.Nature) {
			return errors.New("acting: a bulk outcome is due and Nature is not alone to act")
		}
		if n := len(w.st.AppendActions(nil, game.Nature)); n != 0 {
			return fmt.Errorf("actions: %d outcomes are listed beside a bulk outcome", n)
		}
		return nil
	}
	for s := range game.Nature + 1 {
		if !w.acting.Has(s) {
			continue
		}
		if c, ok := w.st.(game.Sampler); ok && s != game.Nature && c.CountActions(s) > listMost && w.r.Intn(40) != 0 {
			continue
		}
		w.lists[s] = w.st.AppendActions([]game.Action{}, s)
		if len(w.lists[s]) == 0 {
			return fmt.Errorf("actions: %s is to act and has no action", w.cfg.SeatName(s))
		}
	}
	return nil
}

// choose picks an action of seat s.
func (w *walk) choose(st game.State, s game.Seat, r *game.Rand) game.Action {
	if s == game.Nature {
		return game.DrawAction(st, r, nil)
	}
	if l, ok := st.(game.Lively); ok && w.lively {
		return l.LivelyAction(s, r)
	}
	a, _ := game.Sample(st, s, r, nil)
	return a
}

// play plays one random step of st, whoever is to act.
func (w *walk) play(st game.State, r *game.Rand, tell game.Tell) (pastStep, error) {
	if b, ok := st.(game.Bulk); ok && b.BulkPending() {
		bulk := b.DrawBulk(r)
		return pastStep{bulk: bulk}, b.PlayBulk(bulk, tell)
	}
	c := w.chooseAll(st, r)
	st.Play(c, tell)
	return pastStep{choices: c}, nil
}

// chooseAll picks an action of every acting seat.
func (w *walk) chooseAll(st game.State, r *game.Rand) game.Choices {
	var c game.Choices
	for acting := st.Acting(); acting != 0; acting = acting.Without(acting.First()) {
		s := acting.First()
		c[s] = w.choose(st, s, r)
	}
	return c
}

// pastStep is one step of the walk: a bulk outcome, a table action or choices.
type pastStep struct {
	bulk    string
	seat    game.Seat
	table   game.TableAction
	choices game.Choices
}

// replay does the step again in st.
func (p pastStep) replay(st game.State, tell game.Tell) error {
	if p.bulk != "" {
		return game.Try(st, game.Nature, p.bulk, tell)
	}
	if p.table != 0 {
		return game.TryTable(st, p.seat, p.table, tell)
	}
	for s := range game.Nature + 1 {
		if p.choices[s] != game.NoAction && !st.Legal(s, p.choices[s]) {
			return fmt.Errorf("%s may not %s", st.Config().SeatName(s), st.AppendAction(nil, s, p.choices[s]))
		}
	}
	st.Play(p.choices, tell)
	return nil
}

func (w *walk) advance() error {
	var tell game.Tell
	var wrong error
	if w.step%4 == 0 {
		tell = w.listen(&wrong)
	}
	p, err := w.play(w.st, w.r, tell)
	if err != nil {
		return fmt.Errorf("bulk: its own outcome %.200q is refused: %w", p.bulk, err)
	}
	if wrong != nil {
		return wrong
	}
	if p.bulk != "" {
		w.bulks = append(w.bulks, p.bulk)
	}
	w.past = append(w.past, p)
	return nil
}

// follow plays up to n random steps of st and returns what can be seen then.
func (w *walk) follow(st game.State, seed uint64, n int) (string, error) {
	r := game.NewRand(seed)
	for range n {
		if st.Acting() == 0 {
			break
		}
		if _, err := w.play(st, r, nil); err != nil {
			return "", err
		}
	}
	return portrait(st), nil
}

// face is the portrait of the walk's own state.
func (w *walk) face() string {
	if w.drawn == "" {
		w.drawn = portrait(w.st)
	}
	return w.drawn
}

// portrait is everything that can be read off a state, apart from actions.
func portrait(st game.State) string {
	js, err := st.MarshalJSON()
	if err != nil {
		js = []byte(err.Error())
	}
	return fmt.Sprintf("%s\n%s\n%s\nhash %x acting %b result %v", st.AppendText(nil), st.AppendBoard(nil), js, st.Hash(), st.Acting(), st.Result())
}

// listed reports whether a is in the list of s; ok is false where there is no list.
func (w *walk) listed(s game.Seat, a game.Action) (in, ok bool) {
	if !w.acting.Has(s) || w.bulkPending() {
		return false, true
	}
	if w.lists[s] == nil {
		return false, false
	}
	_, in = slices.BinarySearch(w.lists[s], a)
	return in, true
}

// someActions returns up to n of the actions of seat s.
func (w *walk) someActions(s game.Seat, n int) []game.Action {
	if w.lists[s] != nil && len(w.lists[s]) <= n {
		return w.lists[s]
	}
	some := make([]game.Action, n)
	for i := range some {
		if w.lists[s] != nil {
			some[i] = w.lists[s][w.r.Intn(len(w.lists[s]))]
		} else {
			some[i], _ = game.Sample(w.st, s, w.r, nil)
		}
	}
	return some
}

// actors calls f for every acting seat; Nature too, unless its outcome is bulk.
func (w *walk) actors(f func(s game.Seat) error) error {
	if w.bulkPending() {
		return nil
	}
	for acting := w.acting; acting != 0; acting = acting.Without(acting.First()) {
		if err := f(acting.First()); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) viewers() []game.Viewer {
	all := make([]game.Viewer, 0, w.cfg.Players+1)
	for s := range game.Seat(w.cfg.Players) {
		all = append(all, game.SeatViewer(s))
	}
	return append(all, game.PublicViewer())
}

func (w *walk) viewerName(v game.Viewer) string {
	if s, ok := v.Seat(); ok {
		return w.cfg.SeatName(s)
	}
	return "public"
}
