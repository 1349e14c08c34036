package live

import (
	"bytes"
	"context"
	"sync"

	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

// frameCache keeps the deltas and positions of the latest moment, since many
// viewers of a table may see exactly the same.
type frameCache struct {
	mu        sync.Mutex
	seq       int64
	made      map[frameKey][]byte
	positions []keptPosition
}

// keptPosition is the JSON of a position for one viewer; empty if not yet written.
// Its memory is used again for the next.
type keptPosition struct {
	sight game.Viewer
	data  []byte
}

// clear empties the cache.
func (c *frameCache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq, c.made, c.positions = 0, nil, nil
}

// at empties the cache if the table has moved on. c.mu must be held.
func (c *frameCache) at(seq int64) bool {
	if c.seq < seq {
		c.seq, c.made = seq, nil
		for i := range c.positions {
			c.positions[i].data = c.positions[i].data[:0]
		}
	}
	return c.seq == seq
}

// position is where the position for sight is kept; nil if the table has moved on.
// c.mu must be held.
func (c *frameCache) position(seq int64, sight game.Viewer) *keptPosition {
	if !c.at(seq) {
		return nil
	}
	for i := range c.positions {
		if c.positions[i].sight == sight {
			return &c.positions[i]
		}
	}
	c.positions = append(c.positions, keptPosition{sight: sight})
	return &c.positions[len(c.positions)-1]
}

type frameKey struct {
	seat game.Seat
	mine game.Seats
	want bool
	from int64
	gaps *[]match.Gap
	off  game.Seats // on vacation
	// Who is there is told with a delta, and to a stream that has told it already not again.
	presence int64
}

// cached returns the delta of a key, if it was kept.
func (l *hall) cached(seq int64, key frameKey) []byte {
	c := &l.frames
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.at(seq) {
		return nil
	}
	return c.made[key]
}

// keep stores a delta for other viewers who may see the same.
func (l *hall) keep(seq int64, key frameKey, data []byte) {
	c := &l.frames
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.at(seq) || len(c.made) >= 64 {
		return
	}
	if c.made == nil {
		c.made = map[frameKey][]byte{}
	}
	c.made[key] = bytes.Clone(data)
}

// Scene is the table as it is now.
func (h *Hub) Scene(t *match.Table, online game.Seats) wire.Scene {
	return wire.Scene{Table: t, Now: h.n.Now(), Online: online}
}

// appendPosition appends the JSON of the table's position for one sight, which is
// written once for all who have it.
func (h *Hub) appendPosition(b []byte, l *hall, t *match.Table, sight game.Viewer) []byte {
	key := sight
	if !t.Config.Game.Traits.Hidden {
		key = game.PublicViewer() // everybody sees the same
	}
	// If two players look at once, the second waits rather than writing the same again.
	c := &l.frames
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.position(t.Seq, key)
	if kept != nil && len(kept.data) > 0 {
		return append(b, kept.data...)
	}
	from := len(b)
	b, err := wire.Scene{Table: t}.AppendPosition(b, sight)
	if err != nil {
		h.n.Log.Error("a position cannot be written", "table", t.ID, "err", err)
		return append(b[:from], "null"...)
	}
	if kept != nil {
		kept.data = append(kept.data, b[from:]...)
	}
	return b
}

func (h *Hub) snapshot(ctx context.Context, l *hall, t *match.Table, v wire.Viewer, ears *store.Hearing) (*wire.Snapshot, error) {
	lines, err := h.n.Store.Chat(ctx, t.ID, 0, chatLines)
	if err != nil {
		return nil, err
	}
	online, others := l.present(t)
	snap := h.Scene(t, online).Snapshot(v, h.appendPosition(nil, l, t, v.Sight(t)))
	snap.Spectators, snap.Muted = others, ears.Muted
	for _, c := range lines {
		if ears.Hears(c.User) {
			snap.Chat = append(snap.Chat, chatLine(c))
		}
		l.noteChat(c.ID)
	}
	return snap, nil
}
