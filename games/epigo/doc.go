// Package epigo is the rules of Epigo and of its Islanders variant.
//
// # The game in brief
//
// Each player lines up Epigons 1–7 on their side of the centreline of a 52
// square board. Every turn both secretly plan three different Orders, each an
// Epigon's number and a direction. The three rounds are revealed one by one:
// equal numbers cancel, otherwise the higher number moves first. An Epigon
// slides onto an empty square (twice, by choice, where no opponent touches the
// first), or pushes the row before it unless it is outnumbered on the way. What
// leaves the board is captured by its owner's opponent, and the third capture
// wins at once.
//
// # Rulings
//
// The board is 8×8 without three squares at every corner ([shape]). A super
// slide is a decision made then and there and never pushes. An unbroken run of
// quiet turns (option quiet_limit) is a draw. With Islanders, an Epigon on its
// Island stands on none of its squares, leaving and SLAM are decisions made
// then and there, and option island_exit=arrow binds exits to the Order.
//
// # Actions
//
// Bits 56 and up say which kind of decision an action answers:
//
//	1 deployment  bits 16–47: eight tiles of 4 bits, file a highest, X is 8;
//	              bits 0–7: the Island's south-west square plus 1, 0 without
//	2 plan        bits 16–23, 8–15, 0–7: the first, second, third [Order]
//	3 super slide 0 stop, 1 slide
//	4 Island      0 stay; 1<<8 | square: exit; 2<<8 | direction: slam
//
// Squares are rank·8 + file from a1 = 0; directions are N 0, E 1, S 2, W 3.
//
// # Secrets
//
// The host keeps deployments and plans until both are in. After that a state
// holds Orders that are not yet revealed; [State.Redact] erases them. Every
// decision can be listed and answered in a redacted state, but such a state
// should be completed with [State.Fill] before it is played on: an unknown
// Order moves nothing.
package epigo
