package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"

	"atoll/game"
)

// Redact, Fill and the events of a game are written by the same author, so each of
// the checks here makes its other truth without at least one of them.

// listenTo returns a Tell that keeps what v hears, as it goes over the wire.
func (w *walk) listenTo(v game.Viewer, story *[]byte) game.Tell {
	names := w.cfg.SeatNames()
	return func(e game.Event) {
		if e.Audience.Includes(v) {
			*story = append(e.AppendJSON(*story, names), '\n')
		}
	}
}

func (w *walk) someViewer() game.Viewer {
	all := w.viewers()
	return all[w.r.Intn(len(all))]
}

// checkSealed varies what others choose in a simultaneous step: as long as v
// hears the same story, v must see the same.
func checkSealed(w *walk) error {
	if s, ok := w.st.(game.Sealing); ok && s.HoldsSecretChoices() {
		if w.acting == 0 {
			return errors.New("secret choices are held after the end")
		}
		public := game.Look(w.st, game.PublicViewer())
		if string(public.AppendText(nil)) == w.text {
			return errors.New("secret choices are held, and the public sees the truth")
		}
	}
	if w.acting.Len() < 2 {
		return nil
	}
	v := w.someViewer()
	choices := w.chooseAll(w.st, w.r)
	one := w.st.Copy()
	var heard, heardToo []byte
	one.Play(choices, w.listenTo(v, &heard))
	if one.Acting() == 0 {
		return nil // after the end everything may be shown
	}
	view := portrait(game.Look(one, v))
	for range 60 {
		other := w.chooseAll(w.st, w.r)
		if s, ok := v.Seat(); ok {
			other[s] = choices[s]
		}
		w.spare.CopyFrom(w.st)
		heardToo = heardToo[:0]
		w.spare.Play(other, w.listenTo(v, &heardToo))
		if !bytes.Equal(heard, heardToo) {
			continue
		}
		if got := portrait(game.Look(w.spare, v)); got != view {
			return fmt.Errorf("%s heard the same story after two choices of the others and sees a difference:\n%s\n%s", w.viewerName(v), view, got)
		}
	}
	return nil
}

// storyTruths is how many truths checkStory plays, and storyChance how unlikely
// its finding must be without a leak.
const (
	storyTruths = 600
	storyChance = 1e-10
)

// checkStory plays one step in many truths that v cannot tell apart. The story
// may reveal things, but what is still hidden afterwards must still vary among
// the truths that told v the same story. Position texts are compared byte by
// byte.
func checkStory(w *walk) error {
	if !w.cfg.Game.Traits.Hidden || w.acting == 0 || w.bulkPending() {
		return nil
	}
	v := w.someViewer()
	choices := w.chooseAll(w.st, w.r)
	one := w.st.Copy()
	var heard, heardToo []byte
	one.Play(choices, w.listenTo(v, &heard))
	view, truth := game.Look(one, v).AppendText(nil), one.AppendText(nil)
	varies, variesToo := make([]int, len(truth)), make([]int, len(truth))
	all, same := 0, 0
	start := game.Look(w.st, v)
	two := start.Copy()
	for range storyTruths {
		two.CopyFrom(start)
		two.Fill(w.r)
		other := choices
		for acting := w.acting; acting != 0; acting = acting.Without(acting.First()) {
			if s := acting.First(); !v.Is(s) && (w.acting.Len() > 1 || !two.Legal(s, other[s])) {
				other[s] = w.choose(two, s, w.r)
			}
		}
		heardToo = heardToo[:0]
		two.Play(other, w.listenTo(v, &heardToo))
		text := two.AppendText(nil)
		if len(text) != len(truth) || !bytes.Equal(game.Look(two, v).AppendText(nil), view) {
			continue
		}
		all++
		told := bytes.Equal(heard, heardToo)
		if told {
			same++
		}
		for i := range text {
			if text[i] != truth[i] {
				varies[i]++
				if told {
					variesToo[i]++
				}
			}
		}
	}
	for i := range varies {
		if variesToo[i] > 0 || varies[i] == 0 {
			continue
		}
		if f := float64(varies[i]) / float64(all); math.Pow(1-f, float64(same)) < storyChance {
			return fmt.Errorf("the story tells %s what stands at byte %d of %s:\n%s", w.viewerName(v), i, truth, heard)
		}
	}
	return nil
}

// checkTwins replays the whole walk from another bulk outcome that v may not
// tell from the true one: the hidden parts of its text change places. Every
// story on the way and every view at the end must be the same for v.
func checkTwins(w *walk) error {
	if !w.cfg.Game.Traits.Hidden || len(w.bulks) == 0 || w.bulkPending() {
		return nil
	}
	v := w.someViewer()
	truth := w.bulks[0]
	other, ok := shuffleHidden(truth, w.st.(game.Bulk).RedactBulk(truth, v), w.r)
	if !ok {
		return nil
	}
	who := w.viewerName(v)
	one, two := w.cfg.New(), w.cfg.New()
	for i, p := range w.past {
		var heard, heardToo []byte
		q := p
		if p.bulk == truth {
			q.bulk = other
		}
		if err := p.replay(one, w.listenTo(v, &heard)); err != nil {
			return fmt.Errorf("replay of step %d: %w", i, err)
		}
		if err := q.replay(two, w.listenTo(v, &heardToo)); err != nil {
			return fmt.Errorf("step %d is possible in the truth and not with %q, which %s cannot tell from it: %w", i, other, who, err)
		}
		if !bytes.Equal(heard, heardToo) {
			return fmt.Errorf("the story of step %d tells %s a secret of %q and %q:\n%s%s", i, who, truth, other, heard, heardToo)
		}
	}
	if string(one.AppendText(nil)) != w.text {
		return fmt.Errorf("replayed, the game is at %s", one.AppendText(nil))
	}
	mine, theirs := game.Look(one, v), game.Look(two, v)
	if portrait(mine) != portrait(theirs) {
		return fmt.Errorf("%s can tell %q from %q:\n%s\n%s", who, truth, other, portrait(mine), portrait(theirs))
	}
	if s, ok := v.Seat(); ok && w.lists[s] != nil && !slices.Equal(two.AppendActions(nil, s), w.lists[s]) {
		return fmt.Errorf("the actions of %s tell %q from %q", who, truth, other)
	}
	if p, q := one.(game.Bulk).RedactBulk(truth, v), two.(game.Bulk).RedactBulk(other, v); p != q {
		return fmt.Errorf("%s may read %q and %q", who, p, q)
	}
	return nil
}

// shuffleHidden lets the words of text change places where the redacted text
// has '?' for them. Words are separated by blanks, commas and colons.
func shuffleHidden(text, redacted string, r *game.Rand) (string, bool) {
	words, shown := splitWords(text), splitWords(redacted)
	if len(words) != len(shown) {
		return "", false
	}
	var hidden []int
	for i := range words {
		if shown[i] == "?" {
			hidden = append(hidden, i)
		}
	}
	r.Shuffle(len(hidden), func(i, j int) {
		a, b := hidden[i], hidden[j]
		words[a], words[b] = words[b], words[a]
	})
	other := ""
	for _, w := range words {
		other += w
	}
	return other, other != text
}

// splitWords cuts text into words and the separators between them.
func splitWords(text string) []string {
	var words []string
	start := 0
	for i := range len(text) {
		if text[i] == ' ' || text[i] == ',' || text[i] == ':' {
			words = append(words, text[start:i], text[i:i+1])
			start = i + 1
		}
	}
	return append(words, text[start:])
}
