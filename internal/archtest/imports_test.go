package archtest

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// A page without a server speaks the messages of one.
func TestMessagesNeedNoServer(t *testing.T) {
	for _, p := range list(t, nil, "-deps", "./server/wire") {
		if !p.Standard && !strings.HasPrefix(p.ImportPath, "atoll/") || p.ImportPath == "net/http" || p.ImportPath == "atoll/server" {
			t.Errorf("the messages depend on %s", p.ImportPath)
		}
	}
}

// A table knows how it is stored, and nothing of the ways on which it is asked.
func TestTablesKnowNoHTTP(t *testing.T) {
	for _, p := range list(t, nil, "-deps", "./match") {
		if p.ImportPath == "net/http" {
			t.Error("match depends on net/http")
		}
	}
	files, err := filepath.Glob(filepath.Join(root, "match", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	tag := regexp.MustCompile("`[^`\n]*:\"[^`\n]*`")
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range tag.FindAllString(string(data), -1) {
			if !regexp.MustCompile("^`json:\"[^\"]*\"`$").MatchString(found) {
				t.Errorf("%s has a tag that is not about JSON: %s", filepath.Base(file), found)
			}
		}
	}
}

func TestRulesBuildForTheBrowser(t *testing.T) {
	cmd := exec.Command("go", "build", "./game", "./games/...", "./record", "./match", "./server/wire")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
