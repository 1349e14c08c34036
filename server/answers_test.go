package server_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"atoll/server/wire"
)

// TestRepeatedActOfAnyWayGetsFirstAnswer: a choice is sealed, changed, taken back and
// made at one node. Sent again, by request or WebSocket, to that node or to one that
// has to read the table from the store, each message gets the number it got at first.
func TestRepeatedActOfAnyWayGetsFirstAnswer(t *testing.T) {
	one, two := twoNodes(t)
	south, north := one.person("South"), one.person("North")
	var made wire.Created
	south.must("POST", "/tables", wire.Setup{Game: "epigo", Players: 2}, &made)
	table := made.Table.ID
	at := "/tables/" + table
	north.must("POST", at+"/join", wire.JoinRequest{}, nil)
	var snap wire.Snapshot
	south.must("GET", at, nil, &snap)
	const deployment = "deploy 3 1 7 X 2 5 4 6"
	type sent struct {
		by  *person
		req wire.ActRequest
		seq int64
	}
	var all []sent
	check := func(when string) {
		t.Helper()
		for _, s := range all {
			for where, h := range map[string]*host{"here": one, "there": two} {
				p := s.by.at(h)
				var ack wire.Ack
				p.must("POST", at+"/act", s.req, &ack)
				if ack.Seq != s.seq || !ack.Again {
					t.Errorf("%s, %s: message %q is answered with %+v, first with %d", when, where, s.req.Msg, ack, s.seq)
				}
				conn := p.dial(table, "")
				command, _ := json.Marshal(wire.Command{ID: "c", Act: &s.req})
				if r := p.ask(conn, string(command)); r.Ack == nil || r.Ack.Seq != s.seq || !r.Ack.Again {
					t.Errorf("%s, %s, WebSocket: message %q is answered with %+v, first with %d", when, where, s.req.Msg, r, s.seq)
				}
				conn.CloseNow()
			}
		}
	}
	act := func(p *person, action string) {
		t.Helper()
		req := wire.ActRequest{Msg: fmt.Sprint("m", len(all)), Step: snap.View.Step, Action: action}
		var ack wire.Ack
		p.must("POST", at+"/act", req, &ack)
		if ack.Again {
			t.Fatalf("%+v", ack)
		}
		all = append(all, sent{p, req, ack.Seq})
	}
	act(south, deployment)
	check("sealed")
	act(south, deployment)
	act(south, "")
	act(south, deployment)
	check("changed")
	act(north, deployment)
	check("made")
	south.must("GET", at, nil, &snap)
	act(south, "plan 5N 3E 7S")
	north.must("POST", at+"/do", wire.TableRequest{Do: "resign"}, nil)
	check("over")
}
