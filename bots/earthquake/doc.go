// Package earthquake plays Earthquake Island for two to six.
//
// Nobody sees into the stacks, so what is hidden is hidden from all alike, and a
// view can be searched as it is: a tile is drawn from the unseen ones when it is
// uncovered, never before. The search is a tree of many seats, each maximising
// its own chance to be the last one left. Nodes after the same action are told
// apart by what can be done there and by the kind of tile the explorer to act
// stands on, not by every uncovered tile; otherwise the tree would fall apart
// into single visits after one turn. It works on the rules' own Position values,
// because drawing a reveal from a list of 73 outcomes, as the general search must,
// costs more than all the rest.
//
// A leaf is played on to the start of a turn by a quick policy and judged there
// by a small network (features.go, eval.go) that the command in tune makes from
// games of the bot against itself.
//
// Endings of two explorers on few tiles are worked out exactly (solve.go).
package earthquake
