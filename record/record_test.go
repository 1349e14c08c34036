package record

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"atoll/fair"
	"atoll/game"
	"atoll/game/gametest"
	"atoll/games"
)

// each plays random games of every configuration of every game.
func each(t *testing.T, policy Policy, legal bool, f func(t *testing.T, rec *Record)) {
	for _, g := range games.All() {
		configs := gametest.Configs(g)
		n := (gametest.Soak(len(configs)) + len(configs) - 1) / len(configs)
		for _, cfg := range configs {
			t.Run(cfg.String(), func(t *testing.T) {
				for i := range n {
					f(t, Random(cfg, policy, game.NewRand(uint64(i)), legal))
					if t.Failed() {
						t.Fatalf("seed %d", i)
					}
				}
			})
		}
	}
}

func parse(t *testing.T, text []byte) *Record {
	t.Helper()
	rec, err := Parse(string(text), games.ByID)
	if err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	return rec
}

func TestReplayGivesTheSameBytes(t *testing.T) {
	for _, policy := range []Policy{Uniform, Lively} {
		t.Run(string(policy), func(t *testing.T) {
			each(t, policy, false, func(t *testing.T, rec *Record) {
				text := rec.AppendText(nil)
				back := parse(t, text)
				if err := Verify(back); err != nil {
					t.Fatal(err)
				}
				again := NewRecorder(back.Config)
				for _, e := range back.Events {
					if err := again.Apply(e.By, e.Do, nil); err != nil {
						t.Fatal(err)
					}
				}
				if got := again.Record().AppendText(nil); !bytes.Equal(got, text) {
					t.Fatalf("replayed:\n%s\nwant\n%s", got, text)
				}
			})
		})
	}
}

func TestLegalListsAreVerified(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			rec := Random(g.MustConfigure(g.Players[0]), Lively, game.NewRand(5), true)
			text := rec.AppendText(nil)
			rec = parse(t, text)
			if err := Verify(rec); err != nil {
				t.Fatal(err)
			}
			if got := rec.AppendText(nil); !bytes.Equal(got, text) {
				t.Fatal("lists do not survive reading and writing")
			}
			listed := -1
			for i, e := range rec.Events {
				_, table := game.ParseTableAction(e.Do)
				if (e.Legal != nil) != (e.By != "chance" && !table) {
					t.Fatalf("event %d, %q by %s: legal is %v", i, e.Do, e.By, e.Legal)
				}
				if e.Legal == nil {
					continue
				}
				if (e.Legal.Texts != nil) != (e.Legal.Count <= MaxLegal) {
					t.Fatalf("event %d: %d legal actions, listed: %v", i, e.Legal.Count, e.Legal.Texts != nil)
				}
				if e.Legal.Texts != nil &&
					(len(e.Legal.Texts) != e.Legal.Count || !slices.IsSorted(e.Legal.Texts) || !slices.Contains(e.Legal.Texts, e.Do)) {
					t.Fatalf("event %d: %q in %d of %d texts %q", i, e.Do, len(e.Legal.Texts), e.Legal.Count, e.Legal.Texts)
				}
				if len(e.Legal.Texts) > 1 {
					listed = i
				}
			}
			if listed < 0 {
				t.Fatal("no list to spoil")
			}
			good := rec.Events[listed].Legal
			for name, bad := range map[string]Legal{
				"count":      {good.Count + 1, good.Texts},
				"unlisted":   {good.Count, nil},
				"one less":   {good.Count, good.Texts[1:]},
				"not sorted": {good.Count, append(slices.Clone(good.Texts[1:]), good.Texts[0])},
				"stranger":   {good.Count, append([]string{"!"}, good.Texts[1:]...)},
			} {
				rec.Events[listed].Legal = &bad
				wantFault(t, rec, listed, name)
			}
		})
	}
}

func wantFault(t *testing.T, rec *Record, event int, name string) {
	t.Helper()
	var f *Fault
	if err := Verify(rec); !errors.As(err, &f) || f.Event != event || strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: got %v, want a fault of one line at event %d", name, err, event)
	}
}

