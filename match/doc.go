// Package match is one table: who sits where, whose clock runs, what is sealed,
// what has happened.
//
// A [Table] is a pure state machine. Commands are checked against it and become a [Change]: entries
// for the append-only log, the new sealed choices, the next deadline. A [Store] commits the change
// only if nobody else has changed the table since (compare-and-set on its version); then, and only
// then, the change is applied and announced. The log is the truth: folding its entries from nothing
// gives the same table again.
package match
