// Package conqueror plays The Conqueror.
//
// Positions are judged before a roll, when all claims of the turn are made
// ([Weights]): every player has a sum of learned weights, and a softmax over the
// sums gives each player's share of first place. The weights were learned from
// self-play by temporal differences; bots/conqueror/tune is the command.
//
// Two players search by expectiminimax over the three equally likely numbers of
// steps, with bounds at chance nodes (Star1 and Star2), a transposition table and
// iterative deepening. With three and four a tree grows by UCT over max^n, where
// everybody is taken to choose what is best for themselves, and new positions
// are judged rather than played out.
//
// The two strongest levels for two players ask a tree search with playouts as
// well and take the mean of both opinions.
//
// When two players both cannot move with some rolls, play can come back to the
// same position by passing. Such loops are solved, not cut off, so that a search
// that reaches the end of the game everywhere is exact.
package conqueror
