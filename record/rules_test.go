package record

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"atoll/game"
	"atoll/games"
)

// lively collects lively games of one configuration.
func lively(t *testing.T, n int, config string) []*Record {
	t.Helper()
	id, _, _ := strings.Cut(config, " ")
	g, ok := games.ByID(id)
	if !ok {
		t.Fatalf("no game %s", id)
	}
	cfg, err := g.ParseConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	recs := make([]*Record, n)
	for i := range recs {
		recs[i] = Random(cfg, Lively, game.NewRand(uint64(1000+i)), false)
	}
	return recs
}

func TestSeatNames(t *testing.T) {
	for _, tt := range []struct {
		id   string
		n    int
		want string
	}{
		{"epigo", 2, "S N"},
		{"evo", 2, "S N"},
		{"evo", 4, "S W N E"},
		{"conqueror", 2, "A B"},
		{"conqueror", 4, "A B C D"},
		{"earthquake", 2, "1 2"},
		{"earthquake", 6, "1 2 3 4 5 6"},
	} {
		g, _ := games.ByID(tt.id)
		if got := strings.Join(g.SeatNames(tt.n), " "); got != tt.want {
			t.Errorf("%s for %d: got %q, want %q", tt.id, tt.n, got, tt.want)
		}
	}
}

// Every text in lively games has one of the documented shapes, and every
// documented shape occurs.
func TestActionTexts(t *testing.T) {
	const square, hex = `[a-h][1-8]`, `[a-g][1-7]`
	for _, tt := range []struct {
		name   string
		config string
		by     string // of whom: players or chance
		shapes []string
	}{
		{"epigo deployment", "epigo 2", "players", []string{`deploy( [1-7X]){8}`, "*"}},
		{"epigo plan", "epigo 2", "players", []string{`plan( [1-7][NESW]){3}`, "*"}},
		{"epigo super slide", "epigo 2", "players", []string{"slide", "stop", "*"}},
		{"islanders deployment", "epigo 2 variant=islanders", "players", []string{`deploy( [1-7X]){8} @ ` + square, "*"}},
		{"islanders plan", "epigo 2 variant=islanders", "players", []string{`plan( [1-7][NESW]| SLAM){3}`, `plan SLAM( [1-7][NESW]){2}`, "*"}},
		{"epigo leaving an Island", "epigo 2 variant=islanders", "players", []string{`exit ` + square, "stay", "*"}},
		{"epigo SLAM", "epigo 2 variant=islanders", "players", []string{`slam [NESW]`, "stay", "*"}},
		{"evo", "evo 2", "players", []string{`[a-l]\d+-[a-l]\d+`, `[a-l]\d+-[a-l]\d+=[WBCS]`, `[a-l]\d+=[WBCS]`}},
		{"evo", "evo 4", "players", []string{`[a-l]\d+-[a-l]\d+(=[WBCS])?`, `[a-l]\d+=[WBCS]`}},
		{"conqueror players", "conqueror 3", "players", []string{`start [a-z]\d+`, `move [a-z]\d+`, "pass"}},
		{"conqueror chance", "conqueror 3", "chance", []string{`order [ABC] [ABC] [ABC]`, `roll [1-6]`}},
		{"conqueror layout", "conqueror 2 layout=custom", "chance", []string{`layout( [a-z]\d+){16}`, "*"}},
		{"conqueror tie", "conqueror 2 tiebreak=dice", "chance", []string{`tie [a-z]\d+( [A-D][1-6](,[1-6])*)+`, "*"}},
		{"earthquake players", "earthquake 4", "players", []string{
			`place ` + hex, "stay", `move ` + hex, `rope ` + hex, `spring ` + hex, `swim ` + hex, "float", "keep", "discard", "sandbag", "remove",
			`dynamite ` + hex, `bazooka ` + hex, `push ` + hex, `thief [1-6]`, "drop", "end",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			seen := map[string]bool{}
			for _, rec := range lively(t, 150, tt.config) {
				for _, e := range rec.Events {
					if _, table := game.ParseTableAction(e.Do); table || (e.By == "chance") != (tt.by == "chance") {
						continue
					}
					fits := false
					for _, shape := range tt.shapes {
						if shape == "*" || regexp.MustCompile("^"+shape+"$").MatchString(e.Do) {
							seen[shape], fits = true, true
						}
					}
					if !fits {
						t.Fatalf("%q by %s has no documented shape", e.Do, e.By)
					}
				}
			}
			for _, shape := range tt.shapes {
				if !seen[shape] {
					t.Errorf("%q never occurs", shape)
				}
			}
		})
	}
}

