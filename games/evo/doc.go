// Package evo holds the rules of EVO, for two or four players: a fight of
// turning pieces on a cross-shaped board. Everything is open and nothing is
// left to chance.
//
// # Rules in brief
//
// The board is 12×12 without its four 2×2 corners. Everybody has a castle,
// which never moves, and eight pieces. A piece plays one of four roles, which
// its turned side shows; directions are its owner's:
//
//	Warrior   1 square W, NW, N, NE or E
//	Blade     1 or 2 squares N
//	Catapult  1 to 3 squares NE or NW
//	Shield    1 or 2 squares S, or 1 square SE or SW
//
// A turn is one action of one piece: turn it to another role, move it, or move
// it and then turn it. No piece jumps. A piece that ends on an opposing piece
// or castle captures it. Whoever captures any castle, or the last piece of any
// colour, wins at once and all others lose.
//
// # Rulings of ours
//
//   - setup=guard: the eight pieces stand around the castle, four in the outer
//     row and four in the inner one. setup=line, for two only: the inner row.
//   - Every piece begins as Warrior, and nobody may pass.
//   - The third occurrence of a position with the same player to move is a
//     draw, and so are quiet_limit actions in a row without a capture. A win goes
//     before a draw, repetition before quiet.
//   - With four players, one who leaves is taken off the board and the others
//     play on.
//
// # Actions
//
// An action is packed so that ascending integers are ordered by the square the
// piece stands on, turns in place before moves, then by the square it goes to,
// then by the role it takes:
//
//	bits 11-17  from, a Square
//	bit  10     the piece leaves its square
//	bits  3-9   to, a Square; the same as from for turning alone
//	bits  0-2   new role: 0 keeps the present one, else 1 + Role
//
// Turning alone always names a role, so no action is zero. Bit 10 follows from
// the squares; it is there so that a list can be written in order in one pass.
//
// # Two layers
//
// [Position] is the board, who is to move and a hash: a value without pointers
// that search can copy. [State] is a Position with what came before it, which
// repetition and the quiet limit need.
package evo
