package vector_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"atoll/game"
	"atoll/game/gametest"
	"atoll/games"
	"atoll/games/epigo"
	"atoll/vector"
)

func buffers(e *vector.Env) *vector.Buffers {
	n, sp := e.Games(), e.Space()
	return &vector.Buffers{
		Observations: make([]byte, n*sp.Size()), Legal: make([]int32, n*sp.MaxLegal), Counts: make([]int32, n),
		Masks: make([]byte, n*sp.Actions), Seats: make([]int8, n), Done: make([]byte, n), Rewards: make([]float32, n*e.Config().Players),
	}
}

func open(t testing.TB, cfg game.Config, n int, seed uint64, threads int, reward vector.Reward) *vector.Env {
	t.Helper()
	e, err := vector.Open(cfg, n, seed, threads, reward)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

// pick chooses a random legal letter for every game.
func pick(letters []int32, b *vector.Buffers, r *game.Rand) {
	most := len(b.Legal) / len(letters)
	for i := range letters {
		letters[i] = b.Legal[i*most+r.Intn(int(b.Counts[i]))]
	}
}

func TestEveryConfigurationPlays(t *testing.T) {
	for _, g := range games.All() {
		for _, cfg := range gametest.Configs(g) {
			e := open(t, cfg, 5, 1, 1, vector.Ranks)
			b, r, letters, ended := buffers(e), game.NewRand(2), make([]int32, 5), 0
			if err := e.Look(b); err != nil {
				t.Fatal(err)
			}
			for range 400 {
				pick(letters, b, r)
				if err := e.Step(letters, b); err != nil {
					t.Fatalf("%s: %v", cfg, err)
				}
				for i := range letters {
					row := b.Rewards[i*cfg.Players : (i+1)*cfg.Players]
					sum, most := float32(0), float32(0)
					for _, x := range row {
						sum, most = sum+x, max(most, float32(math.Abs(float64(x))))
					}
					if math.Abs(float64(sum)) > 1e-5 || b.Done[i] == 0 && most != 0 {
						t.Fatalf("%s: done %d, rewards %v", cfg, b.Done[i], row)
					}
					ended += int(b.Done[i])
					legal := b.Legal[i*e.Space().MaxLegal:][:e.Space().MaxLegal]
					mask := b.Masks[i*e.Space().Actions:][:e.Space().Actions]
					for k, letter := range legal {
						if (letter >= 0) != (k < int(b.Counts[i])) || letter >= 0 && mask[letter] != 1 {
							t.Fatalf("%s: %d letters are legal, listed %v", cfg, b.Counts[i], legal)
						}
					}
					if n := strings.Count(string(mask), "\x01"); n != int(b.Counts[i]) {
						t.Fatalf("%s: %d letters in the mask, %d legal", cfg, n, b.Counts[i])
					}
				}
			}
			if ended == 0 && g.ID != "evo" {
				t.Errorf("%s: no game ended", cfg)
			}
		}
	}
}

// What is written is what the rules say of the same games, played one by one.
func TestGamesArePlayedByTheRules(t *testing.T) {
	for _, g := range games.All() {
		cfg := g.MustConfigure(g.Players[0])
		e := open(t, cfg, 3, 7, 1, vector.Share)
		b, letters, r := buffers(e), make([]int32, 3), game.NewRand(1)
		if err := e.Look(b); err != nil {
			t.Fatal(err)
		}
		draw := game.NewRand(7).Split(1) // of game 1
		st := cfg.New().(game.Encoder)
		for n := range 3000 {
			for st.Acting() == game.Only(game.Nature) {
				if err := game.Try(st, game.Nature, game.Draw(st, draw), nil); err != nil {
					t.Fatal(err)
				}
			}
			var c game.Choices
			for acting := st.Acting(); acting != 0; acting &= acting - 1 {
				var word []int32
				for c[acting.First()] == game.NoAction {
					s, sp := acting.First(), e.Space()
					if game.Seat(b.Seats[1]) != s {
						t.Fatalf("%s, step %d: seat %d is asked instead of %d", g.ID, n, b.Seats[1], s)
					}
					if want := st.AppendObservation(nil, game.SeatViewer(s), word); !slices.Equal(
						want,
						b.Observations[sp.Size():2*sp.Size()],
					) {
						t.Fatalf("%s, step %d: another observation in %s", g.ID, n, st.AppendText(nil))
					}
					if want := st.AppendLegal(nil, s, word); !slices.Equal(want, b.Legal[sp.MaxLegal:][:b.Counts[1]]) {
						t.Fatalf("%s, step %d: other letters in %s", g.ID, n, st.AppendText(nil))
					}
					pick(letters, b, r)
					if err := e.Step(letters, b); err != nil {
						t.Fatal(err)
					}
					word = append(word, letters[1])
					c[s], _ = st.Spell(s, word)
				}
			}
			st.Play(c, nil)
			for st.Acting() == game.Only(game.Nature) {
				if err := game.Try(st, game.Nature, game.Draw(st, draw), nil); err != nil {
					t.Fatal(err)
				}
			}
			if st.Acting() != 0 {
				continue
			}
			for s := range cfg.Players {
				if want := st.Result().Score(game.Seat(s), cfg.Players); b.Done[1] != 1 || b.Rewards[cfg.Players+s] != float32(want) {
					t.Fatalf("%s, step %d: done %d, rewards %v for %+v", g.ID, n, b.Done[1], b.Rewards, st.Result())
				}
			}
			st = cfg.New().(game.Encoder)
		}
	}
}

func TestThreadsPlayTheSameGames(t *testing.T) {
	for _, g := range games.All() {
		cfg := g.MustConfigure(g.Players[len(g.Players)-1])
		const n = 37
		one, many := open(t, cfg, n, 3, 1, vector.Sign), open(t, cfg, n, 3, 8, vector.Sign)
		b, c, letters, r := buffers(one), buffers(many), make([]int32, n), game.NewRand(9)
		_, _ = one.Reset(4, b), many.Reset(4, c)
		for step := range 300 {
			if !reflect.DeepEqual(b, c) {
				t.Fatalf("%s, step %d: eight threads play other games than one", g.ID, step)
			}
			pick(letters, b, r)
			if one.Step(letters, b) != nil || many.Step(letters, c) != nil {
				t.Fatal("a step is refused")
			}
		}
	}
}

func TestWrongCallsAreRefusedAndChangeNothing(t *testing.T) {
	for _, g := range games.All() {
		e := open(t, g.MustConfigure(g.Players[0]), 4, 1, 2, vector.Share)
		b, after, letters := buffers(e), buffers(e), make([]int32, 4)
		_ = e.Look(b)
		r := game.NewRand(1)
		for _, wrong := range []int32{-1, -1 << 31, 1<<31 - 1, int32(e.Space().Actions)} {
			pick(letters, b, r)
			letters[3] = wrong
			if err := e.Step(letters, after); err == nil || !strings.Contains(err.Error(), "game 3") {
				t.Errorf("%s: action %d: %v", g.ID, wrong, err)
			}
		}
		pick(letters, b, r)
		for _, short := range []int{0, 3, 5} {
			if err := e.Step(make([]int32, short), after); err == nil {
				t.Errorf("%s: %d letters for 4 games", g.ID, short)
			}
		}
		for _, bad := range []*vector.Buffers{
			{Observations: make([]byte, 7)},
			{Legal: make([]int32, 0)},
			{Counts: make([]int32, 5)},
			{Masks: make([]byte, 1)},
			{Seats: make([]int8, 3)},
			{Done: make([]byte, 3)},
			{Rewards: make([]float32, 1)},
		} {
			if e.Step(letters, bad) == nil || e.Reset(1, bad) == nil || e.Look(bad) == nil {
				t.Errorf("%s: wrong lengths are accepted: %+v", g.ID, bad)
			}
		}
		_ = e.Look(after)
		if !reflect.DeepEqual(b, after) {
			t.Errorf("%s: a refused call has changed something", g.ID)
		}
		_ = e.Close()
		if e.Step(letters, after) == nil || e.Close() == nil {
			t.Errorf("%s: closed games are played", g.ID)
		}
	}
	cfg := games.All()[0].MustConfigure(2)
	for _, bad := range [][2]int{{0, 1}, {-1, 1}, {vector.MaxGames + 1, 1}, {1, 0}, {1, vector.MaxThreads + 1}} {
		if _, err := vector.Open(cfg, bad[0], 1, bad[1], vector.Share); err == nil {
			t.Errorf("%d games on %d threads", bad[0], bad[1])
		}
	}
}

func TestTheLeastAndTheMostAreTaken(t *testing.T) {
	cfg := games.All()[0].MustConfigure(2)
	for _, threads := range []int{1, vector.MaxThreads} {
		open(t, cfg, 1, 1, threads, vector.Ranks)
	}
	if _, err := vector.Open(cfg, 1, 1, 1, vector.Ranks+1); err == nil || !strings.Contains(err.Error(), "no reward") {
		t.Errorf("a reward that is not there: %v", err)
	}
}

// Whatever a learner leaves out, the rest is written as ever.
func TestEachArrayIsWrittenAlone(t *testing.T) {
	e := open(t, epigo.Game.MustConfigure(2), 2, 1, 1, vector.Share)
	all := buffers(e)
	if err := e.Look(all); err != nil {
		t.Fatal(err)
	}
	for i := range reflect.TypeFor[vector.Buffers]().NumField() {
		full, one := reflect.ValueOf(all).Elem(), &vector.Buffers{}
		field := reflect.ValueOf(one).Elem().Field(i)
		field.Set(reflect.MakeSlice(field.Type(), full.Field(i).Len(), full.Field(i).Len()))
		if err := e.Look(one); err != nil || !reflect.DeepEqual(field.Interface(), full.Field(i).Interface()) {
			t.Errorf("%s alone is written otherwise, %v", full.Type().Field(i).Name, err)
		}
	}
	want := fmt.Sprint("for 1, not for ", len(all.Observations))
	if err := e.Observe(0, make([]byte, 1)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("too little room: %v", err)
	}
}

// A seat reads what it has spelt and chosen. To the other it is one of many possibilities: a world made for the other
// has another word in its place.
func TestWordsAreTheirOwners(t *testing.T) {
	e := open(t, epigo.Game.MustConfigure(2), 1, 1, 1, vector.Share)
	b, letters, r := buffers(e), make([]int32, 1), game.NewRand(1)
	text := func(seat game.Seat) string {
		t.Helper()
		s, err := e.Text(0, seat)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	step := func() {
		t.Helper()
		if err := e.Look(b); err != nil {
			t.Fatal(err)
		}
		pick(letters, b, r)
		if err := e.Step(letters, b); err != nil {
			t.Fatal(err)
		}
	}
	if s := text(0); strings.Contains(s, "spelt") || strings.Contains(s, "chosen") {
		t.Errorf("before the first letter: %s", s)
	}
	for range 3 {
		step()
	}
	if s := text(0); !strings.Contains(s, " | spelt [") || strings.Contains(s, "chosen") {
		t.Errorf("after three letters: %s", s)
	}
	if s := text(1); strings.Contains(s, "spelt") || strings.Contains(s, "chosen") {
		t.Errorf("the other reads %s", s)
	}
	spelt := map[string]bool{}
	for seed := range uint64(10) {
		if err := e.ResampleFor(1, seed); err != nil {
			t.Fatal(err)
		}
		spelt[text(0)] = true
	}
	if len(spelt) < 5 {
		t.Errorf("worlds for the other all have %v", spelt)
	}
	for b.Seats[0] == 0 {
		step()
	}
	if s := text(0); !strings.Contains(s, " | chosen ") || strings.Contains(s, "spelt") {
		t.Errorf("after the last letter: %s", s)
	}
	if s := text(1); strings.Contains(s, "spelt") || strings.Contains(s, "chosen") {
		t.Errorf("the other reads %s", s)
	}
}

// Two goroutines at once: each call is made whole or refused.
func TestOneAtATime(t *testing.T) {
	e := open(t, games.All()[0].MustConfigure(games.All()[0].Players[0]), 64, 1, 2, vector.Share)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			b, r, letters := buffers(e), game.NewRand(3), make([]int32, 64)
			for range 50 {
				if e.Look(b) == nil {
					pick(letters, b, r)
					_ = e.Step(letters, b) // another may have stepped in between
				}
			}
		})
	}
	wg.Wait()
	if err := e.Look(buffers(e)); err != nil {
		t.Fatal(err)
	}
}

