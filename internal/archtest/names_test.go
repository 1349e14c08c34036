package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"atoll/examples"
	"atoll/games"
)

// lists are the files that may name games: the plain lists, the types that are made
// from what the games declare, command lines that the manual shows, and which pictures
// README.md has.
var lists = []string{
	"games/games.go", "bots/all/all.go", "examples/examples.go", "diagram/figures.go", "web/src/lib/api/types.ts",
	"cmd/atoll/manual.go", "web/tools/readme-pictures.mjs",
}

// front is what runs in a browser or builds what does.
var front = regexp.MustCompile(`^(web/(src|sw|tools|public)/.*|web/[^/]*|clients/web/[^/]*)\.(ts|svelte|css|js|mjs)$`)

// ids are the games and the examples.
func ids() []string {
	var all []string
	for _, g := range append(games.All(), examples.All()...) {
		all = append(all, g.ID)
	}
	return all
}

// ownPlace reports whether a file belongs to the game: it lies in a folder of its
// name, or is called by it where a floor is one folder.
func ownPlace(path, id string) bool {
	name := strings.TrimSuffix(filepath.Base(path), ".go")
	return slices.Contains(strings.Split(filepath.Dir(path), "/"), id) || name == id || strings.HasSuffix(name, "_"+id)
}

// TestGamesAreNamedInTheirOwnFoldersOnly reads all sources but tests. In Go a game
// is named by its id as a word of a text, which an import of its package is too, or as
// a part of a name; in the front end in a comment as well.
func TestGamesAreNamedInTheirOwnFoldersOnly(t *testing.T) {
	read := 0
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path, _ := filepath.Rel(root, file)
		path = filepath.ToSlash(path)
		switch {
		case d.IsDir():
			if name := d.Name(); name == "node_modules" || name == "dist" || name == "testdata" ||
				path != "." && strings.HasPrefix(name, ".") ||
				strings.HasPrefix(path, "clients/") && path != "clients/web" || path == "docs/examples" {
				return filepath.SkipDir
			}
			return nil
		case slices.Contains(lists, path), strings.HasPrefix(path, "store/storetest/"), strings.HasPrefix(path, "store/past/"),
			strings.HasPrefix(path, "tui/tuitest/"), strings.HasPrefix(path, "search/internal/toy/"):
			return nil // the plain lists; suites and toys that tests share
		}
		var named []string
		switch {
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			named, err = namedInGo(file, nil)
		case front.MatchString(path) && !strings.HasSuffix(path, ".test.ts"):
			text, readErr := os.ReadFile(file)
			named, err = namedIn(string(text)), readErr
		default:
			return nil
		}
		read++
		for _, id := range named {
			if !ownPlace(path, id) {
				t.Errorf("%s names %s: what is of one game belongs in its folder", path, id)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 300 {
		t.Errorf("only %d files were read", read)
	}
}

// namedInGo reads the texts and names of a Go source, or of the file itself where it is nil.
func namedInGo(file string, src any) ([]string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var words strings.Builder
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			words.WriteString(n.Name + "\n")
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				words.WriteString(n.Value + "\n")
			}
		}
		return true
	})
	return namedIn(words.String()), nil
}

// words find the id of a game on its own, before a capital letter, and with a capital as the end of a name or before
// another.
var words = sync.OnceValue(func() map[string]*regexp.Regexp {
	all := map[string]*regexp.Regexp{}
	for _, id := range ids() {
		title := strings.ToUpper(id[:1]) + id[1:]
		all[id] = regexp.MustCompile(`(?i:(^|[^a-z])` + id + `([^a-z]|$))|(^|[^a-z])` + id + `[A-Z]|` + title + `([^a-z]|$)`)
	}
	return all
})

func namedIn(text string) []string {
	var found []string
	for id, word := range words() {
		if word.MatchString(text) {
			found = append(found, id)
		}
	}
	return found
}

// TestNamesOfGamesAreNoticed shows what counts as a name.
func TestNamesOfGamesAreNoticed(t *testing.T) {
	for text, want := range map[string]int{
		"game === 'evo'": 1, "const map = { evo: 1 }": 1, ".epigo { color: red }": 1, "game.startsWith('nim')": 1,
		"isEpigo(game)": 1, "nimBoard": 1, "import type { EvoPosition } from": 1, "// as EVO has it": 1, "`/rules/conqueror`": 1,
		"revoke(); animate(); evolve()": 0, "minimal, Denim": 0,
	} {
		if got := namedIn(text); len(got) != want {
			t.Errorf("%q names %v, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{
		`if id == "evo" {}`: 1, `b := epigoBoard`: 1, `x := "Epigo, EVO and others."`: 2, `import _ "atoll/games/conqueror"`: 1,
		`isEarthquake()`: 1, `revoke("minimal")`: 0, `x := 1 // as EVO has it`: 0,
	} {
		src := "package p\n" + text
		if !strings.HasPrefix(text, "import") {
			src = "package p\nfunc f() {\n" + text + "\n}"
		}
		if got, err := namedInGo("p.go", src); err != nil || len(got) != want {
			t.Errorf("%q names %v, want %d: %v", text, got, want, err)
		}
	}
}
