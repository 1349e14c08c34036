package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"atoll/game"
)

// checkTensor checks the numbers of a state, where the game gives any.
func checkTensor(w *walk) error {
	st, ok := w.st.(game.Encoder)
	if !ok {
		return nil
	}
	if err := w.checkSpace(st.Space()); err != nil {
		return err
	}
	if err := w.checkObservations(st); err != nil {
		return err
	}
	return w.actors(func(s game.Seat) error {
		if s == game.Nature {
			return nil
		}
		if err := w.checkWords(st, s); err != nil {
			return fmt.Errorf("%s: %w", w.cfg.SeatName(s), err)
		}
		return nil
	})
}

func (w *walk) checkSpace(sp *game.Space) error {
	if sp.Height < 1 || sp.Width < 1 || sp.MaxLegal < 1 || sp.MaxWord < 1 || sp.MaxWord > game.LongestWord {
		return fmt.Errorf("the space is %+v", sp)
	}
	if n := len(sp.ActionPlanes)*sp.Cells() + len(sp.ActionNames); n != sp.Actions {
		return fmt.Errorf("%d letters have names, and there are %d", n, sp.Actions)
	}
	for _, names := range [][]string{sp.Planes, sp.Scalars, sp.ActionPlanes, sp.ActionNames} {
		for i, name := range names {
			if name == "" || slices.Contains(names[:i], name) {
				return fmt.Errorf("two things are named %q", name)
			}
		}
	}
	if first := w.cfg.New().(game.Encoder).Space(); !reflect.DeepEqual(sp, first) {
		return fmt.Errorf("the space has changed during the game to %+v", sp)
	}
	return nil
}

// checkObservations compares what each seat observes in the truth, in its own
// view and in another truth that it cannot tell from this one.
func (w *walk) checkObservations(st game.Encoder) error {
	size := st.Space().Size()
	for _, v := range []game.Viewer{{}, game.PublicViewer(), game.TruthViewer()} {
		if !panics(func() { st.AppendObservation(nil, v, nil) }) {
			return errors.New("somebody without a seat is given an observation")
		}
	}
	for s := range game.Seat(w.cfg.Players) {
		v := game.SeatViewer(s)
		truth := st.AppendObservation([]byte{42}, v, nil)
		if len(truth) != 1+size || truth[0] != 42 {
			return fmt.Errorf("%d bytes were appended instead of %d", len(truth)-1, size)
		}
		view := game.Look(w.st, v).(game.Encoder).AppendObservation(nil, v, nil)
		if i := differ(truth[1:], view); i >= 0 {
			return fmt.Errorf("%s observes %d in the truth and %d in their own view: %s", w.cfg.SeatName(s), truth[1+i], view[i], nameOf(st.Space(), i))
		}
		other := w.otherTruth(v).(game.Encoder).AppendObservation(nil, v, nil)
		if i := differ(truth[1:], other); i >= 0 {
			return fmt.Errorf("%s can tell two truths apart by %s", w.cfg.SeatName(s), nameOf(st.Space(), i))
		}
	}
	return nil
}

