package work

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"sync"
	"time"

	"atoll/game"
	"atoll/match"
	"atoll/server/node"
	"atoll/store"
)

// hooks tells programs by HTTP that they must choose. A message holds no secret:
// the program asks for its view with its token. Messages can be lost with the
// process; a program that must not miss a turn also polls its tables.
type hooks struct {
	private bool // addresses of this network are allowed: for tests and closed networks
	dialer  *net.Dialer
	client  *http.Client
	queue   chan hookCall
}

type hookCall struct {
	user string
	body hookBody
}

// hookBody is what a program is told.
type hookBody struct {
	Table string `json:"table"`
	Game  string `json:"game"`
	Seat  string `json:"seat"`
	Step  int64  `json:"step"`
	At    int64  `json:"at"`
}

// hookDial is how long a connection to a program may take.
const hookDial = 3 * time.Second

func newHooks(private bool) *hooks {
	h := &hooks{private: private, queue: make(chan hookCall, 1000)}
	dialer := node.OutsideDialer(hookDial)
	if private {
		dialer = &net.Dialer{Timeout: hookDial}
	}
	h.dialer = dialer
	h.client = &http.Client{
		Timeout: 5 * time.Second,
		Transport: &http.Transport{
			DialContext: dialer.DialContext, MaxIdleConnsPerHost: 2, IdleConnTimeout: 30 * time.Second,
			Proxy: nil,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return h
}

// CheckHook refuses addresses that could never be right.
func (w *Work) CheckHook(address string) error { return w.hooks.check(address) }

func (h *hooks) check(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" {
		return errors.New("a hook is an https address without a name or password in it")
	}
	if u.Scheme != "https" && !(h.private && u.Scheme == "http") {
		return errors.New("a hook is an https address")
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && !h.private && !node.Outside(a) {
		return node.ErrInside
	}
	return nil
}

// tellPrograms queues a message for every program that must choose at t.
func (w *Work) tellPrograms(before, t *match.Table) {
	if before != nil && before.Step == t.Step || t.Status != match.Running {
		return
	}
	waiting := t.Waiting()
	for i, seat := range t.Seats {
		if seat.User.Kind != match.Program || !waiting.Has(game.Seat(i)) {
			continue
		}
		call := hookCall{seat.User.ID, hookBody{t.ID, t.Config.Game.ID, t.Config.SeatName(game.Seat(i)), t.Step, w.n.Now().MS}}
		select {
		case w.hooks.queue <- call:
		default: // programs that are too slow for the queue poll for themselves
			w.n.Metrics.HookMisses.Inc()
		}
	}
}

// Limits on how many messages wait for one program and how many programs are told at once: a
// program that is not told in time finds out by polling.
const (
	hookBacklog  = 100
	hookPrograms = 500
)

// callPrograms sends what was queued, one message at a time to each program, and none is delayed
// because another program does not answer.
func (w *Work) callPrograms(ctx context.Context) {
	var sending sync.WaitGroup
	defer sending.Wait()
	waiting := map[string][]hookBody{} // for each program that is being told
	told := make(chan string)
	tell := func(user string, body hookBody) {
		sending.Go(func() {
			w.callProgram(ctx, user, body)
			select {
			case told <- user:
			case <-ctx.Done():
			}
		})
	}
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-w.hooks.queue:
			more, busy := waiting[c.user]
			switch {
			case busy && len(more) < hookBacklog:
				waiting[c.user] = append(more, c.body)
			case !busy && len(waiting) < hookPrograms:
				waiting[c.user] = nil
				tell(c.user, c.body)
			default:
				w.n.Metrics.HookMisses.Inc()
			}
		case user := <-told:
			if more := waiting[user]; len(more) > 0 {
				waiting[user] = more[1:]
				tell(user, more[0])
			} else {
				delete(waiting, user)
			}
		}
	}
}

func (w *Work) callProgram(ctx context.Context, user string, body hookBody) {
	hook, err := w.n.Store.Hook(ctx, user)
	if err != nil {
		return
	}
	if err := w.hooks.send(ctx, hook, body); err != nil && ctx.Err() == nil {
		w.n.Metrics.HookMisses.Inc()
		w.n.Log.Info("a program could not be told", "user", user, "err", err)
	}
}

// hookTries is how often a message is sent until it is taken.
const hookTries = 3

func (h *hooks) send(ctx context.Context, hook store.Hook, b hookBody) error {
	body, err := json.Marshal(b)
	if err != nil {
		return err
	}
	stamp := strconv.FormatInt(b.At, 10)
	for try := range hookTries {
		if err = h.post(ctx, hook, body, stamp); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(1<<try) * 200 * time.Millisecond):
		}
	}
	return err
}

func (h *hooks) post(ctx context.Context, hook store.Hook, body []byte, stamp string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, hook.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "atoll")
	req.Header.Set("Atoll-Time", stamp)
	req.Header.Set("Atoll-Signature", Sign(hook.Secret, stamp, body))
	resp, err := h.client.Do(req)
	var where *url.Error
	if errors.As(err, &where) {
		return where.Err // not the address: it may hold the program's own secrets
	}
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("the program answered %d", resp.StatusCode)
	}
	return nil
}

// Sign makes the signature of a message: HMAC-SHA256 over time, a dot and body.
func Sign(secret, stamp string, body []byte) string {
	m := hmac.New(sha256.New, []byte(secret))
	m.Write([]byte(stamp))
	m.Write([]byte{'.'})
	m.Write(body)
	return "sha256=" + hex.EncodeToString(m.Sum(nil))
}
