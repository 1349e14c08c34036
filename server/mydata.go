package server

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"atoll/match"
	"atoll/server/node"
	"atoll/server/notify"
	"atoll/server/people"
	"atoll/server/wire"
	"atoll/store"
)

// dataFormat names the form of what a person gets of themselves.
const dataFormat = "atoll-person/1"

// PersonData is what is kept of a person or a program, its lists aside.
type PersonData struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	Kind     match.UserKind    `json:"kind"`
	Created  int64             `json:"created"`
	Account  *AccountData      `json:"account,omitempty"`
	Sessions []SessionData     `json:"sessions"`
	Passkeys []PasskeyData     `json:"passkeys"`
	Links    []wire.LinkInfo   `json:"links" doc:"OpenID providers that know the person"`
	Hook     string            `json:"hook,omitempty"`
	Mutes    []string          `json:"mutes" doc:"ids of users whose chat is hidden"`
	Ratings  []wire.RatingInfo `json:"ratings"`

	Follows    []string             `json:"follows" doc:"ids of users"`
	Blocked    []string             `json:"blocked" doc:"ids of users"`
	Takes      string               `json:"takes_challenges,omitempty"`
	Seen       int64                `json:"seen,omitempty" doc:"up to when ended games were seen"`
	Challenges []ChallengeData      `json:"challenges" doc:"open ones"`
	Reports    []wire.ReportRequest `json:"reports" doc:"made to the host"`

	Notices   notify.Settings `json:"notices" doc:"what you are told while you are away"`
	Devices   []DeviceData    `json:"devices" doc:"browsers that are told"`
	Address   string          `json:"address,omitempty" doc:"for e-mail"`
	Pending   string          `json:"pending_address,omitempty" doc:"not confirmed yet"`
	Waiting   []NoticeData    `json:"waiting_notices" doc:"not told yet"`
	Vacations []VacationData  `json:"vacations"`
}

// ChallengeData is an open challenge to or from the person.
type ChallengeData struct {
	From string `json:"from"`
	To   string `json:"to"`
	Game string `json:"game"`
	Word string `json:"word,omitempty"`
	At   int64  `json:"at"`
}

// DeviceData is a browser that is told. Its keys are for encrypting alone, and stay
// here.
type DeviceData struct {
	Endpoint string `json:"endpoint"`
	Created  int64  `json:"created"`
}

// NoticeData is a notice that waits.
type NoticeData struct {
	Kind  string `json:"kind"`
	Thing string `json:"thing"`
	At    int64  `json:"at"`
	Due   int64  `json:"due"`
}

// VacationData is a time in which clocks of days stood still.
type VacationData struct {
	Since int64 `json:"since"`
	Until int64 `json:"until"`
}

// AccountData is what is kept of an account. Of its password there is a hash, which
// is told to nobody.
type AccountData struct {
	Login   string `json:"login"`
	Created int64  `json:"created"`
	Closed  string `json:"closed,omitempty" doc:"why the host has closed it"`
}

// SessionData is a session; its token is known to its holder alone.
type SessionData struct {
	Created int64 `json:"created"`
	Expires int64 `json:"expires"`
}

// PasskeyData is a passkey; its public key is told to nobody.
type PasskeyData struct {
	Name    string `json:"name"`
	Created int64  `json:"created"`
	Used    int64  `json:"used,omitempty"`
}

// ChatData is a line that the person wrote.
type ChatData struct {
	Table string `json:"table"`
	At    int64  `json:"at"`
	Seat  string `json:"seat,omitempty"`
	Text  string `json:"text"`
}

// TableData is a table at which the person sits or sat.
type TableData struct {
	Table  wire.TableInfo  `json:"table"`
	Record json.RawMessage `json:"record,omitempty" doc:"of a running game only what everybody may know"`
}

const (
	dataTables = 50   // read at a time
	dataChat   = 1000 // lines
)

