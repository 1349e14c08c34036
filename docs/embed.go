// Package docs holds the rules pages, for the terminal and the browser.
package docs

import "embed"

// Rules has one page a game, rules/<id>.md, and their pictures in rules/img.
//
//go:embed rules
var Rules embed.FS

// RulesOf returns the page of a game as it was written.
func RulesOf(gameID string) (string, bool) {
	page, err := Rules.ReadFile("rules/" + gameID + ".md")
	return string(page), err == nil
}
