//go:build js

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"syscall/js"

	"atoll/game"
	"atoll/local"
	"atoll/match"
)

// store keeps tables in the browser's database. The worker runs the transactions; the
// rows are made here.
type store struct{ v js.Value }

var _ local.Store = (*store)(nil)

// row is a table as it is kept.
type row struct {
	ID      string     `json:"id"`
	Version int64      `json:"version"`
	Head    headRow    `json:"head"`
	Private string     `json:"private"`
	Entries []entryRow `json:"entries,omitempty"`
}

type headRow struct {
	Game     string       `json:"game"`
	Rules    int          `json:"rules"`
	Status   match.Status `json:"status"`
	Seq      int64        `json:"seq"`
	Acting   game.Seats   `json:"acting"`
	Deadline int64        `json:"deadline"`
	Created  int64        `json:"created"`
	Updated  int64        `json:"updated"`
	Info     string       `json:"info,omitempty"` // left out of a change: as before
}

type entryRow struct {
	Seq  int64  `json:"seq"`
	Data string `json:"data"`
}

func (s *store) call(name string, args ...any) (js.Value, error) {
	return await(s.v.Call(name, args...))
}

// Commit implements match.Store.
func (s *store) Commit(_ context.Context, changes ...*match.Change) error {
	rows := make([]row, len(changes))
	for i, c := range changes {
		h := c.Head
		rows[i] = row{ID: c.Table, Version: c.Version, Private: string(c.Private), Head: headRow{
			Game: h.Game, Rules: h.Rules, Status: h.Status, Seq: h.Seq, Acting: h.Acting, Deadline: h.Deadline,
			Created: h.Created, Updated: h.Updated, Info: string(h.Info),
		}}
		for j := range c.Entries {
			e := &c.Entries[j]
			rows[i].Entries = append(rows[i].Entries, entryRow{e.Seq, string(e.Data())})
		}
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	_, err = s.call("commit", string(data))
	return err
}

func (r *row) stored() (*match.Stored, error) {
	h := r.Head
	st := &match.Stored{ID: r.ID, Version: r.Version, Private: []byte(r.Private), Head: match.Head{
		Game: h.Game, Rules: h.Rules, Status: h.Status, Seq: h.Seq, Acting: h.Acting, Deadline: h.Deadline,
		Created: h.Created, Updated: h.Updated, Info: []byte(h.Info),
	}}
	for _, e := range r.Entries {
		entry, err := match.ReadEntry(e.Seq, []byte(e.Data))
		if err != nil {
			return nil, err
		}
		st.Entries = append(st.Entries, entry)
	}
	return st, nil
}

// Load implements match.Store.
func (s *store) Load(_ context.Context, table string, after int64) (*match.Stored, error) {
	v, err := s.call("load", table, after)
	if err != nil {
		return nil, err
	}
	if v.IsNull() {
		return nil, match.ErrNoTable
	}
	var r row
	if err := json.Unmarshal([]byte(v.String()), &r); err != nil {
		return nil, err
	}
	return r.stored()
}

// Tables implements local.Store.
func (s *store) Tables(context.Context) ([]*match.Stored, error) {
	v, err := s.call("tables")
	if err != nil {
		return nil, err
	}
	var rows []row
	if err := json.Unmarshal([]byte(v.String()), &rows); err != nil {
		return nil, err
	}
	list := make([]*match.Stored, len(rows))
	for i := range rows {
		if list[i], err = rows[i].stored(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Due implements match.Store.
func (s *store) Due(ctx context.Context, now int64, limit int) ([]string, error) {
	all, err := s.Tables(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(t *match.Stored) bool { return t.Head.Deadline == 0 || t.Head.Deadline > now })
	slices.SortFunc(all, func(a, b *match.Stored) int { return cmp.Compare(a.Head.Deadline, b.Head.Deadline) })
	ids := []string{}
	for _, t := range all[:min(len(all), limit)] {
		ids = append(ids, t.ID)
	}
	return ids, nil
}

// Outbox implements match.Store: nobody else serves these tables.
func (s *store) Outbox(context.Context, int64, int) ([]match.Outgoing, error) { return nil, nil }

// Sent implements match.Store.
func (s *store) Sent(context.Context, []int64) error { return nil }

// Remove implements local.Store.
func (s *store) Remove(_ context.Context, table string) error {
	_, err := s.call("remove", table)
	return err
}

// Note implements local.Store.
func (s *store) Note(_ context.Context, key string) ([]byte, error) {
	v, err := s.call("note", key)
	if err != nil || v.IsNull() {
		return nil, err
	}
	return []byte(v.String()), nil
}

// SetNote implements local.Store.
func (s *store) SetNote(_ context.Context, key string, data []byte) error {
	_, err := s.call("setNote", key, string(data))
	return err
}
