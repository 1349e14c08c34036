//go:build js

// Command wasm is the rules, the bots and the tables of one person for a browser's
// worker. The worker sets atollHost before it runs this program, which sets
// atollCore and then calls atollHost.ready. Everything between the two is text:
// requests and frames of the API, jobs for bots, rows of the store.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"atoll/bots"
	"atoll/bots/all"
	"atoll/bots/learnt"
	"atoll/games"
	"atoll/local"
	"atoll/match"
)

// core is the program as the worker sees it.
type core struct {
	host   js.Value
	roster *bots.Roster

	mu     sync.Mutex
	tables *local.Host
	making sync.Mutex
	calls  map[int]context.CancelFunc
	learnt map[string]bool
}

func main() {
	c := &core{
		host: js.Global().Get("atollHost"), roster: all.Roster(),
		calls: map[int]context.CancelFunc{}, learnt: map[string]bool{},
	}
	js.Global().Set("atollCore", map[string]any{
		"request": js.FuncOf(c.request),
		"follow":  js.FuncOf(c.follow),
		"think":   js.FuncOf(c.think),
		"cancel":  js.FuncOf(c.cancel),
		"heard":   js.FuncOf(c.heard),
		"read":    js.FuncOf(c.read),
		"show":    js.FuncOf(c.show),
	})
	c.host.Call("ready")
	select {}
}

// begin notes a call, so that it can be cancelled, and runs it.
func (c *core) begin(id int, work func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	c.mu.Lock()
	c.calls[id] = cancel
	c.mu.Unlock()
	go func() {
		defer func() {
			c.mu.Lock()
			delete(c.calls, id)
			c.mu.Unlock()
			cancel()
		}()
		work(ctx)
	}()
}

// cancel ends a call by its id.
func (c *core) cancel(_ js.Value, args []js.Value) any {
	c.mu.Lock()
	defer c.mu.Unlock()
	if stop := c.calls[args[0].Int()]; stop != nil {
		stop()
	}
	return nil
}

// request answers (id, method, path, body, done): done(status, text).
func (c *core) request(_ js.Value, args []js.Value) any {
	method, path, body, done := args[1].String(), args[2].String(), []byte(args[3].String()), args[4]
	c.begin(args[0].Int(), func(ctx context.Context) {
		h, err := c.open(ctx)
		if err != nil {
			done.Invoke(0, err.Error())
			return
		}
		a := h.Do(ctx, method, path, body)
		done.Invoke(a.Status, string(a.Body))
	})
	return nil
}

// follow passes on the frames of (id, path, hear, end): hear(frame) until end().
func (c *core) follow(_ js.Value, args []js.Value) any {
	path, hear, end := args[1].String(), args[2], args[3]
	c.begin(args[0].Int(), func(ctx context.Context) {
		defer end.Invoke()
		if h, err := c.open(ctx); err == nil {
			_ = h.Follow(ctx, path, func(frame []byte) { hear.Invoke(string(frame)) })
		}
	})
	return nil
}

// think does the job of (id, job, step, done): step(text) for each step of an analysis,
// and done(error, answer).
func (c *core) think(_ js.Value, args []js.Value) any {
	text, step, done := args[1].String(), args[2], args[3]
	c.begin(args[0].Int(), func(ctx context.Context) {
		var job local.Job
		err := json.Unmarshal([]byte(text), &job)
		var out []byte
		if err == nil {
			out, err = c.thinkHere(ctx, job, func(data []byte) { step.Invoke(string(data)) })
		}
		if err != nil {
			done.Invoke(err.Error(), "")
			return
		}
		done.Invoke(js.Null(), string(out))
	})
	return nil
}

// heard says that another page has changed a table.
func (c *core) heard(_ js.Value, args []js.Value) any {
	id := args[0].String()
	c.mu.Lock()
	h := c.tables
	c.mu.Unlock()
	if h != nil {
		go h.Heard(id)
	}
	return nil
}

