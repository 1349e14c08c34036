// Command licences writes the licences of everything that the program and its
// pages contain: the Go modules linked into it, Go itself, and the npm packages
// and fonts in the bundle. It fails when one of them has no licence to show.
//
//	go run ./scripts/licences -o web/dist/app/licences.txt
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// targets are what is released: some modules are for one system only.
var targets = []string{"linux/amd64", "darwin/arm64", "windows/amd64"}

// part is something that the product contains.
type part struct {
	name, version, dir string
}

func main() {
	out := flag.String("o", "", "file to write; standard output if not given")
	root := flag.String("root", ".", "root of the source tree")
	flag.Parse()
	var text bytes.Buffer
	err := write(&text, *root)
	if err == nil {
		if *out == "" {
			_, err = io.Copy(os.Stdout, &text)
		} else {
			err = os.WriteFile(*out, text.Bytes(), 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func write(out io.Writer, root string) error {
	parts, err := modules(root)
	if err != nil {
		return err
	}
	pages, err := bundled(filepath.Join(root, "web"))
	if err != nil {
		return err
	}
	parts = append(parts, part{"Besley and Figtree, the fonts in pictures", "5.3.0", filepath.Join(root, "draw", "fonts")})
	return render(out, append(parts, pages...))
}

// modules lists Go and the modules linked into the program on any system.
func modules(root string) ([]part, error) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("asking for GOROOT: %w", err)
	}
	parts := []part{{"Go standard library", runtime.Version(), strings.TrimSpace(string(goroot))}}
	seen := map[string]bool{}
	for _, target := range targets {
		system, arch, _ := strings.Cut(target, "/")
		cmd := exec.Command("go", "list", "-deps", "-f", `{{with .Module}}{{if not .Main}}{{.Path}}	{{.Version}}	{{.Dir}}{{end}}{{end}}`, "./cmd/atoll")
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr
		list, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("listing modules for %s: %w", target, err)
		}
		for line := range strings.Lines(string(list)) {
			words := strings.Split(strings.TrimSpace(line), "\t")
			if len(words) == 3 && !seen[words[0]] {
				seen[words[0]] = true
				parts = append(parts, part{words[0], words[1], words[2]})
			}
		}
	}
	slices.SortFunc(parts[1:], func(a, b part) int { return cmp.Compare(a.name, b.name) })
	return parts, nil
}

// bundled lists the npm packages whose code or fonts are in the pages, as the
// build of the front end has noted them.
func bundled(web string) ([]part, error) {
	data, err := os.ReadFile(filepath.Join(web, "dist", "bundled.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("web/dist/bundled.json is missing: build the front end first")
	}
	if err != nil {
		return nil, err
	}
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		return nil, fmt.Errorf("web/dist/bundled.json: %w", err)
	}
	if len(names) == 0 {
		return nil, errors.New("web/dist/bundled.json names no package")
	}
	var parts []part
	for _, name := range names {
		dir := filepath.Join(web, "node_modules", filepath.FromSlash(name))
		var about struct{ Version string }
		data, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &about); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		parts = append(parts, part{name, about.Version, dir})
	}
	return parts, nil
}

var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)`)

// texts are the licence files of a part.
func (p part) texts() ([]string, error) {
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return nil, err
	}
	var list []string
	licence := false
	for _, e := range entries {
		if e.IsDir() || !legal.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(p.dir, e.Name()))
		if err != nil {
			return nil, err
		}
		lower := strings.ToLower(e.Name())
		licence = licence || strings.HasPrefix(lower, "licen") || strings.HasPrefix(lower, "copying")
		list = append(list, strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n")))
	}
	if !licence {
		return nil, fmt.Errorf("%s %s has no licence file", p.name, p.version)
	}
	return list, nil
}

// render writes every text once, under the names of all parts that it is for.
func render(out io.Writer, parts []part) error {
	users := map[string][]string{}
	var order []string
	for _, p := range parts {
		texts, err := p.texts()
		if err != nil {
			return err
		}
		for _, text := range texts {
			if users[text] == nil {
				order = append(order, text)
			}
			users[text] = append(users[text], p.name+" "+p.version)
		}
	}
	var b bytes.Buffer
	b.WriteString("Atoll is licensed under Apache-2.0. It contains the following works, each under its own licence.\n")
	for _, text := range order {
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n\n%s\n", strings.Repeat("=", 78), strings.Join(users[text], "\n"), strings.Repeat("-", 78), text)
	}
	_, err := out.Write(b.Bytes())
	return err
}
