package server

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"atoll/auth"
	"atoll/bots"
	"atoll/bus"
	"atoll/game"
	"atoll/match"
	"atoll/store"
)

// Config is what a Server is made of.
type Config struct {
	Store  store.Store
	Pings  bus.Pings
	Jobs   bus.Jobs
	Games  []*game.Game
	Roster *bots.Roster
	Assets fs.FS // pages of the browser client; nil: a plain page
	Log    *slog.Logger

	// Web serves people, Bots takes part in moving bots. Both by default.
	NoWeb, NoBots bool
	// Workers is how many bots think at once; 0 means 2.
	Workers int
	// Shared says that other nodes use the same store, so that what is remembered
	// here may be old.
	Shared bool
	// Secure marks cookies for https only.
	Secure bool
	// Proxied says that a trusted proxy sets X-Forwarded-For.
	Proxied bool
	Limits  Limits
	// Plan are tournaments that the host wants announced again and again.
	Plan []Recurring
	// PrivateHooks lets programs be told at addresses of the own network.
	PrivateHooks bool

	// Clock tells the time; nil means the real one. For tests.
	Clock func() time.Time
	// Steady tells the time since some moment by a clock that nobody sets; nil: what
	// Clock says. For tests.
	Steady func() time.Duration
	// AliveEvery is how often it is noted that the server runs; 0 means 1 s. Tests
	// that move the clock change it, or a jump would count as time without a server.
	AliveEvery time.Duration
	// Heartbeat is how often a live connection is told that the server is still
	// there, and asked whether the client is; 0 means 15 s.
	Heartbeat time.Duration
	// TidyEvery is how often what nobody uses is put away; 0 means 5 s. For tests.
	TidyEvery time.Duration
	// PurgeEvery is how often what has expired is removed; 0 means 2 min. For tests.
	PurgeEvery time.Duration
	// TournamentsEvery is how often tournaments are looked at; 0 means 500 ms. For
	// tests.
	TournamentsEvery time.Duration
	// PromptPresence tells every change of the number of spectators at once, so that
	// tests know how many frames to expect.
	PromptPresence bool
	// Random is where ids, tokens and seeds come from; nil means the system. For
	// tests.
	Random func([]byte)
}

// Server serves tables.
type Server struct {
	cfg       Config
	log       *slog.Logger
	games     match.Games
	node      string
	tables    tables
	sessions  sessions
	limits    limiter
	lobby     lobby
	metrics   *metrics
	served    served
	health    health
	handler   http.Handler
	drain     chan struct{} // closed when the server goes down
	drained   sync.Once
	streams   sync.WaitGroup
	stops     []func()
	workers   sync.WaitGroup
	cancel    context.CancelFunc
	away      awayTimers
	hooks     *hooks
	passwords *auth.Hasher
	deviceKey []byte
	gameOver  chan struct{} // nudges keepRatings
	thinking  atomic.Int32  // bots at work here
	judging   turnstile
	costs     costs
	tours     tournaments
	beat      []byte // the frame of a heartbeat

	operations []*huma.Operation // for the page about the API
	packed     packed            // compressed files of the browser client
}

