// Package game is the contract between the rules of a board game and
// everything that plays, stores, shows or searches it.
//
// A game is a plain value, [Game], listed in package games. Its rules live in
// a [State]: a small mutable position that can be copied without allocation,
// asked who acts ([State.Acting]), asked for the actions of a seat
// ([State.AppendActions]) and advanced ([State.Play]). States hold no clock, no
// generator and no unrevealed simultaneous choice that has not yet been
// handed in by everybody; the host keeps those.
//
// # Who acts
//
// Acting answers with a set of seats. One seat is an ordinary decision, several
// seats choose secretly and simultaneously, [Nature] is chance, and the empty
// set means that the game is over. A long turn is several small decisions.
// A decision can fall to a seat in the middle of another seat's turn.
//
// # Chance
//
// When Nature acts, its outcomes are listed like actions and [State.Weight]
// gives each an integer weight. An outcome too large to list (a hundred
// scattered tiles) is handled by the [Bulk] interface instead. The host draws
// with [Draw], so replaying needs outcomes, never a seed.
//
// # Secrets
//
// [State.Redact] erases from a copy what one [Viewer] may not know. There is no
// default viewer: the zero Viewer makes Redact panic. Position text, board text,
// JSON and bots all start from a redacted copy ([Look]), so one method per game
// guards all secrets.
//
// # Trust
//
// Play assumes legal choices, because search calls it millions of times.
// Everything that comes from outside goes through [Try] or [TryTable], which
// check first and leave the state unchanged on error.
package game
