package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"atoll/game"
	"atoll/games"
	"atoll/vector"
)

// configure reads "game[-vN] [players] [key=value …]".
func configure(line string) (game.Config, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return game.Config{}, fmt.Errorf("no game is named; there are %s", names())
	}
	id, version, named := strings.Cut(words[0], "-v")
	g, ok := games.ByID(id)
	if !ok {
		return game.Config{}, fmt.Errorf("there is no game %.40q; there are %s", id, names())
	}
	if named && version != strconv.Itoa(g.Rules) {
		return game.Config{}, fmt.Errorf("this library plays version %d of the rules of %s, not %.20q", g.Rules, id, version)
	}
	players, words := g.Players[0], words[1:]
	if len(words) > 0 && !strings.Contains(words[0], "=") {
		n, err := strconv.Atoi(words[0])
		if err != nil {
			return game.Config{}, fmt.Errorf("%.40q is not a number of players", words[0])
		}
		players, words = n, words[1:]
	}
	given, err := g.ReadOptions(words)
	if err != nil {
		return game.Config{}, err
	}
	return g.Configure(players, given)
}

func names() string {
	var ids []string
	for _, g := range games.All() {
		ids = append(ids, g.ID)
	}
	return strings.Join(ids, ", ")
}

// describe tells the sizes and the names of everything.
func describe(e *vector.Env) ([]byte, error) {
	return json.Marshal(struct {
		vector.About
		Games int `json:"games"`
	}{vector.Describe(e.Config(), e.Space()), e.Games()})
}
