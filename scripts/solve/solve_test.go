package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"atoll/games"
)

// The table of docs/benchmark.md says how many positions each board has and what it
// is worth.
func TestBoardsAreWorthWhatTheBenchmarkSays(t *testing.T) {
	list, err := os.ReadFile("boards.txt")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/benchmark.md")
	if err != nil {
		t.Fatal(err)
	}
	boards := 0
	for line := range strings.Lines(string(list)) {
		id, text, ok := strings.Cut(strings.TrimSpace(line), "\t")
		g, known := games.ByID(id)
		if !ok || !known {
			t.Fatalf("%q is no board", line)
		}
		st := g.New(g.MustConfigure(2))
		if err := st.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		p := newProof(20_000)
		v, err := p.solve(st)
		if err != nil {
			t.Fatal(err)
		}
		value, _ := v.Float64()
		row := fmt.Sprintf("| `%s` | %d | %.6f |", strings.ReplaceAll(text, "|", "\\|"), len(p.order), value)
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/benchmark.md lacks the row\n%s", row)
		}
		boards++
	}
	if boards != 3 {
		t.Errorf("%d boards", boards)
	}
	if _, err := newProof(10).solve(games.All()[1].MustConfigure(2).New()); err == nil {
		t.Error("a whole game fitted into ten positions")
	}
}