// New makes a server and starts its workers.
func New(ctx context.Context, cfg Config) (*Server, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	if cfg.Random == nil {
		cfg.Random = func(b []byte) { _, _ = rand.Read(b) }
	}
	if cfg.AliveEvery == 0 {
		cfg.AliveEvery = aliveEvery
	}
	if cfg.Heartbeat == 0 {
		cfg.Heartbeat = heartbeat
	}
	if cfg.TidyEvery == 0 {
		cfg.TidyEvery = tidyEvery
	}
	if cfg.PurgeEvery == 0 {
		cfg.PurgeEvery = purgeEvery
	}
	if cfg.TournamentsEvery == 0 {
		cfg.TournamentsEvery = tourEvery
	}
	if cfg.Workers == 0 {
		cfg.Workers = 2
	}
	s := &Server{
		cfg: cfg, log: cfg.Log, drain: make(chan struct{}),
		beat: beatFrame(cfg.Heartbeat), hooks: newHooks(cfg.PrivateHooks), passwords: auth.NewHasher(2), gameOver: make(chan struct{}, 1),
	}
	s.games = func(id string) (*game.Game, bool) {
		i := slices.IndexFunc(cfg.Games, func(g *game.Game) bool { return g.ID == id })
		if i < 0 {
			return nil, false
		}
		return cfg.Games[i], true
	}
	s.node = s.secret(6)
	s.tables.init()
	s.sessions.init()
	s.limits.init(cfg.Limits)
	s.lobby.init()
	s.away.init()
	s.judging.init()
	s.costs.init()
	s.tours.init()
	s.metrics = newMetrics(s)
	s.served.init(&s.cfg)
	pause := s.served.pause
	if !cfg.Shared {
		pause = 0 // a node that is alone was missed from its last sign of life
	}
	if err := s.served.note(ctx, pause); err != nil {
		return nil, err
	}
	if err := s.loadDeviceKey(ctx); err != nil {
		return nil, err
	}
	if err := s.checkHostPlan(); err != nil {
		return nil, err
	}
	ended, err := s.latestEnded(ctx)
	if err != nil {
		return nil, err
	}
	stop, err := cfg.Pings.Hear(s.heard)
	if err != nil {
		return nil, err
	}
	s.stops = append(s.stops, stop)
	s.handler = s.routes()
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel = cancel
	s.workers.Go(func() { s.keepAlive(work) })
	s.workers.Go(func() { s.watchDeadlines(work) })
	s.workers.Go(func() { s.endOldGames(work) })
	if cfg.Shared {
		s.workers.Go(func() { s.sweepOutbox(work) })
		s.workers.Go(func() { s.watchBus(work) })
	}
	s.workers.Go(func() { s.tidy(work) })
	s.workers.Go(func() { s.keepRatings(work) })
	s.workers.Go(func() { s.watchEnded(work, ended) })
	s.workers.Go(func() { every(work, cfg.PurgeEvery, func() { s.purge(work) }) })
	s.workers.Go(func() { s.callPrograms(work) })
	s.workers.Go(func() { s.runTournaments(work) })
	if len(cfg.Plan) > 0 {
		s.announcePlan(ctx)
		s.workers.Go(func() { every(work, planEvery, func() { s.announcePlan(work) }) })
	}
	if !cfg.NoBots {
		s.workers.Go(func() { _ = cfg.Jobs.Work(work, bus.Turn, cfg.Workers, s.moveBot) })
		s.workers.Go(func() { _ = cfg.Jobs.Work(work, bus.Analysis, 1, s.analyse) })
		s.workers.Go(func() { s.resumeAnalyses(work) })
	}
	return s, nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Drain tells every stream that the server goes down and lets them end. New
// requests are refused.
func (s *Server) Drain() {
	s.drained.Do(func() { close(s.drain) })
	s.streams.Wait()
}

func (s *Server) draining() bool {
	select {
	case <-s.drain:
		return true
	default:
		return false
	}
}

// Close drains and stops the workers. The time until a server runs again is
// credited to all clocks.
func (s *Server) Close() {
	s.Drain()
	s.cancel()
	for _, stop := range s.stops {
		stop()
	}
	s.workers.Wait()
	s.away.stop()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.served.note(ctx, s.served.pause); err != nil {
		s.log.Warn("the time of going down was not stored", "err", err)
	}
}

// secret returns a random text of n bytes' worth.
func (s *Server) secret(n int) string {
	b := make([]byte, n)
	s.cfg.Random(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

func (s *Server) seed() []byte {
	b := make([]byte, 32)
	s.cfg.Random(b)
	return b
}

const idLetters = "23456789abcdefghijkmnpqrstuvwxyz"

// newID returns an id that is easy to read aloud and too rare to guess: 60 bits.
func (s *Server) newID() string {
	b := make([]byte, 12)
	s.cfg.Random(b)
	for i := range b {
		b[i] = idLetters[b[i]&31]
	}
	return string(b)
}

// hash is how tokens are stored and compared.
func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// tables are the tables that this node has in memory: a cache.
type tables struct {
	mu  sync.Mutex
	all map[string]*live
}

func (ts *tables) init() { ts.all = map[string]*live{} }

// live is one table in memory with the streams that look at it.
type live struct {
	id    string
	mu    sync.Mutex // held while the table is read from the store or changed
	table atomic.Pointer[match.Table]
	stale atomic.Bool // another node has changed it
	used  atomic.Int64

	watch    sync.Mutex
	streams  map[*stream]struct{}
	online   [game.MaxSeats]int // connections of this node
	others   int
	presence atomic.Int64 // raised when somebody comes or goes
	crowd    atomic.Bool  // a change of the number of spectators will be told soon
	remote   map[string]remotePresence
	chat     atomic.Int64 // id of the latest line known here
	frames   frameCache
}

// noteChat notes the latest line of chat; lines may come to be known out of order.
func (l *live) noteChat(id int64) {
	for old := l.chat.Load(); id > old && !l.chat.CompareAndSwap(old, id); {
		old = l.chat.Load()
	}
}

// table returns the entry for id, which may not exist in the store.
func (s *Server) live(id string) *live {
	s.tables.mu.Lock()
	defer s.tables.mu.Unlock()
	l := s.tables.all[id]
	if l == nil {
		l = &live{id: id, streams: map[*stream]struct{}{}}
		s.tables.all[id] = l
	}
	l.used.Store(s.cfg.Clock().UnixMilli())
	return l
}

// known returns the entry for id if this node has one.
func (s *Server) known(id string) *live {
	s.tables.mu.Lock()
	defer s.tables.mu.Unlock()
	return s.tables.all[id]
}

// idle and idleOver are after how long a table that nobody looks at leaves the
// memory.
const (
	idle     = 2 * time.Minute
	idleOver = 3 * time.Second
)

func (s *Server) forgetIdle() {
	now := s.cfg.Clock().UnixMilli()
	s.tables.mu.Lock()
	defer s.tables.mu.Unlock()
	for id, l := range s.tables.all {
		limit := idle
		if t := l.table.Load(); t == nil || t.Status == match.Over || t.Status == match.Aborted {
			limit = idleOver
		}
		if now-l.used.Load() < limit.Milliseconds() {
			continue
		}
		l.watch.Lock()
		if len(l.streams) == 0 {
			delete(s.tables.all, id)
		}
		l.watch.Unlock()
	}
}

// read returns the table as it is now.
func (s *Server) read(ctx context.Context, id string) (*live, *match.Table, error) {
	if len(id) != 12 {
		return nil, nil, noTable
	}
	l := s.live(id)
	if s.cfg.Shared {
		// A ping of another node may be late or lost, and the client may have heard
		// more than this node has.
		l.stale.Store(true)
	}
	t, err := s.current(ctx, l)
	if errors.Is(err, match.ErrNoTable) {
		s.forget(l)
		return nil, nil, noTable
	}
	return l, t, err
}

var noTable = &match.Error{Code: match.NotFound, Message: "there is no such table"}

// forget drops an entry that turned out to be of no table.
func (s *Server) forget(l *live) {
	s.tables.mu.Lock()
	defer s.tables.mu.Unlock()
	if s.tables.all[l.id] == l && l.table.Load() == nil {
		delete(s.tables.all, l.id)
	}
}

func (s *Server) current(ctx context.Context, l *live) (*match.Table, error) {
	if t := l.table.Load(); t != nil && !l.stale.Load() {
		return t, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return s.loadLocked(ctx, l, false)
}

// loadLocked reads what the store has beyond the memory. l.mu must be held.
func (s *Server) loadLocked(ctx context.Context, l *live, force bool) (*match.Table, error) {
	t := l.table.Load()
	if t != nil && !l.stale.Load() && !force {
		return t, nil
	}
	ctx, cancel := patient(ctx)
	defer cancel()
	l.stale.Store(false)
	var after int64
	if t != nil {
		after = t.Seq
	}
	stored, err := s.cfg.Store.Load(ctx, l.id, after)
	if err == nil && t != nil && t.Rewritten(stored.Version) {
		// A name was taken out of it.
		t = nil
		l.frames.clear()
		stored, err = s.cfg.Store.Load(ctx, l.id, 0)
	}
	if err == nil {
		switch {
		case t == nil:
			t, err = match.Replay(s.games, l.id, stored)
		case stored.Version != t.Version:
			t, err = t.Extend(s.games, stored)
		}
	}
	if err != nil {
		l.stale.Store(true)
		return nil, err
	}
	l.table.Store(t)
	return t, nil
}

// change runs a command against a table and stores what comes of it. It returns
// when that is durable, or has been refused.
func (s *Server) change(ctx context.Context, id string, f func(*match.Table, match.Now) (match.Done, error)) (match.Done, error) {
	if len(id) != 12 {
		return match.Done{}, noTable
	}
	// A client that hangs up must not leave the table half told.
	ctx = context.WithoutCancel(ctx)
	l := s.live(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	force := false
	for range 100 {
		t, err := s.loadLocked(ctx, l, force)
		if errors.Is(err, match.ErrNoTable) {
			s.forget(l)
			return match.Done{}, noTable
		}
		if err != nil {
			return match.Done{}, err
		}
		now, err := s.served.judge(ctx)
		if err != nil {
			return match.Done{}, err
		}
		d, err := f(t, now)
		if err != nil {
			// With other nodes about, the refusal may come from old knowledge.
			if s.cfg.Shared && !force {
				force = true
				continue
			}
			return match.Done{}, err
		}
		if d.Change == nil {
			return d, nil
		}
		start := time.Now()
		err = s.commit(ctx, d.Change)
		if errors.Is(err, match.ErrConflict) {
			s.metrics.conflicts.Inc()
			force = true
			continue
		}
		if err != nil {
			// It may be stored or not; the next look tells.
			l.stale.Store(true)
			return match.Done{}, err
		}
		if d.Table.Seq != t.Seq { // that something was sealed is not counted
			s.metrics.commits.Observe(time.Since(start).Seconds())
		}
		l.table.Store(d.Table)
		s.committed(l, t, d.Table)
		return d, nil
	}
	return match.Done{}, &match.Error{Code: match.Conflict, Message: "the table is too busy; try again"}
}

// commit stores changes. A node that is alone needs no outbox: whoever would have
// to be told has gone down with it.
func (s *Server) commit(ctx context.Context, changes ...*match.Change) error {
	for _, c := range changes {
		c.Ping = c.Ping && s.cfg.Shared
	}
	ctx, cancel := patient(ctx)
	defer cancel()
	return s.cfg.Store.Commit(ctx, changes...)
}

// committed tells everybody of a change that is stored.
func (s *Server) committed(l *live, before, t *match.Table) {
	switch {
	case before == nil || t.Seq != before.Seq:
		p := bus.Ping{Table: t.ID, Seq: t.Seq, Node: s.node}
		if s.cfg.Shared {
			for _, seat := range t.Seats {
				if seat.User.ID != "" {
					p.Users = append(p.Users, seat.User.ID)
				}
			}
			if t.Setup.Listed && (before == nil || before.Status != t.Status || t.Status == match.Open) {
				p.What = "lobby"
			}
		}
		s.cfg.Pings.Tell(p)
	case t.Version != before.Version:
		s.cfg.Pings.Tell(bus.Ping{Table: t.ID, Seq: t.Seq, What: "private", Node: s.node})
	}
	if s.cfg.Shared {
		// The queue may be away for a while; nobody should wait for it.
		go s.askBots(t, 0)
	} else {
		s.askBots(t, 0)
	}
	s.tellPrograms(before, t)
	if t.Status == match.Over && t.Setup.Rated {
		select {
		case s.gameOver <- struct{}{}:
		default:
		}
	}
	s.noteEnd(before, t)
	s.watchAway(l, t)
	if before == nil || before.Status != t.Status || t.Status == match.Open {
		s.lobby.changed(t)
	}
	if t.Seq != lastSeq(before) {
		s.lobby.turn(t)
	}
	if t.Status == match.Over && before != nil && before.Status != match.Over {
		s.metrics.finished.Inc()
	}
}

func lastSeq(t *match.Table) int64 {
	if t == nil {
		return 0
	}
	return t.Seq
}

// heard handles a ping from the bus.
func (s *Server) heard(p bus.Ping) {
	switch p.What {
	case bus.Missed:
		go s.missed()
		return
	case "again":
		if l := s.known(p.Table); l != nil {
			go s.lookAt(s.background(), l)
		}
		return
	case "presence":
		s.heardPresence(p)
		return
	case "chat":
		if l := s.known(p.Table); l != nil {
			l.noteChat(p.Seq)
			l.wake()
		}
		return
	}
	if p.Node != s.node && (p.What == "lobby" || s.lobby.hasAny(p.Users)) {
		go s.heardLobby(p)
	}
	l := s.known(p.Table)
	if l == nil {
		return
	}
	t := l.table.Load()
	if t == nil || p.Seq > t.Seq || p.Node != s.node && p.What == "private" {
		l.stale.Store(true)
	}
	l.wake()
}

func (l *live) wake() {
	l.watch.Lock()
	defer l.watch.Unlock()
	for st := range l.streams {
		st.wake()
	}
}
