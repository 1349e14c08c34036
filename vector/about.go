package vector

import (
	"fmt"

	"atoll/game"
)

// About holds the sizes and names of a configuration's numbers, for JSON.
type About struct {
	Name         string   `json:"name"` // with the version of the rules
	Config       string   `json:"config"`
	Players      int      `json:"players"`
	Seats        []string `json:"seats"`
	Size         int      `json:"size"`
	Height       int      `json:"height"`
	Width        int      `json:"width"`
	Planes       []string `json:"planes"`
	Scalars      []string `json:"scalars"`
	Actions      int      `json:"actions"`
	ActionPlanes []string `json:"action_planes"`
	ActionNames  []string `json:"action_names"`
	MaxLegal     int      `json:"max_legal"`
	MaxWord      int      `json:"max_word"`
}

// Describe describes a configuration.
func Describe(cfg game.Config, sp *game.Space) About {
	return About{
		fmt.Sprintf("%s-v%d", cfg.Game.ID, cfg.Game.Rules), cfg.String(), cfg.Players, cfg.SeatNames(), sp.Size(), sp.Height, sp.Width,
		sp.Planes, sp.Scalars, sp.Actions, sp.ActionPlanes, sp.ActionNames, sp.MaxLegal, sp.MaxWord,
	}
}
