// Package mydata collects everything that is kept about a person and their programs as one JSON
// document, without anybody else's secrets.
package mydata

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"atoll/match"
	"atoll/server/live"
	"atoll/server/node"
	"atoll/server/notify"
	"atoll/server/people"
	"atoll/server/wire"
	"atoll/store"
)

// format names the format of the document.
const format = "atoll-person/1"

// Person is what is kept about a person or a program, apart from lists.
type Person struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	Kind     match.UserKind    `json:"kind"`
	Created  int64             `json:"created"`
	Account  *Account          `json:"account,omitempty"`
	Sessions []Session         `json:"sessions"`
	Passkeys []Passkey         `json:"passkeys"`
	Links    []wire.LinkInfo   `json:"links" doc:"OpenID providers that know the person"`
	Hook     string            `json:"hook,omitempty"`
	Mutes    []string          `json:"mutes" doc:"ids of users whose chat is hidden"`
	Ratings  []wire.RatingInfo `json:"ratings"`

	Follows    []string             `json:"follows" doc:"ids of users"`
	Blocked    []string             `json:"blocked" doc:"ids of users"`
	Takes      string               `json:"takes_challenges,omitempty"`
	Hears      string               `json:"hears_messages,omitempty"`
	Seen       int64                `json:"seen,omitempty" doc:"up to when ended games were seen"`
	Challenges []Challenge          `json:"challenges" doc:"open ones"`
	Reports    []wire.ReportRequest `json:"reports" doc:"made to the host"`

	Notices   notify.Settings `json:"notices" doc:"what you are told while you are away"`
	Devices   []Device        `json:"devices" doc:"browsers that get notices"`
	Address   string          `json:"address,omitempty" doc:"for e-mail"`
	Pending   string          `json:"pending_address,omitempty" doc:"not confirmed yet"`
	Waiting   []Notice        `json:"waiting_notices" doc:"not delivered yet"`
	Vacations []Vacation      `json:"vacations"`
}

// Challenge is an open challenge to or from the person.
type Challenge struct {
	From string `json:"from"`
	To   string `json:"to"`
	Game string `json:"game"`
	Word string `json:"word,omitempty"`
	At   int64  `json:"at"`
}

// Device is a browser that receives notices. Its keys serve only to encrypt, and stay here.
type Device struct {
	Endpoint string `json:"endpoint"`
	Created  int64  `json:"created"`
}

// Notice is a notice that waits.
type Notice struct {
	Kind  string `json:"kind"`
	Thing string `json:"thing"`
	At    int64  `json:"at"`
	Due   int64  `json:"due"`
}

// Vacation is a time in which clocks of days stood still.
type Vacation struct {
	Since int64 `json:"since"`
	Until int64 `json:"until"`
}

// Account is what is kept about an account. Its password is kept as a hash, which is given to
// nobody.
type Account struct {
	Login   string `json:"login"`
	Created int64  `json:"created"`
	Closed  string `json:"closed,omitempty" doc:"why the host has closed it"`
}

// Session is a session; only its holder knows the token.
type Session struct {
	Created int64 `json:"created"`
	Expires int64 `json:"expires"`
}

// Passkey is a passkey; its public key is given to nobody.
type Passkey struct {
	Name    string `json:"name"`
	Created int64  `json:"created"`
	Used    int64  `json:"used,omitempty"`
}

// Chat is a line that the person wrote.
type Chat struct {
	Table string `json:"table"`
	At    int64  `json:"at"`
	Seat  string `json:"seat,omitempty"`
	Text  string `json:"text"`
}

// Table is a table at which the person sits or sat.
type Table struct {
	Table  wire.TableInfo  `json:"table"`
	Record json.RawMessage `json:"record,omitempty" doc:"of a running game only what everybody may know"`
}

const (
	tablesAtOnce = 50
	chatAtOnce   = 1000 // lines
)

// Data reads what is kept.
type Data struct {
	n      *node.Node
	hub    *live.Hub
	folk   *people.People
	notify *notify.Notify
	turn   func(context.Context) (leave func(), err error)
}

// New makes it from the parts of the server that it needs. Turn waits until something costly may be
// done.
func New(n *node.Node, hub *live.Hub, folk *people.People, y *notify.Notify, turn func(context.Context) (leave func(), err error)) *Data {
	return &Data{n: n, hub: hub, folk: folk, notify: y, turn: turn}
}

// Write writes the document of a person and their programs. It is written as it is
// read, since there may be much; before is called before every piece.
func (x *Data) Write(ctx context.Context, w io.Writer, before func(), me Person, programs []store.User) error {
	d := &writer{w: w, before: before}
	d.text(`{"format":"` + format + `","time":`)
	d.value(x.n.Now().MS)
	d.text(`,"person":`)
	x.person(ctx, d, me)
	d.text(`,"programs":[`)
	for i, u := range programs {
		if d.err != nil {
			break
		}
		if i > 0 {
			d.text(",")
		}
		p, err := x.Of(ctx, u)
		d.fail(err)
		x.person(ctx, d, p)
	}
	d.text("]}\n")
	return d.err
}

