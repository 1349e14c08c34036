package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A test is one test function with the places of the package that it reaches.
type test struct {
	Pkg    string
	Name   string
	Took   time.Duration
	Blocks []block
}

// A block is a piece of a file between two places.
type block struct {
	File             string
	FromLine, FromCo int
	ToLine, ToCo     int
}

func (b block) has(m mutant) bool {
	return b.File == m.File &&
		(m.Line > b.FromLine || m.Line == b.FromLine && m.Col >= b.FromCo) &&
		(m.Line < b.ToLine || m.Line == b.ToLine && m.Col < b.ToCo)
}

// coverage is what each test reaches, and all that can be reached.
type coverage struct {
	Tests []test
	All   []block
}

// those lists the tests for a mutant, quick ones first. Conditions of a switch and values of constants lie in no
// block: for them it is every test.
func (c *coverage) those(m mutant) []test {
	anywhere := !slices.ContainsFunc(c.All, func(b block) bool { return b.has(m) })
	var out []test
	for _, t := range c.Tests {
		if anywhere || slices.ContainsFunc(t.Blocks, func(b block) bool { return b.has(m) }) {
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b test) int { return int(a.Took - b.Took) })
	return out
}

// A lab is a program with all mutants of a package inside, one for each package of tests.
type lab struct {
	target
	cov  *coverage
	ids  map[string]int
	bins map[string]string
}

// open builds the programs and sees that they pass while no mutant is on, unless they are known to.
func open(t target, cov *coverage, all []mutant, base, sum string) (*lab, error) {
	l := &lab{target: t, cov: cov, bins: map[string]string{}}
	src, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(src)
	overlay, ids, err := instrument(t.pkg, src, all)
	if err != nil {
		return nil, err
	}
	l.ids = ids
	kept, _ := os.ReadFile(base + ".sound")
	for i, pkg := range t.tests {
		bin := fmt.Sprintf("%s.%d.test", base, i)
		if _, err := output(exec.Command("go", "test", "-c", "-vet=off", "-overlay="+overlay, "-o", bin, "./"+pkg)); err != nil {
			return nil, err
		}
		l.bins[pkg] = bin
		if string(kept) == sum {
			continue
		}
		var names []string
		for _, one := range cov.Tests {
			if one.Pkg == pkg && len(one.Blocks) > 0 {
				names = append(names, one.Name)
			}
		}
		if said, err := within(context.Background(), pkg, base+".tmp", 0, bin, "-test.short", "-test.run=^("+strings.Join(names, "|")+")$"); err != nil {
			return nil, fmt.Errorf("%s fails with all mutants off: %w\n%s", pkg, err, said)
		}
	}
	return l, os.WriteFile(base+".sound", []byte(sum), 0o644)
}

// tryAll tries several mutants at a time until one fails to be tried. What becomes of each is noted one by one.
func (l *lab) tryAll(left []mutant, workers int, note func(m mutant, status, by string, took time.Duration) error) error {
	var mu sync.Mutex
	var failed error
	work := make(chan mutant)
	var wg sync.WaitGroup
	for range workers {
		tmp, err := os.MkdirTemp("", "mutants")
		if err != nil {
			close(work)
			return err
		}
		wg.Go(func() {
			defer os.RemoveAll(tmp)
			for m := range work {
				start := time.Now()
				status, by, err := l.try(m, tmp)
				mu.Lock()
				if err == nil {
					err = note(m, status, by, time.Since(start))
				}
				failed = errors.Join(failed, err)
				mu.Unlock()
			}
		})
	}
	for _, m := range left {
		mu.Lock()
		stop := failed != nil
		mu.Unlock()
		if stop {
			break
		}
		work <- m
	}
	close(work)
	wg.Wait()
	return failed
}

// try runs the tests that reach a mutant until one fails, and says which.
func (l *lab) try(m mutant, tmp string) (status, by string, err error) {
	id, inside := l.ids[fmt.Sprint(m.File, m.At, m.To)]
	if id == never {
		return notViable, "", nil
	}
	tests := l.cov.those(m)
	if len(tests) == 0 {
		return notCovered, "", nil
	}
	overlay := ""
	if !inside {
		if overlay, err = l.alone(m, tmp); err != nil {
			return "", "", err
		}
	}
	for _, pkg := range l.tests {
		var quick, slow []string
		var took time.Duration
		for _, one := range tests {
			if one.Pkg != pkg {
				continue
			}
			if took < time.Second {
				quick = append(quick, one.Name)
			} else {
				slow = append(slow, one.Name)
			}
			took += one.Took
		}
		if len(quick) == 0 {
			continue
		}
		bin := l.bins[pkg]
		if !inside {
			bin = filepath.Join(tmp, "mutant.test")
			build := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay="+overlay, "-o", bin, "./"+pkg)
			if said, err := build.CombinedOutput(); err != nil {
				if strings.Contains(string(said), m.File) {
					return notViable, "", nil
				}
				return "", "", fmt.Errorf("%w\n%s", err, said)
			}
		}
		limit := 30*time.Second + 10*took // others may keep the machine busy
		for _, names := range [][]string{quick, slow} {
			if len(names) == 0 {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			said, err := within(ctx, pkg, filepath.Join(tmp, "tmp"), id, bin, "-test.short", "-test.failfast", "-test.timeout=0",
				"-test.run=^("+strings.Join(names, "|")+")$")
			late := ctx.Err() != nil
			cancel()
			switch {
			case late:
				return timedOut, "", nil
			case err != nil:
				return killed, pkg + "." + culprit(said), nil
			}
		}
	}
	return lived, "", nil
}

// alone writes one mutant that is in no program with switches.
func (l *lab) alone(m mutant, tmp string) (overlay string, err error) {
	if err := os.MkdirAll(tmp, 0o755); err != nil {
		return "", err
	}
	original, err := filepath.Abs(filepath.Join(l.pkg, m.File))
	if err != nil {
		return "", err
	}
	src, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	changed := filepath.Join(tmp, m.File)
	if err := os.WriteFile(changed, slices.Concat(src[:m.At], []byte(m.To), src[m.At+len(m.From):]), 0o644); err != nil {
		return "", err
	}
	data, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(tmp, "overlay.json")
	return overlay, os.WriteFile(overlay, data, 0o644)
}

// within runs a test program in its package's folder, with its own place for temporary files and not more than 6 GB
// of memory. Whatever it started ends with it.
func within(ctx context.Context, pkg, tmp string, id int, bin string, args ...string) (string, error) {
	if err := os.MkdirAll(tmp, 0o755); err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	if usage, _ := exec.CommandContext(ctx, bin, "-h").CombinedOutput(); strings.Contains(string(usage), "-rapid.nofailfile") {
		args = append(args, "-rapid.nofailfile") // it would be tried first the next time
	}
	cmd := exec.CommandContext(ctx, "bash", append([]string{"-c", `ulimit -v 6000000; exec "$0" "$@"`, bin}, args...)...)
	cmd.Dir = pkg
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp, fmt.Sprintf("ATOLL_MUTANT=%d", id))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	end := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = end
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if cmd.Process != nil {
		_ = end()
	}
	return string(out), err
}

// culprit is the first test that failed.
func culprit(said string) string {
	lines := bufio.NewScanner(strings.NewReader(said))
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "--- FAIL: "); ok {
			name, _, _ = strings.Cut(name, " ")
			return name
		}
	}
	return "panic"
}