func differ(a, b []byte) int {
	if bytes.Equal(a, b) {
		return -1
	}
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// nameOf says what byte i of an observation is.
func nameOf(sp *game.Space, i int) string {
	if plane := i / sp.Cells(); plane < len(sp.Planes) {
		return fmt.Sprintf("%q, cell %d", sp.Planes[plane], i%sp.Cells())
	}
	if i -= len(sp.Planes) * sp.Cells(); i < len(sp.Scalars) {
		return fmt.Sprintf("%q", sp.Scalars[i])
	}
	return "the length"
}

// checkWords checks that words and legal actions are the same thing.
func (w *walk) checkWords(st game.Encoder, s game.Seat) error {
	sp := st.Space()
	if list := w.lists[s]; list != nil && sp.MaxWord == 1 {
		legal := st.AppendLegal([]int32{42}, s, nil)[1:]
		if len(legal) != len(list) {
			return fmt.Errorf("%d letters for %d actions", len(legal), len(list))
		}
		for i, a := range list {
			if word := st.AppendWord(nil, s, a); len(word) != 1 || word[0] != legal[i] {
				return fmt.Errorf("%s is spelt %v and listed as %d", w.actionText(s, a), word, legal[i])
			}
		}
	}
	for _, a := range w.someActions(s, 20) {
		word := st.AppendWord(nil, s, a)
		if err := w.checkWord(st, s, word, a); err != nil {
			return err
		}
	}
	for range 4 { // and from words to actions
		var word []int32
		for more := true; more; {
			legal := st.AppendLegal(nil, s, word)
			if len(legal) == 0 || len(word) == sp.MaxWord {
				return fmt.Errorf("nothing follows %v", word)
			}
			word = append(word, legal[w.r.Intn(len(legal))])
			var a game.Action
			if a, more = st.Spell(s, word); !more {
				if !st.Legal(s, a) {
					return fmt.Errorf("%v spells %#x, which is not legal", word, uint64(a))
				}
				if again := st.AppendWord(nil, s, a); !slices.Equal(again, word) {
					return fmt.Errorf("%v spells %s, which is spelt %v", word, w.actionText(s, a), again)
				}
			}
		}
	}
	if list := w.lists[s]; list != nil && len(list) <= maxTree {
		if n := countWords(st, s, make([]int32, 0, game.LongestWord)); n != len(list) {
			return fmt.Errorf("there are %d words and %d actions", n, len(list))
		}
	}
	return nil
}

// maxTree is the longest list whose words are all spelt.
const maxTree = 20_000

func countWords(st game.Encoder, s game.Seat, word []int32) int {
	n := 0
	for _, letter := range st.AppendLegal(nil, s, word) {
		next := append(word, letter)
		switch a, more := st.Spell(s, next); {
		case more:
			n += countWords(st, s, next)
		case a != game.NoAction:
			n++
		}
	}
	return n
}

// checkWord follows the word of action a letter by letter, and tries wrong ones.
func (w *walk) checkWord(st game.Encoder, s game.Seat, word []int32, a game.Action) error {
	sp := st.Space()
	if len(word) < 1 || len(word) > sp.MaxWord {
		return fmt.Errorf("%s is spelt %v", w.actionText(s, a), word)
	}
	v := game.SeatViewer(s)
	for i, letter := range word {
		legal := st.AppendLegal(nil, s, word[:i])
		if len(legal) > sp.MaxLegal {
			return fmt.Errorf("%d letters are legal, and MaxLegal is %d", len(legal), sp.MaxLegal)
		}
		sorted := slices.Sorted(slices.Values(legal))
		if len(slices.Compact(sorted)) != len(legal) || sorted[0] < 0 || int(sorted[len(legal)-1]) >= sp.Actions {
			return fmt.Errorf("letters twice or beyond %d: %v", sp.Actions, legal)
		}
		if !slices.Contains(legal, letter) {
			return fmt.Errorf("%s is spelt %v, but %d is not legal after %v", w.actionText(s, a), word, letter, word[:i])
		}
		got, more := st.Spell(s, word[:i+1])
		if last := i == len(word)-1; last != !more || last && got != a || more && got != game.NoAction {
			return fmt.Errorf("%v of %v spells %#x, more %v, and should spell %s", word[:i+1], word, uint64(got), more, w.actionText(s, a))
		}
		for _, bad := range []int32{-1, int32(sp.Actions), 1<<31 - 1, -1 << 31, int32(w.r.Intn(sp.Actions)), int32(w.r.Intn(sp.Actions))} {
			if slices.Contains(legal, bad) {
				continue
			}
			if got, more := st.Spell(s, append(slices.Clone(word[:i]), bad)); got != game.NoAction || more {
				return fmt.Errorf("%d is not legal after %v and is accepted", bad, word[:i])
			}
		}
		if i > 0 { // what was spelt so far is known to whoever spells, in any truth
			one := st.AppendObservation(nil, v, word[:i])
			two := w.otherTruth(v).(game.Encoder).AppendObservation(nil, v, word[:i])
			if j := differ(one, two); len(one) != sp.Size() || j >= 0 {
				return fmt.Errorf("after %v %s can tell two truths apart by %s", word[:i], w.cfg.SeatName(s), nameOf(sp, j))
			}
			if bytes.Equal(one, st.AppendObservation(nil, v, word[:i-1])) {
				return fmt.Errorf("%v and %v are observed alike", word[:i], word[:i-1])
			}
		}
	}
	if got, more := st.Spell(s, append(slices.Clone(word), 0)); got != game.NoAction || more {
		return fmt.Errorf("a letter too much after %v is accepted", word)
	}
	if got, more := st.Spell(s, nil); got != game.NoAction || !more {
		return errors.New("the empty word is not the beginning of any")
	}
	return nil
}

// checkMirror plays what the two seats choose in a simultaneous step once more
// with the seats exchanged, word by word: as the board is turned to each seat,
// each must then observe what the other did.
func checkMirror(w *walk) error {
	st, ok := w.st.(game.Encoder)
	if !ok || !w.cfg.Game.Traits.Simultaneous || w.cfg.Game.Traits.Chance || w.cfg.Players != 2 || len(w.past) != 0 {
		return nil
	}
	one, two := st.Copy().(game.Encoder), st.Copy().(game.Encoder)
	for step := 0; step < 200 && one.Acting() != 0; step++ {
		if one.Acting().Has(0) != two.Acting().Has(1) || one.Acting().Has(1) != two.Acting().Has(0) {
			return fmt.Errorf("%s acts, and mirrored %s", game.ActingText(one), game.ActingText(two))
		}
		var c, d game.Choices
		for s := range game.Seat(2) {
			p, q := one.AppendObservation(nil, game.SeatViewer(s), nil), two.AppendObservation(nil, game.SeatViewer(1-s), nil)
			if i := differ(p, q); i >= 0 {
				return fmt.Errorf("mirrored, seat %d observes %d instead of %d: %s, %s", 1-s, q[i], p[i], nameOf(one.Space(), i), one.AppendText(nil))
			}
			if !one.Acting().Has(s) {
				continue
			}
			c[s] = w.choose(one, s, w.r)
			word := one.AppendWord(nil, s, c[s])
			if d[1-s], _ = two.Spell(1-s, word); d[1-s] == game.NoAction {
				return fmt.Errorf("mirrored, %v is not legal: %s", word, two.AppendText(nil))
			}
		}
		one.Play(c, nil)
		two.Play(d, nil)
	}
	return nil
}
