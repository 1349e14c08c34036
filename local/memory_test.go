package local_test

import (
	"context"
	"maps"
	"slices"
	"sync"

	"atoll/match"
)

// memory is a store for tests that goes by the same rules as one on a disk.
type memory struct {
	mu     sync.Mutex
	tables map[string]*match.Stored
	notes  map[string][]byte
	full   error       // of every commit and note, if not nil
	frees  func() bool // whether there is room again after all; nil: no
	stored *sync.Cond
}

func newMemory() *memory {
	m := &memory{tables: map[string]*match.Stored{}, notes: map[string][]byte{}}
	m.stored = sync.NewCond(&m.mu)
	return m
}

// until waits until what is stored makes f true.
func (m *memory) until(f func() bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !f() {
		m.stored.Wait()
	}
}

func (m *memory) Commit(_ context.Context, changes ...*match.Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.room(); err != nil {
		return err
	}
	for _, c := range changes {
		var version int64
		if old := m.tables[c.Table]; old != nil {
			version = old.Version
		}
		if version != c.Version-1 {
			return match.ErrConflict
		}
	}
	for _, c := range changes {
		st := &match.Stored{ID: c.Table}
		if old := m.tables[c.Table]; old != nil {
			*st = *old
		}
		info := st.Head.Info
		st.Version, st.Head, st.Private = c.Version, c.Head, slices.Clone(c.Private)
		if c.Head.Info == nil {
			st.Head.Info = info
		}
		// As a disk has them.
		for i := range c.Entries {
			e, err := match.ReadEntry(c.Entries[i].Seq, c.Entries[i].Data())
			if err != nil {
				return err
			}
			st.Entries = append(st.Entries[:len(st.Entries):len(st.Entries)], e)
		}
		m.tables[c.Table] = st
	}
	m.stored.Broadcast()
	return nil
}

func (m *memory) room() error {
	if m.full != nil && m.frees != nil && m.frees() {
		return nil
	}
	return m.full
}

func (m *memory) Load(_ context.Context, table string, after int64) (*match.Stored, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	st := m.tables[table]
	if st == nil {
		return nil, match.ErrNoTable
	}
	out := *st
	i := slices.IndexFunc(st.Entries, func(e match.Entry) bool { return e.Seq > after })
	if i < 0 {
		i = len(st.Entries)
	}
	out.Entries = slices.Clone(st.Entries[i:])
	return &out, nil
}

func (m *memory) Tables(context.Context) ([]*match.Stored, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Values(m.tables)), nil
}

func (m *memory) Remove(_ context.Context, table string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.tables, table)
	return nil
}

func (m *memory) Note(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.notes[key], nil
}

func (m *memory) SetNote(_ context.Context, key string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if data == nil {
		delete(m.notes, key)
		return nil
	}
	if err := m.room(); err != nil {
		return err
	}
	m.notes[key] = data
	return nil
}

func (m *memory) Due(context.Context, int64, int) ([]string, error)            { return nil, nil }
func (m *memory) Outbox(context.Context, int64, int) ([]match.Outgoing, error) { return nil, nil }
func (m *memory) Sent(context.Context, []int64) error                          { return nil }
