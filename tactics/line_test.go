package tactics

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"atoll/bots"
	"atoll/examples/tictactoe"
	"atoll/games"
)

func findLines(t *testing.T) []Line {
	t.Helper()
	list, err := FindLines(t.Context(), LineOptions{
		Roster: bots.NewRoster(), Config: tictactoe.Game.MustConfigure(2), Count: 6, Seed: 1,
		Players: []string{"random"}, Wins: 3, Escapes: 1, Positions: 1 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestLinesAreProvedAndCanBeWrittenDown(t *testing.T) {
	cfg := tictactoe.Game.MustConfigure(2)
	list := findLines(t)
	var buf bytes.Buffer
	if err := WriteLines(&buf, list); err != nil {
		t.Fatal(err)
	}
	read, err := ReadLines(&buf)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(read) != fmt.Sprint(list) {
		t.Error("what was written is not what is read")
	}
	themes := map[string]int{}
	for _, p := range read {
		themes[p.Theme()]++
		if err := CheckLine(cfg, p, 1<<20); err != nil {
			t.Errorf("%v: %v", p, err)
		}
	}
	if themes["win 2"] == 0 || themes["escape 1"] == 0 {
		t.Errorf("there are %v", themes)
	}
	if again := findLines(t); fmt.Sprint(again) != fmt.Sprint(list) {
		t.Error("the same seed gives other puzzles")
	}
}

func TestWrongLinesAreNoticed(t *testing.T) {
	cfg := tictactoe.Game.MustConfigure(2)
	list := findLines(t)
	i := slices.IndexFunc(list, func(p Line) bool { return p.Theme() == "win 2" })
	p := list[i]
	for name, spoil := range map[string]func(p *Line){
		"one right choice is missing":  func(p *Line) { p.Steps = p.Steps[1:] },
		"one too many":                 func(p *Line) { p.Steps = append(p.Steps, p.Steps[0]) },
		"a longer win is asked for":    func(p *Line) { p.N = 3 },
		"a shorter one":                func(p *Line) { p.N = 1 },
		"no such kind":                 func(p *Line) { p.Kind = "mate" },
		"a win that is no escape":      func(p *Line) { p.Kind = "escape" },
		"the defence is not played":    func(p *Line) { p.Steps[0].Replies = nil },
		"nothing comes after":          func(p *Line) { p.Steps[0].Then = nil },
		"another seat is to move":      func(p *Line) { p.Seat = map[string]string{"X": "O", "O": "X"}[p.Seat] },
		"a position that is not there": func(p *Line) { p.Position = "nothing" },
	} {
		bad := p
		bad.Steps = slices.Clone(p.Steps)
		spoil(&bad)
		if CheckLine(cfg, bad, 1<<20) == nil {
			t.Errorf("%s: not noticed", name)
		}
	}
}

// Turned and mirrored, a position has the same shape; another has not.
func TestShapeKnowsNoPlaces(t *testing.T) {
	cfg := tictactoe.Game.MustConfigure(2)
	of := func(cells string) uint64 {
		st := cfg.New()
		text := strings.Replace(string(st.AppendText(nil)), ".........", cells, 1)
		if text == string(st.AppendText(nil)) {
			t.Fatalf("the text is %q", text)
		}
		if err := st.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		return shape(st, st.Acting().First())
	}
	corner := of("X........")
	for _, c := range []string{"..X......", "......X..", "........X"} {
		if of(c) != corner {
			t.Errorf("%s is another shape", c)
		}
	}
	if of("....X....") == corner {
		t.Error("the middle is no corner")
	}
}

// The page's puzzles are right by the rules of today: a sample here, all of them with ATOLL_PUZZLES=all.
func TestPuzzlesOfThePageAreRight(t *testing.T) {
	files, err := filepath.Glob("../web/src/games/*/puzzles.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no puzzles", err)
	}
	threes := 0
	for _, file := range files {
		g, ok := games.ByID(filepath.Base(filepath.Dir(file)))
		if !ok {
			t.Fatalf("%s belongs to no game", file)
		}
		t.Run(g.ID, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(text, []byte("\n")); n < 300 {
				t.Errorf("there are %d puzzles", n)
			}
			if bytes.Contains(text, []byte(`"k":"mix"`)) {
				return // the game's own folder proves them
			}
			list, err := ReadLines(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			every := 30
			if os.Getenv("ATOLL_PUZZLES") == "all" {
				every = 1
			}
			shapes := map[uint64]int{}
			for i, p := range list {
				head, _, _ := strings.Cut(p.Position, " | ")
				cfg, err := g.ParseConfig(head)
				if err != nil {
					t.Fatalf("puzzle %d: %v", i+1, err)
				}
				if p.Theme() == "win 3" {
					threes++
				}
				st := cfg.New()
				if err := st.UnmarshalText([]byte(p.Position)); err != nil {
					t.Fatalf("puzzle %d: %v", i+1, err)
				}
				if i%every != 0 {
					continue
				}
				key := shape(st, st.Acting().First())
				if j := shapes[key]; j > 0 {
					t.Errorf("puzzles %d and %d are alike", j, i+1)
				}
				shapes[key] = i + 1
				if err := CheckLine(cfg, p, 1<<20); err != nil {
					t.Errorf("puzzle %d: %v", i+1, err)
				}
			}
		})
	}
	if threes < 50 {
		t.Errorf("%d puzzles are won in three", threes)
	}
}
