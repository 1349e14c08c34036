package tables

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"atoll/bus"
	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

// shelf is a store in memory that goes by the rules of one on a disk, and counts.
type shelf struct {
	store.Store
	mu        sync.Mutex
	tables    map[string]*match.Stored
	commits   []*match.Change // as they came, refused ones included
	loads     []int64         // the numbers after which entries were asked for
	refuse    func() error    // of the next commit, if not nil
	away      error           // of every load
	vacations map[string][]store.Vacation
	brought   int
	ratings   []store.Rated
}

func (s *shelf) Commit(_ context.Context, changes ...*match.Change) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commits = append(s.commits, changes...)
	if s.refuse != nil {
		if err := s.refuse(); err != nil {
			return err
		}
	}
	for _, c := range changes {
		var version int64
		if old := s.tables[c.Table]; old != nil {
			version = old.Version
		}
		if version != c.Version-1 {
			return match.ErrConflict
		}
	}
	for _, c := range changes {
		st := &match.Stored{ID: c.Table}
		if old := s.tables[c.Table]; old != nil {
			*st = *old
		}
		info := st.Head.Info
		st.Version, st.Head, st.Private = c.Version, c.Head, slices.Clone(c.Private)
		if c.Head.Info == nil {
			st.Head.Info = info
		}
		for i := range c.Entries {
			e, err := match.ReadEntry(c.Entries[i].Seq, c.Entries[i].Data())
			if err != nil {
				return err
			}
			st.Entries = append(st.Entries[:len(st.Entries):len(st.Entries)], e)
		}
		s.tables[c.Table] = st
	}
	return nil
}

func (s *shelf) Load(_ context.Context, table string, after int64) (*match.Stored, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loads = append(s.loads, after)
	if s.away != nil {
		return nil, s.away
	}
	st := s.tables[table]
	if st == nil {
		return nil, match.ErrNoTable
	}
	out := *st
	out.Entries = slices.DeleteFunc(slices.Clone(st.Entries), func(e match.Entry) bool { return e.Seq <= after })
	return &out, nil
}

func (s *shelf) Vacations(_ context.Context, user string, _ int64) ([]store.Vacation, error) {
	return s.vacations[user], nil
}

func (s *shelf) CountBrought(context.Context, string) (int, error) { return s.brought, nil }

func (s *shelf) Ratings(context.Context, string) ([]store.Rated, error) { return s.ratings, nil }

func (s *shelf) Alive(_ context.Context, now, _, _ int64) (int64, []match.Gap, error) {
	return now, nil, nil
}

func (s *shelf) Key(context.Context, string) ([]byte, error) { return bytes.Repeat([]byte{7}, 32), nil }

// count empties what was counted.
func (s *shelf) count() (commits []*match.Change, loads []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	commits, loads = s.commits, s.loads
	s.commits, s.loads = nil, nil
	return commits, loads
}

// crowd watches a table, or does not.
type crowd struct {
	watched   bool
	rewritten int
}

func (c *crowd) Watched() bool { return c.watched }
func (c *crowd) Rewritten()    { c.rewritten++ }

// world is a node over a shelf, with a clock that a test moves.
type world struct {
	*Tables
	t     *testing.T
	shelf *shelf
	now   time.Time
}

func newShelf() *shelf { return &shelf{tables: map[string]*match.Stored{}} }

func newWorld(t *testing.T, s *shelf, shared bool) *world {
	t.Helper()
	w := &world{t: t, shelf: s, now: time.UnixMilli(1_800_000_000_000)}
	n, err := node.New(t.Context(), node.Config{
		Store: s, Pings: bus.NewLocal(), Games: games.All(), Shared: shared, Serves: true, Limits: node.NoLimits(),
		Clock: func() time.Time { return w.now },
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Tables = New(n, func(*Entry) Audience { return &crowd{} })
	return w
}

var ann, bob = match.User{ID: "ann", Name: "Ann", Kind: match.Account}, match.User{ID: "bob", Name: "Bob", Kind: match.Account}

// make makes a table of Ann.
func (w *world) make(setup wire.Setup) *wire.Created {
	w.t.Helper()
	made, err := w.Create(w.t.Context(), ann, wire.CreateRequest{Setup: setup})
	if err != nil {
		w.t.Fatal(err)
	}
	return made
}

// running makes a table at which Ann and Bob play.
func (w *world) running(setup wire.Setup) string {
	w.t.Helper()
	made := w.make(setup)
	if err := w.Join(w.t.Context(), bob, made.Table.ID, wire.JoinRequest{}); err != nil {
		w.t.Fatal(err)
	}
	if got := w.read(made.Table.ID).Status; got != match.Running {
		w.t.Fatalf("the table is %s", got)
	}
	w.shelf.count()
	return made.Table.ID
}

func (w *world) read(id string) *match.Table {
	w.t.Helper()
	_, t, err := w.Read(w.t.Context(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return t
}

// choice is one that can be played at a table now.
type choice struct {
	user, table string
	req         wire.ActRequest
}

// choice chooses for the first of those who are waited for.
func (w *world) choice(id string) choice {
	w.t.Helper()
	table := w.read(id)
	seat := table.Waiting().First()
	view := table.Look(game.SeatViewer(seat))
	a, _ := game.Sample(view, seat, game.NewRand(1), nil)
	user := table.Seats[seat].User.ID
	text := string(view.AppendAction(nil, seat, a))
	return choice{user, id, wire.ActRequest{Msg: fmt.Sprint(user, table.Version), Step: table.Step, Action: text}}
}

func (w *world) play(c choice) {
	w.t.Helper()
	if _, err := w.Act(w.t.Context(), c.user, c.table, c.req); err != nil {
		w.t.Fatal(err)
	}
}

// do is Do without its answer.
func (w *world) do(id string, user match.User, what string) error {
	_, err := w.Do(w.t.Context(), user, id, wire.TableRequest{Do: what})
	return err
}
