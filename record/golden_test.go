package record

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
)

var add = flag.Bool("add", false, "add golden records of configurations that have none")

// goldenConfigs are the defaults for every number of players, and every other
// value of every option once for each number.
func goldenConfigs(g *game.Game) []game.Config {
	var list []game.Config
	for _, players := range g.Players {
		list = append(list, g.MustConfigure(players))
		for _, o := range g.Options {
			for _, v := range valuesOf(o) {
				given := map[string]game.Value{o.Key: v}
				if o.Needs != "" {
					needed, err := g.ReadOptions([]string{o.Needs})
					if err != nil {
						panic(err)
					}
					maps.Copy(given, needed)
				}
				if cfg, err := g.Configure(players, given); err == nil && v != o.Default {
					list = append(list, cfg)
				}
			}
		}
	}
	return list
}

func valuesOf(o game.Option) []game.Value {
	switch o.Kind {
	case game.Flag:
		return []game.Value{game.Bool(true)}
	case game.Limit:
		return []game.Value{game.Int(o.Min + 2)}
	}
	var values []game.Value
	for _, v := range o.Values {
		values = append(values, v.Value)
	}
	return values
}

// Golden records are kept for ever: every game that was ever stored must replay,
// and be written as it was. New configurations are added with -add; nothing
// that is there is changed.
func TestGoldenRecords(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			path := filepath.Join("testdata", "golden", g.ID+".records")
			lines := readLines(t, path)
			seen := map[string]bool{}
			for i, line := range lines {
				rec, err := Parse(line, games.ByID)
				if err != nil {
					t.Errorf("line %d: %v", i+1, err)
					continue
				}
				seen[rec.Config.String()] = true
				if err := Verify(rec); err != nil {
					t.Errorf("line %d, %s: %v", i+1, rec.Config, err)
				}
				if !rec.Result.Over {
					t.Errorf("line %d, %s: the game is not over", i+1, rec.Config)
				}
				if again := string(rec.AppendText(nil)); again != line {
					t.Errorf("line %d, %s: written differently now", i+1, rec.Config)
				}
			}
			for _, cfg := range goldenConfigs(g) {
				switch {
				case seen[cfg.String()]:
				case *add:
					lines = append(lines, string(golden(cfg).AppendText(nil)))
				default:
					t.Errorf("no golden record of %s: go test ./record -run TestGoldenRecords -add", cfg)
				}
			}
			if *add {
				if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// golden plays a game that ends by its own rules: of those that do not fill the
// file the longest.
func golden(cfg game.Config) *Record {
	var best *Record
	for seed := range uint64(40) {
		rec := Random(cfg, Lively, game.NewRand(seed), false)
		if rec.Result.Reason == "resign" || rec.Result.Reason == "timeout" || rec.Result.Reason == "agreed" {
			continue
		}
		const most = 160
		n := len(rec.Events)
		if best == nil || len(best.Events) > most && n < len(best.Events) || n <= most && n > len(best.Events) {
			best = rec
		}
	}
	return best
}

func readLines(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		lines = append(lines, in.Text())
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
	return lines
}

func TestRulesVersionIsWritten(t *testing.T) {
	for id, want := range map[string]string{
		"epigo":      `"game":"epigo","options"`,
		"evo":        `"game":"evo","options"`,
		"conqueror":  `"game":"conqueror","rules":2,"options"`,
		"earthquake": `"game":"earthquake","rules":2,"options"`,
	} {
		g, _ := games.ByID(id)
		rec := &Record{Config: g.MustConfigure(2)}
		if text := string(rec.AppendText(nil)); !strings.Contains(text, want) {
			t.Errorf("%s has no %s", text, want)
		}
	}
}

// The files in testdata/old were written by the version before the rules of
// these games changed.
func TestRecordsOfOldRules(t *testing.T) {
	t.Run("The Conqueror is one with last_tile=turn", func(t *testing.T) {
		kinds := map[string]bool{}
		for i, line := range readLines(t, "testdata/old/conqueror-1.records") {
			rec, err := Parse(line, games.ByID)
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			if err := Verify(rec); err != nil {
				t.Errorf("line %d: %v", i+1, err)
			}
			if got := rec.Config.Text("last_tile"); got != "turn" {
				t.Errorf("line %d: last_tile=%s", i+1, got)
			}
			kinds[rec.Config.String()] = true
			_, was, _ := strings.Cut(line, `"seats":`)
			head, is, _ := strings.Cut(string(rec.AppendText(nil)), `"seats":`)
			if was != is || !strings.Contains(head, `"rules":2`) || !strings.Contains(head, `"last_tile":"turn"`) {
				t.Errorf("line %d is written as\n%s%s, and was\n%s", i+1, head, is, line)
			}
		}
		if len(kinds) < 6 {
			t.Errorf("only %v", slices.Collect(maps.Keys(kinds)))
		}
	})
	t.Run("Earthquake Island is not replayed", func(t *testing.T) {
		lines := readLines(t, "testdata/old/earthquake-1.records")
		for i, line := range lines {
			_, err := Parse(line, games.ByID)
			var old *game.OldRules
			if !errors.As(err, &old) || old.Version != 1 {
				t.Errorf("line %d: %v", i+1, err)
			}
		}
		if len(lines) < 2 {
			t.Errorf("%d records", len(lines))
		}
	})
	t.Run("a reader goes on after one", func(t *testing.T) {
		evo, _ := games.ByID("evo")
		good := (&Record{Config: evo.MustConfigure(2)}).AppendText(nil)
		r := NewReader(strings.NewReader(readLines(t, "testdata/old/earthquake-1.records")[0]+"\n"+string(good)), games.ByID)
		_, err := r.Next()
		var old *game.OldRules
		if !errors.As(err, &old) {
			t.Fatal(err)
		}
		if _, err := r.Next(); err != nil {
			t.Fatal(fmt.Errorf("the line after it: %w", err))
		}
	})
}