// Of is what is kept about somebody, apart from their chat and tables.
func (x *Data) Of(ctx context.Context, u store.User) (Person, error) {
	p := Person{
		ID: u.ID, Name: u.Name, Kind: u.Kind, Created: u.Created, Sessions: []Session{}, Mutes: []string{},
		Ratings: []wire.RatingInfo{},
	}
	a, _, err := x.n.Store.Account(ctx, u.ID)
	switch {
	case err == nil:
		p.Account = &Account{Login: a.Login, Created: a.Created, Closed: a.Banned}
	case !errors.Is(err, store.ErrNone):
		return p, err
	}
	sessions, err := x.n.Store.Sessions(ctx, u.ID)
	if err != nil {
		return p, err
	}
	for _, x := range sessions {
		p.Sessions = append(p.Sessions, Session{x.Created, x.Expires})
	}
	ways, err := x.folk.MyWays(ctx, &people.Caller{User: u})
	if err != nil {
		return p, err
	}
	p.Passkeys, p.Links = []Passkey{}, ways.Links
	for _, k := range ways.Passkeys {
		p.Passkeys = append(p.Passkeys, Passkey{k.Name, k.Created, k.Used})
	}
	hook, err := x.n.Store.Hook(ctx, u.ID)
	if err != nil && !errors.Is(err, store.ErrNone) {
		return p, err
	}
	p.Hook = hook.URL
	mutes, err := x.n.Store.Mutes(ctx, u.ID)
	if err != nil {
		return p, err
	}
	p.Mutes = append(p.Mutes, mutes...)
	ratings, err := x.n.Store.Ratings(ctx, u.ID)
	if err != nil {
		return p, err
	}
	for _, r := range ratings {
		p.Ratings = append(p.Ratings, people.RatingInfo(r))
	}
	return p, x.social(ctx, &p)
}

// social adds a person's relations to others.
func (x *Data) social(ctx context.Context, p *Person) error {
	db := x.n.Store
	p.Follows, p.Blocked, p.Challenges, p.Reports = []string{}, []string{}, []Challenge{}, []wire.ReportRequest{}
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
	p.Takes, p.Hears, p.Seen = m.Challenges, m.Messages, m.Seen
	open, err := db.Challenges(ctx, p.ID, x.n.Now().MS)
	if err != nil {
		return err
	}
	for _, c := range open {
		p.Challenges = append(p.Challenges, Challenge{c.From, c.To, c.Setup.Game, c.Word, c.At})
	}
	reports, err := db.ReportsBy(ctx, p.ID)
	for _, r := range reports {
		p.Reports = append(p.Reports, wire.ReportRequest{User: r.About, Table: r.Table, Why: r.Why, Text: r.Text})
	}
	if err != nil {
		return err
	}
	return x.notices(ctx, p)
}

// notices adds how a person is reached.
func (x *Data) notices(ctx context.Context, p *Person) (err error) {
	db := x.n.Store
	p.Devices, p.Waiting, p.Vacations = []Device{}, []Notice{}, []Vacation{}
	if p.Notices, err = x.notify.Settings(ctx, p.ID); err != nil {
		return err
	}
	subs, err := db.Subscriptions(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, x := range subs {
		p.Devices = append(p.Devices, Device{x.Endpoint, x.Created})
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
		p.Waiting = append(p.Waiting, Notice{x.Kind, x.Thing, x.At, x.Due})
	}
	vacations, err := db.Vacations(ctx, p.ID, 0)
	for _, x := range vacations {
		p.Vacations = append(p.Vacations, Vacation{x.Since, x.Until})
	}
	return err
}

// person writes a person's own data with their chat and their tables.
func (x *Data) person(ctx context.Context, d *writer, p Person) {
	data, err := json.Marshal(p)
	d.fail(err)
	if d.err != nil {
		return
	}
	d.text(string(data[:len(data)-1]) + `,"chat":[`)
	d.list(func(yield func(any)) (err error) {
		for after := int64(0); ; {
			lines, err := x.n.Store.ChatOf(ctx, p.ID, after, chatAtOnce)
			for _, c := range lines {
				yield(Chat{c.Table, c.At, c.Seat, c.Text})
				after = c.ID
			}
			if err != nil || len(lines) < chatAtOnce {
				return err
			}
		}
	})
	d.text(`],"tables":[`)
	d.list(func(yield func(any)) (err error) {
		for f := (store.Filter{User: p.ID, Limit: tablesAtOnce}); d.err == nil; {
			page, last, err := x.page(ctx, f, p.ID)
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

// page reads some of a person's tables while holding a slot for costly requests.
// The budget was checked at the start.
func (x *Data) page(ctx context.Context, f store.Filter, user string) (list []Table, last store.Place, err error) {
	leave, err := x.turn(ctx)
	if err != nil {
		return nil, last, err
	}
	defer leave()
	found, err := x.n.Store.Tables(ctx, f)
	for _, st := range found {
		info, err := x.hub.Stored(st, user)
		if err != nil {
			continue // of a game that is not installed
		}
		row := Table{Table: info}
		// Not through the memory of tables that are in use.
		if whole, err := x.n.Store.Load(ctx, st.ID, 0); err == nil && st.Head.Status != match.Open {
			if t, err := match.Replay(x.n.Game, st.ID, whole); err == nil {
				if rec, err := t.Record(); err == nil {
					row.Record = rec.AppendText(nil)
				}
			}
		}
		list = append(list, row)
	}
	if len(found) == f.Limit {
		end := found[len(found)-1]
		last = store.Place{Created: end.Head.Created, ID: end.ID}
	}
	return list, last, err
}

// writer writes JSON in pieces until something fails.
type writer struct {
	w      io.Writer
	before func()
	err    error
}

func (d *writer) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *writer) text(s string) {
	if d.err != nil {
		return
	}
	d.before()
	_, d.err = io.WriteString(d.w, s)
}

func (d *writer) value(v any) {
	data, err := json.Marshal(v)
	d.fail(err)
	d.text(string(data))
}

func (d *writer) list(f func(yield func(any)) error) {
	n := 0
	d.fail(f(func(v any) {
		if n++; n > 1 {
			d.text(",")
		}
		d.value(v)
	}))
}