// Every prefix of a game is a game that is being played. What the public may
// have of it must verify, and must not depend on what is hidden.
func TestPublicRecordOfAnUnfinishedGame(t *testing.T) {
	each(t, Lively, false, func(t *testing.T, rec *Record) {
		r := game.NewRand(uint64(len(rec.Events)))
		for range 3 {
			n := r.Intn(len(rec.Events) + 1)
			cut := &Record{Config: rec.Config, Events: rec.Events[:n]}
			public, err := Public(cut)
			if err != nil {
				t.Fatal(err)
			}
			if n == len(rec.Events) {
				if !public.Result.Over || !slices.Equal(public.Events, rec.Events) {
					t.Fatalf("a finished record lost something: %s", public.AppendText(nil))
				}
			} else if err := Verify(parse(t, public.AppendText(nil))); err != nil {
				t.Fatalf("cut at %d: %v\n%s", n, err, public.AppendText(nil))
			}
			again, err := Public(public)
			if err != nil || !bytes.Equal(again.AppendText(nil), public.AppendText(nil)) {
				t.Fatalf("public twice: %v", err)
			}
		}
	})
}

func TestUnfinishedRecordHidesTiles(t *testing.T) {
	g, _ := games.ByID("earthquake")
	rec := Random(g.MustConfigure(2), Lively, game.NewRand(1), false)
	public, err := Public(&Record{Config: rec.Config, Events: rec.Events[:3]})
	if err != nil {
		t.Fatal(err)
	}
	if do := public.Events[0].Do; !strings.Contains(do, "?") || do == rec.Events[0].Do {
		t.Errorf("hidden tiles are told: %s", do)
	}
	full := &Record{Config: rec.Config, Events: rec.Events[:3]}
	wantFault(t, full, 3, "hidden tiles in an unfinished record")
	unknown := &Record{Config: rec.Config, Events: slices.Clone(rec.Events), Result: rec.Result}
	unknown.Events[0].Do = public.Events[0].Do
	if err := Verify(unknown); err == nil {
		t.Error("a finished record with unknown tiles is accepted")
	}
}

// epigo returns a lively game of Epigo whose first turn has choices after the
// plans, and the index of its first plan.
func epigoWithChoice(t *testing.T) (*Record, int) {
	g, _ := games.ByID("epigo")
	for seed := range uint64(500) {
		rec := Random(g.MustConfigure(2), Lively, game.NewRand(seed), false)
		for i := 2; i+3 < len(rec.Events); i++ {
			r := NewReplayer(rec.Config)
			for _, e := range rec.Events[:i+2] {
				if err := r.Apply(e.By, e.Do, nil); err != nil {
					t.Fatal(err)
				}
			}
			if s := r.State().(game.Sealing); strings.HasPrefix(rec.Events[i].Do, "plan") && !r.Staging() && s.HoldsSecretChoices() {
				return rec, i
			}
		}
	}
	t.Fatal("no such game")
	return nil, 0
}

func TestUnfinishedRecordHoldsNoSealedPlan(t *testing.T) {
	rec, plan := epigoWithChoice(t)
	for n := plan + 1; n <= plan+2; n++ {
		public, err := Public(&Record{Config: rec.Config, Events: rec.Events[:n]})
		if err != nil {
			t.Fatal(err)
		}
		if len(public.Events) != plan {
			t.Errorf("after %d events %d are public, want %d", n, len(public.Events), plan)
		}
	}
	wantFault(t, &Record{Config: rec.Config, Events: rec.Events[:plan+1]}, plan+1, "half a step")
	wantFault(t, &Record{Config: rec.Config, Events: rec.Events[:plan+2]}, plan+2, "sealed plans")
}

