package epigo

import (
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"atoll/bots"
	"atoll/bots/botstest"
	"atoll/game"
	"atoll/games/epigo"
	"atoll/search"
)

func TestBots(t *testing.T) {
	for _, opts := range [][]string{nil, {"variant=islanders"}} {
		botstest.Run(t, bots.NewRoster(Maker()), epigo.Game.MustConfigure(2, opts...))
	}
}

func TestDoubleOracleClosesTheGap(t *testing.T) {
	e := knowledge(epigo.Game.MustConfigure(2)).eval
	tt := newTurn(e)
	for i, st := range positions(t, 3) {
		tt.begin(st, endless())
		few := tt.solve(effort{seeds: 20, support: 2, sweeps: 8, gap: .005}, game.NewRand(uint64(i)))
		tt.begin(st, endless())
		many := tt.solve(effort{seeds: 20, support: 2, sweeps: 60, gap: .01}, game.NewRand(uint64(i)))
		if many.Gap > few.Gap || many.Gap > .05 {
			t.Errorf("%s: gap %.4f after %d sweeps, %.4f after %d", st.AppendText(nil), few.Gap, few.Sweep, many.Gap, many.Sweep)
		}
		for side, m := range many.Sides {
			var sum float64
			for _, w := range m.Shares {
				sum += w
			}
			if len(m.Plans) == 0 || sum < .999 || sum > 1.001 {
				t.Errorf("side %d: %d plans with shares of %f", side, len(m.Plans), sum)
			}
		}
	}
}

func TestTwoThreadsAnswerLikeOne(t *testing.T) {
	st := positions(t, 1)[0]
	var got [2]Solution
	for i := range got {
		tt := newTurn(knowledge(st.Config()).eval)
		tt.threads = 1 + i
		tt.begin(st, endless())
		got[i] = tt.solve(effort{seeds: 20, support: 2, sweeps: 16, gap: .001}, game.NewRand(1))
	}
	if got[0].Value != got[1].Value || got[0].Gap != got[1].Gap {
		t.Errorf("one thread: %.5f ±%.5f, two: %.5f ±%.5f", got[0].Value, got[0].Gap, got[1].Value, got[1].Gap)
	}
}

func ask(t *testing.T, text string, seat game.Seat, seed uint64) string {
	t.Helper()
	st := epigo.Game.MustConfigure(2).New().(*epigo.State)
	if err := st.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	b, err := bots.NewRoster(Maker()).Open(st.Config(), "best")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := b.Choose(t.Context(), bots.Question{View: st, Seat: seat, Seed: seed, Budget: search.Nodes(4000)})
	if err != nil {
		t.Fatal(err)
	}
	return string(st.AppendAction(nil, seat, rep.Action))
}

func TestTakesTheWin(t *testing.T) {
	// South needs one capture, and its 7 can push North 2 off h4: only a 7 of North
	// in the same round, or a move of the 2 before it, can stop that.
	text := "epigo 2 | plan turn=9 quiet=0 S=c1,d1,e1,f1,b2,-,g4 N=c8,h4,-,-,b7,c7,d7"
	pushes := 0
	for seed := range uint64(10) {
		if strings.Contains(ask(t, text, 0, seed), "7E") {
			pushes++
		}
	}
	if pushes < 8 {
		t.Errorf("the winning push is in %d of 10 plans", pushes)
	}
}

func TestDecisionsSeeTheEdge(t *testing.T) {
	// South 7 may slide on to h4, where North 6 on g4… pushes it off next: the
	// remaining Orders are known to South only.
	text := "epigo 2 | slide turn=9 quiet=0 S=c1,d1,e1,f1,b2,-,c4 N=c8,d8,-,-,b7,c7,d7 caught=0 round=3 step=1 orders=1N,2N,7W/1S,2S,5N ask=S dir=W"
	got := ask(t, text, 0, 1)
	if got != "stop" && got != "slide" {
		t.Errorf("got %q", got)
	}
}

func TestBookIsPlayable(t *testing.T) {
	for _, opts := range [][]string{nil, {"variant=islanders"}} {
		cfg := epigo.Game.MustConfigure(2, opts...)
		b := knowledge(cfg).book
		r := game.NewRand(1)
		seen := map[string]bool{}
		for range 200 {
			for seat := game.Seat(0); seat < 2; seat++ {
				text := b.draw(seat, r)
				if _, err := game.Parse(cfg.New(), seat, text); err != nil {
					t.Fatal(err)
				}
				seen[text] = true
			}
		}
		if len(seen) < 4 {
			t.Errorf("%v: only %d deployments are drawn", opts, len(seen))
		}
	}
}

