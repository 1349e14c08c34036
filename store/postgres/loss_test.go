package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"atoll/game"
	"atoll/games"
	"atoll/match"
	"atoll/store/pgtest"
	"atoll/store/postgres"
)

// line is a way to a database that can be cut.
type line struct {
	net.Listener
	to string
	// cut says when to cut: before the next request of some length has got through, or
	// before its answer comes back.
	cut atomic.Int32
	// down refuses new connections.
	down atomic.Bool
	mu   sync.Mutex
	open []net.Conn
}

const (
	whole int32 = iota
	loseRequest
	loseAnswer
)

func newLine(t *testing.T, address string) (*line, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &line{Listener: l, to: u.Host}
	t.Cleanup(func() { l.Close(); w.cutAll() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go w.carry(c)
		}
	}()
	u.Host = l.Addr().String()
	return w, u.String()
}

func (w *line) cutAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.open {
		c.Close()
	}
	w.open = nil
}

func (w *line) carry(client net.Conn) {
	defer client.Close()
	if w.down.Load() {
		return
	}
	server, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer server.Close()
	w.mu.Lock()
	w.open = append(w.open, client, server)
	w.mu.Unlock()
	var lost atomic.Bool // the answer to come
	go func() {
		defer client.Close()
		b := make([]byte, 1<<16)
		for {
			n, err := server.Read(b)
			if err != nil || lost.Load() {
				return
			}
			if _, err := client.Write(b[:n]); err != nil {
				return
			}
		}
	}()
	b := make([]byte, 1<<16)
	for {
		n, err := client.Read(b)
		if err != nil {
			return
		}
		if n > 500 { // a commit
			if w.cut.CompareAndSwap(loseRequest, whole) {
				return
			}
			if w.cut.CompareAndSwap(loseAnswer, whole) {
				lost.Store(true)
			}
		}
		if _, err := server.Write(b[:n]); err != nil {
			return
		}
	}
}

type table struct {
	t  *testing.T
	db *postgres.DB
	tb *match.Table
}

func newGame(t *testing.T, db *postgres.DB, id, name string) *table {
	t.Helper()
	setup := match.Setup{Game: name, Players: 2, Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}}
	tb, c, err := match.New(games.ByID, id, setup, match.User{ID: "u", Name: "U"}, make([]byte, 32), nil, "", match.Now{MS: 1})
	if err == nil {
		err = db.Commit(t.Context(), c)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, db, tb}
}

// do is one move that may be sealed.
func (g *table) do(msg string) match.Done {
	g.t.Helper()
	seat := g.tb.Waiting().First()
	var action string
	if g.tb.Config.Game.ID == "epigo" {
		action = "deploy 3 1 7 X 2 5 4 6"
	} else {
		view := g.tb.Look(game.SeatViewer(seat))
		action = string(view.AppendAction(nil, seat, view.AppendActions(nil, seat)[0]))
	}
	d, err := g.tb.Act(seat, g.tb.Step, msg, action, match.Now{MS: 2})
	if err != nil {
		g.t.Fatal(err)
	}
	return d
}

func (g *table) stored() *match.Table {
	g.t.Helper()
	s, err := g.db.Load(g.t.Context(), g.tb.ID, 0)
	if err != nil {
		g.t.Fatal(err)
	}
	tb, err := match.Replay(games.ByID, g.tb.ID, s)
	if err != nil {
		g.t.Fatal(err)
	}
	return tb
}

// What was lost on the way is sent again; what was stored and whose answer was lost
// is not refused for it, and stored once.
func TestLostConnectionIsResolvedByReadingBack(t *testing.T) {
	pg := pgtest.Start(t)
	line, address := newLine(t, pg.Address(t, "lossy"))
	db, err := postgres.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, name := range []string{"evo", "epigo"} { // with entries, and sealed without
		for _, cut := range []int32{loseRequest, loseAnswer} {
			g := newGame(t, db, fmt.Sprint(name, "-", cut), name)
			for i := range 2 { // on connections that are prepared or not
				d := g.do(fmt.Sprint("m", i))
				line.cut.Store(cut)
				if err := db.Commit(t.Context(), d.Change); err != nil {
					t.Fatalf("%s, cut %d: %v", g.tb.ID, cut, err)
				}
				if line.cut.Load() != whole {
					t.Fatal("nothing was cut")
				}
				if got := g.stored(); got.Version != d.Table.Version || got.Seq != d.Table.Seq {
					t.Fatalf("%s: stored is version %d, entry %d; want %d, %d", g.tb.ID, got.Version, got.Seq, d.Table.Version, d.Table.Seq)
				}
				// The same again, as another node would have sent it, has lost.
				if err := db.Commit(t.Context(), d.Change); !errors.Is(err, match.ErrConflict) {
					t.Fatalf("the same change twice: %v", err)
				}
				g.tb = d.Table
			}
		}
	}
}

