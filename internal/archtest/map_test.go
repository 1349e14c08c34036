package archtest

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A room is a row of the table in docs/architecture.md: packages, and what they
// may import of the module. "games/*" stands for every folder below games.
type room struct {
	names []string
	may   []string
}

var quoted = regexp.MustCompile("`([^`]+)`")

// rooms reads the table.
func rooms(t *testing.T) []room {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	var list []room
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[1], "`") {
			continue
		}
		var r room
		for _, m := range quoted.FindAllStringSubmatch(cells[1], -1) {
			r.names = append(r.names, m[1])
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[3], -1) {
			r.may = append(r.may, m[1])
		}
		list = append(list, r)
	}
	if len(list) < 20 {
		t.Fatalf("the table of packages has only %d rows", len(list))
	}
	return list
}

// fits reports whether a package is the one named, or below it.
func fits(pkg, name string) bool {
	if ok, err := path.Match(name, pkg); err == nil && ok {
		return true
	}
	if base, star := strings.CutSuffix(name, "/*"); star {
		return strings.HasPrefix(pkg, base+"/")
	}
	return within(pkg, name)
}

// roomOf finds the most exact row for a package, or -1.
func roomOf(list []room, pkg string) int {
	best, length := -1, -1
	for i, r := range list {
		for _, name := range r.names {
			if n := len(strings.TrimSuffix(name, "*")); fits(pkg, name) && n > length {
				best, length = i, n
			}
		}
	}
	return best
}

// TestTheMapIsTheHouse compares the table with what the packages really import:
// none is missing, none is invented, and imports point one way.
func TestTheMapIsTheHouse(t *testing.T) {
	list := rooms(t)
	used := make([]bool, len(list))
	graph := map[int]map[int]bool{}
	for _, p := range packages(t) {
		at := roomOf(list, p.ImportPath)
		if at < 0 {
			t.Errorf("%s stands in no row of docs/architecture.md", p.ImportPath)
			continue
		}
		used[at] = true
		for _, imp := range p.Imports {
			to := roomOf(list, imp)
			if to < 0 || to == at {
				continue
			}
			if !slices.ContainsFunc(list[at].may, func(name string) bool { return fits(imp, name) }) {
				t.Errorf("%s imports %s; docs/architecture.md lets it import only %v", p.ImportPath, imp, list[at].may)
			}
			if graph[at] == nil {
				graph[at] = map[int]bool{}
			}
			graph[at][to] = true
		}
	}
	for i, r := range list {
		if !used[i] {
			t.Errorf("docs/architecture.md has a row for %v, but there is no such package", r.names)
		}
	}
	depth := depths(t, len(list), graph, list)
	picture := drawMap(list, graph, depth)
	file := filepath.Join(root, "docs/img/imports.svg")
	if *update {
		if err := os.WriteFile(file, picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(file); err != nil || !bytes.Equal(old, picture) {
		t.Error("docs/img/imports.svg is out of date: go test ./internal/archtest -update")
	}
}

// packages of the module, their paths and imports without its name.
func packages(t *testing.T) []pkg {
	var own []pkg
	for _, p := range list(t, nil, "./...") {
		short := pkg{ImportPath: strings.TrimPrefix(p.ImportPath, "atoll/")}
		for _, imp := range p.Imports {
			if rest, ok := strings.CutPrefix(imp, "atoll/"); ok {
				short.Imports = append(short.Imports, rest)
			}
		}
		own = append(own, short)
	}
	return own
}

// depths is how far each room is from the ground floor. A ring of rooms has none.
func depths(t *testing.T, n int, graph map[int]map[int]bool, list []room) []int {
	depth := make([]int, n)
	state := make([]int, n) // 1 while being visited, 2 done
	var visit func(i int)
	visit = func(i int) {
		state[i] = 1
		for j := range graph[i] {
			switch state[j] {
			case 0:
				visit(j)
			case 1:
				t.Fatalf("%v and %v import each other in a ring", list[i].names, list[j].names)
			}
			depth[i] = max(depth[i], depth[j]+1)
		}
		state[i] = 2
	}
	for i := range n {
		if state[i] == 0 {
			visit(i)
		}
	}
	return depth
}

// drawMap draws rooms floor by floor. A line that a longer way says already is
// left out.
func drawMap(list []room, graph map[int]map[int]bool, depth []int) []byte {
	const wide, high, gap, margin = 150, 34, 70, 24
	floors := map[int][]int{}
	for i := range list {
		floors[depth[i]] = append(floors[depth[i]], i)
	}
	top, most := slices.Max(depth), 0
	for _, f := range floors {
		most = max(most, len(f))
	}
	width := 2*margin + most*(wide+16)
	height := 2*margin + (top+1)*high + top*gap
	type point struct{ x, y int }
	at := make([]point, len(list))
	for d, f := range floors {
		for k, i := range f {
			at[i] = point{width*(2*k+1)/(2*len(f)) - wide/2, margin + (top-d)*(high+gap)}
		}
	}
	var reach func(from, to int) bool
	reach = func(from, to int) bool {
		for j := range graph[from] {
			if j == to || depth[j] > depth[to] && reach(j, to) {
				return true
			}
		}
		return false
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="system-ui, sans-serif" font-size="13">`+"\n", width, height)
	b.WriteString(`<style>rect{fill:#fcfdfb;stroke:#738893}text{fill:#10263a}path{fill:none;stroke:#738893;stroke-opacity:.55}` +
		`@media (prefers-color-scheme:dark){rect{fill:#13222e;stroke:#66849a}text{fill:#eaf1f3}path{stroke:#90a6b4}}</style>` + "\n")
	for i := range list {
		for _, j := range slices.Sorted(maps.Keys(graph[i])) {
			longer := false
			for k := range graph[i] {
				longer = longer || k != j && depth[k] > depth[j] && reach(k, j)
			}
			if longer {
				continue
			}
			from, to := point{at[i].x + wide/2, at[i].y + high}, point{at[j].x + wide/2, at[j].y}
			middle := (from.y + to.y) / 2
			fmt.Fprintf(&b, `<path d="M%d %dC%d %d %d %d %d %d"/>`+"\n", from.x, from.y, from.x, middle, to.x, middle, to.x, to.y)
		}
	}
	for i, r := range list {
		name := r.names[0]
		if len(r.names) > 1 {
			name += ", …"
		}
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="8"/><text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n",
			at[i].x, at[i].y, wide, high, at[i].x+wide/2, at[i].y+high/2+5, name)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
