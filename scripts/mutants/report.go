package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	page  = "docs/mutants.md"
	first = "<!-- made by make mutants: -->\n"
	last  = "<!-- end -->\n"
	head  = "| package | tests of | mutants | killed | lived | timed out | not covered | killed of all | commit, day |\n|---|---|---|---|---|---|---|---|---|\n"
)

// report writes the figures of a package into the page and names the survivors that are not on its list.
func report(t target, found int, tally []outcome) (bool, error) {
	count := map[string]int{}
	named, err := survivors(t.pkg)
	if err != nil {
		return false, err
	}
	unnamed := 0
	slices.SortStableFunc(tally, func(a, b outcome) int {
		return strings.Compare(fmt.Sprintf("%s %06d", a.File, a.At), fmt.Sprintf("%s %06d", b.File, b.At))
	})
	for _, o := range tally {
		count[o.Status]++
		switch o.Status {
		case killed:
			if _, ok := named[o.key()]; ok {
				fmt.Printf("%s: killed now by %s, take it off the list: %s\n", t.pkg, o.By, o.key())
			}
		case notViable:
		default:
			if named[o.key()] == "" {
				unnamed++
				fmt.Printf("%s\t%s (line %d)\n", o.key(), o.Status, o.Line)
			}
		}
	}
	viable := len(tally) - count[notViable]
	share := 1.0
	if viable > 0 {
		share = float64(count[killed]) / float64(viable)
	}
	of := fmt.Sprint(viable)
	if len(tally) < found {
		of = fmt.Sprintf("%d, a sample (%d in all)", viable, found)
	}
	var dirs []string // not what is listed beside the code
	for _, dir := range slices.Concat([]string{t.pkg}, t.tests, t.with) {
		dirs = append(dirs, dir+"/*.go")
	}
	commit, err := output(exec.Command("git", slices.Concat([]string{"log", "-1", "--format=%h", "--"}, dirs)...))
	if err != nil {
		return false, err
	}
	changed, err := output(exec.Command("git", slices.Concat([]string{"status", "--porcelain", "--"}, dirs)...))
	if err != nil {
		return false, err
	}
	if changed != "" {
		commit += "and changes"
	}
	row := fmt.Sprintf("| `%s` | `%s` | %s | %d | %d | %d | %d | %.1f %% | %s, %s |\n", t.pkg, strings.Join(t.tests, "`, `"), of, count[killed], count[lived],
		count[timedOut], count[notCovered], 100*share, strings.Join(strings.Fields(commit), " "), time.Now().Format("2006-01-02"))
	fmt.Printf("%s%d unnamed, %d do not compile\n", row, unnamed, count[notViable])
	if err := enter(t.pkg, row); err != nil {
		return false, err
	}
	return share >= wanted && unnamed == 0, nil
}

// survivors reads a package's list.
func survivors(pkg string) (map[string]string, error) {
	data, err := os.ReadFile(filepath.Join(pkg, "testdata", "mutants.tsv"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	named := map[string]string{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 4 || parts[3] == "" {
			return nil, fmt.Errorf("%s/testdata/mutants.tsv: not where, the line, what becomes of it and a reason: %s", pkg, line)
		}
		named[strings.Join(parts[:3], "\t")] = parts[3]
	}
	return named, nil
}

// enter puts a package's row into the table of the page.
func enter(pkg, row string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(data), first)
	table, after, ok2 := strings.Cut(rest, last)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no place for the figures", page)
	}
	rows := map[string]string{pkg: row}
	for line := range strings.Lines(table) {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "`"); ok && strings.HasPrefix(line, "| `") && name != pkg {
			rows[name] = line
		}
	}
	var out strings.Builder
	out.WriteString(before + first + head)
	for _, t := range targets {
		out.WriteString(rows[t.pkg])
	}
	out.WriteString(last + after)
	return os.WriteFile(page, []byte(out.String()), 0o644)
}
