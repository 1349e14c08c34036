package conqueror

import "atoll/game"

// Redact erases nothing: everything in this game lies open.
func (s *State) Redact(v game.Viewer) { v.Truth() }

// Fill has nothing to guess.
func (s *State) Fill(*game.Rand) {}
