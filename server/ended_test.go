package server_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"atoll/match"
	"atoll/server"
	"atoll/server/wire"
)

// Whoever took over a session loses it with the password's change, and with it the
// connections that it had opened; so does a program whose token was replaced.
func TestEndedSessionEndsItsConnections(t *testing.T) {
	h := quietHost(t, func(c *server.Config) { c.Heartbeat = time.Hour })
	p := h.person("Ann")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}, &made)
	table := p.live(made.Table.ID, "?seat=S")
	<-table
	lobby := p.lobbyEnds()
	b := h.person("Bob")
	spectator := b.live(made.Table.ID, "")
	<-spectator
	p.must("DELETE", "/session", nil, nil)
	for range table { // until it is closed
	}
	<-lobby
	b.must("POST", "/tables/"+made.Table.ID+"/chat", wire.ChatRequest{Text: "still here"}, nil)
	for f := range spectator {
		if strings.Contains(f.data, "still here") {
			return
		}
	}
	t.Error("somebody else's connection has ended too")
}

func TestEndedSessionCommandsNothing(t *testing.T) {
	h := quietHost(t)
	p := h.person("Ann")
	var made wire.Created
	p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}, &made)
	conn := p.dial(made.Table.ID, "")
	p.must("DELETE", "/session", nil, nil)
	// The connection may have ended before the command comes, or answers it.
	_ = conn.Write(t.Context(), websocket.MessageText, []byte(`{"id":"1","chat":{"text":"still here"}}`))
	for {
		_, data, err := conn.Read(t.Context())
		if err != nil {
			break
		}
		var r wire.Reply
		if json.Unmarshal(data, &r) == nil && r.Type == "reply" && (r.Error == nil || r.Error.Code != wire.NoSession) {
			t.Errorf("%s", data)
		}
	}
	lines, err := h.store.Chat(t.Context(), made.Table.ID, 0, 10)
	if err != nil || len(lines) != 0 {
		t.Errorf("%+v, %v", lines, err)
	}
}
