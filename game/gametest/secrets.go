package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"atoll/game"
)

func checkRedact(w *walk) error {
	if !panics(func() { w.st.Copy().Redact(game.Viewer{}) }) {
		return errors.New("the zero Viewer is shown something")
	}
	if truth := game.Look(w.st, game.TruthViewer()); portrait(truth) != w.face() {
		return errors.New("the truth is redacted")
	}
	public := portrait(game.Look(w.st, game.PublicViewer()))
	for _, v := range w.viewers() {
		once := game.Look(w.st, v)
		if once.Hash() != once.RecomputeHash() {
			return fmt.Errorf("hash is wrong in what %s sees", w.viewerName(v))
		}
		if twice := game.Look(once, v); portrait(twice) != portrait(once) {
			return fmt.Errorf("redacting twice for %s is more than once:\n%s\n%s", w.viewerName(v), portrait(twice), portrait(once))
		}
		if once.Acting() != w.acting || once.Result() != w.st.Result() {
			return fmt.Errorf("%s sees %s act", w.viewerName(v), game.ActingText(once))
		}
		// A spectator knows no more than any player.
		if _, seated := v.Seat(); seated {
			if p := portrait(game.Look(once, game.PublicViewer())); p != public {
				return fmt.Errorf("the public knows something that %s does not:\n%s\n%s", w.viewerName(v), public, p)
			}
		}
	}
	return nil
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}

// otherTruth returns a state that differs from the true one at most in what v
// may not know.
func (w *walk) otherTruth(v game.Viewer) game.State {
	other := game.Look(w.st, v)
	other.Fill(w.r)
	return other
}

// countedTruth is otherTruth, counted in the tally.
func (w *walk) countedTruth(v game.Viewer) game.State {
	other := w.otherTruth(v)
	w.seen.fills++
	if !bytes.Equal(other.AppendText(nil), []byte(w.text)) {
		w.seen.differ++
	}
	return other
}

func checkViews(w *walk) error {
	for _, v := range w.viewers() {
		mine, other := game.Look(w.st, v), w.countedTruth(v)
		who := w.viewerName(v)
		if text := string(other.AppendText(nil)); strings.Contains(text, "?") {
			return fmt.Errorf("something is unknown after Fill: %s", text)
		}
		if other.Hash() != other.RecomputeHash() {
			return fmt.Errorf("hash is wrong after Fill in %s", other.AppendText(nil))
		}
		if theirs := game.Look(other, v); portrait(mine) != portrait(theirs) {
			return fmt.Errorf("%s can tell two truths apart (or Fill has changed what %s knows):\n%s\n%s", who, who, portrait(mine), portrait(theirs))
		}
		s, seated := v.Seat()
		if !seated || !w.acting.Has(s) || w.bulkPending() {
			continue
		}
		if list := w.lists[s]; list != nil {
			for name, st := range map[string]game.State{"their own view": mine, "another possible truth": other} {
				if got := st.AppendActions(nil, s); !slices.Equal(got, list) {
					return fmt.Errorf("%s has other actions in %s, %s", who, name, st.AppendText(nil))
				}
			}
			for _, a := range w.someActions(s, 10) {
				if p, q := w.actionText(s, a), string(other.AppendAction(nil, s, a)); p != q {
					return fmt.Errorf("the action of %s is written %q or %q, after what %s may not know", who, p, q, who)
				}
			}
		}
		for range 5 {
			a := game.Action(w.r.Uint64())
			if list := w.lists[s]; len(list) > 0 {
				a = list[w.r.Intn(len(list))] ^ 1<<w.r.Intn(24)
			}
			if w.st.Legal(s, a) != other.Legal(s, a) || w.st.WhyNot(s, a) != other.WhyNot(s, a) {
				return fmt.Errorf("legality of %#x tells %s a secret: %q, %q", uint64(a), who, w.st.WhyNot(s, a), other.WhyNot(s, a))
			}
		}
	}
	return nil
}

