// Package screen plays the games in a terminal: full screen, or as plain lines for
// scripts and screen readers.
package screen

import (
	"context"
	"io"

	tea "charm.land/bubbletea/v2"

	"atoll/game"
	"atoll/tui/session"
)

// Play shows a table on the whole screen until the person leaves it, and says
// what comes after it.
func Play(ctx context.Context, s session.Session, rules string, in io.Reader, out io.Writer) (session.After, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	page := newPlayPage(ctx, s, rules)
	_, err := tea.NewProgram(page, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	return page.after, err
}

// Start is what the menu knows besides the games.
type Start struct {
	Saved  []string // saved games, the latest first
	GoOn   string   // what the latest is
	Levels Levels
	Notes  *session.Notebook
	Rules  func(id string) (string, bool)
	// Lessons says which games have one.
	Lessons func(id string) bool
}

// Menu asks for game, options and opponents; nil if the person left.
func Menu(ctx context.Context, games []*game.Game, start Start, in io.Reader, out io.Writer) (*Setup, error) {
	page := newMenuPage(games, start.Saved, start.Levels)
	page.goOn, page.rules, page.lessons = start.GoOn, start.Rules, start.Lessons
	if start.Notes != nil {
		page.notes = start.Notes
		for i, g := range games {
			if g.ID == start.Notes.Game {
				page.game = i
			}
		}
		page.setGame(page.game)
	}
	_, err := tea.NewProgram(page, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	return page.chosen, err
}
