package gametest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atoll/game"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// goldenSteps is how many steps a playthrough shows with boards; the rest of
// the game follows with one line a step.
const goldenSteps = 24

// listShown is the longest list of actions that a playthrough prints.
const listShown = 24

// Golden plays one lively game from seed and compares its story with
// testdata/<configuration>-<seed>.golden. Options are "key=value".
func Golden(t *testing.T, g *game.Game, players int, options []string, seed uint64) {
	t.Helper()
	given, err := g.ReadOptions(options)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := g.Configure(players, given)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Playthrough(cfg, seed)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.NewReplacer(" ", "-", "=", "-").Replace(cfg.String())
	CompareGolden(t, filepath.Join("testdata", fmt.Sprintf("%s-%d.golden", name, seed)), got)
}

// CompareGolden compares got with a golden file, or writes it with -update.
func CompareGolden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (write it with -update)", err)
	}
	if bytes.Equal(got, want) {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			was := "the end"
			if i < len(w) {
				was = w[i]
			}
			t.Fatalf("%s:%d:\n got %s\nwant %s\n(refresh with -update)", file, i+1, g[i], was)
		}
	}
	t.Fatalf("%s: got only the first %d of %d lines (refresh with -update)", file, len(g), len(w))
}

// Playthrough tells a lively game of cfg as text.
func Playthrough(cfg game.Config, seed uint64) ([]byte, error) {
	w := newWalk(cfg, seed, true, &tally{})
	out := fmt.Appendf(nil, "%s, seed %d\n", cfg, seed)
	for w.step = 0; w.st.Acting() != 0; w.step++ {
		if w.step > maxSteps {
			return nil, fmt.Errorf("no end after %d steps", maxSteps)
		}
		full := w.step < goldenSteps
		if full {
			out = w.appendViews(out)
		}
		var story []byte
		tell := func(e game.Event) {
			story = fmt.Appendf(story, "  %s: %s", e.Kind, e.Text)
			if e.Audience != game.Everyone {
				story = fmt.Appendf(story, " [audience %08b]", uint8(e.Audience))
			}
			story = append(story, '\n')
		}
		out = fmt.Appendf(out, "%d.", w.step)
		if b, ok := w.st.(game.Bulk); ok && b.BulkPending() {
			text := b.DrawBulk(w.r)
			out = fmt.Appendf(out, " chance> %s\n", text)
			if err := b.PlayBulk(text, tell); err != nil {
				return nil, err
			}
		} else {
			out = w.appendStep(out, full, tell)
		}
		if full {
			out = append(out, story...)
		}
	}
	out = w.appendViews(out)
	out = append(out, "result "...)
	out = game.AppendResultJSON(out, w.st.Result(), cfg.SeatNames())
	return append(out, '\n'), nil
}

// appendStep tells what the acting seats may and do choose, and plays it.
func (w *walk) appendStep(out []byte, full bool, tell game.Tell) []byte {
	var c game.Choices
	for acting := w.st.Acting(); acting != 0; acting = acting.Without(acting.First()) {
		s := acting.First()
		c[s] = w.choose(w.st, s, w.r)
		if full {
			out = fmt.Appendf(out, " %s may choose of %d", w.cfg.SeatName(s), game.Count(w.st, s))
			if game.Count(w.st, s) <= listShown {
				out = append(out, ':')
				for i, a := range w.st.AppendActions(nil, s) {
					if i > 0 {
						out = append(out, ',')
					}
					out = w.st.AppendAction(append(out, ' '), s, a)
				}
			}
			out = append(out, '\n')
		}
		out = fmt.Appendf(out, " %s> %s", w.cfg.SeatName(s), w.actionText(s, c[s]))
		if full {
			out = append(out, '\n')
		}
	}
	if !full {
		out = append(out, '\n')
	}
	w.st.Play(c, tell)
	return out
}

// appendViews draws the board for the public, and for each seat and the truth
// where they see something else.
func (w *walk) appendViews(out []byte) []byte {
	public := game.Look(w.st, game.PublicViewer())
	out = append(out, '\n')
	out = append(out, bytes.TrimRight(public.AppendBoard(nil), "\n")...)
	out = fmt.Appendf(out, "\n%s\n", public.AppendText(nil))
	for _, v := range append(w.viewers(), game.TruthViewer()) {
		seen := game.Look(w.st, v)
		if portrait(seen) == portrait(public) {
			continue
		}
		name := w.viewerName(v)
		if v.Truth() {
			name = "truth"
		}
		out = fmt.Appendf(out, "as %s knows it:\n", name)
		if board := seen.AppendBoard(nil); !bytes.Equal(board, public.AppendBoard(nil)) {
			out = append(out, bytes.TrimRight(board, "\n")...)
			out = append(out, '\n')
		}
		out = append(seen.AppendText(out), '\n')
	}
	return append(out, '\n')
}
