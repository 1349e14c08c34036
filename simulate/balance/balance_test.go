package balance

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"atoll/bots/all"
	"atoll/games"
	"atoll/simulate"
)

func table() simulate.Table { return simulate.Table{Find: games.ByID, Roster: all.Roster()} }

const mend = "make balance (600 games of a kind; make balance GAMES=20 is a short run of a minute or two)"

// The page was made by these rules and these bots, from this plan.
func TestPageIsNotOlderThanRulesAndBots(t *testing.T) {
	page, err := os.ReadFile("../../docs/balance.md")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Read(table())
	if err != nil {
		t.Fatal(err)
	}
	now, err := plan.Prints(t.Context(), table())
	if err != nil {
		t.Fatal(err)
	}
	then := PrintsOn(string(page))
	var older []string
	for id, print := range now {
		if then[id].Rules != print.Rules {
			older = append(older, "the rules of "+id)
		}
		if then[id].Bots != print.Bots {
			older = append(older, "the bots of "+id)
		}
	}
	for _, s := range plan.Rows {
		if !strings.Contains(string(page), cell(s)) {
			older = append(older, "the row "+key(s))
		}
	}
	slices.Sort(older)
	if older != nil {
		t.Errorf("docs/balance.md is older than %s.\nTo mend it: %s", strings.Join(older, ", "), mend)
	}
}

const small = `game	evo
game	earthquake	turn=turn	out=out
row	evo	2	greedy:10n
row	earthquake	2	greedy:10n
row	earthquake	3	greedy:10n
goal	earthquake	2		seat 1 at most 56
goal	earthquake	2		turns at least 8
goal	evo	2		shared at most 12
`

func smallPlan(t *testing.T) *Plan {
	t.Helper()
	p, err := parse(table(), small)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func page(t *testing.T, res *Results) string {
	t.Helper()
	var b bytes.Buffer
	if err := res.WritePage(&b, games.ByID); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The same page comes out on any number of threads, at once or after a stop.
func TestSamePageEveryTime(t *testing.T) {
	p := smallPlan(t)
	const n = 72
	once, err := p.Run(t.Context(), table(), n, "", 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := page(t, once)
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	played := 0
	_, err = p.Run(ctx, table(), n, dir, 3, func(int, int, string, int, int) {
		if played++; played == 4 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("a stopped run: %v", err)
	}
	// What was cut off while it was written does not count as played.
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if len(files) != 4 {
		t.Fatalf("%d chunks kept, want 4", len(files))
	}
	if err := os.WriteFile(files[0], []byte(`{"games":50,`), 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := p.Run(t.Context(), table(), n, dir, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := page(t, again); got != want {
		t.Errorf("after a stop:\n%s\nat once:\n%s", got, want)
	}
	for id, print := range PrintsOn(want) {
		if print != once.Prints[id] {
			t.Errorf("%s: %v on the page, want %v", id, print, once.Prints[id])
		}
	}
	for _, text := range []string{"120 games of every kind for two, 72 of every kind for more", "first places of seat 1: at most 56", "(plays 2nd)", "own turns", "is a short run"} {
		if !strings.Contains(want, text) {
			t.Errorf("%q is missing in\n%s", text, want)
		}
	}
}

// Sentences follow the counts.
func TestSentencesComeFromTheCounts(t *testing.T) {
	p := smallPlan(t)
	res, err := p.Run(t.Context(), table(), 30, "", 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	two := res.Rows[1]
	set := func(first, second, both int64) {
		two.Games = first + second + both
		two.Shared = [][]int64{{second, both}, {first, both}} // seat 2 plays first
		two.Places = [][]int64{{first, both}, {second, both}}
		two.PlaceOf = [][]int64{{0, two.Games}, {two.Games, 0}}
		two.Early = two.Games / 4
	}
	goal := Goal{Row: 1, What: "shared", Bound: 12}
	set(300, 300, 0)
	if got := res.wouldReach(goal); !strings.Contains(got, "it is with") || !strings.Contains(got, "(0.0 %)") {
		t.Errorf("nobody shares a first place, and it says %q", got)
	}
	for _, want := range []string{"nobody's place stands out: all intervals hold the fair 50.0", "never shared", "12.5 % of players are out within two"} {
		if got := res.sentence(two); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	set(100, 400, 100)
	if got := res.wouldReach(goal); strings.Contains(got, "16.7") {
		t.Errorf("a sixth of first places are shared, and it says %q", got)
	}
	for _, want := range []string{"1st to play wins 25.0", "less than the fair 50.0", "2nd to play wins 75.0", "shared in 16.7 % of games"} {
		if got := res.sentence(two); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

func TestPlansRefused(t *testing.T) {
	for _, text := range []string{
		"row\tevo\t2\tgreedy:10n", "game\tevo\nrow\tevo\t3\tgreedy:10n", "game\tevo\nrow\tevo\t2\tlevel4", "game\tevo\nrow\tevo\t2\tlevel4:100",
		"game\tevo\nrow\tevo\t2\tgreedy:10n\tsetup=ring", "game\tevo\twhen=now", "other", "some\tthing",
		"game\tevo\nrow\tevo\t2\tgreedy:10n\ngoal\tevo\t4\t\tshared at most 12", "game\tevo\nrow\tevo\t2\tgreedy:10n\ngoal\tevo\t2\t\tseat Q at most 12",
	} {
		if _, err := parse(table(), text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
