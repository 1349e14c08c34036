// Package chaos plays against servers that are killed, writes down what it was
// told, and compares that with what is stored in the end.
package chaos

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/server/wire"
)

// Told is an acknowledgement that a client got.
type Told struct {
	at     time.Time
	Table  string
	Seat   game.Seat
	Msg    string
	Action string
	Ack    wire.Ack
}

// Ledger is what all clients were told, in the order in which they were.
type Ledger struct {
	mu      sync.Mutex
	told    []Told
	sent    map[string]string // message id to action, for all that were sent, answered or not
	tables  []string
	made    []time.Time // when each table was there
	streams atomic.Int64
	began   time.Time
	ops     []op
}

func (l *Ledger) table(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tables, l.made = append(l.tables, id), append(l.made, time.Now())
}

func (l *Ledger) send(msg, action string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sent == nil {
		l.sent = map[string]string{}
	}
	l.sent[msg] = action
}

func (l *Ledger) tell(t Told) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.at = time.Now()
	l.told = append(l.told, t)
}

// Until is the ledger as it was at an earlier moment: what was answered later had
// been asked, if at all.
func (l *Ledger) Until(then time.Time) *Ledger {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := &Ledger{sent: maps.Clone(l.sent), began: l.began}
	for _, t := range l.told {
		if !t.at.After(then) {
			e.told = append(e.told, t)
		}
	}
	for i, id := range l.tables {
		if !l.made[i].After(then) {
			e.tables, e.made = append(e.tables, id), append(e.made, l.made[i])
		}
	}
	for _, o := range l.ops {
		if o.done > int64(then.Sub(l.began)) {
			o.done = never
		}
		if o.call <= int64(then.Sub(l.began)) {
			e.ops = append(e.ops, o)
		}
	}
	return e
}

// Acks counts the acknowledgements so far.
func (l *Ledger) Acks() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.told)
}

// Clients play at tables of a set of servers, whichever of them answers.
type Clients struct {
	URLs   []string
	Ledger *Ledger
	// Troubles counts answers that said that the server was unavailable for the moment.
	Troubles atomic.Int64
	// Retry is how long they wait before they ask again.
	Retry  time.Duration
	client http.Client
	turn   atomic.Int64
	fault  func(format string, args ...any)
}

// NewClients returns clients that report faults, such as a gap in a stream.
func NewClients(urls []string, l *Ledger, fault func(format string, args ...any)) *Clients {
	return &Clients{
		URLs:   urls,
		Ledger: l,
		Retry:  20 * time.Millisecond,
		fault:  fault,
		client: http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 512}},
	}
}

// Close gives up connections that are kept for later requests.
func (c *Clients) Close() { c.client.CloseIdleConnections() }

var errGone = errors.New("the time is over")

