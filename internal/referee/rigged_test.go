package referee

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"atoll/game"
	"atoll/game/gametest"
	"atoll/games"
)

// Random games hardly ever see tools used from a volcano against the player whose
// turn it is. Here explorers with tools in their hands stand crowded on volcanoes
// that are one tile deep, and use what they hold.
func TestRefereeAgreesOnCrowdedVolcanoes(t *testing.T) {
	g, ok := games.ByID("earthquake")
	if !ok {
		t.Fatal("no such game")
	}
	for i := range gametest.Soak(3000) {
		r := game.NewRand(uint64(i)).Split(5)
		cfg := g.MustConfigure(2+r.Intn(5), "area=19")
		if err := crowded(cfg, r); err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
	}
}

// crowd is a position that both sides begin with.
type crowd struct {
	stacks map[hex][]string
	at     []hex
	tool   []string
	turn   int // index of the seat
}

var middle = []hex{{3, 4}, {3, 5}, {4, 5}, {4, 4}, {3, 3}, {2, 3}, {2, 4}}

func newCrowd(players int, r *game.Rand) crowd {
	shuffled := slices.Clone(middle)
	for k := range shuffled {
		other := k + r.Intn(len(shuffled)-k)
		shuffled[k], shuffled[other] = shuffled[other], shuffled[k]
	}
	left := map[string]int{"V": 4, "H": 8, "C": 8}
	for _, tool := range []string{"R", "L", "S", "J", "D", "B", "P", "T"} {
		left[tool] = 7
	}
	draw := func(kinds ...string) string {
		for {
			kind := kinds[r.Intn(len(kinds))]
			if left[kind] == 0 {
				continue
			}
			left[kind]--
			if kind == "C" { // three ends, of which there are eight
				return []string{"C024", "C135", "C012", "C345", "C035"}[r.Intn(5)]
			}
			return kind
		}
	}
	c := crowd{stacks: map[hex][]string{}, turn: r.Intn(players)}
	for p := range players {
		c.at = append(c.at, shuffled[p])
		c.tool = append(c.tool, draw("D", "D", "B", "P", "P", "T", "S", "R", "L", "J"))
	}
	for _, h := range hexArea(19) {
		var stack []string
		if slices.Contains(shuffled[:5], h) && left["V"] > 0 && r.Intn(5) > 0 {
			stack = append(stack, draw("V"))
		} else if r.Intn(3) == 0 {
			stack = append(stack, draw("H", "S", "R", "J"))
		}
		if slices.Contains(middle, h) || r.Intn(3) > 0 {
			stack = append(stack, draw("C", "C", "D", "B", "P", "T", "H", "L"))
		}
		c.stacks[h] = stack
	}
	return c
}

func crowded(cfg game.Config, r *game.Rand) error {
	c := newCrowd(cfg.Players, r)
	names := cfg.SeatNames()
	var explorers, hexes []string
	for p, h := range c.at {
		explorers = append(explorers, h.String()+c.tool[p])
	}
	for _, h := range hexArea(19) {
		hexes = append(hexes, h.String()+":"+strings.Join(c.stacks[h], ","))
	}
	text := fmt.Sprintf("%s | 5 %s go | %s | %s | V0 H0 C0,0,0,0,0,0 R0 L0 S0 D0 B0 J0 P0 T0", cfg, names[c.turn], strings.Join(explorers, " "), strings.Join(hexes, " "))
	st := cfg.New()
	if err := st.UnmarshalText([]byte(text)); err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	rec := &record{Game: cfg.Game.ID, Rules: cfg.Game.Rules, Seats: names}
	for len(rec.Events) < 30 && st.Acting() != 0 {
		rec.Events = append(rec.Events, wildly(st, r))
	}
	q := &quake{
		table: &table{rec: rec}, stacks: map[hex][]string{}, at: map[string]hex{}, tool: map[string]string{},
		safe: map[string]bool{}, in: slices.Clone(names),
	}
	q.leave = q.resign
	for h, stack := range c.stacks {
		q.stacks[h] = slices.Clone(stack)
	}
	for p, name := range names {
		q.at[name], q.tool[name] = c.at[p], c.tool[p]
	}
	asked, running, err := q.drive(func(*table) { q.turnsFrom(c.turn) })
	story := func() string {
		var done []string
		for _, e := range rec.Events {
			done = append(done, e.By+" "+e.Do)
		}
		return text + "\n" + strings.Join(done, "; ")
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w\n%s", err, story())
	case running != (st.Acting() != 0):
		return fmt.Errorf("the game is over for one side alone: %v, %q\n%s", q.final, asked.legal, story())
	case running:
		s := st.Acting().First()
		if legal := legalTexts(st, s); asked.by != cfg.SeatName(s) || !slices.Equal(legal, asked.legal) {
			return fmt.Errorf("%s may %q, by the referee %s %q\n%s", cfg.SeatName(s), legal, asked.by, asked.legal, story())
		}
	default:
		res := st.Result()
		for i, name := range names {
			if q.final.Rank[name] != int(res.Rank[i]) || q.final.Reason != res.Reason {
				return fmt.Errorf("result %v, by the referee %v\n%s", res, *q.final, story())
			}
		}
	}
	return nil
}

func legalTexts(st game.State, s game.Seat) []string {
	var legal []string
	for _, a := range st.AppendActions(nil, s) {
		legal = append(legal, string(st.AppendAction(nil, s, a)))
	}
	slices.Sort(legal)
	return legal
}

// wildly plays one event: tools rather than steps, now and then a resignation.
func wildly(st game.State, r *game.Rand) event {
	cfg := st.Config()
	s := st.Acting().First()
	if who := game.Seat(r.Intn(cfg.Players)); r.Intn(40) == 0 && st.AllowsTable(who, game.Resign) == nil {
		st.Table(who, game.Resign, nil)
		return event{By: cfg.SeatName(who), Do: "resign"}
	}
	legal := legalTexts(st, s)
	var wild []string
	for _, text := range legal {
		switch verb, _, _ := strings.Cut(text, " "); verb {
		case "dynamite", "bazooka", "push", "thief", "keep":
			wild = append(wild, text)
		}
	}
	pool := legal
	switch {
	case slices.Contains(legal, "stay") && r.Intn(2) == 0:
		pool = []string{"stay"} // to have tools in hand while a tile is played
	case len(wild) > 0 && r.Intn(3) > 0:
		pool = slices.DeleteFunc(wild, func(text string) bool { return text == "keep" && len(wild) > 1 })
	}
	do := pool[r.Intn(len(pool))]
	if err := game.Try(st, s, do, nil); err != nil {
		panic(err)
	}
	n := len(legal)
	return event{By: cfg.SeatName(s), Do: do, LegalCount: &n, Legal: legal}
}
