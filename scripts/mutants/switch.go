package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// switches are what operators become in a program that has all mutants inside: the variable says which one is on.
const switches = `
import ("cmp"; "os"; "strconv")

var mutantOn, _ = strconv.Atoi(os.Getenv("ATOLL_MUTANT"))

type mutantWhole interface { ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr }
type mutantNumber interface { mutantWhole | ~float32 | ~float64 }

func mutantNot(id int) bool { return mutantOn == id }
func mutantLess[T cmp.Ordered](id int, x, y T) bool { switch mutantOn { case id: return x <= y; case id+1: return x >= y }; return x < y }
func mutantMore[T cmp.Ordered](id int, x, y T) bool { switch mutantOn { case id: return x >= y; case id+1: return x <= y }; return x > y }
func mutantMost[T cmp.Ordered](id int, x, y T) bool { switch mutantOn { case id: return x < y; case id+1: return x > y }; return x <= y }
func mutantLeast[T cmp.Ordered](id int, x, y T) bool { switch mutantOn { case id: return x > y; case id+1: return x < y }; return x >= y }
func mutantAdd[T mutantNumber](id int, x, y T) T { if mutantOn == id { return x - y }; return x + y }
func mutantSub[T mutantNumber](id int, x, y T) T { if mutantOn == id { return x + y }; return x - y }
func mutantMul[T mutantNumber](id int, x, y T) T { if mutantOn == id { return x / y }; return x * y }
func mutantQuo[T mutantNumber](id int, x, y T) T { if mutantOn == id { return x * y }; return x / y }
func mutantRem[T mutantWhole](id int, x, y T) T { if mutantOn == id { return x * y }; return x % y }
func mutantNeg[T mutantNumber](id int, x T) T { if mutantOn == id { return x }; return -x }
func mutantInc[T mutantNumber](id int) T { var zero T; if mutantOn == id { return zero - 1 }; return 1 }
func mutantDec[T mutantNumber](id int) T { var zero T; if mutantOn == id { return 1 }; return zero - 1 }
`

var names = map[token.Token]string{
	token.LSS: "mutantLess", token.GTR: "mutantMore", token.LEQ: "mutantMost", token.GEQ: "mutantLeast", token.ADD: "mutantAdd",
	token.SUB: "mutantSub", token.MUL: "mutantMul", token.QUO: "mutantQuo", token.REM: "mutantRem",
}

// never is the number given to mutants that do not compile.
const never = -1

// An edit puts a text in the place of some bytes.
type edit struct {
	from, to int
	text     string
}

