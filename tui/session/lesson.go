package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"atoll/game"
	"atoll/tui/prose"
)

// lessonStep is a position and what is to be reached on it, as the pages of the
// browser have it.
type lessonStep struct {
	ID       string       `json:"id"`
	Position string       `json:"position"`
	Me       string       `json:"me"`
	Others   []lessonDeed `json:"others"` // what other seats do at the same time
	Then     []lessonDeed `json:"then"`   // what follows without the player
	Goal     []lessonGoal `json:"goal"`   // all of it must hold
	Show     string       `json:"show"`   // reaches the goal; "" where one only reads
}

type lessonDeed struct {
	Seat   string `json:"seat"`
	Action string `json:"action"`
}

// lessonGoal is an event that must or must not have happened, a list of the view
// without such an entry, or one of several goals.
type lessonGoal struct {
	Event  string                     `json:"event"`
	Where  map[string]json.RawMessage `json:"where"`
	Never  string                     `json:"never"`
	Free   string                     `json:"free"`
	Either []lessonGoal               `json:"either"`
}

// Lesson teaches a game step by step: a session on positions that belong to no game.
type Lesson struct {
	game    *game.Game
	steps   []lessonStep
	words   map[string]string
	own     map[string]string
	notes   *Notebook
	changed chan struct{}

	mu     sync.Mutex
	at     int
	st     game.State
	me     game.Seat
	moves  int
	story  []Line
	events []map[string]any
	last   []string
	state  LessonState
}

// LessonState is how the task of a step stands.
type LessonState int

const (
	lessonOpen   LessonState = iota // the task waits
	LessonRead                      // there is nothing to do but read
	LessonDone                      // the task is done
	LessonMissed                    // something else was done
)

// NewLesson reads a lesson and begins where it was left. own are words that replace
// those of the lesson at a keyboard, by their key within it.
func NewLesson(g *game.Game, steps, words []byte, own map[string]string, notes *Notebook) (*Lesson, error) {
	l := &Lesson{game: g, own: own, notes: notes, changed: make(chan struct{}, 1)}
	if err := json.Unmarshal(steps, &l.steps); err != nil {
		return nil, fmt.Errorf("the lesson of %s: %w", g.Name, err)
	}
	if err := json.Unmarshal(words, &l.words); err != nil {
		return nil, fmt.Errorf("the words of the lesson of %s: %w", g.Name, err)
	}
	if len(l.steps) == 0 {
		return nil, fmt.Errorf("%s has no lesson", g.Name)
	}
	at := notes.Of(g.ID).Learnt
	if at >= len(l.steps) {
		at = 0
	}
	return l, l.Go(at)
}

// Go goes to a step, counted from 0.
func (l *Lesson) Go(step int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	step = max(0, min(step, len(l.steps)-1))
	s := l.steps[step]
	head, _, _ := strings.Cut(s.Position, " | ")
	cfg, err := l.game.ParseConfig(head)
	if err != nil {
		return err
	}
	st := cfg.New()
	if err := st.UnmarshalText([]byte(s.Position)); err != nil {
		return err
	}
	me, ok := cfg.SeatByName(s.Me)
	if !ok {
		return fmt.Errorf("step %s: no seat %s", s.ID, s.Me)
	}
	l.at, l.st, l.me, l.moves, l.story, l.events, l.last, l.state = step, st, me, 0, nil, nil, nil, lessonOpen
	if s.Show == "" {
		l.state = LessonRead
		l.learnt()
	}
	l.signal()
	return nil
}

// Steps is how many steps there are.
func (l *Lesson) Steps() int { return len(l.steps) }

// learnt notes that this step is behind the player. The lock is held.
func (l *Lesson) learnt() {
	l.notes.Of(l.game.ID).Learnt = l.at + 1
	_ = l.notes.Save() // where one stopped, not what one learnt
}

