package referee

import (
	"slices"
	"strings"
	"testing"

	"atoll/game"
	"atoll/game/gametest"
	"atoll/games"
	records "atoll/record"
)

// The referee and the games must agree on every legal set and every result.
func TestRefereeAgrees(t *testing.T) {
	for _, g := range games.All() {
		configs := gametest.Configs(g)
		n := (gametest.Soak(12*len(configs)) + len(configs) - 1) / len(configs)
		for _, cfg := range configs {
			t.Run(cfg.String(), func(t *testing.T) {
				t.Parallel()
				for i := range n {
					policy := records.Lively
					if i%4 == 0 {
						policy = records.Uniform
					}
					rec := records.Random(cfg, policy, game.NewRand(uint64(i)), true)
					if err := Check(string(rec.AppendText(nil))); err != nil {
						t.Fatalf("%s game %d: %v", policy, i, err)
					}
				}
			})
		}
	}
}

// Both must also refuse the same things: any event of the game, or any table
// action of anybody, at a moment where it does not belong.
func TestRefereeRefusesTheSame(t *testing.T) {
	tables := []string{"resign", "timeout", "offer draw", "accept draw"}
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			accepted, refused := 0, 0
			configs := gametest.Configs(g)
			for i := range gametest.Soak(2 * len(configs)) {
				cfg := configs[i%len(configs)]
				r := game.NewRand(uint64(i))
				rec := records.Random(cfg, records.Lively, r.Split(1), false)
				for range 6 {
					at := r.Intn(len(rec.Events) + 1)
					odd := rec.Events[r.Intn(len(rec.Events))]
					if r.Intn(2) == 0 {
						odd.Do = tables[r.Intn(4)]
					}
					if r.Intn(3) == 0 {
						odd.By = cfg.SeatName(game.Seat(r.Intn(cfg.Players)))
					}
					short := &records.Record{Config: cfg, Events: append(slices.Clone(rec.Events[:at]), odd)}
					play := records.NewReplayer(cfg)
					var err error
					for _, e := range short.Events {
						if err = play.Apply(e.By, e.Do, nil); err != nil {
							break
						}
					}
					if err == nil {
						accepted++
						short.Result = play.State().Result()
					} else {
						refused++
					}
					if got := Check(string(short.AppendText(nil))); (got == nil) != (err == nil) {
						t.Fatalf("%s, game %d, %q by %s as event %d: the rules say %v, the referee says %v", cfg, i, odd.Do, odd.By, at, err, got)
					}
				}
			}
			if accepted == 0 || refused == 0 {
				t.Errorf("%d accepted, %d refused: not enough was tried", accepted, refused)
			}
		})
	}
}

// A Conqueror of version 1 is one with last_tile=turn, for both sides.
func TestVersionOneOfTheConqueror(t *testing.T) {
	g, ok := games.ByID("conqueror")
	if !ok {
		t.Fatal("no such game")
	}
	turned := 0
	for i := range gametest.Soak(60) {
		r := game.NewRand(uint64(i))
		options := []string{"last_tile=turn"}
		for _, other := range []string{"coins=12", "layout=custom", "tiebreak=dice", "forfeit=out"} {
			if r.Intn(3) == 0 {
				options = append(options, other)
			}
		}
		rec := records.Random(g.MustConfigure(2+r.Intn(3), options...), records.Lively, r.Split(1), true)
		second := string(rec.AppendText(nil))
		first := strings.Replace(second, `"rules":2,`, "", 1)
		first = strings.Replace(first, `"last_tile":"turn"`, "", 1)
		first = strings.NewReplacer(`{,`, `{`, `,,`, `,`, `,}`, `}`).Replace(first)
		if err := Check(first); err != nil {
			t.Fatalf("game %d: %v\n%s", i, err, first)
		}
		old, err := records.Parse(first, games.ByID)
		if err == nil {
			err = records.Verify(old)
		}
		if err != nil {
			t.Fatalf("game %d: %v\n%s", i, err, first)
		}
		// The same moves are not always a game of the new rules.
		if Check(strings.Replace(second, `"last_tile":"turn"`, `"last_tile":"landing"`, 1)) != nil {
			turned++
		}
	}
	if turned == 0 {
		t.Error("landing on the last tile made no difference")
	}
}