func TestSimultaneousActionsStandInSeatOrder(t *testing.T) {
	rec, plan := epigoWithChoice(t)
	swapped := &Record{Config: rec.Config, Events: slices.Clone(rec.Events), Result: rec.Result}
	swapped.Events[plan], swapped.Events[plan+1] = swapped.Events[plan+1], swapped.Events[plan]
	wantFault(t, swapped, plan, "plans in the wrong order")
}

func TestTableActionsStandBeforePlans(t *testing.T) {
	rec, plan := epigoWithChoice(t)
	offer := Event{By: "N", Do: "offer draw"}
	cut := &Record{Config: rec.Config, Events: append(slices.Clone(rec.Events[:plan]), offer)}
	if err := Verify(cut); err != nil {
		t.Errorf("an offer before the plans: %v", err)
	}
	cut.Events = append(slices.Clone(rec.Events[:plan+1]), offer)
	wantFault(t, cut, plan+1, "an offer between the plans")
}

func TestTableActionEndsTheGameWithoutPlans(t *testing.T) {
	rec, plan := epigoWithChoice(t)
	resign := Event{By: "S", Do: "resign"}
	result := game.Result{Over: true, Reason: "resign", Rank: [6]uint8{2, 1}}
	good := &Record{Config: rec.Config, Events: append(slices.Clone(rec.Events[:plan]), resign), Result: result}
	if err := Verify(good); err != nil {
		t.Errorf("resigning instead of a plan: %v", err)
	}
	bad := &Record{Config: rec.Config, Events: append(slices.Clone(rec.Events[:plan+1]), resign), Result: result}
	wantFault(t, bad, plan+1, "a plan before the resignation")
	agreed := &Record{
		Config: rec.Config, Result: game.Result{Over: true, Reason: "agreed", Rank: [6]uint8{1, 1}},
		Events: append(slices.Clone(rec.Events[:plan]), Event{By: "N", Do: "offer draw"}, Event{By: "S", Do: "accept draw"}),
	}
	if err := Verify(agreed); err != nil {
		t.Errorf("an agreed draw: %v", err)
	}
}

func TestBadRecordsAreFound(t *testing.T) {
	g, _ := games.ByID("conqueror")
	rec := Random(g.MustConfigure(3), Uniform, game.NewRand(3), false)
	n := len(rec.Events)
	spoil := func(f func(rec *Record)) *Record {
		c := *rec
		c.Events = slices.Clone(rec.Events)
		f(&c)
		return &c
	}
	for _, tt := range []struct {
		name  string
		event int
		rec   *Record
	}{
		{"action of nobody", 4, spoil(func(r *Record) { r.Events[4].By = "Z" })},
		{"action text", 4, spoil(func(r *Record) { r.Events[4].Do = "move z9" })},
		{"impossible die", 4, spoil(func(r *Record) { r.Events[4].Do = "roll 7" })},
		{"out of turn", 1, spoil(func(r *Record) {
			for _, name := range []string{"A", "B", "C"} {
				if name != r.Events[1].By {
					r.Events[1].By = name
				}
			}
		})},
		{"table action of chance", 1, spoil(func(r *Record) { r.Events[1] = Event{By: "chance", Do: "resign"} })},
		{"event missing", 2, spoil(func(r *Record) { r.Events = slices.Delete(r.Events, 2, 3) })},
		{"after the end", n, spoil(func(r *Record) { r.Events = append(r.Events, r.Events[n-1]) })},
		{"result of a game not over", n - 1, spoil(func(r *Record) { r.Events = r.Events[:n-1] })},
		{"null for a game that is over", n, spoil(func(r *Record) { r.Result = game.Result{} })},
		{"another reason", n, spoil(func(r *Record) { r.Result.Reason = "timeout" })},
		{"another rank", n, spoil(func(r *Record) { r.Result.Rank[0] = r.Result.Rank[0]%3 + 1 })},
		{"list beside chance", 0, spoil(func(r *Record) { r.Events[0].Legal = &Legal{Count: 6} })},
	} {
		t.Run(tt.name, func(t *testing.T) { wantFault(t, tt.rec, tt.event, tt.name) })
	}
}

