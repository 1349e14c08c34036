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

// lists are the files that may name games: the plain lists, and the types that are
// made from what the games declare.
var lists = []string{"games/games.go", "bots/all/all.go", "examples/examples.go", "web/src/lib/api/types.ts"}

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
// its id in a text or a path.
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
			if name := d.Name(); name == "node_modules" || name == "dist" || name == "testdata" || name == "clients" ||
				path != "." && strings.HasPrefix(name, ".") ||
				path == "docs/examples" {
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
		case strings.HasPrefix(path, "web/src/") && regexp.MustCompile(`\.(ts|svelte|css)$`).MatchString(path) && !strings.HasSuffix(path, ".test.ts"):
			named, err = namedInWeb(file)
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

func namedInWeb(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, id := range ids() {
		if regexp.MustCompile("['\"`/$-]" + id + "['\"`/.-]").Match(text) {
			found = append(found, id)
		}
	}
	return found, nil
}
