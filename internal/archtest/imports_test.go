package archtest

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const root = "../.."

type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// list asks the go command for packages and the imports of their non-test files.
func list(t *testing.T, env []string, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Standard,Imports"}, args...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, errs.String())
	}
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// within reports whether path is the package named or below it.
func within(path, name string) bool {
	return path == name || strings.HasPrefix(path, name+"/")
}

func withinAny(path string, names []string) bool {
	for _, n := range names {
		if within(path, n) {
			return true
		}
	}
	return false
}

// TestImportsPointOneWay holds the layers of docs/architecture.md. For each
// package the first line that fits names all that it may import of the module.
func TestImportsPointOneWay(t *testing.T) {
	layers := []struct {
		pkg string
		may []string
	}{
		{"atoll/game/gametest", []string{"atoll/game"}},
		{"atoll/game", []string{"atoll/game"}},
		{"atoll/games/epigo", []string{"atoll/game"}},
		{"atoll/games/evo", []string{"atoll/game"}},
		{"atoll/games/conqueror", []string{"atoll/game"}},
		{"atoll/games/earthquake", []string{"atoll/game"}},
		{"atoll/games", []string{"atoll/game", "atoll/games"}},
		{"atoll/fair", []string{"atoll/game"}},
		{"atoll/record", []string{"atoll/game", "atoll/fair"}},
		{"atoll/search", []string{"atoll/game", "atoll/search"}},
		{"atoll/bots/evo/tactics", []string{"atoll/game", "atoll/games", "atoll/bots", "atoll/tactics"}}, // a command
		{"atoll/bots", []string{"atoll/game", "atoll/games", "atoll/search", "atoll/bots"}},
		{"atoll/pairing", nil},
		{"atoll/tournament", []string{"atoll/match", "atoll/pairing"}},
		{"atoll/match", []string{"atoll/game", "atoll/games", "atoll/record", "atoll/fair", "atoll/match"}},
	}
	// Nothing below the commands may reach up to what is joined there.
	up := map[string][]string{
		"atoll/store":  {"atoll/cmd", "atoll/server", "atoll/tui"},
		"atoll/bus":    {"atoll/cmd", "atoll/server", "atoll/tui", "atoll/store", "atoll/match"},
		"atoll/server": {"atoll/cmd", "atoll/tui"},
		"atoll/tui":    {"atoll/cmd", "atoll/server", "atoll/store"},
	}
	for _, p := range list(t, nil, "./...") {
		for _, l := range layers {
			if !within(p.ImportPath, l.pkg) {
				continue
			}
			for _, imp := range p.Imports {
				if within(imp, "atoll") && !withinAny(imp, l.may) {
					t.Errorf("%s imports %s; of the module it may import only %v", p.ImportPath, imp, l.may)
				}
			}
			break
		}
		for name, not := range up {
			for _, imp := range p.Imports {
				if within(p.ImportPath, name) && withinAny(imp, not) {
					t.Errorf("%s imports %s: that points up", p.ImportPath, imp)
				}
			}
		}
	}
}

// The same rules run in the browser: they need only the standard library.
func TestRulesNeedOnlyTheStandardLibrary(t *testing.T) {
	for _, p := range list(t, nil, "-deps", "./game", "./games/...") {
		if !p.Standard && !within(p.ImportPath, "atoll/game") && !within(p.ImportPath, "atoll/games") {
			t.Errorf("the rules depend on %s", p.ImportPath)
		}
		if !p.Standard {
			for _, imp := range p.Imports {
				switch imp {
				case "time", "math/rand", "math/rand/v2", "crypto/rand", "os", "net", "unsafe", "sync", "runtime":
					t.Errorf("%s imports %s: rules have no clock, no generator and no world", p.ImportPath, imp)
				}
			}
		}
	}
}

func TestRulesBuildForTheBrowser(t *testing.T) {
	cmd := exec.Command("go", "build", "./game", "./games/...", "./record")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
