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
