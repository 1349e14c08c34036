//go:build !js

package local_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"atoll/game"
	"atoll/record"
)

// Games recorded natively replay to the same bytes in WebAssembly, and bots with the
// same seed and nodes choose the same. ATOLL_BOTH is how many games of each
// configuration (make wasm-replay N=10000).
func TestWebAssemblyPlaysAsThisMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector finds nothing in another program")
	}
	each := 1
	if n, err := strconv.Atoi(os.Getenv("ATOLL_BOTH")); err == nil {
		each = n
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "games")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	configs := configurations()
	var line []byte
	for i, cfg := range configs {
		for n := range each {
			policy := record.Lively
			if n%4 == 3 {
				policy = record.Uniform
			}
			line = append(record.Random(cfg, policy, game.NewRand(uint64(i*each+n)), false).AppendText(line[:0]), '\n')
			if _, err := f.Write(line); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d configurations, %d games of each", len(configs), each)

	wasm := filepath.Join(dir, "test.wasm")
	build := exec.Command("go", "test", "-c", "-o", wasm, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The program in WebAssembly takes few kilobytes of environment.
	env := []string{"PATH=" + os.Getenv("PATH"), "ATOLL_SAME=" + file, "ATOLL_SPEED=" + os.Getenv("ATOLL_SPEED")}
	say := func(name string, args ...string) []string {
		cmd := exec.Command(name, append(args, "-test.run=^TestSay$", "-test.timeout=0")...)
		var problems bytes.Buffer
		cmd.Env, cmd.Stderr = env, &problems
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s%s", name, err, out, problems.Bytes())
		}
		var lines []string
		for l := range strings.SplitSeq(string(out), "\n") {
			if l, ok := strings.CutPrefix(l, "same: "); ok {
				lines = append(lines, l)
			}
		}
		return lines
	}
	here := say(self)
	there := say("node", "--stack-size=8192", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), wasm)
	if os.Getenv("ATOLL_SPEED") != "" {
		for i := range here {
			t.Log("native", here[i], "; wasm", there[i])
		}
		return
	}
	if len(here) <= len(configs)*each || len(here) != len(there) {
		t.Fatalf("%d lines here, %d in WebAssembly", len(here), len(there))
	}
	bad := 0
	for i := range here {
		if here[i] != there[i] && bad < 10 {
			bad++
			t.Errorf("here\n%s\nin WebAssembly\n%s", here[i], there[i])
		}
	}
	if bad == 0 {
		t.Log(fmt.Sprint(len(here), " lines are the same"))
	}
}
