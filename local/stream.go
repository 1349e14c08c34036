package local

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"strconv"

	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
)

// ear is somebody who follows a table, or all of them.
type ear struct {
	table string // "" for all
	awake chan struct{}
}

func (h *Host) wake(table string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for e := range h.ears {
		if e.table == "" || e.table == table {
			select {
			case e.awake <- struct{}{}:
			default:
			}
		}
	}
}

func (h *Host) listen(table string) (e *ear, leave func()) {
	e = &ear{table: table, awake: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ears[e] = struct{}{}
	return e, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.ears, e)
	}
}

// Follow sends the frames of a live path until ctx ends or the stream cannot go on. Like a stream
// of the server it keeps no queue: it compares what it has sent with the table as it is.
func (h *Host) Follow(ctx context.Context, path string, hear func(frame []byte)) error {
	u, err := url.Parse(path)
	if err != nil {
		return nothingHere
	}
	id, isTable := tableLive(u.Path)
	switch {
	case u.Path == "/live":
		return h.followAll(ctx, hear)
	case !isTable:
		return nothingHere
	}
	e, leave := h.listen(id)
	defer leave()
	q := u.Query()
	f := follower{h: h, id: id, seat: q.Get("seat"), seq: -1, hear: hear}
	if since, err := strconv.ParseInt(q.Get("since"), 10, 64); err == nil && since > 0 {
		f.since = since
	}
	for {
		if err := f.catchUp(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-h.ctx.Done():
			return h.ctx.Err()
		case <-e.awake:
		}
	}
}

type follower struct {
	h      *Host
	id     string
	seat   string // as asked for
	hear   func([]byte)
	since  int64 // what is known from before
	seq    int64 // what was sent; -1 for nothing yet
	sealed string
	ready  game.Seats
	stuck  []byte
}

func (f *follower) catchUp(ctx context.Context) error {
	t, err := f.h.read(ctx, f.id)
	if err != nil {
		return err
	}
	v, err := wire.ViewerOf(t, f.h.user().ID, f.seat)
	if err != nil {
		return err
	}
	sc := f.h.scene(t)
	sealed, ready := sealedNow(t, v), game.Seats(0)
	if t.Setup.ShowReady {
		ready = t.Acting() &^ t.Waiting()
	}
	if f.seq < 0 && f.since > 0 && f.since <= t.Seq && t.Seq-f.since <= wire.MaxDelta {
		f.seq, f.sealed = f.since, "?" // it may have changed meanwhile
	}
	switch {
	case f.seq < 0 || t.Seq-f.seq > wire.MaxDelta:
		pos, err := sc.AppendPosition(nil, v.Sight(t))
		if err != nil {
			return err
		}
		if err := f.tell(wire.Frame{Type: "snapshot", Snapshot: sc.Snapshot(v, pos)}); err != nil {
			return err
		}
	case t.Seq > f.seq:
		pos, err := sc.AppendPosition(nil, v.Sight(t))
		if err != nil {
			return err
		}
		d := sc.Delta(v, f.seq, pos)
		f.hear(wire.AppendDeltaFrame(nil, &d))
	default:
		if sealed != f.sealed && v.Seat != game.NoSeat {
			s := &wire.SealedFrame{Seat: t.Config.SeatName(v.Seat), Step: t.Step, Action: t.SealedChoice(v.Seat), Clocks: sc.Clocks(v)}
			if err := f.tell(wire.Frame{Type: "sealed", Sealed: s}); err != nil {
				return err
			}
		}
		if ready != f.ready {
			r := &wire.ReadyFrame{Step: t.Step, Ready: wire.SeatNames(t, ready), Clocks: sc.Clocks(v)}
			if err := f.tell(wire.Frame{Type: "ready", Ready: r}); err != nil {
				return err
			}
		}
	}
	f.seq, f.sealed, f.ready = t.Seq, sealed, ready
	// Which bots cannot think. A stream that begins says so only if there are any.
	if now := f.h.stuckFrame(t); !bytes.Equal(now, f.stuck) && (f.stuck != nil || !bytes.Equal(now, nobodyStuck)) {
		f.hear(now)
		f.stuck = now
	}
	return nil
}

func (f *follower) tell(frame wire.Frame) error {
	data, err := json.Marshal(frame)
	if err == nil {
		f.hear(data)
	}
	return err
}

func sealedNow(t *match.Table, v wire.Viewer) string {
	if v.Seat == game.NoSeat || t.Status != match.Running {
		return ""
	}
	return t.SealedChoice(v.Seat)
}

// followAll says when one of the tables has changed.
func (h *Host) followAll(ctx context.Context, hear func([]byte)) error {
	e, leave := h.listen("")
	defer leave()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-h.ctx.Done():
			return h.ctx.Err()
		case <-e.awake:
			// Which one does not matter: the list is cheap to read again.
			hear([]byte(`{"type":"lobby"}`))
		}
	}
}
