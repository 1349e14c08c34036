package bots_test

import (
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"atoll/bots"
	"atoll/bots/botstest"
	"atoll/examples/tictactoe"
	"atoll/game"
	"atoll/search"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestGenericBots(t *testing.T) {
	botstest.Run(t, bots.NewRoster(), tictactoe.Game.MustConfigure(2))
}

func TestNamesThatAreRefused(t *testing.T) {
	cfg := tictactoe.Game.MustConfigure(2)
	for name, want := range map[string]string{
		"":                            "no bot is named",
		"level0":                      "no bot is named",
		"level9":                      "no bot is named",
		"level10":                     "no bot is named",
		"Best":                        "no bot is named",
		"best:":                       "milliseconds",
		"best:x":                      "milliseconds",
		"best:0":                      "neither time nor nodes",
		"best:-1":                     "allows no thought",
		"best:0n":                     "neither time nor nodes",
		"best:99999999999":            "more than a day",
		"best:9999999999999999999999": "milliseconds",
	} {
		_, err := bots.NewRoster().Open(cfg, name)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
}

func TestMakersAreAskedFirst(t *testing.T) {
	cfg := tictactoe.Game.MustConfigure(2)
	asked := 0
	r := bots.NewRoster(bots.Maker{
		Game:   cfg.Game.ID,
		Serves: func(game.Config) bool { return false },
	}, bots.Maker{
		Game:   cfg.Game.ID,
		New:    func(_ game.Config, level int) bots.Bot { asked = level; return nil },
		Others: map[string]func(game.Config) bots.Bot{"old": func(game.Config) bots.Bot { return nil }},
	})
	for name, want := range map[string]int{"best": 8, "level3:5": 3} {
		if _, err := r.Open(cfg, name); err != nil || asked != want {
			t.Errorf("%s: level %d, %v", name, asked, err)
		}
	}
	if _, err := r.Open(cfg, "old"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"best", "old"} {
		bot, err := r.Open(cfg, name)
		if err != nil {
			t.Fatal(err)
		}
		if b := bots.BudgetOf(bot); b.Nodes != 0 || b.Time < time.Second || b.Time >= 3*time.Second {
			t.Errorf("%s thinks with %+v", name, b)
		}
	}
	if names := r.Names(cfg); names[len(names)-1] != "old" {
		t.Errorf("names are %v", names)
	}
}

func TestGreedyTakesAWin(t *testing.T) {
	g := tictactoe.Game.MustConfigure(2)
	st := g.New()
	seat := game.Seat(0)
	for _, text := range []string{"a1", "a3", "b1", "b3"} {
		if err := game.Try(st, seat, text, nil); err != nil {
			t.Fatal(err)
		}
		seat = 1 - seat
	}
	bot, err := bots.NewRoster().Open(g, "greedy")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := bot.Choose(t.Context(), bots.Question{View: st, Seat: 0})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(st.AppendAction(nil, 0, rep.Action)); got != "c1" {
		t.Errorf("plays %s", got)
	}
}

func TestSoftenPrefersWhatCostsLittle(t *testing.T) {
	list := []search.Candidate{
		{Action: 1, Value: 0.6, Weight: 0.5},
		{Action: 2, Value: 0.55, Weight: 0.3},
		{Action: 3, Value: 0.2, Weight: 0.2},
		{Action: 4, Value: 1},
	}
	var seen [5]int
	r := game.NewRand(1)
	for range 2000 {
		seen[bots.Soften(list, 0.05, r)]++
	}
	// Softmax: 1 to 1/e to e^-8, and never what was not looked at.
	if seen[4] != 0 || seen[1] < 1300 || seen[1] > 1600 || seen[2] < 400 || seen[3] > 10 {
		t.Errorf("drawn %v", seen)
	}
	if got := bots.Soften(list, 0, r); got != 1 {
		t.Errorf("without temperature: %d", got)
	}
}
