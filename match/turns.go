package match

import "atoll/game"

// AfterTurns calls f with the positions of the game as it stands at which a
// decision is due and at least that many turns have been played, until f returns
// false. A turn is all that the same seat decides in a row, or one simultaneous
// choice. The state is the truth and changes after the call.
func (t *Table) AfterTurns(turns int, f func(st game.State) bool) error {
	if t.Status == Open {
		return nil
	}
	st := t.Config.New()
	begun, mover := 0, game.Seats(0)
	look := func() bool {
		acting := st.Acting()
		if acting == 0 || acting == game.Only(game.Nature) {
			return true
		}
		if acting != mover || acting.Len() > 1 {
			begun, mover = begun+1, acting
		}
		return begun <= turns || f(st)
	}
	for _, s := range t.steps {
		if !look() {
			return nil
		}
		if err := replay(st, &t.log[s.entry], nil); err != nil {
			return err
		}
	}
	look()
	return nil
}
