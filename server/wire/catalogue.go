package wire

import (
	"atoll/bots"
	"atoll/game"
)

// CatalogueOf describes games, their options and their bots.
func CatalogueOf(games []*game.Game, roster *bots.Roster) *Catalogue {
	c := &Catalogue{Games: []GameInfo{}}
	for _, g := range games {
		i := GameInfo{
			ID: g.ID, Name: g.Name, Tagline: g.Tagline, Summary: g.Summary, Credit: GameCredit(g.Credit), Rules: g.Rules,
			Players: g.Players, Minutes: g.Minutes, DrawSeats: g.DrawSeats,
			Traits:  GameTraits{Simultaneous: g.Traits.Simultaneous, Chance: g.Traits.Chance, Hidden: g.Traits.Hidden},
			Options: []OptionInfo{}, Reasons: g.Reasons, SeatNames: map[string][]string{}, Levels: []BotLevel{},
		}
		for _, n := range g.Players {
			i.SeatNames[string(rune('0'+n))] = g.SeatNames(n)
		}
		for _, o := range g.Options {
			oi := OptionInfo{
				Key: o.Key, Name: o.Name, Help: o.Help, Kind: o.Kind.String(), Default: o.Default,
				Min: o.Min, Max: o.Max, Ours: o.Ours, Needs: o.Needs, Idle: o.Idle, Players: o.Players,
			}
			for _, v := range o.Values {
				oi.Values = append(oi.Values, OptionValueInfo{Value: v.Value, Name: v.Name, Help: v.Help, Ours: v.Ours})
			}
			i.Options = append(i.Options, oi)
		}
		if cfg, err := g.Configure(g.Players[0], nil); err == nil {
			for _, l := range roster.Levels(cfg) {
				i.Levels = append(i.Levels, BotLevel{Level: l.Number, Name: l.Name, Help: l.About})
			}
		}
		c.Games = append(c.Games, i)
	}
	return c
}
