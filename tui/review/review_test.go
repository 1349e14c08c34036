package review

import (
	"context"
	"fmt"
	"testing"

	"atoll/analysis"
	"atoll/game"
	"atoll/record"
	"atoll/tui/paint"
	"atoll/tui/session"
	"atoll/tui/tuitest"
)

func TestMain(m *testing.M) { tuitest.Main(m) }

// judged is an analysis with made-up chances: bots grow stronger, and a picture of
// theirs would change with them.
func judged(_ context.Context, rec *record.Record, _ int, tell func(analysis.Step) bool) error {
	n, err := analysis.Steps(rec)
	if err != nil {
		return err
	}
	list, err := moments(rec)
	if err != nil {
		return err
	}
	r := game.NewRand(5)
	value := 0.5
	for i := range n {
		s := analysis.Step{Final: i == n-1}
		next := max(0.03, min(0.97, value+(r.Float64()-0.5)*0.3))
		s.Values[0], s.Values[1] = value, 1-value
		s.Parts[0] = analysis.Parts{Swing: next - value, Decision: (next - value) / 4, Luck: (next - value) * 3 / 4}
		for _, m := range list {
			if m.Step != i+1 || m.JSON != nil {
				continue
			}
			for _, e := range m.Played {
				if seat, ok := rec.Config.SeatByName(e.By); ok && seat == 0 && next < value-0.08 {
					s.Decisions = append(s.Decisions, analysis.Decision{
						Seat: 0, Best: []analysis.Action{{Do: e.Do, Value: value}}, Played: analysis.Action{Do: e.Do, Value: next},
						GaveUp: value - next, Verdict: analysis.Blundered,
					})
				}
			}
		}
		if s.Over = s.Final && rec.Result.Over; s.Over {
			s.Values[0], s.Values[1] = float64(paint.Int(rec.Result.Rank[0] == 1)), float64(paint.Int(rec.Result.Rank[0] != 1))
		}
		value = next
		if !tell(s) {
			break
		}
	}
	return nil
}

// pastGame is a finished game of random moves.
func pastGame(t *testing.T, k tuitest.Kind) (*Past, *session.Local) {
	t.Helper()
	seats := session.Seating{"me"}
	for len(seats) < k.Players {
		seats = append(seats, []string{"Ferryman", "Beachcomber", "Captain"}[len(seats)-1])
	}
	l := tuitest.Table(t, k, seats...)
	t.Cleanup(l.Close)
	l.SetLadder([]string{"Castaway", "Beachcomber", "Ferryman", "Islander"})
	r := game.NewRand(3)
	for {
		snap := tuitest.Settled(t, l)
		if snap.Over {
			break
		}
		a, _ := game.Sample(snap.View, snap.Seat, r, nil)
		if err := l.Act(t.Context(), snap.Seat, string(snap.View.AppendAction(nil, snap.Seat, a))); err != nil {
			t.Fatal(err)
		}
	}
	past, err := NewPast(t.Context(), l.Record(), l.Snapshot().Names, l.Me(), judged)
	if err != nil {
		t.Fatal(err)
	}
	past.wg.Wait()
	t.Cleanup(past.Close)
	return past, l
}

var pastKinds = []tuitest.Kind{
	{ID: "epigo", Players: 2, Options: []string{"quiet_limit=8"}},
	{ID: "evo", Players: 2, Options: []string{"quiet_limit=30"}},
	{ID: "conqueror", Players: 3, Options: nil},
	{ID: "earthquake", Players: 4, Options: nil},
	{ID: "nim", Players: 2, Options: nil},
}

func TestGoldenResultsAndReviews(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("ATOLL_STILL", "1")
	for _, k := range pastKinds {
		past, l := pastGame(t, k)
		for _, size := range tuitest.Sizes {
			p := newResultPage(t.Context(), past, l)
			p.w, p.h = size[0], size[1]
			tuitest.Golden(t, fmt.Sprintf("result-%s-%dx%d", k.ID, size[0], size[1]), p.screen())
			v := newReviewPage(t.Context(), past)
			v.w, v.h = size[0], size[1]
			v.key("down")
			v.key("n")
			v.key("left")
			tuitest.Golden(t, fmt.Sprintf("review-%s-%dx%d", k.ID, size[0], size[1]), v.screen())
		}
	}
}

// A review begins once chance has laid out the board, and to play on from there
// keeps that board.
func TestAReviewBeginsOnTheBoard(t *testing.T) {
	cfg := tuitest.Game("earthquake", 2).Config(t)
	rec, r := record.NewRecorder(cfg), game.NewRand(3)
	for range 6 {
		st := rec.State()
		who := st.Acting().First()
		if st.Acting() == game.Only(game.Nature) {
			who = game.Nature
		}
		do := ""
		if who == game.Nature {
			do = game.Draw(st, r)
		} else {
			a, _ := game.Sample(st, who, r, nil)
			do = string(st.AppendAction(nil, who, a))
		}
		if err := rec.Apply(cfg.SeatName(who), do, nil); err != nil {
			t.Fatal(err)
		}
	}
	laid := 0
	for rec.Record().Events[laid].By == "chance" {
		laid++
	}
	past, err := NewPast(t.Context(), rec.Record(), nil, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if laid == 0 || past.list[0].State.Acting() == game.Only(game.Nature) {
		t.Error("the first picture is that of an empty sea")
	}
	page := &reviewPage{past: past}
	if n := page.events(); n != laid {
		t.Errorf("%d events lead to the first picture, want %d", n, laid)
	}
}
