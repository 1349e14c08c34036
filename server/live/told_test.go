package live

import (
	"context"
	"slices"
	"strings"
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

// oneTable is a store of nothing but a table at which Ann and Bob play.
type oneTable struct {
	store.Store
	stored *match.Stored
}

func (s *oneTable) Alive(_ context.Context, now, _, _ int64) (int64, []match.Gap, error) {
	return now, nil, nil
}
func (s *oneTable) Key(context.Context, string) ([]byte, error) { return make([]byte, 32), nil }
func (s *oneTable) Load(context.Context, string, int64) (*match.Stored, error) {
	return s.stored, nil
}

// spoken are pings that nobody hears.
type spoken struct {
	bus.Pings
	all []bus.Ping
}

func (s *spoken) Tell(p bus.Ping) { s.all = append(s.all, p) }

// someHall is the hall of a table of Ann and Bob, at a node of several.
func someHall(t *testing.T) (*Hub, *hall, *match.Table, *spoken) {
	t.Helper()
	const id = "abcdefghijkm"
	now := match.Now{MS: 1}
	setup, ann := match.Setup{Game: "evo", Players: 2}, match.User{ID: "ann", Name: "Ann"}
	made, first, err := match.New(games.ByID, id, setup, ann, make([]byte, 32), nil, "", now)
	if err != nil {
		t.Fatal(err)
	}
	d, err := made.Join(match.User{ID: "bob", Name: "Bob"}, game.NoSeat, "", "", now)
	if err != nil {
		t.Fatal(err)
	}
	s := &oneTable{stored: &match.Stored{
		ID: id, Version: d.Change.Version, Head: d.Change.Head, Private: d.Change.Private,
		Entries: append(first.Entries, d.Change.Entries...),
	}}
	pings := &spoken{}
	n, err := node.New(t.Context(), node.Config{
		Store: s, Pings: pings, Games: games.All(), Shared: true, Serves: true, Limits: node.NoLimits(),
	})
	if err != nil {
		t.Fatal(err)
	}
	h, ts := New(n, Config{Heartbeat: time.Hour})
	e, table, err := ts.Read(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return h, hallOf(e), table, pings
}

// plainFrames writes frames one after the other.
type plainFrames struct {
	Transport
	written *string
}

func (p plainFrames) Write(b []byte) error {
	*p.written += string(b)
	return nil
}

func (plainFrames) AppendFrame(b []byte, _ string, _ int64, data []byte) []byte {
	return append(b, data...)
}

// TestAKeptDeltaDoesNotMissWhoCame: one spectator's delta is kept for the others. One who has heard already that
// Bob is there, and hears of the move only then, is not told that he is away.
func TestAKeptDeltaDoesNotMissWhoCame(t *testing.T) {
	h, l, table, _ := someHall(t)
	v, err := wire.ViewerOf(table, "", "")
	if err != nil {
		t.Fatal(err)
	}
	hears := func(presence int64) string {
		t.Helper()
		st := &Stream{h: h, hall: l, out: plainFrames{}, seq: table.Seq - 1, presence: presence}
		b, err := st.small(st.delta(nil, table, v, h.n.Time.Gaps()), table, v, h.n.Time.Gaps())
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if first := hears(l.presence.Load()); strings.Contains(first, `"online":true`) {
		t.Fatalf("nobody is there: %s", first)
	}
	if err := h.arrive(&Stream{h: h, hall: l, to: Listener{User: "bob"}}, table); err != nil {
		t.Fatal(err)
	}
	if second := hears(l.presence.Load()); !strings.Contains(second, `"online":true`) {
		t.Errorf("Bob is there: %s", second)
	}
}

// TestReportsOfWhoIsThereOvertakeEachOther: the newer one counts, whichever comes last.
func TestReportsOfWhoIsThereOvertakeEachOther(t *testing.T) {
	h, l, table, pings := someHall(t)
	st := &Stream{h: h, hall: l, to: Listener{User: "ann"}}
	if err := h.arrive(st, table); err != nil {
		t.Fatal(err)
	}
	h.depart(st)
	told := pings.all
	if len(told) != 2 || len(told[0].Users) != 1 || len(told[1].Users) != 0 {
		t.Fatalf("told %+v", told)
	}
	other, _, _, _ := someHall(t) // the same table at another node
	other.Hear(told[1])
	other.Hear(told[0])
	if on := other.Online(table.ID); on != 0 {
		t.Errorf("who left is there: seats %b", on)
	}
	if err := h.arrive(st, table); err != nil {
		t.Fatal(err)
	}
	other.Hear(pings.all[2])
	if on := other.Online(table.ID); on != table.SeatsOf("ann") {
		t.Errorf("Ann has come back, and there are seats %b", on)
	}
}

// TestANodeThatComesBackIsAnswered: one that was silent for long may have forgotten the table. It hears at once who is
// there, or it would take them for away until the next repetition.
func TestANodeThatComesBackIsAnswered(t *testing.T) {
	h, l, table, pings := someHall(t)
	if err := h.arrive(&Stream{h: h, hall: l, to: Listener{User: "ann"}}, table); err != nil {
		t.Fatal(err)
	}
	answers := func(seq int64) (users []string, n int) {
		t.Helper()
		pings.all = nil
		h.Hear(bus.Ping{Table: table.ID, Seq: seq, What: "presence", Node: "far", Users: []string{"bob"}})
		if n = len(pings.all); n > 0 {
			users = pings.all[0].Users
		}
		return users, n
	}
	if users, n := answers(1); n != 1 || !slices.Equal(users, []string{"ann"}) {
		t.Errorf("a node that is new hears %d times of %v", n, users)
	}
	if _, n := answers(2); n != 0 {
		t.Errorf("a node that is known is answered %d times", n)
	}
	l.remote[0].until = time.Now()
	if users, n := answers(3); n != 1 || !slices.Equal(users, []string{"ann"}) {
		t.Errorf("a node that comes back hears %d times of %v", n, users)
	}
}

// TestWhoComesTooLateIsOnlyToldSo: once all connections have ended the store is closed. A connection that was on its way
// reads nothing any more, which this store would not survive, and holds up nobody.
func TestWhoComesTooLateIsOnlyToldSo(t *testing.T) {
	h, l, _, _ := someHall(t)
	h.n.GoDown()
	h.Wait()
	for name, come := range map[string]func(Transport) error{
		"table": func(out Transport) error {
			return h.NewStream(l.entry, Listener{User: "ann"}, "", out).Run(t.Context(), 0, 0)
		},
		"lobby": func(out Transport) error { return h.Listen(t.Context(), Listener{User: "ann"}, out) },
	} {
		var told string
		if err := come(plainFrames{written: &told}); err != nil || told != `{"type":"bye","bye":"the server restarts"}` {
			t.Errorf("%s: %q, %v", name, told, err)
		}
	}
	h.Wait()
}
