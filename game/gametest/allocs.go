package gametest

import (
	"fmt"
	"testing"

	"atoll/game"
)

// checkAllocations plays one game and, at some of its positions, measures the
// calls that search makes millions of times.
func checkAllocations(cfg game.Config, seed uint64) error {
	w := newWalk(cfg, seed, false, &tally{})
	buf := make([]game.Action, 0, 64)
	next := cfg.New()
	for step := range 400 {
		acting := w.st.Acting()
		if acting == 0 {
			break
		}
		if !w.bulkPending() && (step < 4 || step%40 == 0) {
			var c game.Choices
			for rest := acting; rest != 0; rest = rest.Without(rest.First()) {
				s := rest.First()
				c[s] = w.choose(w.st, s, w.r)
				buf = w.st.AppendActions(buf[:0], s)
			}
			calls := map[string]func(){
				"CopyFrom": func() { next.CopyFrom(w.st) },
				"AppendActions": func() {
					for s := range game.Nature + 1 {
						buf = w.st.AppendActions(buf[:0], s)
					}
				},
				"Legal": func() {
					for s := range game.Nature + 1 {
						w.st.Legal(s, c[s])
						w.st.Legal(s, game.Action(77+step))
					}
				},
				"Play": func() {
					next.CopyFrom(w.st)
					next.Play(c, nil)
				},
			}
			if sampler, ok := w.st.(game.Sampler); ok && !acting.Has(game.Nature) {
				calls["SampleAction"] = func() { sampler.SampleAction(acting.First(), w.r) }
			}
			if st, ok := w.st.(game.Encoder); ok && !acting.Has(game.Nature) {
				s := acting.First()
				v, word := game.SeatViewer(s), st.AppendWord(nil, s, c[s])
				bytes, letters := make([]byte, 0, st.Space().Size()), make([]int32, 0, st.Space().MaxLegal)
				calls["AppendObservation"] = func() { bytes = st.AppendObservation(bytes[:0], v, word[:len(word)-1]) }
				calls["AppendLegal"] = func() { letters = st.AppendLegal(letters[:0], s, word[:len(word)-1]) }
				calls["Spell"] = func() { st.Spell(s, word) }
				calls["AppendWord"] = func() { letters = st.AppendWord(letters[:0], s, c[s]) }
			}
			for name, call := range calls {
				if n := testing.AllocsPerRun(5, call); n != 0 {
					return fmt.Errorf("%s allocates %v times in %s", name, n, w.st.AppendText(nil))
				}
			}
		}
		if err := w.advance(); err != nil {
			return err
		}
	}
	return nil
}
