package main

import (
	"fmt"
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
		{"ARITHMETIC_BASE", "-b", "return a+b*2 < n-1 && a == +b"},
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

// TestListNamesOperators: every operator once for each thing that it can become, and nothing that only looks like one.
func TestListNamesOperators(t *testing.T) {
	src := "package p\n\nfunc (q *list[T]) f(c chan int, s []int) bool {\n\tn := <-c << 2\n\tn--\n\treturn n <= -1 && s[0]*2 != n // a + b\n}\n\nvar day = 24 * hour\n"
	all, err := mutants("p.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		got = append(got, fmt.Sprintf("%s %d:%d %s", m.Where, m.Line, m.Col, m.Is))
	}
	want := []string{
		"p.go:list.f 5:3 n++",
		"p.go:list.f 6:11 return n < -1 && s[0]*2 != n // a + b",
		"p.go:list.f 6:11 return n > -1 && s[0]*2 != n // a + b",
		"p.go:list.f 6:14 return n <= +1 && s[0]*2 != n // a + b",
		"p.go:list.f 6:24 return n <= -1 && s[0]/2 != n // a + b",
		"p.go:list.f 6:27 return n <= -1 && s[0]*2 == n // a + b",
		"p.go:- 9:14 var day = 24 / hour",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
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
