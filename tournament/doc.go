// Package tournament is one tournament: who has entered, which games are to be
// played, and who stands where. Like match it keeps a log: a command looks at
// the tournament as it stands and returns an entry, the caller stores it, and
// Apply makes it true. So whatever was acknowledged can be replayed, and two
// nodes that pair at the same time are told apart by the store.
//
// Nothing here knows a clock: every command is given the time.
package tournament
