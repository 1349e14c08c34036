package session_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"atoll/game"
	"atoll/games"
	"atoll/record"
	"atoll/tui/session"
	"atoll/tui/tuitest"
)

func TestMain(m *testing.M) { tuitest.Main(m) }

func TestWholeGamesAgainstBots(t *testing.T) {
	for _, k := range tuitest.Kinds {
		t.Run(k.String(), func(t *testing.T) {
			l := tuitest.Table(t, k, tuitest.Seats(k.Players, 1)...)
			defer l.Close()
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
			if err := record.Verify(l.Record()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestUndoTakesBackTheLastDecision(t *testing.T) {
	l := tuitest.Table(t, tuitest.Game("evo", 2), tuitest.Seats(2, 1)...)
	defer l.Close()
	start := string(tuitest.Settled(t, l).View.AppendText(nil))
	if err := l.Undo(t.Context()); err == nil {
		t.Error("something was taken back at the start")
	}
	if err := l.Act(t.Context(), 0, "g2-g3"); err != nil {
		t.Fatal(err)
	}
	tuitest.Settled(t, l)
	if err := l.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := string(tuitest.Settled(t, l).View.AppendText(nil)); got != start {
		t.Errorf("got %s, want %s", got, start)
	}
}

func TestUndoWhileTheBotChooses(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	slow := func(ctx context.Context, view game.State, seat game.Seat, bot string, seed uint64) (game.Action, error) {
		begun <- struct{}{}
		<-goOn
		return tuitest.AnyMove(ctx, view, seat, bot, seed)
	}
	l := session.NewLocal(t.Context(), tuitest.Game("evo", 2).Config(t), tuitest.Seats(2, 1), 7, t.TempDir(), slow)
	defer l.Close()
	start := string(tuitest.Settled(t, l).View.AppendText(nil))
	if err := l.Act(t.Context(), 0, "g2-g3"); err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := l.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	close(goOn)
	if got := string(tuitest.Settled(t, l).View.AppendText(nil)); got != start {
		t.Errorf("got %s, want %s", got, start)
	}
	l.Close() // waits for the host: what the bot chose meanwhile must not appear
	if got := len(l.Record().Events); got != 0 {
		t.Errorf("%d events are left", got)
	}
}

func TestUndoOfASimultaneousStep(t *testing.T) {
	l := tuitest.Table(t, tuitest.Game("epigo", 2), "random", "me")
	defer l.Close()
	snap := tuitest.Settled(t, l)
	if err := l.Act(t.Context(), snap.Seat, "deploy 1 2 3 4 5 6 7 X"); err != nil {
		t.Fatal(err)
	}
	tuitest.Settled(t, l)
	if err := l.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := len(l.Record().Events); got != 0 {
		t.Errorf("%d events are left", got)
	}
}

func TestSaveAndResume(t *testing.T) {
	dir := t.TempDir()
	l := session.NewLocal(t.Context(), tuitest.Game("earthquake", 3).Config(t), tuitest.Seats(3, 1), 9, dir, tuitest.AnyMove)
	r := game.NewRand(1)
	for range 3 {
		snap := tuitest.Settled(t, l)
		a, _ := game.Sample(snap.View, snap.Seat, r, nil)
		if err := l.Act(t.Context(), snap.Seat, string(snap.View.AppendAction(nil, snap.Seat, a))); err != nil {
			t.Fatal(err)
		}
	}
	want := string(tuitest.Settled(t, l).View.AppendText(nil))
	path, err := l.Save()
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if got := session.Saved(dir); len(got) != 1 || got[0] != path {
		t.Errorf("saved games: %v", got)
	}
	again, err := session.Resume(t.Context(), path, games.ByID, dir, tuitest.AnyMove)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got := string(tuitest.Settled(t, again).View.AppendText(nil)); got != want {
		t.Errorf("resumed at %s\nsaved at %s", got, want)
	}
}

func TestRefusalSaysWhy(t *testing.T) {
	l := tuitest.Table(t, tuitest.Game("evo", 2), tuitest.Seats(2, 1)...)
	defer l.Close()
	tuitest.Settled(t, l)
	for _, text := range []string{"g2-g9", "nonsense", strings.Repeat("x", 10000), "\xff"} {
		if err := l.Act(t.Context(), 0, text); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// The game that was played last comes first, however long ago it began.
func TestTheLatestGameIsOfferedFirst(t *testing.T) {
	dir := t.TempDir()
	now := time.Now()
	for i, name := range []string{"20260101-120000-a.json", "20260301-120000-b.json", "20260201-120000-c.json"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now, now.Add(-time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if got := session.Saved(dir); filepath.Base(got[0]) != "20260101-120000-a.json" || filepath.Base(got[2]) != "20260201-120000-c.json" {
		t.Errorf("%q", got)
	}
}

// Leaving keeps an unfinished game in one file, and forgets a finished one.
func TestLeavingSaves(t *testing.T) {
	dir := t.TempDir()
	l := session.NewLocal(t.Context(), tuitest.Game("evo", 2).Config(t), session.Seating{"me", "random"}, 7, dir, tuitest.AnyMove)
	defer l.Close()
	tuitest.Settled(t, l)
	if path, err := l.Leave(); path != "" || err != nil {
		t.Errorf("a game that has not begun was saved: %q %v", path, err)
	}
	if err := l.Act(t.Context(), 0, "g2-g3"); err != nil {
		t.Fatal(err)
	}
	tuitest.Settled(t, l)
	for range 2 {
		if path, err := l.Leave(); path == "" || err != nil {
			t.Fatalf("not saved: %v", err)
		}
	}
	if n := len(session.Saved(dir)); n != 1 {
		t.Errorf("%d files of one game", n)
	}
	again, err := session.Resume(t.Context(), session.Saved(dir)[0], games.ByID, dir, tuitest.AnyMove)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	again.SetLadder([]string{"Castaway", "Beachcomber"})
	snap := tuitest.Settled(t, again)
	if err := again.Table(t.Context(), snap.Seat, game.Resign); err != nil {
		t.Fatal(err)
	}
	if _, err := again.Leave(); err != nil {
		t.Error(err)
	}
	if n := len(session.Saved(dir)); n != 0 {
		t.Errorf("%d files of a finished game", n)
	}
}

// tui.After a win the next bot is offered, and a rematch changes the seats.
func TestWhatComesAfterAGame(t *testing.T) {
	l := tuitest.Table(t, tuitest.Game("evo", 2), "me", "level1")
	defer l.Close()
	l.SetLadder([]string{"Castaway", "Beachcomber"})
	if got := l.Snapshot().Names; !slices.Equal(got, []string{"You", "Castaway"}) {
		t.Errorf("the players are %v", got)
	}
	for after, want := range map[session.After]session.Seating{
		session.Rematch: {"Castaway", "me"}, session.Harder: {"me", "Beachcomber"}, session.Easier: {"me", "Castaway"},
	} {
		if _, seats := l.After(after); !slices.Equal(seats, want) {
			t.Errorf("%s: %v, not %v", after, seats, want)
		}
	}
}
