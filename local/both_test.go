//go:build !js

package local_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/record"
)

// writeGames records games of each configuration, one a line.
func writeGames(t *testing.T, file string, configs []game.Config, each int) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriter(f)
	var line []byte
	for i, cfg := range configs {
		for n := range each {
			policy := record.Lively
			if n%4 == 3 {
				policy = record.Uniform
			}
			line = append(record.Random(cfg, policy, game.NewRand(uint64(i*each+n)), false).AppendText(line[:0]), '\n')
			if _, err := out.Write(line); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// inWebAssembly runs TestSay there and passes on what it says, line by line.
func inWebAssembly(t *testing.T, dir, file string, tell func(line string)) {
	t.Helper()
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
	cmd := exec.Command("node", "--stack-size=8192", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), wasm,
		"-test.run=^TestSay$", "-test.timeout=0")
	var problems bytes.Buffer
	cmd.Stderr = &problems
	// The program in WebAssembly takes few kilobytes of environment.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "GOGC=400", "ATOLL_SAME=" + file, "ATOLL_SPEED=" + os.Getenv("ATOLL_SPEED")}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var other []string
	lines := bufio.NewScanner(pipe)
	for lines.Scan() {
		if line, ok := strings.CutPrefix(lines.Text(), "same: "); ok {
			tell(line)
		} else if len(other) < 100 {
			other = append(other, lines.Text())
		}
	}
	if err := cmd.Wait(); err != nil || lines.Err() != nil {
		t.Fatalf("node: %v, %v\n%s\n%s", err, lines.Err(), strings.Join(other, "\n"), problems.Bytes())
	}
}

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
	configs := configurations()
	writeGames(t, file, configs, each)
	t.Logf("%d configurations, %d games of each", len(configs), each)
	c := comparison{configs: configs, each: each}
	if err := said(file, func(line string) { c.here = append(c.here, line) }); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("ATOLL_SPEED") != "" {
		inWebAssembly(t, dir, file, func(line string) {
			t.Log("native", c.here[c.seen], "; wasm", line)
			c.seen++
		})
		return
	}
	recorded := len(configs) * each
	if len(c.here) <= recorded {
		t.Fatalf("%d lines here", len(c.here))
	}
	inWebAssembly(t, dir, file, func(line string) {
		c.hear(line)
		// A long run says how far it is.
		if each > 1 && c.seen <= recorded && c.seen%each == 0 {
			t.Logf("compared up to %s", c.which(c.seen-1))
		}
	})
	if err := c.fault(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d lines are the same", c.seen)
}

// comparison holds what WebAssembly says against what was said here: a line for each game of
// each configuration, then one for each choice of a bot.
type comparison struct {
	configs   []game.Config
	each      int
	here      []string
	seen, bad int
	first     strings.Builder // of the lines that differ
}

func (c *comparison) hear(line string) {
	c.seen++
	if c.seen > len(c.here) || line == c.here[c.seen-1] {
		return
	}
	if c.bad++; c.bad <= 10 {
		fmt.Fprintf(&c.first, "\n%s\nhere\n%s\nin WebAssembly\n%s", c.which(c.seen-1), c.here[c.seen-1], line)
	}
}

// fault says what was wrong once all has been heard; nil if nothing was.
func (c *comparison) fault() error {
	if c.bad > 0 {
		return fmt.Errorf("%d of %d lines differ%s", c.bad, c.seen, c.first.String())
	}
	if c.seen != len(c.here) {
		return fmt.Errorf("%d lines here, %d in WebAssembly", len(c.here), c.seen)
	}
	return nil
}

// which names what a line is about.
func (c *comparison) which(line int) string {
	if n := len(c.configs) * c.each; line >= n {
		return fmt.Sprintf("choice %d of a bot", line-n+1)
	}
	return fmt.Sprintf("%s, game %d", c.configs[line/c.each], line%c.each+1)
}

// wrong is a state whose rules have a fault from the third move on.
type wrong struct {
	game.State
	moves int
	text  func(right []byte) []byte
	event func(right game.Event) game.Event
}

func (w *wrong) Play(c game.Choices, tell game.Tell) {
	if w.moves++; w.moves != 3 || w.event == nil || tell == nil {
		w.State.Play(c, tell)
		return
	}
	w.State.Play(c, func(e game.Event) { tell(w.event(e)) })
}

func (w *wrong) AppendText(dst []byte) []byte {
	if w.moves != 3 || w.text == nil {
		return w.State.AppendText(dst)
	}
	return append(dst, w.text(w.State.AppendText(nil))...)
}

// A comparison that cannot fail shows nothing. One fault at a time, in one game of four of one
// configuration: each is found, and named.
func TestComparisonFindsEachFault(t *testing.T) {
	right, _ := games.ByID("evo")
	configs := []game.Config{right.MustConfigure(2), right.MustConfigure(4)}
	file := filepath.Join(t.TempDir(), "games")
	writeGames(t, file, configs, 2)
	records, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	choices := []string{"evo 2 S best: g2-f3", "evo 2 N best: c11-b10"}
	lines := func(records []byte, find func(string) (*game.Game, bool)) (all []string) {
		if err := replayed(bytes.NewReader(records), find, func(line string) { all = append(all, line) }); err != nil {
			t.Fatal(err)
		}
		return append(all, choices...)
	}
	// faulty has the fault in the third game alone: the first of the other configuration.
	faulty := func(w wrong) func(string) (*game.Game, bool) {
		made := 0
		g := *right
		g.New = func(cfg game.Config) game.State {
			if made++; made != 3 {
				return right.New(cfg)
			}
			w.State = right.New(cfg)
			return &w
		}
		return func(string) (*game.Game, bool) { return &g, true }
	}
	same := lines(records, games.ByID)
	changed := func(i int, line string) []string {
		all := slices.Clone(same)
		all[i] = line
		return all
	}
	// The third game without the last thing that was done in it.
	each := bytes.SplitAfter(records, []byte("\n"))
	last := bytes.LastIndex(each[2], []byte(`,{"by"`))
	end := bytes.IndexByte(each[2][last:], '}') + last + 1
	each[2] = slices.Concat(each[2][:last], each[2][end:])
	shorter := bytes.Join(each, nil)
	third := "1 of 6 lines differ\n" + configs[1].String() + ", game 1\n"
	flip := func(b []byte) []byte { b[len(b)-1] ^= 1; return b }
	move := func(e game.Event) game.Event { e.Seat++; return e }
	for name, c := range map[string]struct {
		there []string
		fault string
	}{
		"nothing":           {same, ""},
		"rules, no fault":   {lines(records, faulty(wrong{})), ""},
		"a position":        {lines(records, faulty(wrong{text: flip})), third},
		"a story":           {lines(records, faulty(wrong{event: move})), third},
		"a record":          {lines(shorter, games.ByID), third},
		"a choice of a bot": {changed(5, "evo 2 N best: c11-b11"), "1 of 6 lines differ\nchoice 2 of a bot\n"},
		"a line too few":    {same[:5], "6 lines here, 5 in WebAssembly"},
		"a line too many":   {append(slices.Clone(same), "x"), "6 lines here, 7 in WebAssembly"},
		"nothing said":      {nil, "6 lines here, 0 in WebAssembly"},
	} {
		t.Run(name, func(t *testing.T) {
			cmp := comparison{configs: configs, each: 2, here: same}
			for _, line := range c.there {
				cmp.hear(line)
			}
			switch err := cmp.fault(); {
			case c.fault == "" && err != nil:
				t.Errorf("no fault was made, and one was found: %v", err)
			case c.fault != "" && (err == nil || !strings.HasPrefix(err.Error(), c.fault)):
				t.Errorf("found was %v; want %s", err, c.fault)
			}
		})
	}
}
