package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"atoll/game"
	"atoll/games"

	"github.com/alecthomas/kong"
)

func gamesCommand() kong.Option {
	return kong.DynamicCommand("games", "List the games and their options.", "", &gamesCmd{})
}

type gamesCmd struct {
	JSON bool `name:"json" help:"As a JSON array."`
}

// gameInfo is a game as other programs read it.
type gameInfo struct {
	Game    string           `json:"game"`
	Name    string           `json:"name"`
	Tagline string           `json:"tagline"`
	Credit  creditInfo       `json:"credit"`
	Rules   int              `json:"rules"`
	Players []int            `json:"players"`
	Minutes int              `json:"minutes"`
	Seats   map[int][]string `json:"seats"`
	Traits  traitInfo        `json:"traits"`
	Options []optionInfo     `json:"options"`
	Reasons []string         `json:"reasons"`
}

type creditInfo struct {
	Designers  []string `json:"designers,omitempty"`
	Developers []string `json:"developers,omitempty"`
	Publisher  string   `json:"publisher,omitempty"`
	About      string   `json:"about,omitempty"`
	Box        string   `json:"box"`
}

type traitInfo struct {
	Simultaneous  bool `json:"simultaneous"`
	Chance        bool `json:"chance"`
	Hidden        bool `json:"hidden"`
	NatureReveals bool `json:"nature_reveals"`
}

type optionInfo struct {
	Key     string      `json:"key"`
	Name    string      `json:"name"`
	Help    string      `json:"help"`
	Kind    string      `json:"kind"`
	Default game.Value  `json:"default"`
	Values  []valueInfo `json:"values,omitempty"`
	Min     int64       `json:"min,omitempty"`
	Max     int64       `json:"max,omitempty"`
	Ours    bool        `json:"ours,omitempty"`
	Needs   string      `json:"needs,omitempty"`
	Idle    string      `json:"idle,omitempty"`
	Players int         `json:"players,omitempty"`
}

type valueInfo struct {
	Value game.Value `json:"value"`
	Name  string     `json:"name"`
	Help  string     `json:"help"`
	Ours  bool       `json:"ours,omitempty"`
}

func (c *gamesCmd) Run(e *env) error {
	if c.JSON {
		list := []gameInfo{}
		for _, g := range games.All() {
			list = append(list, infoOf(g))
		}
		enc := json.NewEncoder(e.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(list)
	}
	for i, g := range games.All() {
		if i > 0 {
			fmt.Fprintln(e.out)
		}
		fmt.Fprintf(e.out, "%s  %s. %s\n", g.ID, g.Name, g.Tagline)
		fmt.Fprintf(e.out, "  %s players, about %d minutes\n", g.PlayersText(), g.Minutes)
		fmt.Fprintf(e.out, "  %s\n", g.Credit.Text())
		w := tabwriter.NewWriter(e.out, 0, 8, 2, ' ', 0)
		for _, o := range g.Options {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", o.Key, o.Default, optionText(o))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(e.out, "\n%s\n", game.Independent)
	return err
}

func optionText(o game.Option) string {
	text := o.Allows()
	if o.Needs != "" {
		text += "; needs " + o.Needs
	}
	if o.Idle != "" {
		text += "; plays no part with " + o.Idle
	}
	if o.Players != 0 {
		text += fmt.Sprintf("; other than the default with %d players only", o.Players)
	}
	return strings.TrimSuffix(o.Name, ".") + ": " + text + oursText(o)
}

// oursText says what of an option is a ruling of ours and not of the rulebook.
func oursText(o game.Option) string {
	var ours []string
	for _, v := range o.Values {
		if v.Ours {
			ours = append(ours, v.Value.String())
		}
	}
	switch {
	case len(ours) > 0 && len(ours) < len(o.Values):
		return fmt.Sprintf("; our ruling: %s", strings.Join(ours, ", "))
	case o.Ours:
		return "; our ruling"
	}
	return ""
}

func infoOf(g *game.Game) gameInfo {
	info := gameInfo{
		Game: g.ID, Name: g.Name, Tagline: g.Tagline, Credit: creditInfo(g.Credit), Rules: g.Rules, Players: g.Players, Minutes: g.Minutes,
		Seats: map[int][]string{}, Traits: traitInfo(g.Traits), Options: []optionInfo{}, Reasons: g.Reasons,
	}
	for _, n := range g.Players {
		info.Seats[n] = g.SeatNames(n)
	}
	for _, o := range g.Options {
		oi := optionInfo{
			Key: o.Key, Name: o.Name, Help: o.Help, Kind: o.Kind.String(), Default: o.Default,
			Min: o.Min, Max: o.Max, Ours: o.Ours, Needs: o.Needs, Idle: o.Idle, Players: o.Players,
		}
		for _, v := range o.Values {
			oi.Values = append(oi.Values, valueInfo(v))
		}
		info.Options = append(info.Options, oi)
	}
	return info
}
