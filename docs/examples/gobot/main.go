// Command gobot plays one game on an Atoll server through its API: it takes a
// seat, follows the live stream and answers with a random legal action. Put your
// own thoughts into choose.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"time"
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
	Beat     *struct {
		Every int64 `json:"every_ms"`
	}
}

// refused says that the server understood and declined.
type refused struct{ text string }

func (r refused) Error() string { return r.text }

type bot struct{ url, token, table string }

func main() {
	url := flag.String("url", "http://127.0.0.1:8080", "address of the server")
	token := flag.String("token", "", "token of a program account; without it a guest plays")
	game := flag.String("game", "evo", "game to play against a level 1 bot")
	flag.Parse()
	b := &bot{url: *url + "/api/v1", token: *token}
	if err := b.play(context.Background(), *game); err != nil {
		fmt.Fprintln(os.Stderr, "gobot:", err)
		os.Exit(1)
	}
}

// call sends a request with a JSON body and decodes the answer.
func (b *bot) call(ctx context.Context, method, path string, body, into any) (*http.Response, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, b.url+path, bytes.NewReader(data))
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
		err := fmt.Errorf("%s %s: %s %s", method, path, res.Status, text)
		if res.StatusCode < 500 && res.StatusCode != http.StatusTooManyRequests {
			err = refused{err.Error()}
		}
		return res, err
	}
	return res, json.NewDecoder(res.Body).Decode(into)
}

func (b *bot) play(ctx context.Context, game string) error {
	if b.token == "" {
		res, err := b.call(ctx, "POST", "/guest", map[string]string{"name": "Go bot"}, &struct{}{})
		if err != nil {
			return err
		}
		b.token = res.Header.Get("Atoll-Token")
	}
	var made struct{ Table struct{ ID string } }
	seats := []map[string]any{{"kind": "me"}, {"kind": "bot", "level": 1}}
	if _, err := b.call(ctx, "POST", "/tables", map[string]any{"game": game, "players": 2, "seats": seats}, &made); err != nil {
		return err
	}
	b.table = "/tables/" + made.Table.ID
	for wait := time.Second; ; wait = min(2*wait, 30*time.Second) {
		over, err := b.follow(ctx)
		if no := (refused{}); over || errors.As(err, &no) {
			return err
		}
		fmt.Fprintln(os.Stderr, "gobot: trying again:", err)
		time.Sleep(wait)
	}
}

// follow plays for as long as the stream lasts. One that is silent for two and a
// half heartbeats is dead, even if nobody says so.
func (b *bot) follow(ctx context.Context) (over bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	patience := 40 * time.Second
	dead := time.AfterFunc(patience, cancel)
	defer dead.Stop()
	res, err := b.call(ctx, "GET", b.table+"/live", nil, nil)
	if err != nil {
		return false, err
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		dead.Reset(patience)
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var f frame
		if err := json.Unmarshal([]byte(data), &f); err != nil {
			return false, err
		}
		var v view
		switch {
		case f.Beat != nil:
			patience = time.Duration(f.Beat.Every) * time.Millisecond * 5 / 2
			continue
		case f.Snapshot != nil:
			v = f.Snapshot.View
		case f.Delta != nil:
			v = f.Delta.View
		default:
			continue
		}
		if v.Status == "over" {
			fmt.Println(string(v.Result))
			return true, nil
		}
		if v.Legal == nil || v.Sealed != nil {
			continue
		}
		if err := b.answer(ctx, v); err != nil {
			return false, err
		}
	}
	return false, errors.Join(errors.New("the stream ended before the game"), lines.Err())
}

func (b *bot) answer(ctx context.Context, v view) error {
	actions := v.Legal.Actions
	if len(actions) == 0 { // too many for the view
		var list struct{ Actions []string }
		if _, err := b.call(ctx, "GET", b.table+"/legal?limit=2000", nil, &list); err != nil {
			return err
		}
		actions = list.Actions
	}
	var ack struct{}
	_, err := b.call(ctx, "POST", b.table+"/act", map[string]any{
		"msg": fmt.Sprint("step ", v.Step), "step": v.Step, "action": choose(actions),
	}, &ack)
	return err
}

// choose is where a strong program would think.
func choose(actions []string) string { return actions[rand.IntN(len(actions))] }
