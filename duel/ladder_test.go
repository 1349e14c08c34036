package duel

import (
	"encoding/xml"
	"io"
	"math"
	"strings"
	"testing"

	"atoll/bots"
	"atoll/examples/tictactoe"
)

func TestLadderRanksTheBots(t *testing.T) {
	l := Ladder{
		Roster: bots.NewRoster(), Config: tictactoe.Game.MustConfigure(2),
		Bots: []string{"random", "greedy", "mcts:400n"}, Games: 30, Seed: 1, Workers: 2,
	}
	calls := 0
	l.Progress = func(done, of int, a, b string, s Standing) {
		calls++
		if done > of || of != 90 {
			t.Errorf("%d of %d games", done, of)
		}
	}
	tab, err := l.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if calls != 90 || tab.Rating[0] != 0 || !(tab.Rating[1] > 50 && tab.Rating[2] > tab.Rating[1]) {
		t.Errorf("%d calls, ratings %v ± %v", calls, tab.Rating, tab.Error)
	}
	text := tab.Markdown()
	for _, want := range []string{"`random` | 0 |", "`mcts:400n` over `greedy` | 30 |"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	d := xml.NewDecoder(strings.NewReader(tab.SVG()))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestRatingsOfKnownResults(t *testing.T) {
	// 75 % is 191 Elo; the two prior half games pull it a little towards even.
	tab := Table{
		Config: tictactoe.Game.MustConfigure(2), Bots: []string{"random", "a"},
		Points: [][]float64{{0, 250}, {750, 0}}, Games: [][]int{{0, 1000}, {1000, 0}},
	}
	tab.rate()
	if math.Abs(tab.Rating[1]-190.8) > 1 || tab.Error[1] < 8 || tab.Error[1] > 16 {
		t.Errorf("%v ± %v", tab.Rating, tab.Error)
	}
}

func TestSpliceReplacesItsSectionOnly(t *testing.T) {
	doc := Splice("# Strength\n", "evo 2", "first")
	doc = Splice(doc, "epigo 2", "other")
	again := Splice(doc, "evo 2", "second")
	if !strings.Contains(again, "second") || strings.Contains(again, "first") || !strings.Contains(again, "other") || !strings.HasPrefix(again, "# Strength\n") {
		t.Errorf("%s", again)
	}
	if Splice(again, "evo 2", "second") != again {
		t.Error("the second time changes something")
	}
}
