package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"atoll/games"
	"atoll/vector"
)

// The header is written by hand: a C program that includes it is compiled and run.
func TestProgramInC(t *testing.T) {
	dir := t.TempDir()
	run := func(env []string, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run([]string{"CGO_ENABLED=1"}, "go", "build", "-trimpath", "-buildmode=c-shared", "-o", filepath.Join(dir, "libatoll.so"), ".")
	program := filepath.Join(dir, "example")
	run(nil, "cc", "-Wall", "-Wextra", "-Werror", "-I.", "-o", program, "testdata/example.c", "-L"+dir, "-latoll", "-Wl,-rpath,"+dir)
	if out := run(nil, program); !strings.Contains(out, "games ended") {
		t.Errorf("the program says %q", out)
	}
}

func TestLinesThatNameGames(t *testing.T) {
	for line, want := range map[string]string{
		"evo":                        "evo 2",
		"evo-v1 4":                   "evo 4",
		" evo  setup=line ":          "evo 2 setup=line",
		"epigo 2 variant=islanders":  "epigo 2 variant=islanders",
		"earthquake-v2 3 area=19":    "earthquake 3 area=19",
		"conqueror 4 forfeit=out":    "conqueror 4 forfeit=out",
		"conqueror 3 layout=custom ": "conqueror 3 layout=custom",
	} {
		if cfg, err := configure(line); err != nil || cfg.String() != want {
			t.Errorf("%q: %s, %v", line, cfg, err)
		}
	}
	for line, want := range map[string]string{
		"": "no game is named", "chess": "no game", "evo-v2": "version 1", "evo-v": "version 1", "evo two": "number of players",
		"evo 3": "2 or 4", "evo 2 setup": "key=value", "evo 2 x=1": "no option",
	} {
		if _, err := configure(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
}

// The table of docs/tensors.md is for two players.
func TestSizesAreAsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/tensors.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games.All() {
		e, err := vector.Open(g.MustConfigure(2), 1, 1, 1, vector.Share)
		if err != nil {
			t.Fatal(err)
		}
		text, err := describe(e)
		if err != nil {
			t.Fatal(err)
		}
		var about struct {
			Size, Actions int
			MaxLegal      int `json:"max_legal"`
			MaxWord       int `json:"max_word"`
		}
		if err := json.Unmarshal(text, &about); err != nil {
			t.Fatal(err)
		}
		var row []string
		for line := range strings.Lines(string(page)) {
			if strings.HasPrefix(line, "| "+g.Name) {
				row = strings.Split(strings.TrimSpace(line), "|")
			}
		}
		if len(row) != 10 {
			t.Fatalf("%s has no row", g.Name)
		}
		for i, want := range map[int]int{5: about.Size, 6: about.Actions, 7: about.MaxLegal, 8: about.MaxWord} {
			cell := strings.ReplaceAll(strings.TrimSpace(row[i]), ",", "")
			if first, _, _ := strings.Cut(cell, " "); first != strconv.Itoa(want) {
				t.Errorf("%s: column %d says %q, it is %d", g.Name, i, row[i], want)
			}
		}
		_ = e.Close()
	}
}
