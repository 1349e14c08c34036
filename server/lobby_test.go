package server_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"atoll/server/wire"
)

// ear is somebody at the lobby, by SSE or by WebSocket.
type ear struct {
	name  string
	next  func() []byte
	heard []string
}

// until listens until something is said of a table, and leaves heartbeats out.
func (e *ear) until(table string) {
	for {
		data := strings.TrimSpace(string(e.next()))
		if strings.HasPrefix(data, `{"type":"beat"`) {
			continue
		}
		e.heard = append(e.heard, data)
		if strings.HasPrefix(data, `{"type":"lobby"`) && strings.Contains(data, `"`+table+`"`) {
			return
		}
	}
}

// TestLobbyTellsNoSecret: whatever a player seals, nobody at the lobby can tell, and
// over a WebSocket everybody hears what they hear over SSE, byte for byte.
func TestLobbyTellsNoSecret(t *testing.T) {
	run := func(secrets ...string) []*ear {
		w := newWorld(t)
		south, north := w.sitWithout(epigoSetup)
		stranger, nobody := w.person("Stranger"), &person{host: w.host}
		var ears []*ear
		for name, p := range map[string]*person{"south": south, "north": north, "stranger": stranger, "nobody": nobody} {
			ears = append(ears, &ear{name: name + " by SSE", next: events(p, "/live")}, &ear{name: name + " by WebSocket", next: messages(p, "/ws")})
		}
		slices.SortFunc(ears, func(a, b *ear) int { return strings.Compare(a.name, b.name) })
		for _, e := range ears {
			e.next() // the first heartbeat: from now on it hears everything
		}
		for i, secret := range secrets {
			w.act(south, i, secret)
		}
		w.act(north, 1, "deploy 1 2 3 4 5 6 7 X")
		var made wire.Created
		stranger.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Listed: true}, &made)
		for _, e := range ears {
			e.until(made.Table.ID)
		}
		for i := 0; i < len(ears); i += 2 {
			if a, b := ears[i], ears[i+1]; !slices.Equal(a.heard, b.heard) || len(a.heard) == 0 {
				t.Errorf("%s:\n%s\n%s:\n%s", a.name, a.heard, b.name, b.heard)
			}
		}
		return ears
	}
	const first, second = "deploy 3 1 7 X 2 5 4 6", "deploy 6 4 5 2 X 7 1 3"
	one := run(first)
	for _, other := range [][]*ear{run(second), run(second, first, second)} {
		for i, e := range one {
			if !slices.Equal(e.heard, other[i].heard) {
				t.Errorf("%s:\n%s\n%s", e.name, e.heard, other[i].heard)
			}
		}
	}
	// North's move is told to the players alone.
	turns := func(e *ear) (n int) {
		for _, f := range e.heard {
			if strings.HasPrefix(f, `{"type":"turn"`) {
				n++
			}
		}
		return n
	}
	for _, e := range one {
		plays := strings.HasPrefix(e.name, "south") || strings.HasPrefix(e.name, "north")
		if plays != (turns(e) > 0) {
			t.Errorf("%s hears of %d turns", e.name, turns(e))
		}
	}
}

// TestNobodySpeaksToTheLobby: a message ends the connection, whatever is in it.
func TestNobodySpeaksToTheLobby(t *testing.T) {
	h := quietHost(t)
	p := h.person("Ann")
	for name, text := range map[string]string{"a command": `{"id":"1","chat":{"text":"hello"}}`, "a long one": strings.Repeat("x", 1<<20)} {
		conn := p.dialAt("/ws")
		if _, _, err := conn.Read(t.Context()); err != nil {
			t.Fatal(err)
		}
		_ = conn.Write(t.Context(), websocket.MessageText, []byte(text)) // it may be gone before all is sent
		_, data, err := conn.Read(t.Context())
		if err == nil {
			t.Errorf("%s is answered: %s", name, data)
		}
		if code := websocket.CloseStatus(err); name == "a command" && code != websocket.StatusPolicyViolation {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLobbySaysGoodbye: who listens by WebSocket is told that the server restarts.
func TestLobbySaysGoodbye(t *testing.T) {
	h := quietHost(t)
	next := h.person("Ann").dialAt("/ws")
	var last string
	for begun := false; ; begun = true {
		_, data, err := next.Read(t.Context())
		if err != nil {
			if last != `{"type":"bye","bye":"the server restarts"}` || websocket.CloseStatus(err) != websocket.StatusGoingAway {
				t.Errorf("%s, %v", last, err)
			}
			return
		}
		last = string(data)
		if !begun {
			go h.s.Close()
		}
	}
}
