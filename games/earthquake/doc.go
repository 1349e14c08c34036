// Package earthquake holds the rules of Earthquake Island, for 2 to 6 players.
//
// A hundred tiles lie in stacks on 37 hexes. Each turn an explorer stays or goes one hex, and then
// plays the tile it stands on: cracks take the tops of neighbouring stacks, holes drop it one tile
// deeper, red tools may be kept. The tile played is removed, so the island sinks. An explorer that
// starts a turn in water and finds no way out drowns; the last explorer left wins.
//
// # Rulings
//
// Points that the rulebook leaves open are decided as follows; docs/rules tells
// them to players.
//   - The board is a hexagon of 37 hexes; two to four players use 31 of them, five
//     or six all, or as the option area says. Hexes outside are water on the board.
//   - The mix of tiles is the table mix in tiles.go.
//   - Nobody starts on a volcano. A player who cannot leave one is lost.
//   - A held tool can be given up on land wherever its player is asked anyway,
//     but not on a volcano where only a tool is left.
//   - Tools are used in one's own turn, and in anyone's turn while leaving a volcano.
//   - A tile uncovered by a removal is not played, volcanoes aside. A tile landed
//     on while leaving a volcano is played only in its player's own turn.
//   - A player leaving a volcano can destroy the tile that the player whose turn it is
//     was about to play, or push that player: then nothing is played. Played
//     cracks are still removed, before a tile landed on in between is played.
//   - If a resignation leaves two players and the next one drowns at once, the
//     reason of the end is "last explorer": the resignation left two.
//
// # Position and state
//
// [Position] is the whole game as one value without pointers: assign it to copy
// it. [State] adds the configuration and implements game.State. What is pending is
// never stored twice: an explorer on a volcano must leave it, an unknown top
// must be revealed, and otherwise the step of the turn says what comes next. Four
// small fields remember what tools of those who leave a volcano can interrupt.
//
// # Unknown tiles
//
// Nobody sees below the tops, so a view holds unknown tiles. Such a position can be
// played on: when an unknown tile becomes a top, Nature reveals it, one hex after
// the other in board order, before anything else happens. Position.pool counts
// the tiles whose place the position does not know: those put away and those
// lying unknown in a stack.
//
// # Actions
//
//	bits 16–23  verb (see the constants in action.go)
//	bits  8–15  hex 0–36 in board order, or seat 0–5 of a theft
//	bits  0–7   tile, of a reveal only
//
// Ascending order is thus by verb, then by hex in board order.
package earthquake
