package server_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"atoll/server"
	"atoll/server/wire"
)

// Every live connection says when its next sign of life comes, and keeps its word.
func TestHeartbeatsTellTheirInterval(t *testing.T) {
	t.Parallel()                  // it waits most of the time
	const every = 5 * time.Second // who has not answered a ping when the next is due is taken for gone
	h := quietHost(t, func(c *server.Config) { c.Heartbeat = every })
	p := h.person("Ann")
	table := tableFor(t, "running", p, h.person("Ben"))
	var all sync.WaitGroup
	for name, open := range map[string]func() func() []byte{
		"table":              func() func() []byte { return events(p, "/tables/"+table+"/live") },
		"since":              func() func() []byte { return events(p, "/tables/"+table+"/live?since=1") },
		"lobby":              func() func() []byte { return events(p, "/live") },
		"websocket":          func() func() []byte { return messages(p, "/tables/"+table+"/ws") },
		"lobby by websocket": func() func() []byte { return messages(p, "/ws") },
	} {
		next := open()
		all.Go(func() {
			for beats := 0; beats < 3; {
				var f wire.Frame
				if data := next(); json.Unmarshal(data, &f) != nil {
					t.Errorf("%s: %s", name, data)
					return
				}
				if f.Type != "beat" {
					continue
				}
				beats++
				if f.Beat == nil || f.Beat.Every != every.Milliseconds() {
					t.Errorf("%s: a heartbeat says %+v", name, f.Beat)
				}
			}
		})
	}
	all.Wait()
}

// events returns what gets the next data of an event stream.
func events(p *person, path string) func() []byte {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), "GET", p.web.URL+"/api/v1"+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { res.Body.Close() })
	in := bufio.NewReader(res.Body)
	return func() []byte {
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				p.t.Fatalf("%s: %v", path, err)
			}
			if data, ok := strings.CutPrefix(line, "data: "); ok {
				return []byte(data)
			}
		}
	}
}

// messages returns what gets the next message of a WebSocket.
func messages(p *person, path string) func() []byte {
	conn := p.dialAt(path)
	return func() []byte {
		_, data, err := conn.Read(p.t.Context())
		if err != nil {
			p.t.Fatal(err)
		}
		return data
	}
}
