package server_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/games"
	"atoll/match"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
	"atoll/store/sqlite"
)

// machine is a machine with a clock that can be set and one that cannot.
type machine struct {
	mu     sync.Mutex
	wall   time.Time
	steady time.Duration
}

func newMachine() *machine { return &machine{wall: time.UnixMilli(1_800_000_000_000)} }

func (m *machine) clock() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.wall
}

func (m *machine) since() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.steady
}

// move lets time pass: for the server in one moment, as if it had been frozen.
func (m *machine) move(wall, steady time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wall, m.steady = m.wall.Add(wall), m.steady+steady
}

// on serves a store by a machine's clocks.
func (m *machine) on(t testing.TB, db store.Store, more ...func(*server.Config)) (*host, func()) {
	t.Helper()
	local := bus.NewLocal()
	cfg := server.Config{
		Store: db, Pings: local, Jobs: local, Games: games.All(), Roster: all.Roster(), Limits: node.NoLimits(),
		Clock: m.clock, Steady: m.since, AliveEvery: 10 * time.Millisecond,
	}
	for _, f := range more {
		f(&cfg)
	}
	s, err := server.New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(s)
	var once sync.Once
	stop := func() { once.Do(func() { s.Close(); web.Close() }) }
	t.Cleanup(stop)
	return &host{t, s, web, db}, stop
}

func newStore(t testing.TB) store.Store {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "atoll.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// serve lets time pass while the server serves: it gives its signs of life.
func (m *machine) serve(h *host, d time.Duration) {
	h.t.Helper()
	for d > 0 {
		step := min(d, time.Second)
		before := lastAlive(h)
		m.move(step, step)
		d -= step
		noted(h, before+step.Milliseconds())
	}
}

func lastAlive(h *host) int64 {
	h.t.Helper()
	at, _, err := h.store.LastAlive(h.t.Context(), 0)
	if err != nil {
		h.t.Fatal(err)
	}
	return at
}

// noted waits until a sign of life of that time is stored.
func noted(h *host, at int64) {
	h.t.Helper()
	for i := 0; lastAlive(h) < at; i++ {
		if i == 30_000 {
			h.t.Fatalf("the server gives no sign of life: %d, not %d", lastAlive(h), at)
		}
		time.Sleep(time.Millisecond)
	}
}

// fast makes a table of two with 20 s for each decision and returns its path.
func fast(h *host) (a, b *person, at string) {
	h.t.Helper()
	a, b = h.person("A"), h.person("B")
	var made wire.Created
	a.must("POST", "/tables", wire.Setup{Game: "evo", Players: 2, Clock: wire.ClockSetup{Kind: match.PerTurn, Turn: 20}}, &made)
	at = "/tables/" + made.Table.ID
	b.must("POST", at+"/join", wire.JoinRequest{}, nil)
	return a, b, at
}

// left is how much time the player to move has, after the server has judged.
func left(p *person, at string) int64 {
	p.t.Helper()
	p.must("POST", at+"/do", wire.TableRequest{Do: match.Claim}, nil)
	var snap wire.Snapshot
	p.must("GET", at, nil, &snap)
	if snap.View.Status != "running" {
		p.t.Fatalf("the game is %s: %s", snap.View.Status, snap.View.Result)
	}
	for _, c := range snap.View.Clocks.Seats {
		if c.Running {
			return c.Left - (snap.Time - snap.View.Clocks.Time)
		}
	}
	p.t.Fatal("no clock runs")
	return 0
}

// TestTimeWithoutAServerCostsNothing: whatever happens to the machine or its
// clocks, only time in which a move could have been made is counted.
func TestTimeWithoutAServerCostsNothing(t *testing.T) {
	for name, happens := range map[string]func(m *machine){
		"frozen":             func(m *machine) { m.move(30*time.Second, 30*time.Second) },
		"asleep":             func(m *machine) { m.move(30*time.Second, 0) },
		"a day asleep":       func(m *machine) { m.move(24*time.Hour, 0) },
		"set forward":        func(m *machine) { m.move(time.Hour, 0) },
		"set back":           func(m *machine) { m.move(-time.Hour, 0) },
		"set back, frozen":   func(m *machine) { m.move(-time.Hour, 30*time.Second) },
		"many times frozen":  nil,
		"set back and again": nil,
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine()
			h, _ := m.on(t, newStore(t))
			a, _, at := fast(h)
			m.serve(h, 5*time.Second)
			if got := left(a, at); got != 15_000 {
				t.Fatalf("%d ms are left after 5 s", got)
			}
			want := int64(15_000)
			switch name {
			case "many times frozen":
				for range 120 {
					m.move(30*time.Second, 30*time.Second)
					if got := left(a, at); got < want {
						t.Fatalf("%d ms are left, not %d", got, want)
					}
				}
			case "set back and again":
				m.move(-time.Hour, 0)
				m.serve(h, 2*time.Second)
				if got := left(a, at); got != want-2000 {
					t.Fatalf("%d ms are left an hour earlier", got)
				}
				m.move(time.Hour, 0)
				m.serve(h, 2*time.Second)
				want -= 4000
			default:
				happens(m)
			}
			// A clock that was set forward is noticed with the next sign of life.
			noted(h, m.clock().UnixMilli())
			if got := left(a, at); got != want {
				t.Errorf("%d ms are left, not %d", got, want)
			}
			// The clock runs on from there, and out.
			m.serve(h, 3*time.Second)
			if got := left(a, at); got != want-3000 {
				t.Errorf("%d ms are left 3 s later, not %d", got, want-3000)
			}
			m.serve(h, time.Duration(want)*time.Millisecond)
			var snap wire.Snapshot
			for i := 0; snap.View.Status != "over"; i++ {
				if i == 3000 {
					t.Fatal("the clock does not run out")
				}
				time.Sleep(10 * time.Millisecond)
				a.must("GET", at, nil, &snap)
			}
		})
	}
}

