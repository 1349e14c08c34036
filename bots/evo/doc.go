// Package evo plays EVO.
//
// For two players it searches by alpha-beta (principal variation search with a
// transposition table, reductions of late actions, and a quiescence search over
// captures and raids on castles). The generic search of package search works on
// game.State; this one works on the bare position of the rules, which it can
// copy, and knows what a raid is: an answer to one must go to a square that stops
// it, so most of a hundred actions need not be tried. Positions are judged by what
// stands where in which role (learnt/evo).
//
// For four players it is best-reply search with real turns (BRS+, see fourSearch); a
// side is judged by a handful of weights.
//
// What stands where was learnt by self-play: see the command tune. The weights for
// four are set by hand. The command tactics makes the suite of forced wins and escapes.
package evo