// refusal is an answer of the server that a repetition would not change.
type refusal struct {
	status int
	wire.ProblemDetail
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s: %s", r.status, r.Code, r.Message) }

// ask sends a request until some server answers it.
func (c *Clients) ask(ctx context.Context, token, method, path string, body, into any) (http.Header, error) {
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	for ctx.Err() == nil {
		url := c.URLs[int(c.turn.Add(1))%len(c.URLs)]
		req, err := http.NewRequestWithContext(ctx, method, url+"/api/v1"+path, bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Content-Type", "application/json")
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		res, err := c.client.Do(req)
		var answer []byte
		if err == nil {
			answer, err = io.ReadAll(res.Body)
			res.Body.Close()
		}
		if err == nil && res.StatusCode >= 500 {
			c.troubled(path, res.StatusCode, answer)
		}
		if err != nil || res.StatusCode >= 500 || res.StatusCode == http.StatusTooManyRequests {
			select {
			case <-ctx.Done():
			case <-time.After(c.Retry):
			}
			continue
		}
		if res.StatusCode >= 300 {
			r := &refusal{status: res.StatusCode}
			var p wire.Problem
			if json.Unmarshal(answer, &p) == nil {
				r.ProblemDetail = p.Error
			}
			return nil, r
		}
		if into != nil {
			if err := json.Unmarshal(answer, into); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
		}
		return res.Header, nil
	}
	return nil, errGone
}

// troubled is called with answers that say that the server is unavailable for the moment. Even
// those must be a sentence for whoever waits.
func (c *Clients) troubled(path string, status int, answer []byte) {
	var p wire.Problem
	if err := json.Unmarshal(answer, &p); err != nil || p.Error.Code == "" || !strings.Contains(p.Error.Message, " ") {
		c.fault("%s: an answer with status %d and no sentence: %.200s", path, status, answer)
	}
	if status != http.StatusServiceUnavailable {
		c.fault("%s: status %d, where 503 says that it may be asked again: %.200s", path, status, answer)
	}
	c.Troubles.Add(1)
}

// Guest makes a guest and returns its token.
func (c *Clients) Guest(ctx context.Context, name string) (string, error) {
	h, err := c.ask(ctx, "", "POST", "/guest", wire.GuestRequest{Name: name}, nil)
	return h.Get("Atoll-Token"), err
}

// Play plays games of one kind, one after the other, until ctx ends. Two people
// play; with bot set the second seat is a bot's.
func (c *Clients) Play(ctx context.Context, name, id string, bot bool) error {
	var tokens [2]string
	for i := range tokens {
		var err error
		if tokens[i], err = c.Guest(ctx, fmt.Sprint(name, i)); err != nil {
			return err
		}
	}
	for n := 0; ctx.Err() == nil; n++ {
		setup := match.Setup{Game: id, Players: 2}
		if bot {
			setup.Seats = []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: 1}}
		}
		var made wire.Created
		if _, err := c.ask(ctx, tokens[0], "POST", "/tables", setup, &made); err != nil {
			return err
		}
		if !bot {
			if _, err := c.ask(ctx, tokens[1], "POST", "/tables/"+made.Table.ID+"/join", wire.JoinRequest{}, nil); err != nil {
				return err
			}
		}
		c.Ledger.table(made.Table.ID)
		watch, stop := context.WithCancel(ctx)
		go c.watch(watch, made.Table.ID)
		err := c.game(ctx, made.Table.ID, fmt.Sprint(name, " ", n), tokens, bot)
		stop()
		if err != nil {
			return err
		}
	}
	return errGone
}

