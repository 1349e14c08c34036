package archtest

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/rules-coverage.md anew")

// pages are the rules pages with the folder whose testdata/rules.tsv covers them.
var pages = []struct{ title, dir string }{
	{"Epigo and Islanders", "games/epigo"},
	{"EVO", "games/evo"},
	{"The Conqueror", "games/conqueror"},
	{"Earthquake Island", "games/earthquake"},
	{"Actions and records", "record"},
}

// sources are the names that the tests of one folder have.
type sources struct {
	funcs map[string]bool
	texts map[string]bool // string literals as t.Run writes them
}

func readSources(t *testing.T, dir string) sources {
	t.Helper()
	src := sources{map[string]bool{}, map[string]bool{}}
	files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv == nil {
					src.funcs[n.Name.Name] = true
				}
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
					src.texts[strings.ReplaceAll(text, " ", "_")] = true
				}
			}
			return true
		})
	}
	return src
}

// has reports whether the named test, or subtest, still exists.
func (s sources) has(name string) bool {
	fn, sub, _ := strings.Cut(name, "/")
	if !s.funcs[fn] || !strings.HasPrefix(fn, "Test") && !strings.HasPrefix(fn, "Fuzz") {
		return false
	}
	if sub == "" || s.texts[strings.ReplaceAll(sub, " ", "_")] {
		return true
	}
	for part := range strings.SplitSeq(sub, "/") {
		if !s.texts[strings.ReplaceAll(part, " ", "_")] {
			return false
		}
	}
	return true
}

// splitNames cuts a list at its commas, but not at those inside the name of a
// subtest.
func splitNames(list string) []string {
	var names []string
	for part := range strings.SplitSeq(list, ",") {
		begins := strings.TrimSpace(part)
		dir, _, other := strings.Cut(begins, ".Test")
		if len(names) == 0 || strings.HasPrefix(begins, "Test") || strings.HasPrefix(begins, "Fuzz") || other && !strings.ContainsAny(dir, " _") {
			names = append(names, begins)
		} else {
			names[len(names)-1] += "," + part
		}
	}
	return names
}

// TestEverySentenceHasATest builds docs/rules-coverage.md from the tables that
// name a test for every sentence of the rules. A name is a test of the table's
// own folder, or folder.Test of another.
func TestEverySentenceHasATest(t *testing.T) {
	all := map[string]sources{}
	lookup := func(dir string) sources {
		if _, ok := all[dir]; !ok {
			all[dir] = readSources(t, dir)
		}
		return all[dir]
	}
	var doc strings.Builder
	doc.WriteString("# Which test covers which rule\n\nEvery sentence of the rules, and the tests that fail when it is broken. This page is built from\n" +
		"`games/*/testdata/rules.tsv` and `record/testdata/rules.tsv`; a test fails when a test named here is gone.\n" +
		"Refresh it with `go test ./internal/archtest -update`.\n")
	for _, page := range pages {
		file := filepath.Join(page.dir, "testdata", "rules.tsv")
		data, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&doc, "\n## %s\n\n| rule | tests in `%s` |\n|---|---|\n", page.title, page.dir)
		for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
			if line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			sentence, names, ok := strings.Cut(line, "\t")
			if !ok || strings.TrimSpace(sentence) == "" || strings.TrimSpace(names) == "" {
				t.Errorf("%s:%d: not a sentence, a tab and test names", file, i+1)
				continue
			}
			var shown []string
			for _, name := range splitNames(names) {
				dir, test := page.dir, name
				if at := strings.Index(name, ".Test"); at >= 0 && !strings.HasPrefix(name, "Test") {
					dir, test = name[:at], name[at+1:]
				}
				if !lookup(dir).has(test) {
					t.Errorf("%s:%d: %s has no test %s", file, i+1, dir, test)
				}
				shown = append(shown, "`"+name+"`")
			}
			fmt.Fprintf(&doc, "| %s | %s |\n", strings.ReplaceAll(sentence, "|", "\\|"), strings.Join(shown, ", "))
		}
	}
	path := filepath.Join(root, "docs", "rules-coverage.md")
	if *update {
		if err := os.WriteFile(path, []byte(doc.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != doc.String() {
		t.Error("docs/rules-coverage.md is out of date: go test ./internal/archtest -update")
	}
}

func TestMissingTestsAreNoticed(t *testing.T) {
	src := readSources(t, "internal/archtest")
	for name, want := range map[string]bool{
		"TestMissingTestsAreNoticed": true, "TestNoSuchThing": false, "TestMissingTestsAreNoticed/no_such_" + "subtest": false,
		"TestMissingTestsAreNoticed/TestNoSuchThing": true, "readSources": false,
	} {
		if got := src.has(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}
