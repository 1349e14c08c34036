package screen

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"atoll/games"
	"atoll/tui/board"
	"atoll/tui/session"
	"atoll/tui/tuitest"
)

const (
	evoSteps = `[
		{"id":"1","position":"evo 2 | 101 0 S | S j1 f4W | N c12 d8W c9W | -","me":"S"},
		{"id":"2","position":"evo 2 | 101 0 S | S j1 f5W | N c12 d10W | -","me":"S",
		 "goal":[{"event":"rotate"},{"never":"move"}],"show":"f5=C"},
		{"id":"3","position":"evo 2 | 101 0 S | S j1 h2W f4B | N c12 h3C d9W | -","me":"S",
		 "goal":[{"free":"threats","where":{"at":"j1"}}],"show":"h2-h3"}]`
	evoWords = `{"evo.lesson.1.t":"Pieces","evo.lesson.1.x":"Take **any castle**.","evo.lesson.1.g":"Look around.",
		"evo.lesson.2.t":"Turn","evo.lesson.2.x":"A piece may turn where it stands.","evo.lesson.2.g":"Turn the Warrior.",
		"evo.lesson.3.t":"Threats","evo.lesson.3.x":"Mind your castle.","evo.lesson.3.g":"Answer the threat."}`
)

func evoLesson(t *testing.T, notes *session.Notebook) *session.Lesson {
	t.Helper()
	g, _ := games.ByID("evo")
	l, err := session.NewLesson(g, []byte(evoSteps), []byte(evoWords), board.LessonWords(g.ID), notes)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A lesson on the whole screen: reading, missing the point, doing the task, and
// going on where one left off.
func TestALessonOnTheScreen(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	file := filepath.Join(t.TempDir(), "notes.json")
	l := evoLesson(t, session.OpenNotebook(file))
	p := newPlayPage(t.Context(), l, "")
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}, {64, 20}} {
		p.w, p.h = size[0], size[1]
		p.draw()
		if s := p.screen(); !strings.Contains(s, "Take any castle.") || !strings.Contains(s, "lesson 1 of 3") {
			t.Errorf("%v:\n%s", size, s)
		}
	}
	p.w, p.h = 80, 24
	p.key("enter", "")
	if s := p.screen(); !strings.Contains(s, "Turn the Warrior.") || !strings.Contains(s, "Your task") {
		t.Fatalf("no second step:\n%s", s)
	}
	if err := l.Act(t.Context(), 0, "f5-f6"); err != nil {
		t.Fatal(err)
	}
	p.Update(changedMsg{})
	if s := p.screen(); !strings.Contains(s, "Try again") {
		t.Fatalf("a walk is no turn:\n%s", s)
	}
	p.key("enter", "") // again
	if err := l.Act(t.Context(), 0, "f5=C"); err != nil {
		t.Fatal(err)
	}
	p.Update(changedMsg{})
	if s := p.screen(); !strings.Contains(s, "Well done") || !strings.Contains(s, "Next: Threats") {
		t.Fatalf("not done:\n%s", s)
	}
	if at := evoLesson(t, session.OpenNotebook(file)).Snapshot().Lesson.At; at != 3 {
		t.Errorf("it goes on at step %d, want 3", at)
	}
	p.key("pgup", "")
	if at := l.Snapshot().Lesson.At; at != 1 {
		t.Errorf("PgUp leads to %d", at)
	}
	if err := l.Go(2); err != nil {
		t.Fatal(err)
	}
	if hint, _ := l.Hint(t.Context(), 0); hint != "h2-h3" {
		t.Errorf("hint %q", hint)
	}
	if err := l.Act(t.Context(), 0, "f4-f6"); err != nil {
		t.Fatal(err)
	}
	if got := l.Snapshot().Lesson.State; got != session.LessonMissed {
		t.Errorf("the castle is still attacked: %v", got)
	}
	if err := l.Act(t.Context(), 0, "h2-h3"); err == nil {
		t.Error("a step that is over is played on")
	}
	if err := l.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := l.Act(t.Context(), 0, "h2-h3"); err != nil || l.Snapshot().Lesson.State != session.LessonDone {
		t.Errorf("%v, %v", err, l.Snapshot().Lesson.State)
	}
	p.Update(changedMsg{})
	p.key("enter", "")
	if p.after != session.ToBot {
		t.Errorf("after the last step comes %q", p.after)
	}
}

func TestALessonInLines(t *testing.T) {
	var out bytes.Buffer
	in := strings.NewReader("\nhelp\nf5-f9\nf5-f6\nhint\nf5=C\nboard\nback\nquit\n")
	if err := PlainLesson(t.Context(), evoLesson(t, session.OpenNotebook("")), in, &out); err != nil {
		t.Fatal(err)
	}
	last := -1
	for _, want := range []string{
		"Step 1 of 3: Pieces.", "Take any castle.", "Look around.", "Step 2 of 3: Turn.", "this step from its beginning",
		"f5-f9", "Legal, but not what", "hint: f5=C", "Well done.", "Step 3 of 3: Threats.", "Step 2 of 3: Turn.",
	} {
		i := strings.Index(out.String()[last+1:], want)
		if i < 0 {
			t.Fatalf("%q is missing, or comes too early, in:\n%s", want, out.String())
		}
		last += 1 + i
	}
}

// Few ways are read out with what they lead to; a place that one action goes to is
// enough to play it.
func TestPlainReadsFewWays(t *testing.T) {
	st := tuitest.Game("conqueror", 3).Config(t).New()
	if err := st.UnmarshalText([]byte("conqueror 3 | basic | BAC | move A 3 | 0 | d7 f5 a7 | B1A2A4 A1A3A4 -B -B B3A2 B1B2 B2B3 -B C4 A1A3 C3 B2C3 C2C3C4 =A C1C2C3 -C")); err != nil {
		t.Fatal(err)
	}
	snap := session.Snapshot{View: st, Names: []string{"You", "Ferryman", "Beachcomber"}, Clocks: []string{"8:30", "7:02", "9:51"}}
	var out bytes.Buffer
	p := &plain{out: &out}
	p.ask(snap)
	for _, want := range []string{"Your turn, 8:30 left. 5 ways:\n", "\n5  move f8. You walk", "Island c7"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, out.String())
		}
	}
	for line, want := range map[string]string{"f8": "move f8", "5": "move f8", "a1": "a1", "move d4": "move d4"} {
		if got := p.numbered(snap, line); got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}