// TestALateMoveAfterAFreezeIsTaken: the move that comes first after the server was
// frozen is judged with the time credited, not before.
func TestALateMoveAfterAFreezeIsTaken(t *testing.T) {
	m := newMachine()
	h, _ := m.on(t, newStore(t), func(c *server.Config) { c.AliveEvery = 10 * time.Second })
	a, b, at := fast(h)
	for range 4 {
		var snap wire.Snapshot
		m.move(25*time.Second, 25*time.Second)
		a.must("GET", at, nil, &snap)
		p := a
		if snap.View.Legal == nil {
			p = b
			p.must("GET", at, nil, &snap)
		}
		step := snap.View.Step
		p.must("POST", at+"/act", wire.ActRequest{Msg: fmt.Sprint("m", step), Step: step, Action: snap.View.Legal.Actions[0]}, nil)
		p.must("GET", at, nil, &snap)
		if snap.View.Status != "running" || snap.View.Step <= step {
			t.Fatalf("the game is %s at %d after %d: %s", snap.View.Status, snap.View.Step, step, snap.View.Result)
		}
	}
}

// away is a store that can be out of reach.
type away struct {
	store.Store
	down atomic.Bool
}

var errAway = errors.New("the store is away")

func (s *away) Alive(ctx context.Context, now, pause, after int64) (int64, []match.Gap, error) {
	if s.down.Load() {
		return 0, nil, errAway
	}
	return s.Store.Alive(ctx, now, pause, after)
}

func (s *away) Commit(ctx context.Context, changes ...*match.Change) error {
	if s.down.Load() {
		return errAway
	}
	return s.Store.Commit(ctx, changes...)
}

// TestTimeWithoutAStoreCostsNothing: a server that cannot store a move takes none.
func TestTimeWithoutAStoreCostsNothing(t *testing.T) {
	m := newMachine()
	db := &away{Store: newStore(t)}
	h, _ := m.on(t, db)
	a, _, at := fast(h)
	m.serve(h, 5*time.Second)
	db.down.Store(true)
	for range 30 {
		m.move(time.Second, time.Second)
		if res := a.try("POST", at+"/do", wire.TableRequest{Do: "resign"}, nil); res.StatusCode < 500 {
			t.Fatalf("without a store: %s", res.Status)
		}
	}
	db.down.Store(false)
	if got := left(a, at); got != 15_000 {
		t.Errorf("%d ms are left, not 15000", got)
	}
}

