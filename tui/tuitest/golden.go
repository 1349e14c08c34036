package tuitest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

var update = flag.Bool("update", false, "write the golden screens anew")

// Golden holds a screen against its golden text.
func Golden(t *testing.T, name, screen string) {
	t.Helper()
	rows := strings.Split(ansi.Strip(screen), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	got := strings.Join(rows, "\n") + "\n"
	file := filepath.Join("testdata", "screens", name+".txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the screen has changed (go test with -update writes it anew):\n%s\nwas:\n%s", got, want)
	}
}

// Sizes are the windows that most pages are compared in.
var Sizes = [][2]int{{80, 24}, {120, 40}}
