package tactics

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"atoll/bots"
	"atoll/examples/tictactoe"
	"atoll/game"
	"atoll/games"
)

func ticTacToe(id string) (*game.Game, bool) { return tictactoe.Game, id == tictactoe.Game.ID }

func find(t *testing.T, n int) (game.Config, []Puzzle) {
	t.Helper()
	cfg := tictactoe.Game.MustConfigure(2)
	list, err := Find(t.Context(), Options{Roster: bots.NewRoster(), Config: cfg, Count: n, Seed: 1, Players: []string{"random"}})
	if err != nil {
		t.Fatal(err)
	}
	return cfg, list
}

func TestPuzzlesAreProved(t *testing.T) {
	cfg, list := find(t, 40)
	kinds := map[string]bool{}
	texts := map[string]bool{}
	for _, p := range list {
		kinds[strings.Fields(p.Kind)[0]] = true
		if texts[p.Text] {
			t.Errorf("%s was found twice", p.Text)
		}
		texts[p.Text] = true
		if err := Check(cfg, p, 1<<20); err != nil {
			t.Errorf("%s: %v", p.Text, err)
		}
	}
	if !kinds["win"] || !kinds["escape"] {
		t.Errorf("kinds are %v", kinds)
	}
}

func TestWrongSolutionsAreNoticed(t *testing.T) {
	cfg, list := find(t, 1)
	p := list[0]
	p.Solutions = append(slices.Clone(p.Solutions), "a1 again")
	if Check(cfg, p, 1<<20) == nil {
		t.Error("too many solutions passed")
	}
	p.Kind = "mate"
	if Check(cfg, p, 1<<20) == nil {
		t.Error("an unknown kind passed")
	}
}

func TestSuitesRoundTrip(t *testing.T) {
	cfg, list := find(t, 10)
	var b bytes.Buffer
	b.WriteString("# a comment\n")
	if err := Write(&b, cfg, list); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&b, ticTacToe)
	if err != nil || len(got) != 10 {
		t.Fatalf("%d puzzles, %v", len(got), err)
	}
	for i, e := range got {
		if e.Text != list[i].Text || e.Kind != list[i].Kind || e.Depth != list[i].Depth || !slices.Equal(e.Solutions, list[i].Solutions) {
			t.Errorf("%+v became %+v", list[i], e)
		}
	}
	for _, bad := range []string{"x", "a\tb\tc", "tictactoe 2 | \tX\twin in 1\tx\ta1", "nothing 2 | \tX\twin in 1\t1\ta1", "tictactoe 3 | \tX\twin in 1\t1\ta1", "tictactoe 2 | \tchance\twin in 1\t1\ta1"} {
		if _, err := Read(strings.NewReader(bad), ticTacToe); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestGreedySolvesWinsInOne(t *testing.T) {
	cfg, list := find(t, 40)
	var entries []Entry
	for _, p := range list {
		if p.Kind == "win in 1" {
			entries = append(entries, Entry{cfg, p})
		}
	}
	rates, failures, err := Solve(t.Context(), bots.NewRoster(), "greedy", entries, 1, nil)
	if err != nil || rates["win in 1"].Solved != len(entries) || len(failures) > 0 || len(entries) == 0 {
		t.Errorf("%v of %d, %v", rates, len(entries), err)
	}
}

// The committed suites are large enough and hold what they say. Every tenth
// puzzle is proved again here; all were when they were found.
func TestCommittedSuites(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "bots", "testdata", "*.tactics"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no suites: %v", err)
	}
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".tactics")
		t.Run(id, func(t *testing.T) {
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			list, err := Read(f, games.ByID)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) < 200 {
				t.Errorf("%d puzzles", len(list))
			}
			for i, e := range list {
				st, err := e.State(e.Config)
				if err != nil {
					t.Errorf("puzzle %d: %v", i+1, err)
					continue
				}
				for _, text := range e.Solutions {
					if _, err := game.Parse(st, e.Seat, text); err != nil {
						t.Errorf("puzzle %d: %v", i+1, err)
					}
				}
				if i%10 == 0 && (id != "evo" || e.Depth <= 3) {
					if err := Check(e.Config, e.Puzzle, 2_000_000); err != nil {
						t.Errorf("puzzle %d: %v", i+1, err)
					}
				}
			}
		})
	}
}