// A change that was not stored, because another one was first, is refused even if the
// connection was lost in the meantime.
func TestLostConnectionAcknowledgesNothingFalsely(t *testing.T) {
	pg := pgtest.Start(t)
	clear := pg.Address(t, "lossy")
	line, address := newLine(t, clear)
	db, err := postgres.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	other, err := postgres.Open(t.Context(), clear)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, name := range []string{"evo", "epigo"} {
		g := newGame(t, db, name, name)
		mine, theirs := g.do("mine"), (&table{t, db, g.stored()}).do("theirs") // each with a table of its own, as nodes have
		if err := other.Commit(t.Context(), theirs.Change); err != nil {
			t.Fatal(err)
		}
		line.cut.Store(loseAnswer)
		if err := db.Commit(t.Context(), mine.Change); !errors.Is(err, match.ErrConflict) {
			t.Errorf("%s: the second of two moves: %v", name, err)
		}
	}
	// While the database stays away nothing is acknowledged, and nobody waits for ever.
	g := newGame(t, db, "away", "evo")
	d := g.do("m")
	line.down.Store(true)
	line.cut.Store(loseAnswer)
	ended := make(chan error, 1)
	go func() { ended <- db.Commit(context.Background(), d.Change) }()
	select {
	case err := <-ended:
		if err == nil || errors.Is(err, match.ErrConflict) {
			t.Errorf("the database is away: %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("a commit waits for ever")
	}
	line.down.Store(false)
	line.cutAll()
	if got := g.stored(); got.Version != d.Table.Version {
		t.Errorf("its answer was lost, and so was the move: version %d", got.Version)
	}
}

// The changes of a batch share a connection; whatever becomes of it, each is stored
// or refused for itself.
func TestBatchWithRefusedMembersOverALossyLine(t *testing.T) {
	pg := pgtest.Start(t)
	line, address := newLine(t, pg.Address(t, "lossy"))
	db, err := postgres.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const n = 30
	var all []*table
	for i := range n {
		all = append(all, newGame(t, db, fmt.Sprint("b", i), "evo"))
	}
	for round := range 4 {
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i, g := range all {
			d := g.do(fmt.Sprint("r", round))
			rival := (&table{t, db, g.stored()}).do(fmt.Sprint("r", round, " rival"))
			var errs [2]error
			wg.Go(func() {
				<-start
				var both sync.WaitGroup
				both.Go(func() { errs[0] = db.Commit(context.Background(), d.Change) })
				if i%3 == 0 {
					both.Go(func() { errs[1] = db.Commit(context.Background(), rival.Change) })
				} else {
					errs[1] = match.ErrConflict
				}
				both.Wait()
				switch {
				case errs[0] == nil && errors.Is(errs[1], match.ErrConflict):
					g.tb = d.Table
				case errs[1] == nil && errors.Is(errs[0], match.ErrConflict):
					g.tb = rival.Table
				default:
					t.Errorf("%s: %v and %v", g.tb.ID, errs[0], errs[1])
				}
			})
		}
		line.cut.Store(int32(round % 3))
		close(start)
		wg.Wait()
		for _, g := range all {
			s, err := db.Load(t.Context(), g.tb.ID, 0)
			if err != nil {
				t.Fatal(err)
			}
			last := s.Entries[len(s.Entries)-1]
			if want, _ := g.tb.Log(last.Seq - 1); s.Version != g.tb.Version || len(want) != 1 ||
				string(last.Data()) != string(want[0].Data()) {
				t.Fatalf("%s: acknowledged is not what is stored", g.tb.ID)
			}
		}
	}
}