// patient is a store at which nothing is due.
type patient struct{ store.Store }

func (patient) Due(context.Context, int64, int) ([]string, error) { return nil, nil }

// TestAFrozenNodeAmongOthers: what one node misses is no gap while another serves.
func TestAFrozenNodeAmongOthers(t *testing.T) {
	db := newStore(t)
	shared := func(c *server.Config) { c.Shared = true }
	one, two := newMachine(), newMachine()
	h, _ := one.on(t, db, shared)
	// The second gives no sign of life, so it would judge deadlines without knowing of
	// gaps.
	other, _ := two.on(t, patient{db}, shared, func(c *server.Config) { c.AliveEvery = time.Hour })
	a, _, at := fast(h)
	one.serve(h, 12*time.Second)
	two.move(12*time.Second, 12*time.Second)
	if got := left(a.at(other), at); got != 8000 {
		t.Errorf("%d ms are left at the node that was frozen, not 8000", got)
	}
	if _, gaps, err := db.LastAlive(t.Context(), 0); len(gaps) != 0 || err != nil {
		t.Errorf("gaps %v, %v", gaps, err)
	}
	// Both are frozen: that is one.
	one.move(time.Minute, time.Minute)
	two.move(time.Minute, time.Minute)
	if got := left(a, at); got != 8000 {
		t.Errorf("%d ms are left after both were frozen, not 8000", got)
	}
}

// counted counts how often somebody looked for deadlines.
type counted struct {
	store.Store
	looks atomic.Int64
}

func (s *counted) Due(ctx context.Context, now int64, limit int) ([]string, error) {
	s.looks.Add(1)
	return s.Store.Due(ctx, now, limit)
}

// TestOnlyNodesForPlayersCount: a node that moves bots is no place to play at.
func TestOnlyNodesForPlayersCount(t *testing.T) {
	db := newStore(t)
	m := newMachine()
	h, stop := m.on(t, db, func(c *server.Config) { c.Shared = true })
	a, _, at := fast(h)
	m.serve(h, 5*time.Second)
	worker := &counted{Store: db}
	m.on(t, worker, func(c *server.Config) { c.Shared, c.NoWeb = true, true })
	stop()
	before, _, err := db.LastAlive(t.Context(), 0)
	for range 3 {
		m.move(10*time.Second, 10*time.Second)
		// The worker looks at deadlines; it must find none.
		for n := worker.looks.Load(); worker.looks.Load() < n+2; {
			time.Sleep(time.Millisecond)
		}
	}
	if now, _, err2 := db.LastAlive(t.Context(), 0); now != before || err != nil || err2 != nil {
		t.Fatalf("a worker gave a sign of life: %d, %d, %v, %v", before, now, err, err2)
	}
	h, _ = m.on(t, db, func(c *server.Config) { c.Shared = true })
	if got := left(a.at(h), at); got != 15_000 {
		t.Errorf("%d ms are left, not 15000", got)
	}
}

// TestABackupKnowsTheClocks: the time between a backup and the start of the store
// restored from it costs nothing, and what was credited before stays so.
func TestABackupKnowsTheClocks(t *testing.T) {
	m, db := newMachine(), newStore(t)
	h, stop := m.on(t, db)
	a, _, at := fast(h)
	m.serve(h, 4*time.Second)
	m.move(time.Minute, time.Minute)
	if got := left(a, at); got != 16_000 {
		t.Fatalf("%d ms are left", got)
	}
	m.serve(h, 2*time.Second)
	var backup bytes.Buffer
	if _, err := db.Dump(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	stop()
	m.move(time.Hour, time.Hour)
	again := newStore(t)
	if _, err := again.Restore(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	h, _ = m.on(t, again)
	if got := left(a.at(h), at); got != 14_000 {
		t.Errorf("%d ms are left after the backup was restored, not 14000", got)
	}
}
