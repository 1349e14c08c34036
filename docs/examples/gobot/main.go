// Command gobot plays one game on an Atoll server through its API: it takes a
// seat, follows the live stream and answers with a random legal action. Put your
// own thoughts into choose.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
)

type view struct {
	Step   int64
	Viewer string
	Status string
	Acting []string
	Sealed *string
	Legal  *struct {
		Count   int
		Actions []string
	}
	Result json.RawMessage
}

type frame struct {
	Type     string
	Snapshot *struct{ View view }
	Delta    *struct{ View view }
}

type bot struct{ url, token, table string }

func main() {
	url := flag.String("url", "http://127.0.0.1:8080", "address of the server")
	token := flag.String("token", "", "token of a program account; without it a guest plays")
	game := flag.String("game", "evo", "game to play against a level 1 bot")
	flag.Parse()
	b := &bot{url: *url + "/api/v1", token: *token}
	if err := b.play(*game); err != nil {
		fmt.Fprintln(os.Stderr, "gobot:", err)
		os.Exit(1)
	}
}

// call sends a request with a JSON body and decodes the answer.
func (b *bot) call(method, path string, body, into any) (*http.Response, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest(method, b.url+path, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if b.token != "" {
		req.Header.Set("Authorization", "Bearer "+b.token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if into == nil && res.StatusCode < 300 {
		return res, nil // the caller reads the body
	}
	defer res.Body.Close()
	if res.StatusCode >= 300 {
		text, _ := io.ReadAll(io.LimitReader(res.Body, 1000))
		return res, fmt.Errorf("%s %s: %s %s", method, path, res.Status, text)
	}
	return res, json.NewDecoder(res.Body).Decode(into)
}

func (b *bot) play(game string) error {
	if b.token == "" {
		res, err := b.call("POST", "/guest", map[string]string{"name": "Go bot"}, &struct{}{})
		if err != nil {
			return err
		}
		b.token = res.Header.Get("Atoll-Token")
	}
	var made struct{ Table struct{ ID string } }
	seats := []map[string]any{{"kind": "me"}, {"kind": "bot", "level": 1}}
	if _, err := b.call("POST", "/tables", map[string]any{"game": game, "players": 2, "seats": seats}, &made); err != nil {
		return err
	}
	b.table = "/tables/" + made.Table.ID
	res, err := b.call("GET", b.table+"/live", nil, nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var f frame
		if err := json.Unmarshal([]byte(data), &f); err != nil {
			return err
		}
		var v view
		switch {
		case f.Snapshot != nil:
			v = f.Snapshot.View
		case f.Delta != nil:
			v = f.Delta.View
		default:
			continue
		}
		if v.Status == "over" {
			fmt.Println(string(v.Result))
			return nil
		}
		if v.Legal == nil || v.Sealed != nil {
			continue
		}
		if err := b.answer(v); err != nil {
			return err
		}
	}
	return errors.Join(errors.New("the stream ended before the game"), lines.Err())
}

func (b *bot) answer(v view) error {
	actions := v.Legal.Actions
	if len(actions) == 0 { // too many for the view
		var list struct{ Actions []string }
		if _, err := b.call("GET", b.table+"/legal?limit=2000", nil, &list); err != nil {
			return err
		}
		actions = list.Actions
	}
	var ack struct{}
	_, err := b.call("POST", b.table+"/act", map[string]any{
		"msg": fmt.Sprint("step ", v.Step), "step": v.Step, "action": choose(actions),
	}, &ack)
	return err
}

// choose is where a strong program would think.
func choose(actions []string) string { return actions[rand.IntN(len(actions))] }