func TestActionTextsAreExact(t *testing.T) {
	g, _ := games.ByID("evo")
	for _, do := range []string{"G2-g3", "g2-g3 ", " g2-g3", "g2 - g3", "g2-g03", "g2-g3=c", "g2=W", "g2-g3=W"} {
		wantFault(t, &Record{Config: g.MustConfigure(2), Events: []Event{{By: "S", Do: do}}}, 0, do)
	}
	wantFault(t, &Record{Config: g.MustConfigure(2), Events: []Event{{By: "s", Do: "g2-g3"}}}, 0, "seat in lower case")
}

func TestScatterListsTheWholeArea(t *testing.T) {
	for config, hexes := range map[string]int{"earthquake 2": 31, "earthquake 2 area=19": 19, "earthquake 2 area=37": 37, "earthquake 3": 31, "earthquake 4": 31, "earthquake 5": 37, "earthquake 6": 37} {
		for _, rec := range lively(t, 5, config) {
			words := strings.Split(rec.Events[0].Do, " ")
			if rec.Events[0].By != "chance" || words[0] != "scatter" || len(words) != hexes+1 {
				t.Fatalf("%s begins with %d hexes: %s", config, len(words)-1, rec.Events[0].Do)
			}
			last := ""
			for _, w := range words[1:] {
				hex, tiles, ok := strings.Cut(w, ":")
				if !ok || hex <= last {
					t.Fatalf("hex %q after %q", w, last)
				}
				last = hex
				if !regexp.MustCompile(`^((C0?1?2?3?4?5?|[VHRLSDBJPT])(,|$))*$`).MatchString(tiles) || strings.Contains(tiles, "C,") {
					t.Fatalf("tiles %q", tiles)
				}
			}
		}
	}
}

func TestTableActions(t *testing.T) {
	g, _ := games.ByID("conqueror")
	cfg := g.MustConfigure(3)
	order := Event{By: "chance", Do: "order B A C"}
	play := func(events ...Event) error { return Verify(&Record{Config: cfg, Events: events}) }
	t.Run("resign", func(t *testing.T) {
		if err := play(order, Event{By: "C", Do: "resign"}); err != nil {
			t.Errorf("a player whose turn it is not: %v", err)
		}
		if err := play(Event{By: "A", Do: "resign"}); err == nil {
			t.Error("resigned while chance was to act")
		}
		if err := play(order, Event{By: "C", Do: "resign"}, Event{By: "C", Do: "resign"}); err == nil {
			t.Error("resigned twice")
		}
	})
	t.Run("timeout", func(t *testing.T) {
		if err := play(order, Event{By: "B", Do: "timeout"}); err != nil {
			t.Errorf("the player to act: %v", err)
		}
		if err := play(order, Event{By: "A", Do: "timeout"}); err == nil {
			t.Error("ran out of time without being to act")
		}
	})
	t.Run("draw", func(t *testing.T) {
		if err := play(order, Event{By: "B", Do: "offer draw"}); err == nil {
			t.Error("a draw is offered outside Epigo")
		}
		offers, accepts := 0, 0
		for _, rec := range lively(t, 80, "epigo 2") {
			for _, e := range rec.Events {
				switch e.Do {
				case "offer draw":
					offers++
				case "accept draw":
					accepts++
				}
			}
		}
		if offers == 0 || accepts == 0 {
			t.Errorf("%d offers and %d acceptances in lively games", offers, accepts)
		}
	})
}

func TestTableActionsAreNeverLegalActions(t *testing.T) {
	for _, g := range games.All() {
		rec := Random(g.MustConfigure(g.Players[0]), Lively, game.NewRand(4), true)
		for i, e := range rec.Events {
			if e.Legal == nil {
				continue
			}
			for _, text := range e.Legal.Texts {
				if _, table := game.ParseTableAction(text); table {
					t.Fatalf("%s, event %d lists %q", g.ID, i, text)
				}
			}
		}
	}
}

