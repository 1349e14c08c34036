package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestListsNameWhatIsThere: a line of a list of survivors that is in the code no longer is taken off.
func TestListsNameWhatIsThere(t *testing.T) {
	t.Chdir("../..")
	for _, target := range targets {
		named, err := survivors(target.pkg)
		if err != nil {
			t.Error(err)
		}
		for key := range named {
			parts := strings.Split(key, "\t")
			file, function, _ := strings.Cut(parts[0], ":")
			data, err := os.ReadFile(filepath.Join(target.pkg, file))
			if err != nil {
				t.Error(err)
				continue
			}
			function, _, _ = strings.Cut(function, "#")
			if !slices.Contains(places(t, file, data), function+"\t"+parts[1]) {
				t.Errorf("%s/testdata/mutants.tsv: %s has no line %q", target.pkg, parts[0], parts[1])
			}
			if parts[1] == parts[2] {
				t.Errorf("%s/testdata/mutants.tsv: %q becomes itself", target.pkg, parts[1])
			}
		}
	}
}

// places are the lines of a file, each after the function it is in.
func places(t *testing.T, file string, data []byte) []string {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, data, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	at := set.File(tree.Pos())
	for i, line := range strings.Split(string(data), "\n") {
		if i >= at.LineCount() || clean(line) == "" {
			continue
		}
		pos := at.LineStart(i+1) + token.Pos(strings.Index(line, clean(line)[:1]))
		out = append(out, function(tree, pos)+"\t"+clean(line))
	}
	return out
}

func TestEveryMutantIsInsideOrAlone(t *testing.T) {
	src := []byte("package p\n\nfunc f(a, b, n int) bool {\n\tn++\n\treturn a+b*2 < n-1 && a == -b\n}\n")
	for _, x := range []struct{ kind, at, want string }{
		{"ARITHMETIC_BASE", "+b", "return a-b*2 < n-1 && a == -b"},
		{"ARITHMETIC_BASE", "*2", "return a+b/2 < n-1 && a == -b"},
		{"CONDITIONALS_BOUNDARY", "< n", "return a+b*2 <= n-1 && a == -b"},
		{"CONDITIONALS_NEGATION", "< n", "return a+b*2 >= n-1 && a == -b"},
		{"CONDITIONALS_NEGATION", "==", "return a+b*2 < n-1 && a != -b"},
		{"INVERT_NEGATIVES", "-b", "return a+b*2 < n-1 && a == +b"},
		{"INCREMENT_DECREMENT", "++", "n--"},
	} {
		m, ok := change(src, strings.Index(string(src), x.at), changes[x.kind])
		if !ok || m.Is != x.want {
			t.Errorf("%s at %q: got %q", x.kind, x.at, m.Is)
		}
	}
	if _, ok := change(src, strings.Index(string(src), "&&"), changes["ARITHMETIC_BASE"]); ok {
		t.Error("there is no sum at &&")
	}
}

// TestEditsNest: of two calls that begin or end at one place the outer one is outside.
func TestEditsNest(t *testing.T) {
	src := []byte("a+b*c")
	got := string(apply(src, []edit{{0, 0, "add(1, "}, {1, 2, ","}, {5, 5, ")"}, {2, 2, "mul(2, "}, {3, 4, ","}, {5, 5, "))"}}))
	if want := "add(1, a,mul(2, b,c)))"; got != want {
		t.Errorf("got %s", got)
	}
	got = string(apply([]byte("a*b+c"), []edit{{0, 0, "add(1, "}, {3, 4, ","}, {5, 5, ")"}, {0, 0, "mul(2, "}, {1, 2, ","}, {3, 3, ")"}}))
	if want := "add(1, mul(2, a,b),c)"; got != want {
		t.Errorf("got %s", got)
	}
}
