package tui

import (
	"context"
	"io"

	tea "charm.land/bubbletea/v2"

	"atoll/game"
)

// Play shows a table on the whole screen until the person leaves it, and says
// what comes after it.
func Play(ctx context.Context, s Session, rules string, in io.Reader, out io.Writer) (After, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	page := newPlayPage(ctx, s, rules)
	_, err := tea.NewProgram(page, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	return page.after, err
}

// Menu asks for game, options and opponents; nil if the person left.
func Menu(ctx context.Context, games []*game.Game, saved []string, levels Levels, in io.Reader, out io.Writer) (*Setup, error) {
	page := newMenuPage(games, saved, levels)
	_, err := tea.NewProgram(page, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	return page.chosen, err
}
