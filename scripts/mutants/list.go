package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A mutant is one operator of a file that becomes another.
type mutant struct {
	File  string `json:"file"` // within the package
	Where string `json:"where"`
	Line  int    `json:"line"`
	Col   int    `json:"col"`
	At    int    `json:"at"` // byte
	From  string `json:"from"`
	To    string `json:"to"`
	Was   string `json:"was"` // the line
	Is    string `json:"is"`  // and what becomes of it
}

// key is the same wherever the function has moved in its file: what lists of survivors are looked up by.
func (m mutant) key() string { return m.Where + "\t" + m.Was + "\t" + m.Is }

// lot decides which mutants are in a sample.
func (m mutant) lot() string {
	sum := sha256.Sum256([]byte(m.key()))
	return hex.EncodeToString(sum[:])
}

// changes is what gremlins makes of an operator, by the name that its report has for it.
var changes = map[string]map[string]string{
	"ARITHMETIC_BASE":       {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*"},
	"CONDITIONALS_BOUNDARY": {">=": ">", ">": ">=", "<=": "<", "<": "<="},
	"CONDITIONALS_NEGATION": {"==": "!=", "!=": "==", ">=": "<", "<": ">=", ">": "<=", "<=": ">"},
	"INCREMENT_DECREMENT":   {"++": "--", "--": "++"},
	"INVERT_NEGATIVES":      {"-": "+"},
}

// list asks gremlins for the mutants of a package, and keeps its answer.
func list(pkg, kept string) ([]mutant, error) {
	if _, err := os.Stat(kept); err != nil {
		if err := ask(pkg, kept); err != nil {
			return nil, err
		}
	}
	data, err := os.ReadFile(kept)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Files []struct {
			Name      string `json:"file_name"`
			Mutations []struct {
				Type         string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		return nil, err
	}
	built, err := output(exec.Command("go", "list", "-f", `{{join .GoFiles " "}}`, "./"+pkg))
	if err != nil {
		return nil, err
	}
	var all []mutant
	seen := map[string]bool{}
	for _, f := range answer.Files {
		if !slices.Contains(strings.Fields(built), f.Name) {
			continue // of another package, or for another system
		}
		src, err := os.ReadFile(filepath.Join(pkg, f.Name))
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, f.Name, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, g := range f.Mutations {
			pos := set.File(tree.Pos()).LineStart(g.Line) + token.Pos(g.Column-1)
			at := set.Position(pos).Offset
			m, ok := change(src, at, changes[g.Type])
			if !ok {
				return nil, fmt.Errorf("%s:%d:%d: nothing here for %s", f.Name, g.Line, g.Column, g.Type)
			}
			m.File, m.Line, m.Col = f.Name, g.Line, g.Column
			m.Where = f.Name + ":" + function(tree, pos)
			if same := m.key() + fmt.Sprint(at); !seen[same] { // a minus is named twice
				seen[same] = true
				all = append(all, m)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b mutant) int { return strings.Compare(a.File, b.File) })
	// Two lines of a function may be equal: the second is numbered.
	count := map[string]int{}
	for i := range all {
		if count[all[i].key()]++; count[all[i].key()] > 1 {
			all[i].Where += fmt.Sprintf("#%d", count[all[i].key()])
		}
	}
	return all, nil
}

// ask runs gremlins over a copy of what git has, since it copies the whole folder itself, build outputs included.
func ask(pkg, kept string) error {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, err := output(exec.Command("bash", "-c", `git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$0"`, dir)); err != nil {
		return err
	}
	gremlins, err := filepath.Abs("bin/gremlins-0.6.0")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		return err
	}
	cmd := exec.Command(gremlins, "unleash", "--dry-run", "--workers", "1", "-o", kept, "./"+pkg)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-run=^$") // coverage is measured test by test, later
	_, err = output(cmd)
	return err
}

// change makes a mutant of the operator at a place.
func change(src []byte, at int, table map[string]string) (mutant, bool) {
	for _, n := range []int{2, 1} {
		if at+n > len(src) {
			continue
		}
		from := string(src[at : at+n])
		to, ok := table[from]
		if !ok {
			continue
		}
		start := bytes.LastIndexByte(src[:at], '\n') + 1
		end := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			end = at + i
		}
		was := string(src[start:end])
		is := string(src[start:at]) + to + string(src[at+n:end])
		return mutant{At: at, From: from, To: to, Was: clean(was), Is: clean(is)}, true
	}
	return mutant{}, false
}

func clean(line string) string { return strings.ReplaceAll(strings.TrimSpace(line), "\t", " ") }

// function names the declaration around a place.
func function(tree *ast.File, pos token.Pos) string {
	for _, d := range tree.Decls {
		if pos < d.Pos() || pos >= d.End() {
			continue
		}
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			return "-"
		}
		if f.Recv == nil || len(f.Recv.List) == 0 {
			return f.Name.Name
		}
		of := f.Recv.List[0].Type
		if star, ok := of.(*ast.StarExpr); ok {
			of = star.X
		}
		if index, ok := of.(*ast.IndexExpr); ok {
			of = index.X
		}
		if id, ok := of.(*ast.Ident); ok {
			return id.Name + "." + f.Name.Name
		}
		return f.Name.Name
	}
	return "-"
}
