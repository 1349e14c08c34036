package screen

import (
	"fmt"
	"io"

	"atoll/game"
	"atoll/record"
	"atoll/tui/session"
)

// ReplayPlain prints every step of a record as the public knew it.
func ReplayPlain(rec *record.Record, as game.Viewer, out io.Writer) error {
	r := record.NewReplayer(rec.Config)
	step := 0
	fmt.Fprintf(out, "step 0\n%s\n", game.Look(r.State(), as).AppendBoard(nil))
	var story []string
	for i, e := range rec.Events {
		if err := r.Apply(e.By, e.Do, func(ev game.Event) { story = append(story, ev.Text) }); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
		if r.Staging() {
			continue
		}
		step++
		fmt.Fprintf(out, "step %d\n", step)
		for _, s := range story {
			fmt.Fprintln(out, s)
		}
		fmt.Fprintf(out, "%s\n", game.Look(r.State(), as).AppendBoard(nil))
		story = nil
	}
	if rec.Result.Over {
		fmt.Fprintln(out, session.ResultText(rec.Config, rec.Result))
	}
	return nil
}
