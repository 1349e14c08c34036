// Package referee is a second, slow and naive reading of the rules. It shares
// no code with the games: it takes a record as text, asks at every event who
// may do what, and compares the answers with what the record says. Its code
// follows the rules pages from top to bottom; where it and a game disagree, the
// page decides.
//
// Each game is one function that plays from start to end and stops in ask
// whenever somebody has to choose, so that the rules can be written as they are
// told. The function runs as a coroutine of [Check].
package referee

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"
)

// record is the JSON of one game.
type record struct {
	Format  string         `json:"format"`
	Game    string         `json:"game"`
	Rules   int            `json:"rules"` // missing means 1
	Options map[string]any `json:"options"`
	Seats   []string       `json:"seats"`
	Events  []event        `json:"events"`
	Result  *result        `json:"result"`
}

type event struct {
	By         string   `json:"by"`
	Do         string   `json:"do"`
	LegalCount *int     `json:"legal_count"`
	Legal      []string `json:"legal"`
}

type result struct {
	Rank   map[string]int `json:"rank"`
	Reason string         `json:"reason"`
}

// question is a stop of the game: who must choose, and out of what.
type question struct {
	by    string
	legal []string // sorted by bytes; nil if only count is known
	count int
	// allows decides where legal is not listed.
	allows func(do string) error
	// acting are the seats that choose at the same time, if there are several, and
	// late is set once the first of their choices is in the record.
	acting []string
	late   bool
}

// table is a running game as the rules see it.
type table struct {
	rec   *record
	yield func(question) bool
	// The event that answers the last question; Check sets it.
	answer event
	// leave is what the rules of the game do when a seat resigns or runs out of
	// time; it may unwind the game.
	leave func(seat, how string)
	// draws, of Epigo only, is told of an offer or an acceptance.
	draws func(seat, do string)
	final *result
}

// Signals that unwind a game from inside its rules.
type (
	gameOver struct{}
	stopped  struct{} // Check lost interest
	illegal  struct{ err error }
)

// ask stops the game until by has chosen one of the options. The options are
// made again when somebody leaves meanwhile.
func (t *table) ask(by string, options func() question) string {
	for {
		q := options()
		q.by = by
		if do := t.once(q); do != "" {
			return do
		}
	}
}

// once stops the game for one event: the choice, or "" after a table action.
func (t *table) once(q question) string {
	if !t.yield(q) {
		panic(stopped{})
	}
	if isTable(t.answer.Do) {
		t.tableAction()
		return ""
	}
	return t.answer.Do
}

func isTable(do string) bool {
	return do == "resign" || do == "timeout" || do == "offer draw" || do == "accept draw"
}

func (t *table) tableAction() {
	switch do := t.answer.Do; do {
	case "resign", "timeout":
		t.leave(t.answer.By, do)
	default:
		if t.draws == nil {
			panic(illegal{fmt.Errorf("this game has no %q", do)})
		}
		t.draws(t.answer.By, do)
	}
}

// end ends the game at once.
func (t *table) end(rank map[string]int, reason string) {
	t.final = &result{rank, reason}
	panic(gameOver{})
}

func listed(texts []string) question {
	sort.Strings(texts)
	return question{legal: texts, count: len(texts)}
}

func refuse(format string, args ...any) {
	panic(illegal{fmt.Errorf(format, args...)})
}

// options refuses options that are not known, and values that are not theirs:
// numbers are JSON integers, all else is text.
func (t *table) options(known map[string][]any) {
	for key, v := range t.rec.Options {
		values, ok := known[key]
		if !ok {
			refuse("no option %q", key)
		}
		if !slices.Contains(values, v) {
			refuse("option %q is %v", key, v)
		}
	}
}

// option returns the text of an option, or its default.
func (t *table) option(key, def string) string {
	if v, ok := t.rec.Options[key]; ok {
		return fmt.Sprint(v)
	}
	return def
}

// rules are the games, as functions that play from start to end, and the
// versions of their rules that the referee knows.
var rules = map[string]reading{}

type reading struct {
	play     func(t *table)
	versions []int
}

// read adds a game; each game's file does so for its own.
func read(id string, play func(t *table), versions ...int) struct{} {
	rules[id] = reading{play, versions}
	return struct{}{}
}

