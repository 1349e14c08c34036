package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
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

// changes is what becomes of an operator: the standard kinds of gremlins 0.6.0, by the names that it has for them.
var changes = map[string]map[string]string{
	"ARITHMETIC_BASE":       {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*"},
	"CONDITIONALS_BOUNDARY": {">=": ">", ">": ">=", "<=": "<", "<": "<="},
	"CONDITIONALS_NEGATION": {"==": "!=", "!=": "==", ">=": "<", "<": ">=", ">": "<=", "<=": ">"},
	"INCREMENT_DECREMENT":   {"++": "--", "--": "++"},
}

// list returns the mutants of a package.
func list(pkg string) ([]mutant, error) {
	built, err := output(exec.Command("go", "list", "-f", `{{join .GoFiles " "}}`, "./"+pkg))
	if err != nil {
		return nil, err
	}
	var all []mutant
	for _, name := range strings.Fields(built) {
		src, err := os.ReadFile(filepath.Join(pkg, name))
		if err != nil {
			return nil, err
		}
		these, err := mutants(name, src)
		if err != nil {
			return nil, err
		}
		all = append(all, these...)
	}
	// Two lines of a function may be equal: the second is numbered.
	count := map[string]int{}
	for i := range all {
		if count[all[i].key()]++; count[all[i].key()] > 1 {
			all[i].Where += fmt.Sprintf("#%d", count[all[i].key()])
		}
	}
	return all, nil
}

// mutants returns those of one file, in its order.
func mutants(name string, src []byte) ([]mutant, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []mutant
	ast.Inspect(tree, func(n ast.Node) bool {
		var pos token.Pos
		var op token.Token
		switch n := n.(type) {
		case *ast.BinaryExpr:
			pos, op = n.OpPos, n.Op
		case *ast.UnaryExpr:
			pos, op = n.OpPos, n.Op
		case *ast.IncDecStmt:
			pos, op = n.TokPos, n.Tok
		default:
			return true
		}
		at := set.Position(pos)
		for _, kind := range slices.Sorted(maps.Keys(changes)) {
			if m, ok := change(src, at.Offset, changes[kind]); ok && m.From == op.String() {
				m.File, m.Line, m.Col = name, at.Line, at.Column
				m.Where = name + ":" + function(tree, pos)
				all = append(all, m)
			}
		}
		return true
	})
	slices.SortStableFunc(all, func(a, b mutant) int { return a.At - b.At })
	return all, nil
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