// instrument writes a package whose operators are switches, and returns the file that lays it over the real one and
// the numbers of its mutants, by place and change. What is left out (constants, mostly) has to be compiled one by one.
func instrument(pkg, dir string, all []mutant) (overlay string, ids map[string]int, err error) {
	set, files, paths, info, err := check(pkg)
	if err != nil {
		return "", nil, err
	}
	wanted := map[string]bool{} // places with a mutant
	for _, m := range all {
		wanted[fmt.Sprint(m.File, m.At)] = true
	}
	ids = map[string]int{}
	replace := map[string]string{}
	next := 1
	for i, tree := range files {
		src, err := os.ReadFile(paths[i])
		if err != nil {
			return "", nil, err
		}
		file := filepath.Base(paths[i])
		at := func(p token.Pos) int { return set.Position(p).Offset }
		var edits []edit
		number := func(p token.Pos, tos ...string) int {
			id := next
			for _, to := range tos {
				ids[fmt.Sprint(file, at(p), to)] = next
				next++
			}
			return id
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				op := n.Op.String()
				if wanted[fmt.Sprint(file, at(n.OpPos))] && n.Op == token.ADD && text(info.TypeOf(n)) {
					ids[fmt.Sprint(file, at(n.OpPos), changes["ARITHMETIC_BASE"][op])] = never // there is no minus for texts
					return true
				}
				if !wanted[fmt.Sprint(file, at(n.OpPos))] || info.Types[n].Value != nil {
					return true
				}
				if n.Op == token.EQL || n.Op == token.NEQ {
					id := number(n.OpPos, changes["CONDITIONALS_NEGATION"][op])
					edits = append(edits, edit{at(n.Pos()), at(n.Pos()), fmt.Sprintf("(mutantNot(%d) != (", id)}, edit{at(n.End()), at(n.End()), "))"})
					return true
				}
				if names[n.Op] == "" || !plain(info, n.X) || !plain(info, n.Y) {
					return true
				}
				var id int
				if to := changes["CONDITIONALS_BOUNDARY"][op]; to != "" {
					id = number(n.OpPos, to, changes["CONDITIONALS_NEGATION"][op])
				} else {
					id = number(n.OpPos, changes["ARITHMETIC_BASE"][op])
				}
				edits = append(edits, edit{at(n.Pos()), at(n.Pos()), fmt.Sprintf("%s(%d, ", names[n.Op], id)},
					edit{at(n.OpPos), at(n.OpPos) + len(op), ","}, edit{at(n.End()), at(n.End()), ")"})
			case *ast.UnaryExpr:
				if n.Op != token.SUB || !wanted[fmt.Sprint(file, at(n.OpPos))] || info.Types[n].Value != nil || !plain(info, n.X) {
					return true
				}
				edits = append(edits, edit{at(n.OpPos), at(n.OpPos) + 1, fmt.Sprintf("mutantNeg(%d, ", number(n.OpPos, "+"))},
					edit{at(n.End()), at(n.End()), ")"})
			case *ast.IncDecStmt:
				basic, ok := info.TypeOf(n.X).(*types.Basic)
				if !ok || !wanted[fmt.Sprint(file, at(n.TokPos))] {
					return true
				}
				name, to := "mutantInc", "--"
				if n.Tok == token.DEC {
					name, to = "mutantDec", "++"
				}
				edits = append(edits, edit{at(n.TokPos), at(n.TokPos) + 2, fmt.Sprintf(" += %s[%s](%d)", name, basic.Name(), number(n.TokPos, to))})
			}
			return true
		})
		changed := filepath.Join(dir, file)
		if err := os.WriteFile(changed, apply(src, edits), 0o644); err != nil {
			return "", nil, err
		}
		replace[paths[i]] = changed
	}
	extra := filepath.Join(dir, "mutants_switches.go")
	if err := os.WriteFile(extra, []byte("package "+files[0].Name.Name+"\n"+switches), 0o644); err != nil {
		return "", nil, err
	}
	real, err := filepath.Abs(filepath.Join(pkg, "mutants_switches.go"))
	if err != nil {
		return "", nil, err
	}
	replace[real] = extra
	data, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, ids, os.WriteFile(overlay, data, 0o644)
}

// apply makes the edits. They come outer first: of two that begin at one place the outer opens first and closes last.
func apply(src []byte, edits []edit) []byte {
	type piece struct {
		edit
		order int
	}
	pieces := make([]piece, len(edits))
	for i, e := range edits {
		order := i
		if strings.HasPrefix(e.text, ")") {
			order = -i - 1
		}
		pieces[i] = piece{e, order}
	}
	slices.SortFunc(pieces, func(a, b piece) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return a.order - b.order
	})
	var out bytes.Buffer
	done := 0
	for _, p := range pieces {
		out.Write(src[done:p.from])
		out.WriteString(p.text)
		done = p.to
	}
	out.Write(src[done:])
	return out.Bytes()
}

// plain reports whether a value can be handed to a switch: a number or a text, whose type is known without its neighbour.
func plain(info *types.Info, e ast.Expr) bool {
	if shift, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && (shift.Op == token.SHL || shift.Op == token.SHR) {
		return false
	}
	t := info.TypeOf(e)
	if _, ok := t.(*types.TypeParam); ok {
		return false
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsInteger|types.IsFloat|types.IsString) != 0
}

func text(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// check reads a package with its types.
func check(pkg string) (*token.FileSet, []*ast.File, []string, *types.Info, error) {
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles", "./"+pkg).Output()
	if err != nil {
		return nil, nil, nil, nil, err
	}
	exports := map[string]string{}
	var this listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, nil, nil, nil, err
		}
		exports[p.ImportPath] = p.Export
		this = p // the package itself comes last
	}
	set := token.NewFileSet()
	var files []*ast.File
	var paths []string
	for _, name := range this.GoFiles {
		path := filepath.Join(this.Dir, name)
		tree, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, nil, nil, err
		}
		files, paths = append(files, tree), append(paths, path)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	_, err = conf.Check(this.ImportPath, set, files, info)
	return set, files, paths, info, err
}
