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
	"strconv"
	"strings"
	"testing"

	"atoll/examples"
	"atoll/games"
)

// lists are the files that may name games: the plain lists, the types that are made
// from what the games declare, and which pictures README.md shows.
var lists = []string{
	"games/games.go", "bots/all/all.go", "examples/examples.go", "web/src/lib/api/types.ts", "web/tools/readme-pictures.mjs",
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
// is named by its id in a text, or by an import of its package; in the front end by
// its id as a word anywhere, in a comment too, or as the beginning of a name.
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
			strings.HasPrefix(path, "tui/tuitest/"):
			return nil // the plain lists; suites that tests share
		}
		var named []string
		switch {
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			named, err = namedInGo(file)
		case front.MatchString(path) && !strings.HasSuffix(path, ".test.ts"):
			text, readErr := os.ReadFile(file)
			named, err = namedInWeb(string(text)), readErr
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

func namedInGo(file string) ([]string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	imports := map[*ast.BasicLit]bool{}
	for _, i := range f.Imports {
		imports[i.Path] = true
	}
	var found []string
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			return true
		}
		for _, id := range ids() {
			if text == id || strings.HasPrefix(text, id+" ") ||
				imports[lit] && strings.HasPrefix(text, "atoll/") && strings.HasSuffix(text, "/"+id) {
				found = append(found, id)
			}
		}
		return true
	})
	return found, nil
}

func namedInWeb(text string) []string {
	var found []string
	for _, id := range ids() {
		title := strings.ToUpper(id[:1]) + id[1:]
		word := regexp.MustCompile(`(?i:(^|[^a-z])` + id + `([^a-z]|$))|(^|[^a-z])` + id + `[A-Z]|` + title + `([^a-z]|$)`)
		if word.MatchString(text) {
			found = append(found, id)
		}
	}
	return found
}

// TestNamesOfGamesAreNoticed shows what counts as a name in the front end.
func TestNamesOfGamesAreNoticed(t *testing.T) {
	for text, want := range map[string]int{
		"game === 'evo'": 1, "const map = { evo: 1 }": 1, ".epigo { color: red }": 1, "game.startsWith('nim')": 1,
		"isEpigo(game)": 1, "nimBoard": 1, "import type { EvoPosition } from": 1, "// as EVO has it": 1, "`/rules/conqueror`": 1,
		"revoke(); animate(); evolve()": 0, "minimal, Denim": 0,
	} {
		if got := namedInWeb(text); len(got) != want {
			t.Errorf("%q names %v, want %d", text, got, want)
		}
	}
}
