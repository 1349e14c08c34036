// Command mutants changes one operator at a time and checks whether a test notices.
//
//	mutants [-sample 40] [-workers 1] [-fresh] [package...]
//
// The mutants are those of gremlins. It is not used itself, because it runs the tests of the mutated package alone (those
// of store/sqldb and of the parts of the server are in other packages), counts a mutant that does not compile as killed,
// and starts again from nothing after an interruption.
//
// The tally of a package is a file in bin/mutants. A mutant that was killed is not run again while its package's code
// stays the same, one that survived is not run again while the tests stay the same too. A survivor must be in the
// package's testdata/mutants.tsv with a reason: where, the line, what becomes of it, why no test notices.
package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A target is a package with the packages whose tests are to notice its mutants.
type target struct {
	pkg   string
	tests []string // the package itself where empty
	with  []string // packages that hold what those tests run
}

var targets = []target{
	{pkg: "rating"},
	{pkg: "fair"},
	{pkg: "record"},
	{pkg: "match"},
	{pkg: "auth"},
	{pkg: "pairing"},
	{pkg: "tournament"},
	{pkg: "mail"},
	{pkg: "vector"},
	{pkg: "bots/learnt"},
	{pkg: "neural"},
	{pkg: "engine"},
	{pkg: "bus"},
	{pkg: "local"},
	{pkg: "store", tests: []string{"store/sqlite"}, with: []string{"store/storetest"}},
	{pkg: "store/sqldb", tests: []string{"store/sqldb", "store/sqlite"}, with: []string{"store/storetest"}},
	{pkg: "store/sqlite", with: []string{"store/storetest"}},
	{pkg: "store/postgres", with: []string{"store/storetest"}},
	{pkg: "server/wire"},
	{pkg: "server/node"},
	{pkg: "server/tables"},
	{pkg: "server/live", tests: []string{"server"}},
	{pkg: "server/work", tests: []string{"server/work", "server"}},
	{pkg: "server/notify", tests: []string{"server/notify", "server"}},
	{pkg: "server/people", tests: []string{"server"}},
	{pkg: "server/friends", tests: []string{"server"}},
	{pkg: "server/front", tests: []string{"server"}},
	{pkg: "server/mydata", tests: []string{"server"}},
	{pkg: "server/tournaments", tests: []string{"server"}},
	{pkg: "server/share", tests: []string{"server/share", "server"}},
	{pkg: "server/schema", tests: []string{"server"}},
}

// wanted is the share of mutants that must be killed.
const wanted = 0.85

const (
	killed     = "killed"
	lived      = "lived"
	timedOut   = "timed out"
	notCovered = "not covered"
	notViable  = "does not compile"
)

// An outcome is a line of a tally.
type outcome struct {
	mutant
	Status string `json:"status"`
	Code   string `json:"code"`  // a hash of the package
	Tests  string `json:"tests"` // a hash of the tests that ran
	By     string `json:"by,omitempty"`
}

func main() {
	sample := flag.Int("sample", 0, "run so many mutants of a package, always the same ones; 0 for all")
	workers := flag.Int("workers", 1, "how many mutants at once")
	fresh := flag.Bool("fresh", false, "forget the tally of the packages")
	flag.Parse()
	if err := run(flag.Args(), *sample, *workers, *fresh); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(names []string, sample, workers int, fresh bool) error {
	chosen := targets
	if len(names) > 0 {
		chosen = nil
		for _, name := range names {
			at := slices.IndexFunc(targets, func(t target) bool { return t.pkg == name })
			if at < 0 {
				return fmt.Errorf("no package %q in the list of scripts/mutants", name)
			}
			chosen = append(chosen, targets[at])
		}
	}
	var bad []string
	for _, t := range chosen {
		if len(t.tests) == 0 {
			t.tests = []string{t.pkg}
		}
		all, tally, err := hunt(t, sample, workers, fresh)
		if err != nil {
			return fmt.Errorf("%s: %w", t.pkg, err)
		}
		ok, err := report(t, all, tally)
		if err != nil {
			return err
		}
		if !ok {
			bad = append(bad, t.pkg)
		}
	}
	if bad != nil {
		return fmt.Errorf("too many mutants or unnamed ones live in %s", strings.Join(bad, ", "))
	}
	return nil
}

// hunt runs the mutants of one package that the tally does not have, and returns how many there are with the tally.
func hunt(t target, sample, workers int, fresh bool) (int, []outcome, error) {
	dir, err := filepath.Abs("bin/mutants")
	if err != nil {
		return 0, nil, err
	}
	base := filepath.Join(dir, strings.ReplaceAll(t.pkg, "/", "-"))
	if fresh {
		forget := []string{base + ".jsonl", base + ".sound"}
		for _, pkg := range t.tests {
			forget = append(forget, coverFile(dir, pkg))
		}
		for _, file := range forget {
			if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
				return 0, nil, err
			}
		}
	}
	code, err := hash([]string{t.pkg}, false)
	if err != nil {
		return 0, nil, err
	}
	tests, err := hash(t.tests, true)
	if err != nil {
		return 0, nil, err
	}
	if t.with != nil {
		shared, err := hash(t.with, false)
		if err != nil {
			return 0, nil, err
		}
		tests += shared
	}
	all, err := list(t.pkg)
	if err != nil {
		return 0, nil, err
	}
	found := len(all)
	if sample > 0 && sample < len(all) {
		slices.SortFunc(all, func(a, b mutant) int { return strings.Compare(a.lot(), b.lot()) })
		all = all[:sample]
	}
	known, err := readTally(base + ".jsonl")
	if err != nil {
		return 0, nil, err
	}
	var tally []outcome
	var left []mutant
	for _, m := range all {
		o, ok := known[m.key()]
		final := o.Status == killed || o.Status == notViable
		if ok && o.Code == code && (final || o.Tests == tests) {
			tally = append(tally, o)
			continue
		}
		left = append(left, m)
	}
	if len(left) == 0 {
		return found, tally, nil
	}
	cov, err := measure(t, dir, code)
	if err != nil {
		return 0, nil, err
	}
	lab, err := open(t, cov, all, base, fmt.Sprintf("%s %s %d", code, tests, len(all)))
	if err != nil {
		return 0, nil, err
	}
	out, err := os.OpenFile(base+".jsonl", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, nil, err
	}
	defer out.Close()
	err = lab.tryAll(left, workers, func(m mutant, status, by string, took time.Duration) error {
		o := outcome{mutant: m, Status: status, Code: code, Tests: tests, By: by}
		tally = append(tally, o)
		fmt.Printf("%s %d/%d %s:%d %s: %s %s (%.1fs)\n", t.pkg, len(tally), len(all), m.File, m.Line, m.Is, status, by, took.Seconds())
		line, _ := json.Marshal(o)
		_, err := out.Write(append(line, '\n'))
		return err
	})
	return found, tally, err
}

func readTally(file string) (map[string]outcome, error) {
	known := map[string]outcome{}
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var o outcome
		if json.Unmarshal(lines.Bytes(), &o) == nil { // the last line may be half written
			known[o.key()] = o
		}
	}
	return known, lines.Err()
}

// hash is a hash of the Go files of some folders: their tests, or the rest.
func hash(dirs []string, tests bool) (string, error) {
	sum := sha256.New()
	for _, dir := range dirs {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			return "", err
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") != tests {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(sum, "%s %d\n", file, len(data))
			sum.Write(data)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))[:12], nil
}

// output runs a command; an error has what it said.
func output(cmd *exec.Cmd) (string, error) {
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	return string(out), nil
}
