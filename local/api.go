package local

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"atoll/game"
	"atoll/match"
	"atoll/record"
	"atoll/server/wire"
)

// Answer is what a request comes to: an HTTP status with JSON, or a record.
type Answer struct {
	Status int
	Body   []byte
}

// The statuses of answers that no code of a refusal has.
const (
	statusOK     = 200
	statusNone   = 204
	statusNobody = 501
)

// errNobody refuses what needs other people. Tables without a server have none.
var errNobody = errors.New("this needs the server")

var nothingHere = &match.Error{Kind: match.Unknown, Message: "there is nothing at this path of the API"}

// Do answers a request for a path below /api/v1.
func (h *Host) Do(ctx context.Context, method, path string, body []byte) Answer {
	u, err := url.Parse(path)
	if err != nil {
		return refusal(nothingHere)
	}
	out, err := h.route(ctx, &request{method: method, parts: strings.Split(strings.Trim(u.Path, "/"), "/"), query: u.Query(), body: body})
	if err != nil {
		return refusal(err)
	}
	if out == nil {
		return Answer{Status: statusNone}
	}
	if text, ok := out.(text); ok {
		return Answer{Status: statusOK, Body: text}
	}
	data, err := json.Marshal(out)
	if err != nil {
		return refusal(err)
	}
	return Answer{Status: statusOK, Body: data}
}

// text is an answer that is not JSON.
type text []byte

func refusal(err error) Answer {
	p := wire.ProblemDetail{Code: wire.Internal, Message: "something went wrong in this browser"}
	var f *Full
	status := 500
	refused := wire.Refused(err)
	switch {
	case errors.Is(err, errNobody):
		status, p.Code, p.Message = statusNobody, wire.Unavailable, errNobody.Error()
	case refused != nil:
		status, p.Code, p.Message, p.Where = refused.Code.Status(), refused.Code, refused.Message, refused.Where
	case errors.As(err, &f):
		status, p.Code, p.Message = 507, wire.Unavailable, f.Error()
	case errors.Is(err, ErrUnlearnt):
		status, p.Code, p.Message = 503, wire.Unavailable, ErrUnlearnt.Error()
	case errors.Is(err, context.Canceled):
		status, p.Code, p.Message = 408, wire.BadRequest, "the request was cancelled"
	default:
		p.Where = err.Error() // nobody else reads it, and there is no log
	}
	data, _ := json.Marshal(wire.Problem{Error: p})
	return Answer{Status: status, Body: data}
}

// Full is the error of a store that takes no more.
type Full struct{ Why string }

func (f *Full) Error() string { return f.Why }

// request is one of the API, taken apart.
type request struct {
	method string
	parts  []string
	query  url.Values
	body   []byte
}

// is matches a method and a path in which "*" stands for anything.
func (r *request) is(method, path string) bool {
	want := strings.Split(path, "/")
	if r.method != method || len(want) != len(r.parts) {
		return false
	}
	for i, w := range want {
		if w != "*" && w != r.parts[i] {
			return false
		}
	}
	return true
}

func (r *request) number(key string, usual int64) int64 {
	n, err := strconv.ParseInt(r.query.Get(key), 10, 64)
	if err != nil {
		return usual
	}
	return n
}

// read reads the body.
func read[T any](r *request) (*T, error) {
	v := new(T)
	if len(bytes.TrimSpace(r.body)) == 0 {
		return v, nil
	}
	if err := json.Unmarshal(r.body, v); err != nil {
		return nil, &match.Error{Kind: match.Invalid, Where: "body", Message: "this is not what is asked for here"}
	}
	return v, nil
}

// tableLive reads /tables/ID/live.
func tableLive(path string) (id string, ok bool) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if len(parts) != 3 || parts[0] != "tables" || parts[2] != "live" {
		return "", false
	}
	return parts[1], true
}

