package screen

import (
	"slices"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
)

// otherwise are the values of an option that its table does not have anyway.
func otherwise(o game.Option) []game.Value {
	switch o.Kind {
	case game.Flag:
		return []game.Value{game.Bool(!o.Default.True())}
	case game.Limit:
		return []game.Value{game.Int(o.Default.Int() + 10), game.Int(o.Default.Int() - 10)}
	}
	var out []game.Value
	for _, v := range o.Values {
		if v.Value != o.Default {
			out = append(out, v.Value)
		}
	}
	return out
}

// turnTo goes down the rows of the menu to one of them, and right or left until what it stands for is so.
func turnTo(t *testing.T, m *menuPage, label string, so func() bool) {
	t.Helper()
	for range len(m.rows()) {
		if m.rows()[m.row].label == label {
			break
		}
		m.key("down", "")
	}
	if got := m.rows()[m.row].label; got != label {
		t.Fatalf("%s: no row %q, it ends at %q", m.g().ID, label, got)
	}
	keys := slices.Concat(slices.Repeat([]string{"right"}, 10), slices.Repeat([]string{"left"}, 20))
	for _, k := range keys {
		if so() {
			return
		}
		m.key(k, "")
	}
	t.Fatalf("%s: %q cannot be had: %+v", m.g().ID, label, m.rows()[m.row])
}

// Every option of every game is chosen with the keys of the menu, and the table that is made has it.
func TestEveryOptionIsChosenWithKeys(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	for i, g := range games.All() {
		for _, o := range g.Options {
			for _, want := range otherwise(o) {
				m := newMenuPage(games.All(), nil, eightBots)
				for range i {
					m.key("right", "")
				}
				m.key("O", "")
				if o.Players != 0 && len(g.Players) > 1 {
					turnTo(t, m, "Players", func() bool { return m.players == o.Players })
				}
				if key, value, ok := strings.Cut(o.Needs, "="); ok {
					at := slices.IndexFunc(g.Options, func(x game.Option) bool { return x.Key == key })
					turnTo(t, m, g.Options[at].Name, func() bool { return m.value(key).String() == value })
				}
				turnTo(t, m, o.Name, func() bool { return m.value(o.Key) == want })
				m.w, m.h = 120, 40
				if row := m.rows()[m.row]; !strings.Contains(m.screen(), row.value) || !strings.Contains(m.screen(), o.Name) {
					t.Errorf("%s %s=%s is not to be read:\n%s", g.ID, o.Key, want, m.screen())
				}
				if m.key("enter", ""); m.chosen == nil || m.chosen.Config.Value(o.Key) != want {
					t.Errorf("%s %s=%s: the menu makes %+v (%s)", g.ID, o.Key, want, m.chosen, m.problem)
				}
			}
		}
	}
}

// Who sits where can be drawn in every game, and is where its rules want it.
func TestSeatsAreDrawnWithKeys(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	for i, g := range games.All() {
		for _, draw := range []bool{true, false} {
			m := newMenuPage(games.All(), nil, eightBots)
			m.setGame(i)
			if begins := m.side >= m.players; begins != g.DrawSeats {
				t.Errorf("%s: seats are drawn at first: %v", g.ID, begins)
			}
			m.key("tab", "")
			turnTo(t, m, "Side", func() bool { return (m.side >= m.players) == draw })
			if m.key("enter", ""); m.chosen == nil || m.chosen.Draw != draw {
				t.Errorf("%s: drawn %v makes %+v", g.ID, draw, m.chosen)
			}
		}
	}
}

// The rules that are read at a table begin with what it plays otherwise than usual.
func TestRulesBeginWithTheTablesOwn(t *testing.T) {
	for _, g := range games.All() {
		const page = "# Title\n\nAs ever.\n"
		if got := withOwn(page, g.MustConfigure(g.Players[0])); got != page {
			t.Errorf("%s by default: %q", g.ID, got)
		}
		for _, o := range g.Options {
			for _, v := range otherwise(o) {
				given := []string{o.Key + "=" + v.String()}
				if o.Needs != "" {
					given = append(given, o.Needs)
				}
				options, err := g.ReadOptions(given)
				if err != nil {
					t.Fatal(err)
				}
				players := g.Players[0]
				if o.Players != 0 {
					players = o.Players
				}
				cfg, err := g.Configure(players, options)
				if err != nil {
					t.Fatal(err)
				}
				want := o.Name
				for _, x := range o.Values {
					if x.Value == v {
						want += ": " + x.Name
					}
				}
				if o.Kind == game.Limit {
					want += ": " + v.String()
				}
				got := withOwn(page, cfg)
				if !strings.HasPrefix(got, "# Title\n\n## At this table\n\n- **") || !strings.Contains(got, "**"+want+".**") || !strings.HasSuffix(got, "\n\nAs ever.\n") {
					t.Errorf("%s %v: %q", g.ID, given, got)
				}
			}
		}
	}
}