// Worlds that differ only in what a seat may not know look the same to it.
func TestResampledWorldsLookTheSame(t *testing.T) {
	for _, g := range games.All() {
		const n = 64
		e := open(t, g.MustConfigure(g.Players[0]), n, 1, 1, vector.Share)
		b, c, letters, r := buffers(e), buffers(e), make([]int32, n), game.NewRand(8)
		_ = e.Look(b)
		for step := range 160 { // 10,240 worlds
			if err := e.Resample(uint64(step)); err != nil {
				t.Fatal(err)
			}
			if err := e.Look(c); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(b, c) {
				t.Fatalf("%s, step %d: a seat can tell two worlds apart", g.ID, step)
			}
			pick(letters, b, r)
			if err := e.Step(letters, b); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Every seat can look at any time, and sees nothing of what another spells.
func TestObserversSeeTheirOwn(t *testing.T) {
	for _, g := range games.All() {
		cfg := g.MustConfigure(g.Players[len(g.Players)-1])
		const n = 8
		e := open(t, cfg, n, 1, 2, vector.Share)
		b, letters, r, size := buffers(e), make([]int32, n), game.NewRand(8), e.Space().Size()
		seen, after := make([]byte, n*size), make([]byte, n*size)
		_ = e.Look(b)
		for range 100 {
			for s := range game.Seat(cfg.Players) {
				if err := e.Observe(s, seen); err != nil {
					t.Fatal(err)
				}
				for i := range n {
					row := i * size
					if b.Seats[i] == int8(s) && !slices.Equal(seen[row:row+size], b.Observations[row:row+size]) {
						t.Fatalf("%s: seat %d sees something else when it is asked", g.ID, s)
					}
				}
				_ = e.Resample(3) // by what the seat to choose knows
				_ = e.Observe(game.Seat(b.Seats[0]), after)
				if b.Seats[0] == int8(s) && !slices.Equal(seen[:size], after[:size]) {
					t.Fatalf("%s: seat %d can tell two worlds apart", g.ID, s)
				}
			}
			pick(letters, b, r)
			if err := e.Step(letters, b); err != nil {
				t.Fatal(err)
			}
		}
		if e.Observe(game.Seat(cfg.Players), seen) == nil || e.Observe(-1, seen) == nil || e.Observe(0, seen[1:]) == nil {
			t.Errorf("%s: wrong seats and sizes are accepted", g.ID)
		}
	}
}

// What North sees while it plans does not depend on what South has planned.
func TestPlansAreSecret(t *testing.T) {
	const n = 16
	e, f := open(t, epigo.Game.MustConfigure(2), n, 1, 1, vector.Share), open(t, epigo.Game.MustConfigure(2), n, 1, 1, vector.Share)
	b, c := buffers(e), buffers(f)
	_, _ = e.Look(b), f.Look(c)
	letters, others, r := make([]int32, n), make([]int32, n), game.NewRand(1)
	for range 14 { // both deploy, alike in both
		pick(letters, b, r)
		_, _ = e.Step(letters, b), f.Step(letters, c)
	}
	for range 3 { // South plans, differently
		pick(letters, b, r)
		pick(others, c, r)
		_, _ = e.Step(letters, b), f.Step(others, c)
	}
	for step := range 3 { // North plans, alike
		if b.Seats[0] != 1 || !reflect.DeepEqual(b, c) {
			t.Fatalf("letter %d: North can tell South's plans apart", step)
		}
		pick(letters, b, r)
		_, _ = e.Step(letters, b), f.Step(letters, c)
	}
	if reflect.DeepEqual(b, c) {
		t.Fatal("the plans did not differ")
	}
}

func TestStepsDoNotAllocate(t *testing.T) {
	for _, g := range games.All() {
		e := open(t, g.MustConfigure(g.Players[0]), 32, 1, 1, vector.Share)
		b, letters, r := buffers(e), make([]int32, 32), game.NewRand(1)
		_ = e.Look(b)
		step := func() {
			pick(letters, b, r)
			if err := e.Step(letters, b); err != nil {
				t.Fatal(err)
			}
		}
		for range 2000 { // until everything has grown to size
			step()
		}
		if n := testing.AllocsPerRun(500, step); n != 0 {
			t.Errorf("%s: %v allocations a step", g.ID, n)
		}
	}
}

func TestRewards(t *testing.T) {
	tied := game.Result{Over: true, Rank: [game.MaxSeats]uint8{1, 1, 3, 4}}
	for _, tt := range []struct {
		reward string
		want   []float32
	}{
		{"share", []float32{0.5, 0.5, 0, 0}},
		{"sign", []float32{0, 0, -1, -1}},
		{"ranks", []float32{2. / 3, 2. / 3, -1. / 3, -1}},
	} {
		reward, err := vector.ParseReward(tt.reward)
		if err != nil {
			t.Fatal(err)
		}
		for s, want := range tt.want {
			if got := reward.Of(tied, game.Seat(s), 4); got != want {
				t.Errorf("%s of seat %d is %v, want %v", tt.reward, s, got, want)
			}
		}
	}
	won := game.Result{Over: true, Rank: [game.MaxSeats]uint8{2, 1}}
	if vector.Sign.Of(won, 1, 2) != 1 || vector.Sign.Of(won, 0, 2) != -1 {
		t.Error("whoever wins alone gets 1, the others -1")
	}
	if _, err := vector.ParseReward("glory"); err == nil {
		t.Error("there is no reward glory")
	}
}

func BenchmarkStep(b *testing.B) {
	for _, g := range games.All() {
		b.Run(fmt.Sprint(g.ID), func(b *testing.B) {
			const n = 1024
			e := open(b, g.MustConfigure(g.Players[0]), n, 1, 1, vector.Share)
			buf, letters, r := buffers(e), make([]int32, n), game.NewRand(1)
			buf.Masks = nil
			_ = e.Look(buf)
			for i := 0; b.Loop(); i++ {
				pick(letters, buf, r)
				if err := e.Step(letters, buf); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
