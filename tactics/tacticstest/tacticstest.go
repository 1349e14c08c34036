// Package tacticstest puts suites of tactics to the bots of a game.
package tacticstest

import (
	"os"
	"testing"

	"atoll/bots"
	"atoll/game/gametest"
	"atoll/games"
	"atoll/tactics"
)

// Read reads a file of tactics.
func Read(t *testing.T, file string) []tactics.Entry {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := tactics.Read(f, games.ByID)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Solve asks a bot about some of the positions of a file, spread over it: it
// must solve 97 in a hundred.
func Solve(t *testing.T, r *bots.Roster, file, bot string, positions int) {
	t.Helper()
	list := Read(t, file)
	each := max(1, len(list)/gametest.Soak(positions))
	var some []tactics.Entry
	for i := 0; i < len(list); i += each {
		some = append(some, list[i])
	}
	if len(some) == 0 {
		t.Fatalf("%s: no positions", file)
	}
	_, failures, err := tactics.Solve(t.Context(), r, bot, some, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range failures {
		t.Logf("%s, %s: %s, not one of %q", f.Text, f.Kind, f.Answer, f.Solutions)
	}
	if len(failures)*100 > len(some)*3 {
		t.Errorf("%d of %d not solved", len(failures), len(some))
	}
}
