package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A reach is a line of the file that keeps what the tests of one package reach: one test, or, where it names none, the
// blocks of packages. A package stands with the hash of its code, so that a line says nothing about other code.
type reach struct {
	Test   string             `json:"test,omitempty"`
	Text   string             `json:"text,omitempty"` // a hash of the test
	Took   time.Duration      `json:"took,omitempty"`
	Hit    map[string][]int   `json:"hit,omitempty"` // which blocks
	Blocks map[string][]block `json:"blocks,omitempty"`
}

// measure runs every test alone, once, for all packages whose mutants its package is to notice. It goes on where it
// stopped; a test whose own text has changed is run again.
func measure(t target, dir, code string) (*coverage, error) {
	out := &coverage{}
	this := t.pkg + " " + code
	for _, pkg := range t.tests {
		kept := coverFile(dir, pkg)
		known, blocks, err := readReach(kept)
		if err != nil {
			return nil, err
		}
		texts, err := testTexts(pkg)
		if err != nil {
			return nil, err
		}
		shared, err := hash(t.with, false)
		if err != nil {
			return nil, err
		}
		names := slices.Sorted(func(yield func(string) bool) {
			for name := range texts {
				texts[name] += shared
				if !yield(name) {
					return
				}
			}
		})
		left := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			_, ok := known[name].Hit[this]
			return ok && known[name].Text == texts[name]
		})
		if err := measureThese(pkg, left, texts, kept, known, blocks); err != nil {
			return nil, err
		}
		for _, b := range blocks[this] {
			if !slices.Contains(out.All, b) {
				out.All = append(out.All, b)
			}
		}
		for _, name := range names {
			one := test{Pkg: pkg, Name: name, Took: known[name].Took}
			for _, i := range known[name].Hit[this] {
				one.Blocks = append(one.Blocks, blocks[this][i])
			}
			out.Tests = append(out.Tests, one)
		}
	}
	return out, nil
}

// coverFile keeps what the tests of a package reach.
func coverFile(dir, pkg string) string {
	return filepath.Join(dir, "cover-"+strings.ReplaceAll(pkg, "/", "-")+".jsonl")
}

// measureThese runs some tests of a package and adds what they reach to what is known.
func measureThese(pkg string, names []string, texts map[string]string, kept string,
	known map[string]reach, blocks map[string][]block,
) error {
	if len(names) == 0 {
		return nil
	}
	codes := map[string]string{} // by package
	for _, t := range targets {
		if t.pkg != pkg && !slices.Contains(t.tests, pkg) {
			continue
		}
		code, err := hash([]string{t.pkg}, false)
		if err != nil {
			return err
		}
		codes[t.pkg] = t.pkg + " " + code
	}
	var over []string
	for p := range codes {
		over = append(over, "./"+p)
	}
	slices.Sort(over)
	base := strings.TrimSuffix(kept, ".jsonl")
	bin, profile := base+".test", base+".profile"
	defer os.Remove(bin)
	defer os.Remove(profile)
	build := exec.Command("go", "test", "-c", "-vet=off", "-covermode=set", "-coverpkg="+strings.Join(over, ","), "-o", bin, "./"+pkg)
	if _, err := output(build); err != nil {
		return err
	}
	file, err := os.OpenFile(kept, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	write := func(r reach) error {
		line, err := json.Marshal(r)
		if err == nil {
			_, err = file.Write(append(line, '\n'))
		}
		return err
	}
	for i, name := range names {
		start := time.Now()
		said, err := within(context.Background(), pkg, base+".tmp", 0, bin, "-test.short", "-test.run=^"+name+"$", "-test.coverprofile="+profile)
		if err != nil {
			return fmt.Errorf("%s of %s fails without a mutant: %w\n%s", name, pkg, err, said)
		}
		one := reach{Test: name, Text: texts[name], Took: time.Since(start)}
		data, err := os.ReadFile(profile)
		if err != nil {
			return err
		}
		hit, all, err := readProfile(string(data), codes)
		if err != nil {
			return err
		}
		one.Hit = hit
		for p, b := range all {
			if _, ok := blocks[p]; ok {
				if !slices.Equal(blocks[p], b) {
					return fmt.Errorf("%s has other blocks than before: run it with -fresh", p)
				}
				continue
			}
			blocks[p] = b
			if err := write(reach{Blocks: map[string][]block{p: b}}); err != nil {
				return err
			}
		}
		known[name] = one
		if err := write(one); err != nil {
			return err
		}
		fmt.Printf("%s reached by %d/%d %s (%.1fs)\n", strings.Join(over, " "), i+1, len(names), name, one.Took.Seconds())
	}
	return nil
}

// readProfile reads a profile of coverage: which blocks of each package there are, and which of them were reached.
func readProfile(data string, codes map[string]string) (hit map[string][]int, all map[string][]block, err error) {
	hit, all = map[string][]int{}, map[string][]block{}
	for _, code := range codes {
		hit[code] = []int{}
	}
	for line := range strings.Lines(data) {
		var b block
		var statements, count int
		at, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || at == "mode" {
			continue
		}
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b.FromLine, &b.FromCo, &b.ToLine, &b.ToCo, &statements, &count); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", line, err)
		}
		b.File = path.Base(at)
		code := codes[strings.TrimPrefix(path.Dir(at), "atoll/")]
		if count > 0 {
			hit[code] = append(hit[code], len(all[code]))
		}
		all[code] = append(all[code], b)
	}
	return hit, all, nil
}

func readReach(file string) (known map[string]reach, blocks map[string][]block, err error) {
	known, blocks = map[string]reach{}, map[string][]block{}
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return known, blocks, nil
	}
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r reach
		if json.Unmarshal(lines.Bytes(), &r) != nil { // the last line may be half written
			continue
		}
		if r.Test != "" {
			known[r.Test] = r
		}
		for p, b := range r.Blocks {
			blocks[p] = b
		}
	}
	return known, blocks, lines.Err()
}

// testTexts are the tests of a package by name, each with a hash of its text.
func testTexts(pkg string) (map[string]string, error) {
	built, err := output(exec.Command("go", "list", "-f", `{{join .TestGoFiles " "}} {{join .XTestGoFiles " "}}`, "./"+pkg))
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, name := range strings.Fields(built) {
		src, err := os.ReadFile(filepath.Join(pkg, name))
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || f.Name.Name == "TestMain" {
				continue
			}
			for _, kind := range []string{"Test", "Fuzz"} {
				if strings.HasPrefix(f.Name.Name, kind) {
					sum := sha256.Sum256(src[set.Position(f.Pos()).Offset:set.Position(f.End()).Offset])
					out[f.Name.Name] = hex.EncodeToString(sum[:6])
				}
			}
		}
	}
	return out, nil
}
