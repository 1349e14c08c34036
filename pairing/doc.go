// Package pairing decides who meets whom in a tournament, who sits where, and
// how the standings are read. It is pure: no clock, no store, no randomness of
// its own. The same entrants give the same pairs.
//
// A tournament hands over what it knows of every entrant and gets back games
// to be played:
//
//	Swiss       equals meet, nobody twice, seats even
//	Arena       whoever waits is paired at once
//	RoundRobin  everybody meets everybody
//	Bracket     knock-out, best of k
//	Pods        rounds of tables for three to six
//
// Swiss and Arena are one maximum weight matching each (see match): rules
// that must hold leave edges out, wishes are weights, and a wish of a higher
// order outweighs every sum of lower ones.
package pairing