// serveMyData is GET /account/data: one JSON document with everything that is kept
// of the caller and of their programs, and no secret of anybody else. It is written
// as it is read, since there may be much.
func (s *Server) serveMyData(w http.ResponseWriter, r *http.Request) {
	me, err := need(r.Context())
	if err == nil && !s.node.Limiter.Allow("data "+me.ID, s.node.Limiter.Create/60, 3, s.node.Clock()) {
		s.node.Metrics.Refused.Inc()
		err = node.TooMany
	}
	var person PersonData
	var programs []store.User
	if err == nil {
		err = s.pay(r.Context(), func() (err error) {
			if person, err = s.personData(r.Context(), me.User); err == nil {
				programs, err = s.node.Store.Owned(r.Context(), me.ID)
			}
			return err
		})
	}
	if err != nil {
		s.refuse(w, gaveUp(r.Context(), err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="atoll-my-data.json"`)
	d := &dataWriter{w: w, rc: http.NewResponseController(w)}
	d.text(`{"format":"` + dataFormat + `","time":`)
	d.value(s.node.Now().MS)
	d.text(`,"person":`)
	s.writePerson(r.Context(), d, person)
	d.text(`,"programs":[`)
	for i, u := range programs {
		if d.err != nil {
			break
		}
		if i > 0 {
			d.text(",")
		}
		p, err := s.personData(r.Context(), u)
		d.fail(err)
		s.writePerson(r.Context(), d, p)
	}
	d.text("]}\n")
	if d.err != nil && r.Context().Err() == nil {
		s.node.Log.Warn("somebody's data was not written to its end", "err", d.err)
		panic(http.ErrAbortHandler) // half of it must not look like all of it
	}
}

func (s *Server) personData(ctx context.Context, u store.User) (PersonData, error) {
	p := PersonData{
		ID: u.ID, Name: u.Name, Kind: u.Kind, Created: u.Created, Sessions: []SessionData{}, Mutes: []string{},
		Ratings: []wire.RatingInfo{},
	}
	a, _, err := s.node.Store.Account(ctx, u.ID)
	switch {
	case err == nil:
		p.Account = &AccountData{Login: a.Login, Created: a.Created, Closed: a.Banned}
	case !errors.Is(err, store.ErrNone):
		return p, err
	}
	sessions, err := s.node.Store.Sessions(ctx, u.ID)
	if err != nil {
		return p, err
	}
	for _, x := range sessions {
		p.Sessions = append(p.Sessions, SessionData{x.Created, x.Expires})
	}
	ways, err := s.folk.MyWays(ctx, &people.Caller{User: u})
	if err != nil {
		return p, err
	}
	p.Passkeys, p.Links = []PasskeyData{}, ways.Links
	for _, k := range ways.Passkeys {
		p.Passkeys = append(p.Passkeys, PasskeyData{k.Name, k.Created, k.Used})
	}
	hook, err := s.node.Store.Hook(ctx, u.ID)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return p, err
	}
	p.Hook = hook.URL
	mutes, err := s.node.Store.Mutes(ctx, u.ID)
	if err != nil {
		return p, err
	}
	p.Mutes = append(p.Mutes, mutes...)
	ratings, err := s.node.Store.Ratings(ctx, u.ID)
	if err != nil {
		return p, err
	}
	for _, r := range ratings {
		p.Ratings = append(p.Ratings, people.RatingInfo(r))
	}
	return p, s.socialData(ctx, &p)
}

// socialData adds what a person has to do with others.
func (s *Server) socialData(ctx context.Context, p *PersonData) error {
	db := s.node.Store
	p.Follows, p.Blocked, p.Challenges, p.Reports = []string{}, []string{}, []ChallengeData{}, []wire.ReportRequest{}
	list, err := db.Follows(ctx, p.ID)
	if err != nil {
		return err
	}
	p.Follows = append(p.Follows, list...)
	if list, err = db.Blocks(ctx, p.ID); err != nil {
		return err
	}
	p.Blocked = append(p.Blocked, list...)
	m, err := db.Manners(ctx, p.ID)
	if err != nil {
		return err
	}
	p.Takes, p.Seen = m.Challenges, m.Seen
	open, err := db.Challenges(ctx, p.ID, s.node.Now().MS)
	if err != nil {
		return err
	}
	for _, c := range open {
		p.Challenges = append(p.Challenges, ChallengeData{c.From, c.To, c.Setup.Game, c.Word, c.At})
	}
	reports, err := db.ReportsBy(ctx, p.ID)
	for _, r := range reports {
		p.Reports = append(p.Reports, wire.ReportRequest{User: r.About, Table: r.Table, Why: r.Why, Text: r.Text})
	}
	if err != nil {
		return err
	}
	return s.noticeData(ctx, p)
}

// noticeData adds how a person is reached.
func (s *Server) noticeData(ctx context.Context, p *PersonData) (err error) {
	db := s.node.Store
	p.Devices, p.Waiting, p.Vacations = []DeviceData{}, []NoticeData{}, []VacationData{}
	if p.Notices, err = s.notify.Settings(ctx, p.ID); err != nil {
		return err
	}
	subs, err := db.Subscriptions(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, x := range subs {
		p.Devices = append(p.Devices, DeviceData{x.Endpoint, x.Created})
	}
	a, err := db.Address(ctx, p.ID)
	if err != nil {
		return err
	}
	p.Address, p.Pending = a.Address, a.Pending
	waiting, err := db.NoticesOf(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, x := range waiting {
		p.Waiting = append(p.Waiting, NoticeData{x.Kind, x.Thing, x.At, x.Due})
	}
	vacations, err := db.Vacations(ctx, p.ID, 0)
	for _, x := range vacations {
		p.Vacations = append(p.Vacations, VacationData{x.Since, x.Until})
	}
	return err
}

// writePerson writes a person's own data with their chat and their tables.
func (s *Server) writePerson(ctx context.Context, d *dataWriter, p PersonData) {
	data, err := json.Marshal(p)
	d.fail(err)
	if d.err != nil {
		return
	}
	d.text(string(data[:len(data)-1]) + `,"chat":[`)
	d.list(func(yield func(any)) (err error) {
		for after := int64(0); ; {
			lines, err := s.node.Store.ChatOf(ctx, p.ID, after, dataChat)
			for _, c := range lines {
				yield(ChatData{c.Table, c.At, c.Seat, c.Text})
				after = c.ID
			}
			if err != nil || len(lines) < dataChat {
				return err
			}
		}
	})
	d.text(`],"tables":[`)
	d.list(func(yield func(any)) (err error) {
		for f := (store.Filter{User: p.ID, Limit: dataTables}); d.err == nil; {
			page, last, err := s.dataPage(ctx, f, p.ID)
			for _, t := range page {
				yield(t)
			}
			if err != nil || last.ID == "" {
				return err
			}
			f.After = last
		}
		return nil
	})
	d.text(`]}`)
}

// dataPage reads some of a person's tables, with one of the places for costly
// requests. The budget was looked at in the beginning.
func (s *Server) dataPage(ctx context.Context, f store.Filter, user string) (list []TableData, last store.Place, err error) {
	select {
	case s.costs.slots <- struct{}{}:
		defer func() { <-s.costs.slots }()
	case <-ctx.Done():
		return nil, last, ctx.Err()
	}
	found, err := s.node.Store.Tables(ctx, f)
	for _, st := range found {
		info, err := s.hub.Stored(st, user)
		if err != nil {
			continue // of a game that is not installed
		}
		x := TableData{Table: info}
		// Not through the memory of tables that are in use.
		if whole, err := s.node.Store.Load(ctx, st.ID, 0); err == nil && st.Head.Status != match.Open {
			if t, err := match.Replay(s.node.Game, st.ID, whole); err == nil {
				if rec, err := t.Record(); err == nil {
					x.Record = rec.AppendText(nil)
				}
			}
		}
		list = append(list, x)
	}
	if len(found) == f.Limit {
		end := found[len(found)-1]
		last = store.Place{Created: end.Head.Created, ID: end.ID}
	}
	return list, last, err
}

// dataWriter writes JSON in pieces until something fails.
type dataWriter struct {
	w   io.Writer
	rc  *http.ResponseController
	err error
}

func (d *dataWriter) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *dataWriter) text(s string) {
	if d.err != nil {
		return
	}
	_ = d.rc.SetWriteDeadline(time.Now().Add(writeWithin))
	_, d.err = io.WriteString(d.w, s)
}

func (d *dataWriter) value(v any) {
	data, err := json.Marshal(v)
	d.fail(err)
	d.text(string(data))
}

func (d *dataWriter) list(f func(yield func(any)) error) {
	n := 0
	d.fail(f(func(v any) {
		if n++; n > 1 {
			d.text(",")
		}
		d.value(v)
	}))
}
