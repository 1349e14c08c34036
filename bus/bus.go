// Package bus carries what nodes tell each other: pings, which may be lost, and jobs,
// which may not. No secret travels on it that is not sealed: a ping says that a table
// has something new, a job that a seat is waiting for a bot, or that somebody wants a
// finished game analysed. A node that cannot rely on what it hears asks the store.
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
	// Seq is the number of the latest event; of a chat, of its line; of a presence, of the sender's report.
	Seq int64 `json:"seq,omitempty"`
	// What is "" for public events, "private" for what concerns the connections of one seat
	// alone, "chat", "presence", "here", "nudge", "lobby", "again" for what may not have
	// been heard, Repeat or Missed.
	What string `json:"what,omitempty"`
	// Node is the sender.
	Node string `json:"node,omitempty"`
	// Users are the public ids of the players whose turn it may be; of a presence, those of the
	// players who are connected to the sending node.
	Users []string `json:"users,omitempty"`
	// News is what is new, sealed by the sender for the nodes of its store alone. A node
	// that cannot use it asks the store.
	News []byte `json:"news,omitempty"`
	// Others are the spectators connected to the sending node, of a presence.
	Others int `json:"others,omitempty"`
}

// Pings tells all nodes, the sender included.
type Pings interface {
	Tell(p Ping)
	// Hear calls f for every ping, one at a time, until stop is called. When pings to or
	// from this node may have been lost, f gets one whose What is Missed.
	Hear(f func(Ping)) (stop func(), err error)
	// Sound reports whether pings get through. While they do not, whoever wants to
	// know what is new asks the store.
	Sound() bool
	// Flush returns once the bus has everything that was sent. If it fails, some of it may
	// be lost.
	Flush(ctx context.Context) error
}

// Missed is the What of a ping that no node sent: it says that others may have been
// lost.
const Missed = "missed"

// Repeat is the What of a ping that repeats an earlier one, whose sender may have died
// before it was sent.
const Repeat = "repeat"

// Kind is what a job asks for. Each kind has a queue of its own, so that work that can
// wait never holds up work that cannot.
type Kind string

// The kinds of jobs.
const (
	Turn     Kind = "bot"      // the choice of a bot
	Analysis Kind = "analysis" // the analysis of a finished game
)

// Kinds are all of them.
var Kinds = []Kind{Turn, Analysis}

// Job asks a bot for its choice or, if only Table is set, for an analysis.
type Job struct {
	Table string `json:"table"`
	Step  int64  `json:"step"`
	Seat  int8   `json:"seat"`
	Level int    `json:"level"`
	Try   int    `json:"try"` // how many attempts have failed
	// Owner is who the job is charged to: owners take turns.
	Owner string `json:"owner,omitempty"`
	Lane  Lane   `json:"lane,omitempty"`
}

// Jobs are queues from which every job is taken by one worker.
type Jobs interface {
	// Put queues a job. A second one with the same id is dropped while the first
	// is remembered.
	Put(ctx context.Context, k Kind, id string, j Job) error
	// Work calls f for jobs of a kind, at most n at a time plus one quick one, until ctx
	// ends. Owners take turns. A job whose f fails is given out again a bounded number of
	// times.
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

// Deliveries is the most times that a job is given out.
const Deliveries = 3

// ErrFull says that too many jobs are waiting.
var ErrFull = errors.New("too many jobs are waiting")