func (h *Host) route(ctx context.Context, r *request) (any, error) {
	switch {
	case r.is("GET", "games"):
		return wire.CatalogueOf(h.cfg.Games, h.cfg.Roster), nil
	case r.is("GET", "me"):
		return h.whoAmI(), nil
	case r.is("POST", "guest"):
		return h.rename(ctx, r)
	case r.is("GET", "tables"):
		return &wire.TableList{Tables: []wire.TableInfo{}}, nil // there is no lobby
	case r.is("GET", "my/tables"):
		return h.list(ctx, r.query.Get("status"), r.query.Get("game"))
	case r.is("POST", "tables"):
		return h.create(ctx, r)
	case r.is("POST", "positions"):
		req, err := read[wire.PositionRequest](r)
		if err != nil {
			return nil, err
		}
		return wire.PlayPosition(h.games, h.cfg.Random, *req)
	case r.is("POST", "positions/start"):
		req, err := read[wire.StartRequest](r)
		if err != nil {
			return nil, err
		}
		return wire.StartPosition(h.games, h.cfg.Random, *req)
	case r.is("POST", "positions/analysis"):
		return h.judge(ctx, r)
	case r.is("POST", "tables/continue"):
		return h.goOn(ctx, r)
	case r.is("POST", "reviews"):
		return h.askRecord(ctx, r)
	case r.is("GET", "reviews/*"):
		return h.reviewAt(r.parts[1], int(r.number("from", 0)))
	case r.is("POST", "records"):
		req, err := read[wire.RecordRequest](r)
		if err != nil {
			return nil, err
		}
		return wire.ReadRecord(h.games, *req)
	case r.is("POST", "records/draws"):
		return h.redraw(r)
	case len(r.parts) >= 2 && r.parts[0] == "tables":
		return h.table(ctx, r.parts[1], r)
	}
	return nil, errNobody
}

// table answers what is asked about one table.
func (h *Host) table(ctx context.Context, id string, r *request) (any, error) {
	user := h.user()
	switch {
	case r.is("GET", "tables/*"):
		return h.look(ctx, id, r.query.Get("seat"))
	case r.is("DELETE", "tables/*"):
		return nil, h.remove(ctx, id)
	case r.is("POST", "tables/*/join"):
		req, err := read[wire.JoinRequest](r)
		if err != nil {
			return nil, err
		}
		if _, err := h.change(ctx, id, func(t *match.Table, now match.Now) (match.Done,
			error,
		) {
			return req.Apply(t, user, "", now)
		}); err != nil {
			return nil, err
		}
		return h.look(ctx, id, "")
	case r.is("POST", "tables/*/open"):
		req, err := read[wire.OpenRequest](r)
		if err != nil {
			return nil, err
		}
		return h.acked(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, user.ID, now) })
	case r.is("POST", "tables/*/leave"):
		_, err := h.change(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return t.Leave(user, now) })
		return nil, err
	case r.is("POST", "tables/*/start"):
		return h.acked(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return t.Start(user, now) })
	case r.is("POST", "tables/*/seats/*"):
		return h.changeSeat(ctx, id, r)
	case r.is("POST", "tables/*/bots"):
		return h.unstick(ctx, id, r)
	case r.is("POST", "tables/*/act"):
		req, err := read[wire.ActRequest](r)
		if err == nil {
			err = req.Check()
		}
		if err != nil {
			return nil, err
		}
		return h.acked(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, user.ID, now) })
	case r.is("POST", "tables/*/do"):
		req, err := read[wire.TableRequest](r)
		if err == nil {
			err = req.Check()
		}
		if err != nil {
			return nil, err
		}
		return h.do(ctx, id, *req)
	case r.is("POST", "tables/*/whynot"):
		req, err := read[wire.WhyNotRequest](r)
		if err != nil {
			return nil, err
		}
		t, err := h.read(ctx, id)
		if err != nil {
			return nil, err
		}
		return req.Answer(t, user.ID)
	case r.is("GET", "tables/*/legal"):
		t, err := h.read(ctx, id)
		if err != nil {
			return nil, err
		}
		return wire.LegalActions(t, user.ID, r.query.Get("seat"), r.query.Get("prefix"), int(r.number("limit", 2000)))
	case r.is("GET", "tables/*/log"):
		t, err := h.read(ctx, id)
		if err != nil {
			return nil, err
		}
		v, err := wire.ViewerOf(t, user.ID, r.query.Get("seat"))
		if err != nil {
			return nil, err
		}
		all, limit := wire.Entries(t, v, r.number("from", 0), int(t.Seq)), int(r.number("limit", 300))
		return &wire.LogPage{Entries: all[:min(len(all), limit)], More: len(all) > limit}, nil
	case r.is("GET", "tables/*/replay"):
		t, err := h.read(ctx, id)
		if err != nil {
			return nil, err
		}
		return wire.MomentAt(t, user.ID, r.query.Get("seat"), r.number("step", 0))
	case r.is("GET", "tables/*/record"):
		return h.record(ctx, id)
	case r.is("POST", "tables/*/analysis"):
		return h.askReview(ctx, id)
	case r.is("GET", "tables/*/analysis"):
		return h.reviewOf(ctx, id, int(r.number("from", 0)))
	}
	return nil, errNobody
}