// open makes the host of the tables when it is first needed.
func (c *core) open(ctx context.Context) (*local.Host, error) {
	c.making.Lock()
	defer c.making.Unlock()
	if c.tables != nil {
		return c.tables, nil
	}
	h, err := local.New(context.WithoutCancel(ctx), local.Config{
		Store: &store{c.host.Get("store")}, Games: games.All(), Roster: c.roster,
		Think: c.thinkAnywhere, Random: random,
		Changed: func(table string) { c.host.Call("changed", table) },
	})
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.tables = h
	c.mu.Unlock()
	return h, nil
}

// thinkAnywhere lets another worker think, if there is one.
func (c *core) thinkAnywhere(ctx context.Context, job local.Job, tell func([]byte)) ([]byte, error) {
	other := c.host.Get("mind")
	if other.IsNull() || other.IsUndefined() {
		return c.thinkHere(ctx, job, tell)
	}
	text, err := json.Marshal(job)
	if err != nil {
		return nil, err
	}
	step := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if tell != nil {
			tell([]byte(args[0].String()))
		}
		return nil
	})
	defer step.Release()
	thought := other.Call("think", string(text), step)
	stop := context.AfterFunc(ctx, func() { thought.Call("cancel") })
	defer stop()
	v, err := await(thought.Get("answer"))
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if strings.Contains(err.Error(), local.ErrUnlearnt.Error()) {
			return nil, local.ErrUnlearnt // from the other worker it comes as text
		}
		return nil, err
	}
	return []byte(v.String()), nil
}

// thinkHere thinks in this worker, and lets it do other things now and then.
func (c *core) thinkHere(ctx context.Context, job local.Job, tell func([]byte)) ([]byte, error) {
	if job.Bot != bots.Plain { // the plain bot has learnt nothing
		if err := c.learn(job.Game); err != nil {
			return nil, local.ErrUnlearnt
		}
	}
	return local.Think(&breathing{Context: ctx, last: time.Now()}, games.ByID, c.roster, job, tell)
}

// learn fetches what the bots of a game have learnt, once.
func (c *core) learn(id string) error {
	c.mu.Lock()
	done := c.learnt[id]
	c.mu.Unlock()
	if done {
		return nil
	}
	files, err := await(c.host.Call("learn", id))
	if err != nil {
		return err
	}
	for i := range files.Length() {
		name, data := files.Index(i).Index(0).String(), files.Index(i).Index(1)
		b := make([]byte, data.Length())
		js.CopyBytesToGo(b, data)
		learnt.Fetched(name, b)
	}
	c.mu.Lock()
	c.learnt[id] = true
	c.mu.Unlock()
	return nil
}

// breathing is a context that lets the worker handle other requests whenever a search
// checks whether to stop; without it none is handled until the search is done.
type breathing struct {
	context.Context
	last time.Time
}

const breath = 20 * time.Millisecond

func (b *breathing) Done() <-chan struct{} {
	if time.Since(b.last) > breath {
		pause()
		b.last = time.Now()
	}
	return b.Context.Done()
}

// pause waits until the worker has handled what is pending.
func pause() {
	done := make(chan struct{})
	var f js.Func
	f = js.FuncOf(func(js.Value, []js.Value) any {
		f.Release()
		close(done)
		return nil
	})
	js.Global().Get("atollHost").Call("soon", f)
	<-done
}

// random fills b from the browser's source of randomness.
func random(b []byte) {
	a := js.Global().Get("Uint8Array").New(len(b))
	js.Global().Get("crypto").Call("getRandomValues", a)
	js.CopyBytesToGo(b, a)
}

// await waits for a promise.
func await(p js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	c := make(chan outcome, 1)
	yes := js.FuncOf(func(_ js.Value, args []js.Value) any {
		c <- outcome{value: args[0]}
		return nil
	})
	defer yes.Release()
	no := js.FuncOf(func(_ js.Value, args []js.Value) any {
		c <- outcome{err: told(args[0])}
		return nil
	})
	defer no.Release()
	p.Call("then", yes, no)
	o := <-c
	return o.value, o.err
}

// told makes an error of what a promise was rejected with.
func told(v js.Value) error {
	name, message := v.Get("name").String(), v.Get("message").String()
	switch name {
	case "Conflict":
		return match.ErrConflict
	case "QuotaExceededError":
		return &local.Full{Why: "this browser has no room for more games: delete some, or free room on its disk"}
	}
	return errors.New(name + ": " + message)
}
