package chaos

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/record"
	"atoll/store"
)

// Result counts what the checker looked at.
type Result struct {
	Acks, Tables, Finished, Moves, Frames int
	// Ops is how many questions were asked and checked for an order of all.
	Ops int
}

// Check compares what clients were told with what is stored: nothing lost,
// nothing done twice, every finished game is right by the rules, and the history of
// every table is linearizable.
func Check(ctx context.Context, l *Ledger, s store.Store) (Result, []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	histories := map[string][]op{}
	for _, o := range l.ops {
		histories[o.table] = append(histories[o.table], o)
	}
	res := Result{Ops: len(l.ops), Acks: len(l.told), Tables: len(l.tables), Frames: int(l.streams.Load())}
	found := map[string]int64{} // message to entry
	sealed := map[string]bool{} // messages of choices that still wait
	entries := map[string]match.Move{}
	for _, id := range l.tables {
		stored, err := s.Load(ctx, id, 0)
		if err != nil {
			fault("table %s: %v", id, err)
			continue
		}
		t, err := match.Replay(games.ByID, id, stored)
		if err != nil {
			fault("table %s cannot be replayed: %v", id, err)
			continue
		}
		if c, err := courseOf(id, stored); err != nil {
			fault("table %s: %v", id, err)
		} else if err := linearizable(c, histories[id]); err != nil {
			fault("table %s: %v", id, err)
		}
		for _, e := range stored.Entries {
			for _, m := range e.Moves {
				if m.By == game.Nature || m.Msg == "" || t.Seats[m.By].Kind == "bot" {
					continue
				}
				res.Moves++
				key := id + " " + m.Msg
				if _, twice := found[key]; twice {
					fault("table %s: message %q was done twice", id, m.Msg)
				}
				found[key], entries[key] = e.Seq, m
				if m.Seq != 0 {
					found[key] = m.Seq
				}
				if l.sent[m.Msg] != m.Do {
					fault("table %s: stored %q for message %q, sent was %q", id, m.Do, m.Msg, l.sent[m.Msg])
				}
			}
			for _, m := range e.Msgs {
				sealed[id+" "+m] = true
			}
		}
		var p match.Private
		if err := json.Unmarshal(stored.Private, &p); err != nil {
			fault("table %s: %v", id, err)
		}
		for _, m := range p.Msgs {
			sealed[id+" "+m] = true
		}
		if t.Status == match.Over {
			res.Finished++
			rec, err := t.Record()
			if err == nil {
				err = record.Verify(rec)
			}
			if err != nil {
				fault("table %s does not verify: %v", id, err)
			}
		}
	}
	for _, a := range l.told {
		key := a.Table + " " + a.Msg
		seq, done := found[key]
		switch {
		case done && seq != a.Ack.Seq:
			fault("table %s: message %q was answered with %d and is stored as answered with %d", a.Table, a.Msg, a.Ack.Seq, seq)
		case a.Ack.Sealed, a.Ack.Again && !done:
			// A choice that its own player replaced is answered again after the step, too.
			if !done && !sealed[fmt.Sprintf("%s %d %s", a.Table, a.Seat, a.Msg)] {
				fault("table %s: sealed choice %q was lost", a.Table, a.Msg)
			}
			continue
		case !done:
			fault("table %s: message %q was acknowledged with %d and is lost", a.Table, a.Msg, a.Ack.Seq)
			continue
		case entries[key].Do != a.Action || entries[key].By != a.Seat:
			fault("table %s: message %q is stored as %+v", a.Table, a.Msg, entries[key])
		}
	}
	slices.Sort(faults)
	return res, faults
}
