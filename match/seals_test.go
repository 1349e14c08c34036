package match_test

import (
	"fmt"
	"testing"

	"atoll/game"
	"atoll/match"
)

// TestChangesAreCountedBySeat: a seat can change its choice a thousand times in a
// step, whatever the others do, and hand one in whenever it has none.
func TestChangesAreCountedBySeat(t *testing.T) {
	const most = 1000
	table := epigo(t, match.ClockSetup{})
	step := table.Step
	act := func(s game.Seat, msg, action string) error {
		d, err := table.Act(s, step, msg, action, now)
		if err == nil {
			table = d.Table
		}
		return err
	}
	for i := range most {
		if err := act(0, fmt.Sprint(i), deployment); err != nil {
			t.Fatalf("change %d: %v", i+1, err)
		}
	}
	if err := act(0, "over", deployment); code(err) != match.TooMany {
		t.Fatalf("change %d: %v", most+1, err)
	}
	if err := act(0, "back", ""); code(err) != match.TooMany {
		t.Fatalf("taking back after %d changes: %v", most, err)
	}
	if err := act(1, "first", deployment); err != nil {
		t.Fatalf("the other seat's first choice: %v", err)
	}
	if table.Step == step {
		t.Fatal("the step was not made")
	}
	// A new step begins with no changes.
	step = table.Step
	if err := act(0, "plan", "plan 5N 3E 7S"); err != nil {
		t.Fatalf("the first choice of the next step: %v", err)
	}

	// The last change is to take the choice back: one may still be handed in.
	table = epigo(t, match.ClockSetup{})
	step = table.Step
	for i := range most {
		action := deployment
		if i == most-1 {
			action = ""
		}
		if err := act(0, fmt.Sprint(i), action); err != nil {
			t.Fatalf("change %d: %v", i+1, err)
		}
	}
	if table.SealedBy(0) {
		t.Fatal("nothing should be sealed")
	}
	if err := act(0, "again", deployment); err != nil {
		t.Fatalf("a seat without a choice: %v", err)
	}
	if err := act(0, "more", deployment); code(err) != match.TooMany {
		t.Fatalf("and then another: %v", err)
	}
}
