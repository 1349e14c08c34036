// Package bus carries what nodes tell each other: pings, which may be lost, and
// jobs, which may not. No secret travels on it that is not sealed: a ping says that
// a table has something new, a job that a seat waits for a bot or that somebody wants
// a finished game analysed. Whoever cannot go by what they hear asks the store.
package bus

import (
	"context"
	"errors"
	"fmt"
)

// Ping says that something about a table is new. Loss is harmless: sequence
// numbers are compared, and the outbox repeats.
type Ping struct {
	Table string `json:"table,omitempty"`
	Seq   int64  `json:"seq,omitempty"`
	// What is "" for public events, "private" for something that only concerns
	// connections of one seat, "chat", "presence", "here", "nudge", "lobby", "again" for what
	// may not have been heard, or Missed.
	What string `json:"what,omitempty"`
	// Node is the sender.
	Node string `json:"node,omitempty"`
	// Users are the public ids of the players, for whom it may be their turn.
	Users []string `json:"users,omitempty"`
	// News is what is new, sealed by the sender for the nodes of its store alone. Who
	// cannot use it asks the store.
	News []byte `json:"news,omitempty"`
	// Presence only: who is connected to the sending node.
	Seats  []string `json:"seats,omitempty"`
	Others int      `json:"others,omitempty"`
}

// Pings tells all nodes, the sender included.
type Pings interface {
	Tell(p Ping)
	// Hear calls f for every ping, one at a time, until stop is called. After a
	// time in which pings may have been lost on their way here or from here, f gets
	// one that is Missed.
	Hear(f func(Ping)) (stop func(), err error)
	// Sound reports whether pings get through. While they do not, whoever wants to
	// know what is new asks the store.
	Sound() bool
	// Flush returns once the bus has all that was told. If it fails, some of it may
	// be lost.
	Flush(ctx context.Context) error
}

// Missed is What of a ping that no node has sent: others may have been lost.
const Missed = "missed"

// Kind is what a job asks for. Each kind has a queue of its own, so that what may
// wait does not stand before what may not.
type Kind string

// The kinds of jobs.
const (
	Turn     Kind = "bot"      // the choice of a bot
	Analysis Kind = "analysis" // the analysis of a finished game
)

// Kinds are all of them.
var Kinds = []Kind{Turn, Analysis}

// Job asks for the choice of a bot or, with no more than its Table, for an analysis.
type Job struct {
	Table string `json:"table"`
	Step  int64  `json:"step"`
	Seat  int8   `json:"seat"`
	Level int    `json:"level"`
	Try   int    `json:"try"` // how often it has been asked for in vain
	// Owner is on whose account the job goes: owners take turns.
	Owner string `json:"owner,omitempty"`
	Lane  Lane   `json:"lane,omitempty"`
}

// Jobs are queues from which every job is taken by one worker.
type Jobs interface {
	// Put queues a job. A second one with the same id is dropped while the first
	// is remembered.
	Put(ctx context.Context, k Kind, id string, j Job) error
	// Work calls f for jobs of a kind, at most n at a time and a quick one beside
	// them, until ctx ends. Owners take turns. A job whose f fails is given out again a
	// bounded number of times.
	Work(ctx context.Context, k Kind, n int, f func(context.Context, Job) error) error
}

// known reports whether k is one of Kinds.
func known(k Kind) error {
	for _, x := range Kinds {
		if x == k {
			return nil
		}
	}
	return fmt.Errorf("there are no jobs of kind %q", string(k))
}

// Deliveries is how often a job is given out at most.
const Deliveries = 3

// ErrFull says that too many jobs wait.
var ErrFull = errors.New("too many jobs are waiting")
