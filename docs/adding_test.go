package docs_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page about adding a game is followed to the letter: its blocks become files
// laid over the sources, its line goes into the list, and the game is built,
// checked and played.
func TestAddingAGameAsThePageSays(t *testing.T) {
	page, err := os.ReadFile("adding-a-game.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	over := map[string]string{}
	lay := func(path, text string) {
		file := filepath.Join(dir, strings.ReplaceAll(path, "/", "_"))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		over[filepath.Join(root, path)] = file
	}
	files := regexp.MustCompile("(?s)`(games/[a-z]+/[a-z_]+\\.go)`:\n\n```go\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(files) != 3 {
		t.Fatalf("the page has %d files, not 3", len(files))
	}
	for _, f := range files {
		lay(f[1], f[2])
	}
	pkg := filepath.Dir(files[0][1])
	id := filepath.Base(pkg)
	list, err := os.ReadFile(filepath.Join(root, "games/games.go"))
	if err != nil {
		t.Fatal(err)
	}
	line := "\t\t" + id + ".Game,\n"
	if !strings.Contains(string(page), "```go\n"+line+"```") {
		t.Fatalf("the page does not show the line %q", line)
	}
	with := strings.Replace(string(list), "\t}\n}\n", line+"\t}\n}\n", 1)
	with = strings.Replace(with, "\n)\n", "\n\t\"atoll/"+pkg+"\"\n)\n", 1)
	lay("games/games.go", with)
	overlay := filepath.Join(dir, "overlay.json")
	data, _ := json.Marshal(map[string]any{"Replace": over})
	if err := os.WriteFile(overlay, data, 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(in string, name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Stdin = root, strings.NewReader(in)
		cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	// Files that are only laid over have no folder to run in: the test is built, then run here.
	check := filepath.Join(dir, "check.test")
	run("", "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", check, "./"+pkg)
	run("", check)
	atoll := filepath.Join(dir, "atoll")
	run("", "go", "build", "-overlay", overlay, "-o", atoll, "./cmd/atoll")
	if said := run("", atoll, "games"); !strings.Contains(said, id) {
		t.Errorf("the list of games lacks it:\n%s", said)
	}
	moves := strings.Repeat("+1\n+2\n", 12)
	if said := run(moves, atoll, "play", id, "--plain", "--bot", "random", "--seed", "5"); !strings.Contains(said, "said it") && !strings.Contains(said, "wins") {
		t.Errorf("the game was not played to its end:\n%s", said)
	}
	if said := run("", atoll, "duel", id, "--a", "level5", "--b", "random", "--games", "4"); said == "" {
		t.Error("its bots say nothing")
	}
}