func TestProof(t *testing.T) {
	seed := fair.Seed{3, 1, 4}
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			cfg := g.MustConfigure(g.Players[0])
			r := NewRecorder(cfg)
			choice := game.NewRand(8)
			for r.State().Acting() != 0 {
				s := r.Next()
				do := ""
				if s == game.Nature {
					do = fair.Draw(r.State(), seed, "game-1", r.Done())
				} else {
					a, _ := game.Sample(r.State(), s, choice, nil)
					do = string(r.State().AppendAction(nil, s, a))
				}
				if err := r.Apply(cfg.SeatName(s), do, nil); err != nil {
					t.Fatal(err)
				}
			}
			rec := r.Record()
			rec.Proof = &Proof{Game: "game-1", Commit: seed.Commit(), Seed: &seed}
			back := parse(t, rec.AppendText(nil))
			if err := Verify(back); err != nil {
				t.Fatal(err)
			}
			n := len(rec.Events)
			other := fair.Seed{1}
			bad := *rec
			bad.Proof = &Proof{Game: "game-1", Commit: seed.Commit()}
			wantFault(t, &bad, n, "no seed after the end")
			bad.Proof = &Proof{Game: "game-1", Commit: other.Commit(), Seed: &seed}
			wantFault(t, &bad, n, "another commitment")
			public, err := Public(&Record{Config: cfg, Events: rec.Events[:0], Proof: rec.Proof})
			if err != nil || public.Proof.Seed != nil {
				t.Errorf("the seed of a running game is public: %v %v", public, err)
			}
			if !g.Traits.Chance {
				return
			}
			first := slices.IndexFunc(rec.Events, func(e Event) bool { return e.By == "chance" })
			bad.Proof = &Proof{Game: "game-2", Commit: seed.Commit(), Seed: &seed}
			wantFault(t, &bad, first, "another game's id")
			bad.Proof = &Proof{Game: "game-1", Commit: other.Commit(), Seed: &other}
			wantFault(t, &bad, first, "another seed")
		})
	}
}

func TestSeedOfARunningGameIsRefused(t *testing.T) {
	g, _ := games.ByID("evo")
	seed := fair.Seed{9}
	wantFault(t, &Record{Config: g.MustConfigure(2), Proof: &Proof{Game: "x", Commit: seed.Commit(), Seed: &seed}}, 0, "seed told early")
}

func TestRandomRecordsAreReproducible(t *testing.T) {
	for _, g := range games.All() {
		cfg := g.MustConfigure(g.Players[len(g.Players)-1])
		a := Random(cfg, Lively, game.NewRand(7), false).AppendText(nil)
		b := Random(cfg, Lively, game.NewRand(7), false).AppendText(nil)
		c := Random(cfg, Lively, game.NewRand(8), false).AppendText(nil)
		if !bytes.Equal(a, b) || bytes.Equal(a, c) {
			t.Errorf("%s: same seed same bytes: %v; other seed same bytes: %v", g.ID, bytes.Equal(a, b), bytes.Equal(a, c))
		}
	}
}

func TestReaderGoesOnAfterABadLine(t *testing.T) {
	g, _ := games.ByID("evo")
	good := Random(g.MustConfigure(2), Uniform, game.NewRand(1), false).AppendText(nil)
	in := string(good) + "\n\n{bad}\n" + string(good) + "\n" + string(good[:len(good)/2])
	r := NewReader(strings.NewReader(in), games.ByID)
	var lines []int
	ok := 0
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		var bad *BadLine
		if errors.As(err, &bad) {
			lines = append(lines, bad.Line)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := Verify(rec); err != nil {
			t.Error(err)
		}
		ok++
	}
	if ok != 2 || !slices.Equal(lines, []int{3, 5}) {
		t.Errorf("%d good records, bad lines %v; want 2 and [3 5]", ok, lines)
	}
}