func (l *Lesson) signal() {
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

// Act plays an action, and all that belongs to it, and judges it.
func (l *Lesson) Act(_ context.Context, seat game.Seat, action string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state != lessonOpen || seat != l.me {
		return errors.New("this step is over")
	}
	step := l.steps[l.at]
	deeds := []lessonDeed{{step.Me, action}}
	if l.st.Acting().Len() > 1 {
		deeds = append(deeds, step.Others...)
	}
	st, tell := l.st.Copy(), l.tell(l.moves)
	l.last = nil
	told, events := len(l.story), len(l.events)
	if err := playDeeds(st, deeds, tell); err != nil {
		l.story, l.events = l.story[:told], l.events[:events]
		return err
	}
	for _, d := range step.Then {
		if s, ok := seatOf(st, d.Seat); !ok || !st.Acting().Has(s) {
			break
		}
		if err := playDeeds(st, []lessonDeed{d}, tell); err != nil {
			return err
		}
	}
	// What the other side is asked in the middle of a turn is answered for it: it
	// stays calm.
	for range 4 {
		who := st.Acting().First()
		if !asks(st) || who == l.me || st.Acting().Len() != 1 {
			break
		}
		calm := "stay"
		if _, err := game.Parse(st, who, "stop"); err == nil {
			calm = "stop"
		}
		if playDeeds(st, []lessonDeed{{st.Config().SeatName(who), calm}}, tell) != nil {
			break
		}
	}
	l.st = st
	l.moves++
	switch {
	case l.reached(step.Goal):
		l.state = LessonDone
		l.learnt()
	case !asks(st):
		l.state = LessonMissed
	}
	l.signal()
	return nil
}

func seatOf(st game.State, name string) (game.Seat, bool) {
	if name == st.Config().SeatName(game.Nature) {
		return game.Nature, true
	}
	return st.Config().SeatByName(name)
}

// playDeeds plays what all acting seats do at one moment.
func playDeeds(st game.State, deeds []lessonDeed, tell game.Tell) error {
	if s, ok := seatOf(st, deeds[0].Seat); ok && len(deeds) == 1 {
		return game.Try(st, s, deeds[0].Action, tell)
	}
	var c game.Choices
	for _, d := range deeds {
		s, ok := seatOf(st, d.Seat)
		if !ok {
			return fmt.Errorf("no seat %s", d.Seat)
		}
		a, err := game.Parse(st, s, d.Action)
		if err != nil {
			return err
		}
		c[s] = a
	}
	st.Play(c, tell)
	return nil
}

// asks reports whether somebody is asked in the middle of a turn.
func asks(st game.State) bool {
	js, _ := st.MarshalJSON()
	var v struct {
		Ask json.RawMessage `json:"ask"`
	}
	_ = json.Unmarshal(js, &v)
	return len(v.Ask) > 0 && string(v.Ask) != "null"
}

func (l *Lesson) tell(step int) game.Tell {
	return func(e game.Event) {
		l.story = append(l.story, Line{Step: step, Text: e.Text, Event: &e})
		var facts map[string]any
		_ = json.Unmarshal(e.AppendJSON(nil, l.st.Config().SeatNames()), &facts)
		l.events = append(l.events, facts)
		for _, name := range []string{"from", "to", "at", "tile", "hex", "square"} {
			if place, ok := e.Arg(name).(string); ok && prose.IsPlace(place) {
				l.last = append(l.last, place)
			}
		}
	}
}

func (l *Lesson) reached(goals []lessonGoal) bool {
	js, _ := l.st.MarshalJSON()
	var view map[string]any
	_ = json.Unmarshal(js, &view)
	for _, g := range goals {
		if !g.holds(l.events, view) {
			return false
		}
	}
	return true
}

func (g lessonGoal) holds(events []map[string]any, view map[string]any) bool {
	switch {
	case g.Either != nil:
		return slices.ContainsFunc(g.Either, func(o lessonGoal) bool { return o.holds(events, view) })
	case g.Never != "":
		return !slices.ContainsFunc(events, func(e map[string]any) bool { return e["kind"] == g.Never })
	case g.Event != "":
		return slices.ContainsFunc(events, func(e map[string]any) bool { return e["kind"] == g.Event && g.fits(e) })
	}
	entries, _ := view[g.Free].([]any)
	return !slices.ContainsFunc(entries, func(entry any) bool {
		facts, ok := entry.(map[string]any)
		return ok && g.fits(facts)
	})
}

func (g lessonGoal) fits(facts map[string]any) bool {
	for name, raw := range g.Where {
		var want any
		_ = json.Unmarshal(raw, &want)
		if !meets(facts[name], want) {
			return false
		}
	}
	return true
}

// meets compares a fact with what it must be: that, one of those, or a text with
// that in it.
func meets(fact, want any) bool {
	switch want := want.(type) {
	case []any:
		return slices.Contains(want, fact)
	case map[string]any:
		text, _ := fact.(string)
		if starts, ok := want["starts"].(string); ok {
			return strings.HasPrefix(text, starts)
		}
		part, ok := want["has"].(string)
		return ok && strings.Contains(text, part)
	}
	return fact == want
}

// Snapshot is the step as it stands.
func (l *Lesson) Snapshot() Snapshot {
	l.mu.Lock()
	defer l.mu.Unlock()
	cfg := l.st.Config()
	snap := Snapshot{
		View: game.Look(l.st, game.SeatViewer(l.me)), Seat: game.NoSeat, Story: slices.Clone(l.story), Last: l.last,
		Lesson: l.note(),
	}
	if l.state == lessonOpen && l.st.Acting().Has(l.me) {
		snap.Seat = l.me
	}
	for s := range game.Seat(cfg.Players) {
		name := prose.SeatName(cfg.SeatName(s))
		if s == l.me {
			name = prose.You
		}
		snap.Names = append(snap.Names, name)
	}
	return snap
}

// LessonNote is what a step says.
type LessonNote struct {
	At, Of            int // at is counted from 1
	Title, Text, Task string
	Next              string // title of the step after it
	State             LessonState
}

func (l *Lesson) note() *LessonNote {
	word := func(step int, part string) string {
		if own, ok := l.own[l.steps[step].ID+"."+part]; ok {
			return own
		}
		return strings.ReplaceAll(l.words[fmt.Sprintf("%s.lesson.%s.%s", l.game.ID, l.steps[step].ID, part)], "**", "")
	}
	n := &LessonNote{At: l.at + 1, Of: len(l.steps), Title: word(l.at, "t"), Text: word(l.at, "x"), Task: word(l.at, "g"), State: l.state}
	if l.at+1 < len(l.steps) {
		n.Next = word(l.at+1, "t")
	}
	return n
}

// Pill says in two words where the step stands.
func (n *LessonNote) Pill() string {
	switch n.State {
	case LessonRead:
		return "Look around"
	case LessonDone:
		return "Well done"
	case LessonMissed:
		return "Try again"
	}
	return "Your task"
}

// Verdict says how the task went; "" while it waits.
func (n *LessonNote) Verdict() string {
	switch n.State {
	case LessonDone:
		return "Well done."
	case LessonMissed:
		return "Legal, but not what the task asks for. Try again."
	}
	return ""
}

// Changed gets a value after every change.
func (l *Lesson) Changed() <-chan struct{} { return l.changed }

// TakeOver has no meaning here.
func (l *Lesson) TakeOver() {}

// Close has nothing to stop.
func (l *Lesson) Close() {}

// Table refuses: nobody sits on the other side.
func (l *Lesson) Table(context.Context, game.Seat, game.TableAction) error {
	return errors.New("nobody plays against you in a lesson")
}

// Undo begins the step again.
func (l *Lesson) Undo(context.Context) error {
	l.mu.Lock()
	at := l.at
	l.mu.Unlock()
	return l.Go(at)
}

// Hint is what reaches the goal. Asked in the middle of a turn, it is to do
// something rather than nothing.
func (l *Lesson) Hint(context.Context, game.Seat) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !asks(l.st) {
		return l.steps[l.at].Show, nil
	}
	first := ""
	for _, a := range l.st.AppendActions(nil, l.me) {
		text := string(l.st.AppendAction(nil, l.me, a))
		if text != "stay" && text != "stop" {
			return text, nil
		}
		first = text
	}
	return first, nil
}

// Link has no meaning here.
func (l *Lesson) Link() (string, error) { return "", errors.New("a lesson has no table to share") }

// Save has nothing to do: where one stopped is kept as one goes.
func (l *Lesson) Save() (string, error) { return "", errors.New("a lesson goes on where you left it") }