func (h *Host) acked(ctx context.Context, id string, f func(*match.Table, match.Now) (match.Done, error)) (*wire.Ack, error) {
	d, err := h.change(ctx, id, f)
	if err != nil {
		return nil, err
	}
	ack := wire.AckOf(d)
	return &ack, nil
}

func (h *Host) whoAmI() *wire.Me {
	me := h.user()
	return &wire.Me{ID: me.ID, Name: me.Name, Kind: me.Kind, Time: h.time.now().MS}
}

func (h *Host) rename(ctx context.Context, r *request) (*wire.Me, error) {
	req, err := read[wire.GuestRequest](r)
	if err != nil {
		return nil, err
	}
	if name := strings.TrimSpace(req.Name); name != "" {
		if !utf8.ValidString(name) || utf8.RuneCountInString(name) > 24 {
			return nil, &match.Error{Kind: match.Invalid, Where: "body.name", Message: "a nickname has 1 to 24 visible characters"}
		}
		me := h.user()
		me.Name = name
		if err := h.keepMe(ctx, me); err != nil {
			return nil, err
		}
		h.mu.Lock()
		h.me = me
		h.mu.Unlock()
	}
	return h.whoAmI(), nil
}

// list is all tables, in the server's order.
func (h *Host) list(ctx context.Context, status, of string) (*wire.TableList, error) {
	found, err := h.cfg.Store.Tables(ctx)
	if err != nil {
		return nil, err
	}
	out := &wire.TableList{Tables: []wire.TableInfo{}}
	for _, st := range found {
		if status != "" && string(st.Head.Status) != status || of != "" && st.Head.Game != of {
			continue
		}
		info, err := wire.StoredInfo(h.games, st, h.user().ID, 0)
		if err != nil {
			continue // of a game that this program no longer has
		}
		out.Tables = append(out.Tables, info)
	}
	wire.WaitingFirst(out.Tables)
	return out, nil
}

func (h *Host) create(ctx context.Context, r *request) (*wire.Created, error) {
	req, err := read[wire.CreateRequest](r)
	if err != nil {
		return nil, err
	}
	setup := req.Match()
	others := len(setup.Seats) == 0 && setup.Players != 1
	for _, s := range setup.Seats {
		others = others || s.Kind == match.SeatOpen || s.Kind == match.SeatInvite
	}
	if others || setup.Rated || setup.Assigned {
		return nil, errNobody
	}
	setup.Listed = false
	t, c, err := match.New(h.games, Prefix+h.newID(), setup, h.user(), h.seed(), nil, req.Commit, h.time.now())
	if err != nil {
		return nil, err
	}
	return h.add(ctx, t, c)
}

func (h *Host) look(ctx context.Context, id, seat string) (*wire.Snapshot, error) {
	t, err := h.read(ctx, id)
	if err != nil {
		return nil, err
	}
	v, err := wire.ViewerOf(t, h.user().ID, seat)
	if err != nil {
		return nil, err
	}
	sc := h.scene(t)
	pos, err := sc.AppendPosition(nil, v.Sight(t))
	if err != nil {
		return nil, err
	}
	return sc.Snapshot(v, pos), nil
}

