package session

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"atoll/game"
	"atoll/record"
	"atoll/tui/prose"
)

// The parts of the API's messages that are needed here; see docs/api.md.
type remoteView struct {
	Seq      int64
	Step     int64
	Viewer   string
	Status   string
	Position json.RawMessage
	Acting   []string
	Sealed   *string
	Offers   struct{ Next string }
	Lines    *struct{ Fit, Lost []Answer }
	Proof    remoteProof
	Seats    []struct {
		Seat, Kind, Name string
		Mine             bool
	}
	Clocks *struct {
		Time  int64
		Seats []struct {
			Seat     string
			Left     int64 `json:"left_ms"`
			Running  bool
			Vacation *struct{ Since, Until int64 }
		}
	}
}

type remoteEntry struct {
	Kind    string
	Chairs  []remoteChair
	Draw    *remoteDraw
	Step    int64
	Text    string
	Stories []map[string]any
}

type remoteFrame struct {
	Type     string
	Snapshot *struct {
		View   remoteView
		Chairs []remoteChair
		Log    []remoteEntry
	}
	Delta *struct {
		Entries []remoteEntry
		View    remoteView
	}
	Sealed *struct{ Action string }
	Beat   *struct {
		Every int64 `json:"every_ms"`
	}
	Bye string
}

func (r *Remote) request(ctx context.Context, method, path string, body any) (*http.Request, error) {
	var in io.Reader
	if body != nil {
		js, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		in = bytes.NewReader(js)
	}
	req, err := http.NewRequestWithContext(ctx, method, r.base.String()+"/api/v1"+path, in)
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	return req, nil
}

func (r *Remote) post(path string, body, out any) error {
	return r.call(http.MethodPost, path, body, out)
}

// call sends a request and reads its answer into out.
func (r *Remote) call(method, path string, body, out any) error {
	ctx, cancel := context.WithTimeout(r.ctx, 20*time.Second)
	defer cancel()
	req, err := r.request(ctx, method, path, body)
	if err != nil {
		return err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if token := resp.Header.Get("Atoll-Token"); token != "" {
		r.token = token
	}
	if resp.StatusCode >= 400 {
		return problem(resp)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(out)
}

// ErrNoSession says that the server does not know the session.
var ErrNoSession = errors.New("the server does not know this session")

func problem(resp *http.Response) error {
	var p struct {
		Error struct{ Message, Where string }
	}
	if resp.StatusCode == http.StatusUnauthorized {
		return ErrNoSession
	}
	if json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&p) != nil || p.Error.Message == "" {
		return fmt.Errorf("the server answered %s", resp.Status)
	}
	return &refusal{p.Error.Message, p.Error.Where}
}

// refusal is a server's refusal.
type refusal struct{ message, where string }

func (r *refusal) Error() string { return r.message }

// follow keeps a stream open, and opens it again when it breaks.
func (r *Remote) follow(first chan<- error) {
	wait := time.Second
	for {
		started, err := r.stream(first)
		if started {
			first, wait = nil, time.Second
		} else if first != nil {
			first <- err
			return
		}
		if r.ctx.Err() != nil {
			return
		}
		// Other connections to this server are probably dead too.
		r.client.CloseIdleConnections()
		r.mu.Lock()
		r.status = "connection lost, trying again…"
		r.mu.Unlock()
		r.signal()
		select {
		case <-time.After(wait):
			wait = min(2*wait, 15*time.Second)
		case <-r.ctx.Done():
			return
		}
	}
}

var errSilent = errors.New("the server is silent")

func (r *Remote) stream(first chan<- error) (started bool, err error) {
	ctx, cancel := context.WithCancelCause(r.ctx)
	defer cancel(nil)
	alive := watch(func() { cancel(errSilent) })
	defer alive.stop()
	req, err := r.request(ctx, http.MethodGet, "/tables/"+r.table+"/live", nil)
	if err != nil {
		return false, err
	}
	req.Header.Set("Accept", "text/event-stream")
	resp, err := r.client.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return false, problem(resp)
	}
	in := bufio.NewReaderSize(resp.Body, 64<<10)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return started, err
		}
		alive.note(0)
		data, ok := bytes.CutPrefix(bytes.TrimRight(line, "\r\n"), []byte("data:"))
		if !ok {
			continue
		}
		var f remoteFrame
		if err := json.Unmarshal(data, &f); err != nil {
			return started, fmt.Errorf("the server sent a frame that cannot be read: %w", err)
		}
		switch {
		case f.Bye != "":
			return started, errors.New(f.Bye)
		case f.Beat != nil:
			alive.note(time.Duration(f.Beat.Every) * time.Millisecond)
			continue
		}
		if err := r.take(f); err != nil {
			return started, err
		}
		r.verdict()
		if !started {
			started = true
			if first != nil {
				first <- nil
			}
		}
		r.signal()
	}
}