// checkBulk checks how the last bulk outcome may be read now.
func checkBulk(w *walk) error {
	b, ok := w.st.(game.Bulk)
	if !ok {
		return nil
	}
	if b.BulkPending() {
		return w.checkBulkDraw(b)
	}
	for i, bulk := range w.bulks {
		if err := w.checkBulkViews(b, bulk, i == 0); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) checkBulkViews(b game.Bulk, bulk string, replay bool) error {
	if got := b.RedactBulk(bulk, game.TruthViewer()); got != bulk {
		return fmt.Errorf("the truth of %q is %q", bulk, got)
	}
	if !panics(func() { b.RedactBulk(bulk, game.Viewer{}) }) {
		return errors.New("the zero Viewer is shown a bulk outcome")
	}
	for _, v := range w.viewers() {
		once := b.RedactBulk(bulk, v)
		if twice := b.RedactBulk(once, v); twice != once {
			return fmt.Errorf("redacted for %s once %q, twice %q", w.viewerName(v), once, twice)
		}
		// The redaction may depend only on what v can see.
		if got := game.Look(w.st, v).(game.Bulk).RedactBulk(bulk, v); got != once {
			return fmt.Errorf("%s reads %q by the truth and %q by their own view", w.viewerName(v), once, got)
		}
		if !replay {
			continue
		}
		// The record of an unfinished game holds this text, and must replay.
		first := w.cfg.New()
		for n := 0; n < 1000 && !first.(game.Bulk).BulkPending(); n++ {
			if first.Acting() == 0 {
				return nil
			}
			if _, err := w.play(first, w.r, nil); err != nil {
				return err
			}
		}
		if err := first.(game.Bulk).PlayBulk(once, nil); err != nil {
			return fmt.Errorf("what %s may read of it, %q, cannot be replayed: %w", w.viewerName(v), once, err)
		}
	}
	return nil
}

func (w *walk) checkBulkDraw(b game.Bulk) error {
	text := b.DrawBulk(w.r)
	w.spare.CopyFrom(w.st)
	for _, bad := range []string{
		"", " ", text + " ", " " + text, mutate(text, w.r), mutate(text, w.r), text[:len(text)/2],
		strings.ToUpper(text) + "\n",
	} {
		if err := game.Try(w.spare, game.Nature, bad, nil); err == nil {
			w.spare.CopyFrom(w.st)
			continue
		}
		if now := string(w.spare.AppendText(nil)); now != w.text {
			return fmt.Errorf("the refused outcome %q has changed the state to %s", bad, now)
		}
	}
	seed := w.r.Uint64()
	if quick, ok := b.(game.QuickBulk); ok {
		told, drawn := b.Copy().(game.Bulk), quick.Copy().(game.QuickBulk)
		if err := told.PlayBulk(b.DrawBulk(game.NewRand(seed)), nil); err != nil {
			return err
		}
		drawn.PlayDrawnBulk(game.NewRand(seed))
		if p, q := told.AppendText(nil), drawn.AppendText(nil); string(p) != string(q) || told.Hash() != drawn.Hash() {
			return fmt.Errorf("the outcome drawn without text is\n%s, with text\n%s", q, p)
		}
	}
	if p, q := b.DrawBulk(game.NewRand(seed)), b.DrawBulk(game.NewRand(seed)); p != q {
		return fmt.Errorf("the same bits draw %q and %q", p, q)
	}
	return nil
}

// checkPlayOn plays a view on to its end where the game says that it can be.
func checkPlayOn(w *walk) error {
	if !w.cfg.Game.Traits.NatureReveals || w.acting == 0 {
		return nil
	}
	viewers := w.viewers()
	st := game.Look(w.st, viewers[w.r.Intn(len(viewers))])
	for n := 0; st.Acting() != 0; n++ {
		if n > maxSteps {
			return errors.New("a view played on does not end")
		}
		if st.Hash() != st.RecomputeHash() {
			return fmt.Errorf("hash is wrong in %s", st.AppendText(nil))
		}
		if _, err := w.play(st, w.r, nil); err != nil {
			return err
		}
	}
	return nil
}