func TestOnlyActionsAreRecorded(t *testing.T) {
	found := map[string]bool{}
	for _, config := range []string{"conqueror 2", "earthquake 2", "epigo 2 variant=islanders"} {
		for _, rec := range lively(t, 40, config) {
			r := NewReplayer(rec.Config)
			for _, e := range rec.Events {
				if s := r.Next(); e.By != "chance" && game.Count(r.State(), s) == 1 {
					found[e.Do] = true
				}
				if err := r.Apply(e.By, e.Do, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if !found["pass"] || !found["stay"] {
		t.Errorf("only actions that were recorded: %v; want pass and stay among them", found)
	}
}

func TestReasons(t *testing.T) {
	for _, tt := range []struct {
		configs []string
		want    []string
	}{
		{[]string{"epigo 2", "epigo 2 quiet_limit=2"}, []string{"captures", "quiet", "agreed", "resign", "timeout"}},
		{[]string{"evo 2", "evo 4", "evo 2 quiet_limit=5"}, []string{"castle", "last piece", "repetition", "quiet", "resign", "timeout"}},
		{[]string{"conqueror 2", "conqueror 4", "conqueror 3 coins=12"}, []string{"islands", "last one in", "stuck", "coins", "resign", "timeout"}},
		{[]string{"earthquake 2 area=19", "earthquake 2", "earthquake 6"}, []string{"last explorer", "resign", "timeout"}},
	} {
		t.Run(tt.configs[0], func(t *testing.T) {
			seen := map[string]int{}
			for _, config := range tt.configs {
				for _, rec := range lively(t, 150, config) {
					seen[rec.Result.Reason]++
					last := rec.Events[len(rec.Events)-1].Do
					if reason := rec.Result.Reason; (reason == "resign" || reason == "timeout") && last != reason {
						t.Errorf("%q after %q", reason, last)
					}
				}
			}
			g := tt.configs[0][:strings.Index(tt.configs[0], " ")]
			all, _ := games.ByID(g)
			got, want := slices.Clone(all.Reasons), slices.Clone(tt.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s has the reasons %q, want %q", g, got, want)
			}
			for _, reason := range tt.want {
				if seen[reason] == 0 {
					t.Errorf("no lively game ends by %q: %v", reason, seen)
				}
			}
		})
	}
}

func TestRanks(t *testing.T) {
	t.Run("all others lose", func(t *testing.T) {
		for _, config := range []string{"epigo 2", "evo 2", "evo 4"} {
			for _, rec := range lively(t, 40, config) {
				ranks := rec.Result.Rank[:rec.Config.Players]
				if rec.Result.Winners(rec.Config.Players).Len() != 1 {
					continue
				}
				for _, rank := range ranks {
					if rank != 1 && rank != 2 {
						t.Errorf("%s: ranks %v", config, ranks)
					}
				}
			}
		}
	})
	t.Run("draw after one has left", func(t *testing.T) {
		g, _ := games.ByID("evo")
		r := NewRecorder(g.MustConfigure(4, "quiet_limit=1"))
		for _, e := range []Event{{By: "W", Do: "resign"}, {By: "S", Do: "g2=C"}} {
			if err := r.Apply(e.By, e.Do, nil); err != nil {
				t.Fatal(err)
			}
		}
		want := game.Result{Over: true, Reason: "quiet", Rank: [6]uint8{1, 2, 1, 1}}
		if got := r.Record().Result; got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
	t.Run("equal ranks share", func(t *testing.T) {
		shared := false
		for _, rec := range lively(t, 200, "conqueror 4") {
			shared = shared || rec.Result.Winners(4).Len() > 1
		}
		if !shared {
			t.Error("no shared first place in 200 games")
		}
	})
}

func TestForfeitsAndDrowningsAreNoEvents(t *testing.T) {
	for _, config := range []string{"conqueror 4", "earthquake 6"} {
		left := 0
		for _, rec := range lively(t, 30, config) {
			for _, e := range rec.Events {
				if strings.HasPrefix(e.Do, "forfeit") || strings.HasPrefix(e.Do, "drown") {
					t.Fatalf("%s: %q", config, e.Do)
				}
			}
			if rec.Result.Reason == "last one in" || rec.Result.Reason == "last explorer" {
				left++
			}
		}
		if left == 0 {
			t.Errorf("%s: nobody was ever the last one", config)
		}
	}
}

func TestFinishedRecordHoldsOrdersNeverReached(t *testing.T) {
	for _, rec := range lively(t, 60, "epigo 2") {
		if rec.Result.Reason != "captures" {
			continue
		}
		// Won in the middle of a turn: the record must still hold both whole plans.
		for i := len(rec.Events) - 1; i >= 0; i-- {
			if !strings.HasPrefix(rec.Events[i].Do, "plan ") {
				continue
			}
			if rec.Events[i-1].By != "S" || len(strings.Fields(rec.Events[i].Do)) != 4 || len(strings.Fields(rec.Events[i-1].Do)) != 4 {
				t.Errorf("last plans %q and %q", rec.Events[i-1].Do, rec.Events[i].Do)
			}
			break
		}
		return
	}
	t.Error("no game was won by captures")
}