func (r *Remote) take(f remoteFrame) error {
	r.mu.Lock()
	defer func() {
		close(r.taken)
		r.taken = make(chan struct{})
		r.mu.Unlock()
	}()
	switch {
	// The position first: stories name its seats.
	case f.Snapshot != nil:
		if err := r.look(f.Snapshot.View); err != nil {
			return err
		}
		r.story = nil
		r.tell(f.Snapshot.Log)
		r.heed(f.Snapshot.View.Proof, f.Snapshot.Chairs, f.Snapshot.Log)
	case f.Delta != nil:
		if err := r.look(f.Delta.View); err != nil {
			return err
		}
		r.tell(f.Delta.Entries)
		r.heed(f.Delta.View.Proof, nil, f.Delta.Entries)
	case f.Sealed != nil:
		r.sealed = f.Sealed.Action
	}
	return nil
}

// heed keeps what the server says about chance, and opens our own number in time.
func (r *Remote) heed(p remoteProof, chairs []remoteChair, entries []remoteEntry) {
	if !r.chance.hear(p, chairs, entries) {
		return
	}
	nonce := r.chance.Nonce
	r.wg.Go(func() {
		for wait := time.Second / 2; ; wait *= 2 {
			err := r.post("/tables/"+r.table+"/open", map[string]string{"nonce": nonce}, nil)
			var no *refusal
			if err == nil || errors.As(err, &no) || wait > 16*time.Second {
				return
			}
			select {
			case <-time.After(wait):
			case <-r.ctx.Done():
				return
			}
		}
	})
}

// verdict checks the game once it is over, by what was kept here and not by what the
// server claims.
func (r *Remote) verdict() {
	r.mu.Lock()
	due := r.view.Status == "over" && r.seal == ""
	r.mu.Unlock()
	if !due {
		return
	}
	ctx, cancel := context.WithTimeout(r.ctx, 20*time.Second)
	defer cancel()
	text, err := r.checkRecord(ctx)
	var lost *url.Error
	switch {
	case errors.Is(err, record.ErrNoProof) && r.chance.Seed == "":
		text = "This game has no proof of its chance."
	case errors.As(err, &lost):
		text = "The game could not be checked: the server does not answer."
	case err != nil:
		text = "THE CHECK FAILED: " + err.Error() + "."
	}
	r.mu.Lock()
	r.seal = text
	r.story = append(r.story, Line{Step: int(r.view.Step), Text: text})
	r.mu.Unlock()
}

func (r *Remote) checkRecord(ctx context.Context) (string, error) {
	req, err := r.request(ctx, http.MethodGet, "/tables/"+r.table+"/record", nil)
	if err != nil {
		return "", err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", problem(resp)
	}
	rec, err := record.NewReader(io.LimitReader(resp.Body, record.DefaultMaxLine), r.find).Next()
	if err != nil {
		return "", err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rec = rec
	if rec.Result != r.state.Result() {
		return "", errors.New("the record has another result")
	}
	return r.chance.check(r.table, rec)
}

// event is an event of the game as the wire tells it.
func (r *Remote) event(told map[string]any) *game.Event {
	e := &game.Event{Seat: game.NoSeat, Audience: game.Everyone}
	for k, v := range told {
		text, _ := v.(string)
		switch k {
		case "kind":
			e.Kind = text
		case "text":
			e.Text = text
		case "seat":
			if s, ok := r.state.Config().SeatByName(text); ok {
				e.Seat = s
			} else if text == "chance" {
				e.Seat = game.Nature
			}
		default:
			if n, ok := v.(float64); ok {
				v = int(n)
			}
			e.Args = append(e.Args, game.Arg{Name: k, Value: v})
		}
	}
	return e
}

func (r *Remote) tell(entries []remoteEntry) {
	for _, e := range entries {
		if e.Text != "" {
			r.story = append(r.story, Line{Step: int(e.Step), Text: e.Text})
		}
		if len(e.Stories) > 0 {
			r.last = nil
		}
		for _, s := range e.Stories {
			if text, ok := s["text"].(string); ok {
				r.story = append(r.story, Line{Step: int(e.Step), Text: text, Event: r.event(s)})
			}
			for _, k := range []string{"from", "to", "at", "tile", "hex"} {
				if place, ok := s[k].(string); ok && prose.IsPlace(place) {
					r.last = append(r.last, place)
				}
			}
		}
	}
}

func (r *Remote) look(v remoteView) error {
	var head struct{ Game string }
	if err := json.Unmarshal(v.Position, &head); err != nil {
		return err
	}
	g, ok := r.find(head.Game)
	if !ok {
		return fmt.Errorf("the server plays %.40q, which this program does not know", head.Game)
	}
	st := g.New(g.MustConfigure(g.Players[0]))
	if err := st.UnmarshalJSON(v.Position); err != nil {
		return fmt.Errorf("the server's position cannot be read: %w", err)
	}
	r.view, r.state, r.status, r.sealed = v, st, "", ""
	if v.Sealed != nil {
		r.sealed = *v.Sealed
	}
	r.names, r.mine = nil, 0
	for i, s := range v.Seats {
		name := s.Name
		if name == "" {
			name = s.Kind
		}
		r.names = append(r.names, name)
		if s.Mine {
			r.mine = r.mine.With(game.Seat(i))
		}
	}
	return nil
}