// game lets both seats play at once, each for itself.
func (c *Clients) game(ctx context.Context, table, name string, tokens [2]string, bot bool) error {
	errs := make([]error, len(tokens))
	var wg sync.WaitGroup
	for i, token := range tokens {
		if bot && i == 1 {
			continue
		}
		wg.Go(func() { errs[i] = c.seat(ctx, table, fmt.Sprint(name, "/", i), token) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// seat plays one seat to the end of the game. Now and then it is impatient and sends
// the same choice twice at once, or uses two screens that send different ones.
func (c *Clients) seat(ctx context.Context, table, name, token string) error {
	r := game.NewRand(uint64(len(name)))
	odd := rand.New(rand.NewPCG(uint64(len(name)), uint64(time.Now().UnixNano())))
	for n := 0; ; n++ {
		snap, err := c.look(ctx, table, token)
		if err != nil {
			return err
		}
		if snap.View.Status == "over" {
			return nil
		}
		if !acts(snap.View) {
			select {
			case <-ctx.Done():
				return errGone
			case <-time.After(10 * time.Millisecond):
			}
			continue
		}
		st, err := position(snap)
		if err != nil {
			return err
		}
		seat, _ := st.Config().SeatByName(snap.View.Viewer)
		type choice struct{ msg, action string }
		draw := func(kind string) choice {
			return choice{fmt.Sprintf("%s/%d%s", name, n, kind), string(st.AppendAction(nil, seat, choose(st, seat, r)))}
		}
		send := []choice{draw("")}
		switch odd.IntN(8) {
		case 0:
			send = append(send, send[0])
		case 1:
			send = append(send, draw("b"))
		}
		errs := make([]error, len(send))
		var wg sync.WaitGroup
		for i, x := range send {
			c.Ledger.send(x.msg, x.action)
			wg.Go(func() { errs[i] = c.act(ctx, table, token, seat, snap.View.Step, x.msg, x.action) })
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
}

// look asks for a table and notes what it was told.
func (c *Clients) look(ctx context.Context, table, token string) (snap wire.Snapshot, err error) {
	place := c.Ledger.asked(op{table: table})
	if _, err := c.ask(ctx, token, "GET", "/tables/"+table, nil, &snap); err != nil {
		return snap, err
	}
	st, err := position(snap)
	if err != nil {
		return snap, err
	}
	seat, _ := st.Config().SeatByName(snap.View.Viewer)
	c.Ledger.answered(place, func(o *op) {
		o.seat, o.look = seat, sight{snap.View.Seq, snap.View.Step, snap.View.Sealed != nil}
	})
	return snap, nil
}

// act sends a choice and notes what it was told. A refusal because others were first
// is no error.
func (c *Clients) act(ctx context.Context, table, token string, seat game.Seat, step int64, msg, action string) error {
	place := c.Ledger.asked(op{table: table, seat: seat, step: step, msg: msg})
	var ack wire.Ack
	_, err := c.ask(ctx, token, "POST", "/tables/"+table+"/act", wire.ActRequest{Msg: msg, Step: step, Action: action}, &ack)
	var no *refusal
	switch {
	case errors.As(err, &no) && (no.Code == wire.Stale || no.Code == wire.NotYourTurn || no.Code == wire.IsOver):
		c.Ledger.answered(place, func(o *op) { o.refused = no.Code })
		return nil
	case err != nil:
		return err
	}
	c.Ledger.answered(place, func(o *op) { o.ack = ack })
	c.Ledger.tell(Told{Table: table, Seat: seat, Msg: msg, Action: action, Ack: ack})
	return nil
}

func acts(v wire.View) bool {
	if v.Sealed != nil {
		return false
	}
	for _, s := range v.Acting {
		if s == v.Viewer {
			return true
		}
	}
	return false
}

func position(snap wire.Snapshot) (game.State, error) {
	g, ok := games.ByID(snap.Info.Game)
	if !ok {
		return nil, fmt.Errorf("no game %q", snap.Info.Game)
	}
	cfg, err := g.Configure(snap.Info.Players, nil)
	if err != nil {
		return nil, err
	}
	st := cfg.New()
	return st, st.UnmarshalJSON(snap.View.Position)
}

func choose(st game.State, s game.Seat, r *game.Rand) game.Action {
	if l, ok := st.(game.Lively); ok {
		return l.LivelyAction(s, r)
	}
	a, _ := game.Sample(st, s, r, nil)
	return a
}

// watch follows a table as a spectator, reconnecting whenever it must, and
// reports a fault if an event is missed, repeated or out of order.
func (c *Clients) watch(ctx context.Context, table string) {
	var last int64
	streaming := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for ctx.Err() == nil {
		url := c.URLs[int(c.turn.Add(1))%len(c.URLs)]
		req, err := http.NewRequestWithContext(ctx, "GET", url+"/api/v1/tables/"+table+"/live", nil)
		if err != nil {
			return
		}
		if last > 0 {
			req.Header.Set("Last-Event-ID", strconv.FormatInt(last, 10))
		}
		res, err := streaming.Do(req)
		if err == nil && res.StatusCode == 200 {
			last = c.follow(table, bufio.NewReader(res.Body), last)
		}
		if err == nil {
			res.Body.Close()
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (c *Clients) follow(table string, in *bufio.Reader, last int64) int64 {
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return last
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var f wire.Frame
		if err := json.Unmarshal([]byte(data), &f); err != nil {
			c.fault("table %s: a frame that cannot be read: %v", table, err)
			return last
		}
		switch {
		case f.Snapshot != nil:
			if f.Snapshot.View.Seq < last {
				c.fault("table %s: a snapshot of %d after %d: something told was lost", table, f.Snapshot.View.Seq, last)
			}
			last = f.Snapshot.View.Seq
		case f.Delta != nil:
			if f.Delta.From != last {
				c.fault("table %s: a delta from %d at %d", table, f.Delta.From, last)
			}
			for i, e := range f.Delta.Entries {
				if e.Seq != f.Delta.From+int64(i)+1 {
					c.fault("table %s: entry %d comes %d. after %d", table, e.Seq, i+1, f.Delta.From)
				}
			}
			last = f.Delta.To
			c.Ledger.streams.Add(1)
		}
	}
}
