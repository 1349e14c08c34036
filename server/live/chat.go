package live

import (
	"context"
	"strings"

	"atoll/bus"
	"atoll/match"
	"atoll/server/wire"
	"atoll/store"
)

// chatWait is how long to wait before telling those who are away that somebody spoke, ms, so that a
// few lines make one notice.
const chatWait = 30_000

// Say stores a line of chat and sends it to those at the table.
func (h *Hub) Say(ctx context.Context, user match.User, table string, req wire.ChatRequest) (wire.ChatLine, error) {
	e, t, err := h.tables.Read(ctx, table)
	if err != nil {
		return wire.ChatLine{}, err
	}
	v, err := wire.ViewerOf(t, user.ID, "")
	if err != nil {
		return wire.ChatLine{}, err
	}
	text := wire.CleanLine(req.Text)
	if !strings.ContainsFunc(text, wire.Seen) || len(text) > 2000 || len([]rune(text)) > 500 || len(req.Msg) > 64 {
		return wire.ChatLine{}, &match.Error{Kind: match.Invalid, Where: "body.text", Message: "a line of chat has 1 to 500 characters"}
	}
	c := store.Chat{Table: t.ID, At: h.n.Now().MS, User: user.ID, Name: user.Name, Text: text, Msg: req.Msg, Ping: h.n.Shared}
	if v.Mine != 0 {
		c.Seat = t.Config.SeatName(v.Mine.First())
	}
	for _, seat := range t.Seats {
		if seat.User.ID != "" && seat.User.ID != user.ID && seat.Kind == match.SeatHuman && seat.User.Kind != match.Program {
			c.Notices = append(c.Notices, match.Notice{
				User: seat.User.ID, Kind: store.NoticeChat, Thing: "table:" + t.ID, At: c.At,
				Due: c.At + chatWait,
			})
		}
	}
	c, err = h.n.Store.AddChat(ctx, c)
	if err != nil {
		return wire.ChatLine{}, err
	}
	hallOf(e).noteChat(c.ID)
	h.n.Pings.Tell(bus.Ping{Table: t.ID, Seq: c.ID, What: "chat", Node: h.n.ID})
	return chatLine(c), nil
}

// Look is everything that a user may know of a table.
func (h *Hub) Look(ctx context.Context, user, table, seat string) (*wire.Snapshot, error) {
	e, t, err := h.tables.Read(ctx, table)
	if err != nil {
		return nil, err
	}
	v, err := wire.ViewerOf(t, user, seat)
	if err != nil {
		return nil, err
	}
	ears, err := h.n.Store.Hearing(ctx, user)
	if err != nil {
		return nil, err
	}
	return h.snapshot(ctx, hallOf(e), t, v, &ears)
}
