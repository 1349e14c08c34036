package server_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"atoll/server"
	"atoll/server/mydata"
	"atoll/server/wire"
)

// Everybody gets all that is kept of them, and nothing that is another's.
func TestMyData(t *testing.T) {
	h := serve(t, func(c *server.Config) { c.PrivateHooks = true })
	p, rival := h.account("Mara"), h.account("Rival")
	var bot wire.BotAccount
	p.must("POST", "/bots", wire.BotRequest{Name: "MarasEngine"}, &bot)
	var hook wire.HookInfo
	p.must("POST", "/bots/"+bot.ID+"/hook", wire.HookRequest{URL: "http://127.0.0.1:1/turn"}, &hook)
	var ids []string
	for range 60 { // more than a page
		var made wire.Created
		p.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, &made)
		ids = append(ids, made.Table.ID)
	}
	at := "/tables/" + ids[0]
	rival.must("POST", at+"/join", wire.JoinRequest{}, nil)
	p.must("POST", at+"/chat", wire.ChatRequest{Text: "what Mara wrote"}, nil)
	rival.must("POST", at+"/chat", wire.ChatRequest{Text: "what the rival wrote"}, nil)
	p.must("POST", at+"/mute", wire.MuteRequest{User: rival.id, On: true}, nil)
	rival.must("POST", at+"/do", wire.TableRequest{Msg: "1", Do: "resign"}, nil)
	(&person{host: h, token: bot.Token}).must("POST", "/tables", wire.Setup{Game: "evo", Players: 2}, nil)

	type personData struct {
		mydata.Person
		Chat   []mydata.Chat
		Tables []mydata.Table
	}
	var got struct {
		Format   string
		Person   personData
		Programs []personData
	}
	raw := p.bytesOf("/account/data")
	if err := json.Unmarshal([]byte(raw[strings.Index(raw, "{"):]), &got); err != nil {
		t.Fatalf("%v in %.500s", err, raw)
	}
	me := got.Person
	if got.Format != "atoll-person/1" || me.Name != "Mara" || me.Account == nil || me.Account.Login != "mara" || len(me.Sessions) != 1 ||
		len(me.Mutes) != 1 || len(me.Chat) != 1 || me.Chat[0].Text != "what Mara wrote" || len(me.Tables) != len(ids) {
		t.Errorf("got %.2000s", raw)
	}
	for _, x := range me.Tables {
		if played := x.Table.ID == ids[0]; played != (len(x.Record) > 0) {
			t.Errorf("table %s has the record %.100s", x.Table.ID, x.Record)
		}
	}
	if len(got.Programs) != 1 || got.Programs[0].Name != "MarasEngine" || got.Programs[0].Hook == "" || len(got.Programs[0].Tables) != 1 {
		t.Errorf("programs: %+v", got.Programs)
	}
	for what, secret := range map[string]string{
		"the rival's chat": "what the rival wrote", "the token": p.token, "the program's token": bot.Token, "the hook's secret": hook.Secret, "a password": "argon2",
	} {
		if strings.Contains(raw, secret) {
			t.Errorf("%s is in it", what)
		}
	}
	if found := regexp.MustCompile(`[0-9a-f]{64}`).FindString(strings.ReplaceAll(raw, string(me.Tables[len(me.Tables)-1].Record), "")); found != "" {
		t.Errorf("something like a hash is in it: %s", found)
	}
	if res := (&person{host: h}).try("GET", "/account/data", nil, nil); res.StatusCode != 401 {
		t.Errorf("a stranger: %s", res.Status)
	}
	if raw := h.person("Guest").bytesOf("/account/data"); !strings.Contains(raw, `"kind":"guest"`) {
		t.Errorf("a guest: %s", raw)
	}
}

// What a rival has sealed changes no byte of one's own data.
func TestMyDataHoldsNoSealedChoice(t *testing.T) {
	var all []string
	for _, seals := range []bool{false, true} {
		w := newWorld(t)
		p, rival := w.person("Mara"), w.person("Rival")
		var made wire.Created
		p.must("POST", "/tables", wire.Setup{Game: "epigo", Players: 2}, &made)
		at := "/tables/" + made.Table.ID
		rival.must("POST", at+"/join", wire.JoinRequest{}, nil)
		if seals {
			var snap wire.Snapshot
			rival.must("GET", at, nil, &snap)
			pl := &player{person: rival, table: made.Table.ID, view: snap.View, rand: nil}
			var list wire.LegalList
			pl.must("GET", at+"/legal?limit=1", nil, &list)
			pl.must("POST", at+"/act", wire.ActRequest{Msg: "1", Step: snap.View.Step, Action: list.Actions[0]}, nil)
		}
		all = append(all, p.bytesOf("/account/data"))
	}
	if all[0] != all[1] || !strings.Contains(all[0], fmt.Sprintf("%q", "running")) {
		t.Errorf("%s\n%s", all[0], all[1])
	}
}
