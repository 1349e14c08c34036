// Package conqueror plays The Conqueror.
//
// Positions are judged before a roll, when all claims of the turn are made, by a
// small network ([Weights]): what a player sees of the position selects about
// seventy rows of weights ([Features]), their sum goes through one hidden layer,
// and a softmax over the players' outputs gives each player's share of first
// place. With two players only the one about to roll is asked. The rows are added
// four weights to a word, so that a judgement takes about a microsecond. The
// weights were learned from self-play by temporal differences;
// bots/conqueror/tune is the command.
//
// A tree grows by UCT over max^n, where everybody is taken to choose what is best
// for themselves; new positions are judged, and the three equally likely numbers of
// steps are averaged rather than sampled. With more than two players the strongest
// level also plays them out, by the habits of the network (tileWeights): in
// the middle of a game these quick games are nearer to the truth than the network,
// and both together nearer still.
//
// Near the end of a game of two, expectiminimax with bounds at chance nodes (Star1
// and Star2), a transposition table and iterative deepening is asked first: if it
// solves the position, that is the answer. When both players cannot move with some
// rolls, play can come back to the same position by passing. Such loops are solved,
// not cut off, so that a search that reaches the end of the game everywhere is
// exact.
package conqueror
