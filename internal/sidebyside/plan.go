package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// plan is a hall to simulate: how many moves come, what they cost, and what it runs on.
// The costs come from measuring a cluster.
type plan struct {
	people   int
	think    time.Duration // between two moves of a game
	web      int           // nodes
	webCores int           // of each
	dbCores  int
	webCost  time.Duration // of a move, all nodes together
	dbCost   time.Duration
	disk     time.Duration // for a sync
}

// queue is a set of cores that serve what comes in order of arrival.
type queue struct {
	free []time.Duration // when each core is free again
	busy time.Duration
}

func (q *queue) work(at, cost time.Duration) time.Duration {
	i := 0
	for k := range q.free {
		if q.free[k] < q.free[i] {
			i = k
		}
	}
	q.free[i] = max(at, q.free[i]) + cost
	q.busy += cost
	return q.free[i]
}

// simulate sends a minute of moves at random times and returns how long they took to be
// acknowledged, and how busy the cores were. Every node gathers its moves for 10 ms and
// commits them together; the database syncs once for all that wait.
func (p plan) simulate(r *rand.Rand) (acks []time.Duration, web, db float64) {
	const length, gather = time.Minute, 10 * time.Millisecond
	nodes := make([]*queue, p.web)
	for i := range nodes {
		nodes[i] = &queue{free: make([]time.Duration, p.webCores)}
	}
	database := &queue{free: make([]time.Duration, p.dbCores)}
	rate := float64(p.people) / 2 / p.think.Seconds()
	batches := make([][][]time.Duration, length/gather+1) // by time and node: when each move was sent
	for i := range batches {
		batches[i] = make([][]time.Duration, p.web)
	}
	some := func(mean time.Duration) time.Duration { return time.Duration(r.ExpFloat64() * float64(mean)) }
	for at := time.Duration(0); at < length; at += some(time.Duration(float64(time.Second) / rate)) {
		n := r.IntN(p.web)
		// Half of the work falls to the mover's node, half to the other player's.
		ready := nodes[n].work(at, some(p.webCost/2))
		nodes[r.IntN(p.web)].work(ready, some(p.webCost/2))
		if slot := int(ready / gather); slot < len(batches) {
			batches[slot][n] = append(batches[slot][n], at)
		}
	}
	for slot, all := range batches {
		for _, moves := range all {
			if len(moves) == 0 {
				continue
			}
			begins := time.Duration(slot+1) * gather
			done := database.work(begins, p.dbCost*time.Duration(len(moves))) + some(p.disk)
			for _, sent := range moves {
				acks = append(acks, done-sent)
			}
		}
	}
	var busy time.Duration
	for _, n := range nodes {
		busy += n.busy
	}
	slices.Sort(acks)
	return acks, busy.Seconds() / length.Seconds() / float64(
			p.web*p.webCores,
		), database.busy.Seconds() / length.Seconds() / float64(
			p.dbCores,
		)
}

// tellPlans prints the results for halls of several sizes.
func tellPlans(webCost, dbCost time.Duration) {
	fmt.Println("people   moves/s  web nodes × cores  database cores  web busy  database busy  p50      p99")
	for _, people := range []int{10_000, 50_000, 100_000, 200_000} {
		for _, x := range []struct{ web, cores, db int }{{3, 1, 1}, {3, 2, 2}, {6, 2, 4}} {
			p := plan{
				people:   people,
				think:    10 * time.Second,
				web:      x.web,
				webCores: x.cores,
				dbCores:  x.db,
				webCost:  webCost,
				dbCost:   dbCost,
				disk:     5 * time.Millisecond,
			}
			acks, web, db := p.simulate(rand.New(rand.NewPCG(1, uint64(people))))
			at := func(q float64) time.Duration {
				return acks[int(q*float64(len(acks)-1))].Round(100 * time.Microsecond)
			}
			fmt.Printf("%-8d %-8.0f %d × %-14d %-15d %-9s %-14s %-8s %s\n", people, float64(people)/2/p.think.Seconds(), x.web, x.cores, x.db,
				fmt.Sprintf("%.0f %%", 100*web), fmt.Sprintf("%.0f %%", 100*db), at(.5), at(.99))
		}
	}
}
