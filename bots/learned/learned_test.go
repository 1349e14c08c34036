package learned

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"atoll/bots"
	"atoll/game"
	"atoll/games"
	"atoll/neural"
	"atoll/search"
)

// network makes one for a table, with weights drawn from a seed.
func network(t *testing.T, cfg game.Config, change func(h *neural.Header)) *neural.Net {
	t.Helper()
	sp := cfg.New().(game.Encoder).Space()
	h := neural.Header{
		Game: fmt.Sprintf("%s-v%d", cfg.Game.ID, cfg.Game.Rules), Players: cfg.Players,
		Inputs: sp.Size(), Actions: sp.Actions, First: 32, Second: 16, Shift1: 4, Shift2: 8, UnitP: 50000, UnitV: 500000,
	}
	change(&h)
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	var data bytes.Buffer
	data.WriteString("ATOLLNET1\n")
	r := game.NewRand(1)
	small := func(n int) []int16 {
		list := make([]int16, n)
		for i := range list {
			list[i] = int16(r.Uint64()%512) - 200
		}
		return list
	}
	bytes8 := make([]int8, h.Actions*h.Second)
	for i := range bytes8 {
		bytes8[i] = int8(r.Uint64())
	}
	for _, part := range []any{
		uint32(len(text)), text, small(h.Inputs * h.First), make([]int32, h.First), small(h.Second * h.First),
		make([]int32, h.Second), bytes8, make([]int32, h.Actions), small(h.Second), int32(0),
	} {
		if err := binary.Write(&data, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	n, err := neural.Read(data.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestGamesToTheEnd lets networks play every game, by policy and by search.
func TestGamesToTheEnd(t *testing.T) {
	for _, g := range games.All() {
		for _, players := range g.Players {
			cfg, err := g.Configure(players, nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(cfg.String(), func(t *testing.T) {
				b, err := Fit(network(t, cfg, func(*neural.Header) {}), cfg)
				if err != nil {
					t.Fatal(err)
				}
				for name, bot := range map[string]bots.Bot{"policy": b.Policy(), "search": b.Search()} {
					st, r := cfg.New(), game.NewRand(7)
					for steps := 0; st.Acting() != 0; steps++ {
						if steps > 60 { // far enough
							break
						}
						bots.Settle(st, r)
						var c game.Choices
						for s := range game.Seat(players) {
							if !st.Acting().Has(s) {
								continue
							}
							rep, err := bot.Choose(
								context.Background(),
								bots.Question{
									View:   game.Look(st, game.SeatViewer(s)),
									Seat:   s,
									Seed:   r.Uint64(),
									Budget: search.Budget{Nodes: 20},
								},
							)
							if err != nil {
								t.Fatal(err)
							}
							if !st.Legal(s, rep.Action) {
								t.Fatalf("%s: not legal: %s", name, st.AppendAction(nil, s, rep.Action))
							}
							c[s] = rep.Action
						}
						if st.Acting() != 0 {
							st.Play(c, nil)
						}
					}
				}
			})
		}
	}
}

// TestPriorIsThePolicy compares what the search is told with what the policy draws.
func TestPriorIsThePolicy(t *testing.T) {
	g, _ := games.ByID(games.All()[1].ID)
	cfg, err := g.Configure(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Fit(network(t, cfg, func(*neural.Header) {}), cfg)
	if err != nil {
		t.Fatal(err)
	}
	st := cfg.New()
	r := game.NewRand(3)
	bots.Settle(st, r)
	s := st.Acting().First()
	list := st.AppendActions(nil, s)
	prior := make([]float32, len(list))
	b.Prior(st, s, list, prior)
	sum := 0.0
	for _, p := range prior {
		sum += float64(p)
	}
	if math.Abs(sum-1) > 1e-3 {
		t.Fatalf("the prior adds up to %g", sum)
	}
	count := map[game.Action]int{}
	const draws = 4000
	bot := b.Policy()
	for range draws {
		rep, err := bot.Choose(context.Background(), bots.Question{View: st, Seat: s, Seed: r.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		count[rep.Action]++
	}
	for i, a := range list {
		p := float64(prior[i])
		if got := float64(count[a]) / draws; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/draws)+1e-3 {
			t.Errorf("%s: drawn %.4f, prior %.4f", st.AppendAction(nil, s, a), got, p)
		}
	}
}

func TestNetworksForAnotherTableAreRefused(t *testing.T) {
	g := games.All()[0]
	cfg, err := g.Configure(g.Players[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(h *neural.Header){
		"another game":       func(h *neural.Header) { h.Game = "x-v1" },
		"other rules":        func(h *neural.Header) { h.Game = fmt.Sprintf("%s-v%d", g.ID, g.Rules+1) },
		"more players":       func(h *neural.Header) { h.Players++ },
		"other observations": func(h *neural.Header) { h.Inputs++ },
		"other letters":      func(h *neural.Header) { h.Actions++ },
	} {
		if _, err := Fit(network(t, cfg, change), cfg); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