func TestBadBooksAreRefused(t *testing.T) {
	cfg := epigo.Game.MustConfigure(2)
	for _, text := range []string{"", "x deploy 1 2 3 4 5 6 7 X", "0 deploy 1 2 3 4 5 6 7 X", "1 deploy 1 2", "NaN deploy 1 2 3 4 5 6 7 X"} {
		if _, err := ParseBook([]byte(text), cfg); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestMirrors(t *testing.T) {
	const text = "deploy 1 2 3 4 5 6 7 X @ b2"
	if got := MirrorRanks(text); got != "deploy 1 2 3 4 5 6 7 X @ b6" {
		t.Errorf("got %s", got)
	}
	if got := MirrorFiles(text); got != "deploy X 7 6 5 4 3 2 1 @ f2" {
		t.Errorf("got %s", got)
	}
}

func TestLevelsKeepTheirTime(t *testing.T) {
	for _, l := range levels() {
		if l.Budget.Time >= l.Within || l.Within > 3*time.Second {
			t.Errorf("level %d thinks %v and promises %v", l.Number, l.Budget.Time, l.Within)
		}
	}
}

// The whole suites are solved by tune -solve; a few of each are tried here.
func TestTactics(t *testing.T) {
	for _, variant := range []string{"core", "islanders"} {
		data, err := os.ReadFile("testdata/tactics-" + variant + ".tsv")
		if err != nil {
			t.Fatal(err)
		}
		cfg := epigo.Game.MustConfigure(2, "variant="+variant)
		b, err := bots.NewRoster(Maker()).Open(cfg, "best")
		if err != nil {
			t.Fatal(err)
		}
		const tried = 3
		for i, line := range strings.SplitN(string(data), "\n", tried+1)[:tried] {
			p, err := ParsePuzzle(line)
			if err != nil {
				t.Fatal(err)
			}
			a, err := p.Ask(t.Context(), b, knowledge(cfg).eval, search.Nodes(20_000), uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			if !a.Solved() || a.Lost < -1e-6 {
				t.Errorf("%s: the best reply takes %.4f", p, a.Lost)
			}
		}
		// What plays the first plan that comes to mind can be exploited.
		weak, err := bots.NewRoster(Maker()).Open(cfg, "level1")
		if err != nil {
			t.Fatal(err)
		}
		p, err := ParsePuzzle(strings.SplitN(string(data), "\n", 2)[0])
		if err != nil {
			t.Fatal(err)
		}
		if a, err := p.Ask(t.Context(), weak, knowledge(cfg).eval, search.Nodes(1000), 1); err != nil || a.Solved() {
			t.Errorf("level 1 loses %.4f, %v", a.Lost, err)
		}
	}
}

func TestBadPuzzlesAreRefused(t *testing.T) {
	for _, line := range []string{"", "S\t1\tx", "X\t1\t0\tx", "S\tx\t0\tx", "S\t1\tx\tx"} {
		if _, err := ParsePuzzle(line); err == nil {
			t.Errorf("%q is accepted", line)
		}
	}
}

func TestJudgeValuesWhatWasPlayed(t *testing.T) {
	j, err := bots.NewRoster(Maker()).OpenJudge(epigo.Game.MustConfigure(2))
	if err != nil {
		t.Fatal(err)
	}
	st := epigo.Game.MustConfigure(2).New().(*epigo.State)
	// North is one capture from losing: a plan that slides its 2 off the board loses
	// against nearly everything: only a 2 of South in round 1 would save it.
	if err := st.UnmarshalText([]byte("epigo 2 | plan turn=9 quiet=0 S=c1,d1,e1,f1,b2,-,a4 N=c8,h4,-,-,b7,c7,d7")); err != nil {
		t.Fatal(err)
	}
	played, err := st.ParseAction(1, "plan 2E 1S 6S")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := j.Decide(t.Context(), st, 1, played, search.Nodes(3000), 1)
	if err != nil {
		t.Fatal(err)
	}
	c, ok := rep.Candidate(played)
	if !ok || c.Value > .2 {
		t.Errorf("got %+v, want a lost plan", c)
	}
	if rep.Value() < c.Value {
		t.Errorf("the mixture is worth %.3f, less than a lost plan", rep.Value())
	}
	first := epigo.Game.MustConfigure(2).New()
	deployed, err := first.ParseAction(0, "deploy 1 2 3 4 5 6 7 X")
	if err != nil {
		t.Fatal(err)
	}
	rep, err = j.Decide(t.Context(), first, 0, deployed, search.Nodes(3000), 1)
	if err != nil {
		t.Fatal(err)
	}
	if c, ok := rep.Candidate(deployed); !ok || c.Value <= 0 || c.Value >= 1 {
		t.Errorf("a deployment is valued %+v", c)
	}
	turned, err := first.ParseAction(0, "deploy X 7 6 5 4 3 2 1")
	if err != nil {
		t.Fatal(err)
	}
	again, err := j.Decide(t.Context(), first, 0, turned, search.Nodes(3000), 1)
	if err != nil {
		t.Fatal(err)
	}
	one, _ := rep.Candidate(deployed)
	if two, ok := again.Candidate(turned); !ok || math.Abs(one.Value-two.Value) > 1e-6 {
		t.Errorf("left and right are worth %+v and %+v", one, two)
	}
	var share float64
	for _, c := range rep.Candidates {
		share += c.Weight
	}
	if len(rep.Candidates) < 10 || math.Abs(share-1) > 1e-2 {
		t.Errorf("the book has %d deployments with shares of %.3f in all", len(rep.Candidates), share)
	}
}
