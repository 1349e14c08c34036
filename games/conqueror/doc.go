// Package conqueror holds the rules of Piece Pack: The Conqueror, for two to
// four players A, B, C and D, each with one token and a purse of coins, on 16
// islands of 2×2 tiles.
//
// # A game in brief
//
// Chance lays the islands (layout=custom only) and draws the order of play;
// in that order each player starts on a free corner tile. A turn has four
// steps, of which only the last is a choice:
//
//  1. Claim: the player's tile takes a coin of theirs if it is unclaimed. Who
//     fills the fourth tile of an island has won it, and its coins go home. A
//     won island lies until no token stands on it and is then removed.
//  2. Alive: the game ends if no player in has a coin (coins), if nobody can
//     do anything or a hundred turns placed nothing (stuck). A player who could
//     not reach an unclaimed tile with any roll, tokens ignored, forfeits.
//  3. Roll: one, two or three steps.
//  4. Move: a path of exactly so many steps, no tile twice, to an unclaimed tile
//     without token; pass if there is none. Landing on the last tile of an island
//     wins it at once (last_tile=landing).
//
// Islands not won go to whoever has most coins there, or are rolled for. Most
// islands win.
//
// Version 1 of the rules is version 2 with last_tile=turn.
//
// # Order of chance
//
// layout (custom), order, then one roll a turn, then with tiebreak=dice one tie
// or more for every tied island, with unfinished=dice for every island on which
// several have coins, by rank, then file. Every tied island is
// rolled for, even where the ranks are settled already by a resignation.
//
// # Rulings
//
//   - Step 2 is looked at once a turn, before the roll. Somebody else's
//     resignation while a player moves changes the tiles that player can
//     reach, not whether the turn goes on.
//   - A turn that ends in a forfeit counts among the hundred without a coin.
//   - An island that was not won holds at most three coins, so that players who
//     are tied for the most roll one die each, and with unfinished=dice at most
//     two against one.
//   - A player who resigned has forfeited too: with forfeit=keep_score their coins and
//     islands count in the tally, with forfeit=out they do not.
//
// # Tiles
//
// Islands are numbered by rank, then file of their south-west tile; tile 4i+k is
// tile k of island i, k being 0 south-west, 1 south-east, 2 north-west and 3
// north-east. So 64 tiles are one word, and an island is four neighbouring
// bits of it. Geometry lives in an immutable [Board] that copies share.
//
// # Actions
//
//	bits 32–34  kind: 1 order, 2 start, 3 roll, 4 move, 5 pass, 6 tie
//	order       bits 6–7 the first seat, 4–5 the second, 2–3 the third, 0–1 the fourth
//	start, move bits 0–5 the tile
//	roll        bits 0–2 the number on the die
//	tie         bits 24–27 the island; then for seats A to D from bit 23 down two
//	            dice of three bits each, 0 for no die
package conqueror
