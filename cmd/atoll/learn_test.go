package main

import (
	"encoding/json"
	"testing"

	"atoll/game"
	"atoll/games"
	"atoll/tui/board"
	"atoll/tui/session"
	"atoll/web"
)

// Every task of every lesson is done by what it shows, as in the browser.
func TestLessonsCanBeDone(t *testing.T) {
	for _, g := range games.All() {
		steps, words := web.Lesson(g.ID)
		if steps == nil {
			t.Errorf("%s has no lesson", g.ID)
			continue
		}
		var list []struct {
			ID, Me, Show string
		}
		if err := json.Unmarshal(steps, &list); err != nil {
			t.Fatal(err)
		}
		notes := session.OpenNotebook("")
		l, err := session.NewLesson(g, steps, words, board.LessonWords(g.ID), notes)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range list {
			if err := l.Go(i); err != nil {
				t.Fatal(err)
			}
			for try := 0; s.Show != "" && notes.Of(g.ID).Learnt != i+1 && try < 5; try++ {
				seat := l.Snapshot().Seat
				if seat == game.NoSeat {
					break
				}
				hint, _ := l.Hint(t.Context(), seat)
				if err := l.Act(t.Context(), seat, hint); err != nil {
					t.Errorf("%s, step %s: %s: %v", g.ID, s.ID, hint, err)
					break
				}
			}
			if notes.Of(g.ID).Learnt != i+1 {
				t.Errorf("%s, step %s: %q does not do the task", g.ID, s.ID, s.Show)
			}
		}
	}
}