// errVersion is the answer to a record that is never replayed: its rules are no
// longer known, or not yet.
var errVersion = errors.New("the referee does not know this version of the rules")

// Check plays the record in text by the referee's rules and returns the first
// disagreement.
func Check(text string) (err error) {
	var rec record
	if err := json.Unmarshal([]byte(text), &rec); err != nil {
		return err
	}
	of, ok := rules[rec.Game]
	if !ok {
		return fmt.Errorf("no rules for %q", rec.Game)
	}
	if rec.Rules == 0 {
		rec.Rules = 1
	}
	if !slices.Contains(of.versions, rec.Rules) {
		return fmt.Errorf("%s, version %d: %w", rec.Game, rec.Rules, errVersion)
	}
	t := &table{rec: &rec}
	q, running, err := t.drive(of.play)
	switch {
	case err != nil:
		return err
	case running && rec.Result != nil:
		return fmt.Errorf("the record has a result, and %s is to choose of %q", q.by, q.legal)
	case running:
		return nil
	case rec.Result == nil:
		return fmt.Errorf("the record has no result, and the game is over: %v", t.final)
	}
	want := t.final
	if rec.Result.Reason != want.Reason {
		return fmt.Errorf("reason is %q, by the referee %q", rec.Result.Reason, want.Reason)
	}
	for _, seat := range rec.Seats {
		if rec.Result.Rank[seat] != want.Rank[seat] {
			return fmt.Errorf("ranks are %v, by the referee %v", rec.Result.Rank, want.Rank)
		}
	}
	return nil
}

// drive plays all events of the record and returns the question that stands
// after them, if the game is still running.
func (t *table) drive(play func(*table)) (q question, running bool, err error) {
	var failed error
	next, stop := iter.Pull(func(yield func(question) bool) {
		t.yield = yield
		defer func() {
			switch p := recover().(type) {
			case nil, gameOver, stopped:
			case illegal:
				failed = p.err
			default:
				panic(p)
			}
		}()
		play(t)
	})
	defer stop()
	q, running = next()
	for i, e := range t.rec.Events {
		if failed != nil {
			return q, running, fmt.Errorf("event %d: %w", i-1, failed)
		}
		if !running {
			return q, running, fmt.Errorf("event %d, %q by %s: the game is over", i, e.Do, e.By)
		}
		if err := q.check(e); err != nil {
			return q, running, fmt.Errorf("event %d, %q by %s: %w", i, e.Do, e.By, err)
		}
		t.answer = e
		q, running = next()
	}
	if failed != nil {
		return q, running, fmt.Errorf("last event: %w", failed)
	}
	return q, running, nil
}

// check compares one event with what the referee allows.
func (q question) check(e event) error {
	if isTable(e.Do) {
		if q.by == "chance" {
			return errors.New("table action while chance is to act")
		}
		if e.Do == "timeout" && e.By != q.by && !slices.Contains(q.acting, e.By) {
			return fmt.Errorf("runs out of time while %s is to act", q.by)
		}
		if q.late {
			return errors.New("table action after a plan of the same step")
		}
		return nil
	}
	if e.By != q.by {
		return fmt.Errorf("%s is to act, out of %q", q.by, q.legal)
	}
	if e.LegalCount != nil {
		if *e.LegalCount != q.count {
			return fmt.Errorf("legal_count is %d, by the referee %d: %s", *e.LegalCount, q.count, difference(e.Legal, q.legal))
		}
		if q.legal != nil && q.count <= 2000 && !slices.Equal(e.Legal, q.legal) {
			return fmt.Errorf("legal differs: %s", difference(e.Legal, q.legal))
		}
	}
	if q.legal != nil {
		if !slices.Contains(q.legal, e.Do) {
			return fmt.Errorf("not among %q", q.legal)
		}
		return nil
	}
	return q.allows(e.Do)
}

func difference(record, referee []string) string {
	var only, lacks []string
	for _, text := range record {
		if !slices.Contains(referee, text) {
			only = append(only, text)
		}
	}
	for _, text := range referee {
		if !slices.Contains(record, text) {
			lacks = append(lacks, text)
		}
	}
	return fmt.Sprintf("only the record has %q, only the referee %q", only, lacks)
}
