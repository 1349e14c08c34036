package server_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"atoll/bus"
	"atoll/game"
	"atoll/server"
	"atoll/server/wire"
)

// quietPings never tell of a move: what is stored becomes known only when the outbox is repeated, as it is for a node that
// dies between storing and telling.
type quietPings struct {
	bus.Pings
	dead     atomic.Bool
	repeated chan struct{} // gets one for a repetition
}

var errDead = errors.New("this node is dead")

func (q *quietPings) Tell(p bus.Ping) {
	if p.What == "" || p.What == "private" || q.dead.Load() {
		return
	}
	q.Pings.Tell(p)
	if p.What == bus.Repeat {
		select {
		case q.repeated <- struct{}{}:
		default:
		}
	}
}

func (q *quietPings) Flush(ctx context.Context) error {
	if q.dead.Load() {
		return errDead
	}
	return q.Pings.Flush(ctx)
}

// TestAnotherNodeRepeatsForTheDead: one node repeats what is in the outbox, and the other leaves it to that one. When it dies,
// with a move stored that nobody was told of, the other takes its place and tells.
func TestAnotherNodeRepeatsForTheDead(t *testing.T) {
	pings := map[bool]*quietPings{}
	one, two := twoNodes(t, func(first bool, c *server.Config) {
		pings[first] = &quietPings{Pings: c.Pings, repeated: make(chan struct{}, 1)}
		c.Pings = pings[first]
	})
	type hall struct {
		*host
		pings *quietPings
		table string
		who   [2]*person
		far   *watcher // sees this node's table at the other node
	}
	nodes := [2]*hall{{host: one, pings: pings[true]}, {host: two, pings: pings[false]}}
	for i, n := range nodes {
		n.who = [2]*person{n.person("South"), n.person("North")}
		var made wire.Created
		n.who[0].must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
		n.table = made.Table.ID
		n.who[1].must("POST", "/tables/"+n.table+"/join", wire.JoinRequest{}, nil)
		n.far = watchTable(n.who[0].at(nodes[1-i].host), n.table)
	}
	random := game.NewRand(1)
	var seq [2]int64
	for i, n := range nodes {
		seq[i] = moveOnce(t, random, n.table, n.who[0], n.who[1])
	}
	holder := 0
	select {
	case <-nodes[0].pings.repeated:
	case <-nodes[1].pings.repeated:
		holder = 1
	}
	for i, n := range nodes {
		n.far.until(t, "a move that only the outbox tells of", func() bool { return n.far.seq >= seq[i] })
	}
	// The last thing that node does is to store a move.
	dead := nodes[holder]
	dead.pings.dead.Store(true)
	last := moveOnce(t, random, dead.table, dead.who[0], dead.who[1])
	dead.s.Close()
	dead.far.until(t, "the last move of the dead", func() bool { return dead.far.seq >= last })
}
