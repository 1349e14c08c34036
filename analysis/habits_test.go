package analysis_test

import (
	"testing"

	"atoll/analysis"
	"atoll/bots/all"
	"atoll/game"
	"atoll/games"
	"atoll/record"
	"atoll/search"
)

// TestHabits: shares, averages and quartiles of choices are what they are called.
func TestHabits(t *testing.T) {
	var cs []analysis.Choice
	for i := range 5 {
		cs = append(cs, analysis.Choice{Agrees: i < 2, GaveUp: []float64{0, 0, 0.02, analysis.Slip, 0.2}[i], MS: int64(50 - 10*i)})
	}
	got := analysis.HabitsOf(3, cs)
	want := analysis.Habits{
		Games:     3,
		Choices:   5,
		Agreement: 0.4,
		Loss:      (0.02 + analysis.Slip + 0.2) / 5,
		Slips:     0.4,
		Time:      [3]int64{20, 30, 40},
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := analysis.HabitsOf(0, nil); got != (analysis.Habits{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

// TestChoices: the engine's own moves agree with it and give up nothing, others do
// not; each has the time of its event.
func TestChoices(t *testing.T) {
	g, _ := games.ByID("evo")
	opt := analysis.Options{Roster: all.Roster(), Seed: 1, Budget: search.Budget{Nodes: 300, Threads: 1}}
	rec := &record.Record{Config: g.MustConfigure(2)}
	st, r := rec.Config.New(), game.NewRand(3)
	var ms []int64
	for i := range 6 {
		s := st.Acting().First()
		a, _ := game.Sample(st, s, r, nil)
		rec.Events = append(rec.Events, record.Event{By: rec.Config.SeatName(s), Do: string(st.AppendAction(nil, s, a))})
		ms = append(ms, int64(1000+i))
		st.Play(game.Choose(s, a), nil)
	}
	first := rec.Config.New().Acting().First()
	one, err := analysis.Choices(t.Context(), rec, ms, game.Only(first), opt)
	if err != nil {
		t.Fatal(err)
	}
	both, err := analysis.Choices(t.Context(), rec, ms, game.Only(first).With(1-first), opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(one) != 3 || len(both) != 6 {
		t.Fatalf("%d choices of one seat, %d of both", len(one), len(both))
	}
	for i, c := range both {
		if c.At != i || c.MS != ms[i] || c.Do != rec.Events[i].Do || c.Best == "" || c.GaveUp < 0 || c.Agrees != (c.Do == c.Best) ||
			c.Agrees && c.GaveUp != 0 {
			t.Errorf("choice %d: %+v", i, c)
		}
	}
	// The same game with the engine's move at the end agrees there.
	last := both[5]
	rec.Events[5].Do = last.Best
	again, err := analysis.Choices(t.Context(), rec, ms, game.Only(last.Seat), opt)
	if err != nil {
		t.Fatal(err)
	}
	if c := again[len(again)-1]; !c.Agrees || c.Do != last.Best {
		t.Errorf("the engine's own move: %+v", c)
	}
}
