package main

import (
	"os"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"atoll/docs"
	"atoll/tui/board"
)

func rulesCommand() kong.Option {
	return kong.DynamicCommand("rules", "Print the rules of a game.", "", &rulesCmd{}, `aliases:"help"`)
}

type rulesCmd struct {
	Game string `arg:"" help:"Game, as 'atoll games' lists them."`
}

// Run prints the page, typeset for a terminal.
func (c *rulesCmd) Run(e *env) error {
	g, err := findGame(c.Game)
	if err != nil {
		return err
	}
	page, ok := docs.RulesOf(g.ID)
	if !ok {
		return usage("there is no rules page of %s", g.ID)
	}
	width, plain := 72, true
	if e.terminal() && os.Getenv("TERM") != "dumb" {
		plain = os.Getenv("NO_COLOR") != ""
		if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
			width = min(width, w-2)
		}
	}
	_, err = e.out.WriteString(strings.Join(board.Typeset(page, width, plain, g), "\n") + "\n")
	return err
}
