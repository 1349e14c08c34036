package tactics

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"atoll/game"
)

// Line is a puzzle to be played to its end: at each of the seat's choices the
// right ones, and for each of them the best defence.
//
// A win in n is forced within n choices of the seat's own, whatever the others do
// and chance brings; what takes longer is not right. An escape is a choice after
// which nobody else has a win forced within n choices of theirs, while most others
// allow one.
type Line struct {
	Position string `json:"p"`
	Seat     string `json:"s"`
	Kind     string `json:"k"` // win, escape
	N        int    `json:"n"`
	Steps    []Step `json:"t"`
}

// Step is one right choice, what the others and chance answer ("seat action"), and
// the right choices after that.
type Step struct {
	Action  string
	Replies []string
	Then    []Step
}

// MarshalJSON writes a step as a list, without what is empty at its end.
func (s Step) MarshalJSON() ([]byte, error) {
	list := []any{s.Action, s.Replies, s.Then}
	switch {
	case len(s.Then) > 0:
	case len(s.Replies) > 0:
		list = list[:2]
	default:
		list = list[:1]
	}
	return json.Marshal(list)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *Step) UnmarshalJSON(data []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if len(list) < 1 || len(list) > 3 {
		return fmt.Errorf("a step has 1 to 3 parts, not %d", len(list))
	}
	*s = Step{}
	into := []any{&s.Action, &s.Replies, &s.Then}
	for i, part := range list {
		if err := json.Unmarshal(part, into[i]); err != nil {
			return err
		}
	}
	return nil
}

// WriteLines writes puzzles as JSON lines.
func WriteLines(w io.Writer, list []Line) error {
	to := json.NewEncoder(w)
	to.SetEscapeHTML(false)
	for _, l := range list {
		if err := to.Encode(l); err != nil {
			return err
		}
	}
	return nil
}

// ReadLines reads such puzzles.
func ReadLines(r io.Reader) ([]Line, error) {
	var list []Line
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var l Line
		if err := json.Unmarshal(in.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(list)+1, err)
		}
		list = append(list, l)
	}
	return list, in.Err()
}

var errSpent = errors.New("the proof takes too long")

// liner proves puzzles and writes down how they are played. It counts choices of
// the winner alone, unlike the finder of the bots' suite.
type liner struct {
	cfg       game.Config
	prover    *prover
	positions int64
}

func newLiner(cfg game.Config, positions int64) *liner {
	p := newProver(cfg.New())
	p.ownOnly = true
	return &liner{cfg: cfg, prover: p, positions: positions}
}

// wins reports whether 'who' has a win forced within that many choices of its own
// once seat s has played a.
func (l *liner) wins(st game.State, s game.Seat, a game.Action, who game.Seat, own int) (bool, error) {
	l.prover.limit(l.positions)
	won := l.prover.after(st, s, a, who, own)
	if l.prover.spent() {
		return false, errSpent
	}
	return won, nil
}

// right lists the actions of seat s that keep a forced win within 'own' choices,
// this one counted.
func (l *liner) right(st game.State, s game.Seat, own int) (good, all []game.Action, err error) {
	all = st.AppendActions(nil, s)
	for _, a := range all {
		won, err := l.wins(st, s, a, s, own-1)
		if err != nil {
			return nil, nil, err
		}
		if won {
			good = append(good, a)
		}
	}
	return good, all, nil
}

// safe lists the actions after which no other seat wins within 'own' choices.
func (l *liner) safe(st game.State, s game.Seat, own int) (good, all []game.Action, err error) {
	all = st.AppendActions(nil, s)
next:
	for _, a := range all {
		for o := range game.Seat(l.cfg.Players) {
			if o == s {
				continue
			}
			lost, err := l.wins(st, s, a, o, own)
			if err != nil {
				return nil, nil, err
			}
			if lost {
				continue next
			}
		}
		good = append(good, a)
	}
	return good, all, nil
}

// maxBranches bounds the right choices of one moment: where everything wins there is nothing to
// find.
const maxBranches = 8

var errWide = errors.New("too many ways")

