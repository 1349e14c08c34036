// Package all is the plain list of the games' own bots.
package all

import (
	"atoll/bots"
	"atoll/bots/conqueror"
	"atoll/bots/earthquake"
	"atoll/bots/epigo"
	"atoll/bots/evo"
)

// Roster returns the roster of all bots.
func Roster() *bots.Roster {
	return bots.NewRoster(
		epigo.Maker(),
		evo.Maker(),
		conqueror.Maker(),
		earthquake.Maker(),
	)
}