func (h *Host) changeSeat(ctx context.Context, id string, r *request) (*wire.TableInfo, error) {
	req, err := read[wire.SeatChange](r)
	if err != nil {
		return nil, err
	}
	if req.Kind != match.SeatBot {
		return nil, errNobody
	}
	user := h.user()
	d, err := h.change(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) {
		seat, ok := t.Config.SeatByName(r.parts[3])
		if !ok || seat == game.Nature {
			return match.Done{}, &match.Error{Kind: match.Unknown, Where: "path.seat", Message: "there is no such seat"}
		}
		return t.SetSeat(user, seat, req.Kind, req.Level, "", now)
	})
	if err != nil {
		return nil, err
	}
	info := h.scene(d.Table).Info(d.Table.SeatsOf(user.ID))
	return &info, nil
}

func (h *Host) do(ctx context.Context, id string, req wire.TableRequest) (*wire.Ack, error) {
	user := h.user()
	d, err := h.change(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return req.Apply(t, user, now) })
	if err != nil {
		return nil, err
	}
	ack := wire.AckOf(d)
	if req.Do == match.OfferRematch && d.Table.WantsRematch() {
		ack.Table, err = h.rematch(ctx, id)
	}
	return &ack, err
}

// rematch makes the next table.
func (h *Host) rematch(ctx context.Context, id string) (string, error) {
	ctx = context.WithoutCancel(ctx)
	l := h.live(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	for range 10 {
		t, err := h.load(ctx, l)
		if err != nil {
			return "", err
		}
		if t.Next != "" || !t.WantsRematch() {
			return t.Next, nil
		}
		old, next, made, err := t.NextTable(h.games, Prefix+h.newID(), h.seed(), h.time.now())
		if err != nil {
			return "", err
		}
		err = h.commit(ctx, old.Change, made)
		if errors.Is(err, match.ErrConflict) {
			l.stale = true
			continue
		}
		if err != nil {
			l.stale = true
			return "", err
		}
		l.table = old.Table
		h.tell(id)
		n := h.live(next.ID)
		n.mu.Lock()
		n.table = next
		h.attend(n, next)
		n.mu.Unlock()
		h.tell(next.ID)
		return next.ID, nil
	}
	return "", &match.Error{Kind: match.NotNow, Message: "the table is too busy; try again"}
}

func (h *Host) record(ctx context.Context, id string) (text, error) {
	t, err := h.read(ctx, id)
	if err != nil {
		return nil, err
	}
	rec, err := t.Record()
	if err != nil {
		return nil, err
	}
	return append(rec.AppendText(nil), '\n'), nil
}

// redrawn are the outcomes of a record as its proof gives them.
type redrawn struct {
	Draws []string `json:"draws"`
}

// redraw repeats the draws of a record. No server is asked for this: a page checks the chance of a game by itself.
func (h *Host) redraw(r *request) (*redrawn, error) {
	req, err := read[wire.RecordRequest](r)
	if err != nil {
		return nil, err
	}
	rec, err := record.Parse(req.Record, h.games)
	if err != nil {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.record", Message: err.Error()}
	}
	draws, err := record.Draws(rec)
	if err != nil {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.record", Message: err.Error()}
	}
	return &redrawn{draws}, nil
}

// remove deletes a table for good.
func (h *Host) remove(ctx context.Context, id string) error {
	l := h.live(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	t, err := h.load(ctx, l)
	if err != nil {
		return err
	}
	for seat, a := range l.asked {
		a.stop()
		delete(l.asked, seat)
	}
	if l.timer != nil {
		l.timer.Stop()
	}
	if err := h.cfg.Store.Remove(ctx, id); err != nil {
		return err
	}
	if rec, err := t.Record(); err == nil && t.Status == match.Over {
		h.forgetReview(ctx, reviewKey(rec))
	}
	l.table = nil
	h.forget(id)
	h.tell(id)
	return nil
}

func (h *Host) judge(ctx context.Context, r *request) (any, error) {
	req, err := read[wire.JudgeRequest](r)
	if err != nil {
		return nil, err
	}
	st, err := wire.ParsePosition(h.games, req.Position)
	if err != nil {
		return nil, err
	}
	data, err := h.cfg.Think(ctx, Job{
		Game: st.Config().Game.ID, Position: req.Position, Millis: req.Millis, Best: req.Best,
		Seed: h.seed64(),
	}, nil)
	if err != nil {
		return nil, err
	}
	return text(data), nil
}