// play writes down the win of seat s within that many choices.
func (l *liner) play(st game.State, s game.Seat, own int) ([]Step, error) {
	good, _, err := l.right(st, s, own)
	if err != nil {
		return nil, err
	}
	if len(good) == 0 || len(good) > maxBranches {
		return nil, errWide
	}
	steps := make([]Step, len(good))
	for i, a := range good {
		next := st.Copy()
		steps[i].Action = string(st.AppendAction(nil, s, a))
		next.Play(game.Choose(s, a), nil)
		if steps[i].Replies, err = l.defend(next, s, own-1); err != nil {
			return nil, err
		}
		if next.Acting() == 0 {
			continue
		}
		if steps[i].Then, err = l.play(next, s, own-1); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// defend plays for the others and for chance until seat s chooses again: what
// puts the win off longest, then what leaves the fewest ways to it.
func (l *liner) defend(st game.State, s game.Seat, own int) (replies []string, err error) {
	for st.Acting() != 0 && st.Acting() != game.Only(s) {
		o := st.Acting().First()
		var best game.Action
		longest, fewest := -1, 0
		for _, a := range st.AppendActions(nil, o) {
			if o == game.Nature && st.Weight(a) == 0 {
				continue
			}
			far, ways, err := l.resistance(st, o, a, s, own)
			if err != nil {
				return nil, err
			}
			if far > longest || far == longest && ways < fewest {
				best, longest, fewest = a, far, ways
			}
		}
		if longest < 0 {
			return nil, errSpent
		}
		replies = append(replies, l.cfg.SeatName(o)+" "+string(st.AppendAction(nil, o, best)))
		st.Play(game.Choose(o, best), nil)
	}
	return replies, nil
}

// resistance is how many choices the win takes after a reply, and how many right choices there are
// then, as far as that is known without a search.
func (l *liner) resistance(st game.State, o game.Seat, a game.Action, s game.Seat, own int) (far, ways int, err error) {
	for ; far <= own; far++ {
		won, err := l.wins(st, o, a, s, far)
		if err != nil {
			return 0, 0, err
		}
		if won {
			break
		}
	}
	if far > own {
		return 0, 0, errors.New("the win is not forced")
	}
	next := st.Copy()
	next.Play(game.Choose(o, a), nil)
	if next.Acting() == game.Only(s) && far > 0 {
		good, _, err := l.right(next, s, own)
		return far, len(good), err
	}
	return far, 0, nil
}

// line makes a puzzle of a position as seat s sees it, if it is one: the shortest forced win within
// 'wins' choices, or an escape from a win within 'escapes'. A win that makes no puzzle, because too
// many choices win, is still reported.
func (l *liner) line(st game.State, s game.Seat, wins, escapes int) (Line, bool) {
	out := Line{Position: string(st.AppendText(nil)), Seat: l.cfg.SeatName(s)}
	for n := 1; n <= wins; n++ {
		good, all, err := l.right(st, s, n)
		if err != nil {
			return Line{}, false
		}
		if len(good) == 0 {
			continue
		}
		out.Kind, out.N = "win", n
		if !few(len(good), len(all)) {
			return out, false
		}
		out.Steps, err = l.play(st, s, n)
		return out, err == nil
	}
	for n := 1; n <= escapes; n++ {
		good, all, err := l.safe(st, s, n)
		if err != nil || len(good) == 0 {
			return Line{}, false
		}
		if len(good) == len(all) {
			continue
		}
		if !few(len(good), len(all)) || len(good) > maxBranches {
			return Line{}, false
		}
		out.Kind, out.N = "escape", n
		for _, a := range good {
			out.Steps = append(out.Steps, Step{Action: string(st.AppendAction(nil, s, a))})
		}
		return out, true
	}
	return Line{}, false
}

// CheckLine proves a puzzle again, from nothing but its position.
func CheckLine(cfg game.Config, p Line, positions int64) error {
	st := cfg.New()
	if err := st.UnmarshalText([]byte(p.Position)); err != nil {
		return err
	}
	s, ok := cfg.SeatByName(p.Seat)
	if !ok || st.Acting() != game.Only(s) {
		return fmt.Errorf("%.20q is not to move", p.Seat)
	}
	if p.N < 1 || p.N > 9 {
		return fmt.Errorf("nothing is proved within %d choices", p.N)
	}
	l := newLiner(cfg, positions)
	switch p.Kind {
	case "win":
		if p.N > 1 {
			if good, _, err := l.right(st, s, p.N-1); err != nil || len(good) > 0 {
				return errors.Join(err, fmt.Errorf("a win in %d is shorter: %d ways", p.N, len(good)))
			}
		}
		return l.check(st, s, p.Steps, p.N)
	case "escape":
		good, all, err := l.safe(st, s, p.N)
		if err != nil {
			return err
		}
		if !few(len(good), len(all)) {
			return fmt.Errorf("%d of %d actions escape", len(good), len(all))
		}
		return same(st, s, good, p.Steps)
	}
	return fmt.Errorf("no such kind of puzzle: %.40q", p.Kind)
}

// same reports an error unless the steps are just these actions.
func same(st game.State, s game.Seat, good []game.Action, steps []Step) error {
	var want, have []string
	for _, a := range good {
		want = append(want, string(st.AppendAction(nil, s, a)))
	}
	for _, x := range steps {
		have = append(have, x.Action)
	}
	if !slices.Equal(want, have) {
		return fmt.Errorf("%s: right is %q, not %q", st.AppendText(nil), want, have)
	}
	return nil
}

// check demands that the steps are all that win within 'own' choices, and that
// every reply is one of the best.
func (l *liner) check(st game.State, s game.Seat, steps []Step, own int) error {
	good, _, err := l.right(st, s, own)
	if err != nil {
		return err
	}
	if err := same(st, s, good, steps); err != nil {
		return err
	}
	for i, a := range good {
		next := st.Copy()
		next.Play(game.Choose(s, a), nil)
		replies, err := l.defend(next, s, own-1)
		if err != nil {
			return err
		}
		if !slices.Equal(replies, steps[i].Replies) {
			return fmt.Errorf("after %s the best defence is %q, not %q", steps[i].Action, replies, steps[i].Replies)
		}
		if next.Acting() == 0 {
			if len(steps[i].Then) > 0 {
				return fmt.Errorf("after %s nothing is left to choose", steps[i].Action)
			}
			continue
		}
		if err := l.check(next, s, steps[i].Then, own-1); err != nil {
			return err
		}
	}
	return nil
}

// shape is a fingerprint of what can follow a position, without places and names: turned, mirrored
// and recoloured positions have the same one. It looks shapeDepth choices ahead, and further while
// that is cheap: where few things can be done, positions that differ look alike for long.
func shape(st game.State, who game.Seat) uint64 {
	left := math.MaxInt
	h := outline(st, who, shapeDepth, &left)
	left = shapeRoom
	for depth := shapeDepth + 1; depth <= 3*shapeDepth; depth++ {
		deeper := outline(st, who, depth, &left)
		if left < 0 {
			break
		}
		h = deeper
	}
	return h
}

// outline is the shape to a depth; it means nothing once it has no positions left.
func outline(st game.State, who game.Seat, depth int, left *int) uint64 {
	if *left--; *left < 0 {
		return 0
	}
	acting := st.Acting()
	if acting == 0 {
		return game.Mix(uint64(1000 * st.Result().Score(who, st.Config().Players)))
	}
	if acting.Len() > 1 {
		return 11
	}
	s := acting.First()
	role := uint64(1)
	switch s {
	case who:
		role = 2
	case game.Nature:
		role = 3
	}
	if b, ok := st.(game.Bulk); ok && b.BulkPending() {
		return role
	}
	list := st.AppendActions(nil, s)
	h := game.Mix(role<<32 | uint64(len(list)))
	if depth == 0 {
		return h
	}
	kids := make([]uint64, len(list))
	for i, a := range list {
		next := st.Copy()
		next.Play(game.Choose(s, a), nil)
		kids[i] = outline(next, who, depth-1, left)
		if s == game.Nature {
			kids[i] = game.Mix(kids[i] ^ uint64(st.Weight(a)))
		}
	}
	slices.Sort(kids)
	for _, k := range kids {
		h = game.Mix(h ^ k)
	}
	return h
}

// Theme names what is to be done, for lists: "win 2", "escape 1".
func (p Line) Theme() string { return strings.TrimSpace(fmt.Sprint(p.Kind, " ", p.N)) }

// replay plays choices written "seat action".
func replay(cfg game.Config, st game.State, choices []string) error {
	for _, c := range choices {
		name, text, _ := strings.Cut(c, " ")
		s, ok := cfg.SeatByName(name)
		if !ok {
			return fmt.Errorf("no seat %.20q", name)
		}
		a, err := st.ParseAction(s, text)
		if err != nil {
			return err
		}
		if !st.Legal(s, a) {
			return fmt.Errorf("%s: %s", c, st.WhyNot(s, a))
		}
		st.Play(game.Choose(s, a), nil)
	}
	return nil
}
