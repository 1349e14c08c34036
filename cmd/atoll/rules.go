package main

import (
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"atoll/docs"
)

func rulesCommand() kong.Option {
	return kong.DynamicCommand("rules", "Print the rules of a game.", "", &rulesCmd{}, `aliases:"help"`)
}

type rulesCmd struct {
	Game string `arg:"" help:"Game, as 'atoll games' lists them."`
}

var (
	picture = regexp.MustCompile(`!\[([^\]]*)\]\([^)]*\)`)
	link    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

// Run prints the page as plain text: pictures become their descriptions.
func (c *rulesCmd) Run(e *env) error {
	g, err := findGame(c.Game)
	if err != nil {
		return err
	}
	page, ok := docs.RulesOf(g.ID)
	if !ok {
		return usage("there is no rules page of %s", g.ID)
	}
	page = picture.ReplaceAllString(page, "[Picture: $1]")
	page = link.ReplaceAllString(page, "$1")
	page = strings.NewReplacer("**", "", "`", "").Replace(page)
	_, err = e.out.WriteString(page)
	return err
}
