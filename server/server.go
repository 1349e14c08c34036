package server

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"atoll/bots"
	"atoll/bus"
	"atoll/game"
	"atoll/mail"
	"atoll/server/friends"
	"atoll/server/front"
	"atoll/server/live"
	"atoll/server/mydata"
	"atoll/server/node"
	"atoll/server/notify"
	"atoll/server/people"
	"atoll/server/share"
	"atoll/server/tables"
	"atoll/server/tournaments"
	"atoll/server/work"
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
	Limits  node.Limits
	// Provider is the host's own OpenID provider; nil for none.
	Provider *people.Provider
	// House lets two bots play for those who look when nobody else does.
	House bool
	// Deeper says for whom the server analyses finished games and judges positions.
	Deeper work.Deeper
	// Plan are tournaments that the host wants announced again and again.
	Plan []tournaments.Recurring
	// Links say how links and boards in other people's pages look.
	Links Links
	// PrivateHooks allows hooks at addresses of the server's own network.
	PrivateHooks bool
	// Mail sends e-mail; nil: there is none.
	Mail mail.Sender
	// Public is the address of the pages, as https://atoll.example; e-mail leads
	// there.
	Public string

	// Clock tells the time; nil means the real one. For tests.
	Clock func() time.Time
	// Steady tells the time since some moment by a clock that nobody can set; nil means Clock. For
	// tests.
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
	// NoticesEvery is how often to look for notices to people who are away; 0 means 2 s.
	// NoticesDelay is how long they may take to look for themselves; 0 means 10 s. For tests.
	NoticesEvery, NoticesDelay time.Duration
	// PromptPresence tells every change of the number of spectators at once, so that
	// tests know how many frames to expect.
	PromptPresence bool
	// Random is where ids, tokens and seeds come from; nil means the system. For
	// tests.
	Random func([]byte)
}

// tidyEvery is how often what nobody uses is put away.
const tidyEvery = 5 * time.Second

// purgeEvery is how often what has expired is removed.
const purgeEvery = 2 * time.Minute

// Server serves tables.
type Server struct {
	cfg     Config
	node    *node.Node
	tables  *tables.Tables
	hub     *live.Hub
	folk    *people.People
	handler http.Handler
	numbers http.Handler
	stops   []func()
	workers sync.WaitGroup
	cancel  context.CancelFunc
	work    *work.Work
	notify  *notify.Notify
	costs   costs
	tours   *tournaments.Tournaments
	friends *friends.Friends
	front   *front.Front
	data    *mydata.Data
	share   *share.Share

	operations []*huma.Operation // for the page about the API
	packed     packed            // compressed files of the browser client
}

// defaults fills in what was left out.
func (c *Config) defaults() {
	or := func(d *time.Duration, usual time.Duration) {
		if *d == 0 {
			*d = usual
		}
	}
	or(&c.Heartbeat, heartbeat)
	or(&c.TidyEvery, tidyEvery)
	or(&c.PurgeEvery, purgeEvery)
	if c.Workers == 0 {
		c.Workers = 2
	}
}

// New makes a server and starts its workers.
func New(ctx context.Context, cfg Config) (*Server, error) {
	cfg.defaults()
	n, err := node.New(ctx, node.Config{
		Store: cfg.Store, Pings: cfg.Pings, Games: cfg.Games, Log: cfg.Log, Shared: cfg.Shared, Serves: !cfg.NoWeb, Limits: cfg.Limits,
		Clock: cfg.Clock, Steady: cfg.Steady, AliveEvery: cfg.AliveEvery, Random: cfg.Random,
	})
	if err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, node: n}
	s.hub, s.tables = live.New(n, live.Config{Heartbeat: cfg.Heartbeat, Prompt: cfg.PromptPresence})
	s.work = work.New(n, s.tables, s.hub, work.Config{
		Jobs: cfg.Jobs, Roster: cfg.Roster, NoBots: cfg.NoBots, Workers: cfg.Workers, PrivateHooks: cfg.PrivateHooks,
		Deeper: cfg.Deeper,
	})
	s.notify, err = notify.New(ctx, n, s.tables, s.hub, notify.Config{
		Mail: cfg.Mail, Public: cfg.Public, Private: cfg.PrivateHooks, Every: cfg.NoticesEvery, Delay: cfg.NoticesDelay,
	})
	if err != nil {
		return nil, err
	}
	s.numbers = promhttp.HandlerFor(n.Metrics.Gatherer(), promhttp.HandlerOpts{})
	s.costs.init()
	if s.folk, err = people.New(ctx, n, s.tables, s.hub,
		people.Config{Public: cfg.Public, Provider: cfg.Provider, Mail: cfg.Mail}); err != nil {
		return nil, err
	}
	s.friends = friends.New(n, s.tables, s.hub, s.folk)
	s.front = front.New(n, s.tables, s.hub, s.work, cfg.House && !cfg.NoBots)
	s.data = mydata.New(n, s.hub, s.folk, s.notify, s.costs.turn)
	s.tours, err = tournaments.New(n, s.tables, s.folk, tournaments.Config{Plan: cfg.Plan, Every: cfg.TournamentsEvery})
	if err != nil {
		return nil, err
	}
	if err := share.CheckFrames(cfg.Links.Frames); err != nil {
		return nil, err
	}
	s.share = s.links()
	ended, err := s.folk.LatestEnded(ctx)
	if err != nil {
		return nil, err
	}
	stop, err := cfg.Pings.Hear(func(p bus.Ping) {
		s.work.Hear(p)
		s.hub.Hear(p)
	})
	if err != nil {
		return nil, err
	}
	s.stops = append(s.stops, stop)
	s.handler = s.routes()
	s.begin(context.WithoutCancel(ctx), ended)
	return s, nil
}

// begin starts the workers.
func (s *Server) begin(ctx context.Context, ended int64) {
	ctx, s.cancel = context.WithCancel(ctx)
	cfg := &s.cfg
	s.workers.Go(func() { s.node.KeepAlive(ctx, s.hub.WakeAll) })
	if cfg.Shared {
		s.workers.Go(func() { s.hub.WatchBus(ctx) })
	}
	s.workers.Go(func() { s.tidy(ctx) })
	s.workers.Go(func() { s.folk.WatchEnded(ctx, ended) })
	s.workers.Go(func() { s.folk.SendLinks(ctx) })
	s.workers.Go(func() { node.Every(ctx, cfg.PurgeEvery, func() { s.folk.Purge(ctx) }) })
	s.tours.Begin(ctx, &s.workers)
	s.work.Begin(ctx, &s.workers)
	s.notify.Begin(ctx, &s.workers)
}

func (s *Server) tidy(ctx context.Context) {
	n := 0
	node.Every(ctx, s.cfg.TidyEvery, func() {
		s.tables.Tidy()
		s.tours.Tidy()
		s.node.Limiter.Tidy(s.node.Clock())
		s.folk.Tidy()
		if n++; n%3 == 0 && s.node.Shared {
			s.hub.RepeatPresence()
			s.hub.RepeatHere()
		}
	})
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Drain tells every stream that the server is going down and lets them end. New
// requests are refused.
func (s *Server) Drain() {
	s.node.GoDown()
	s.hub.Wait()
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
	s.work.Stop()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.node.Time.Leave(ctx); err != nil {
		s.node.Log.Warn("the time of going down was not stored", "err", err)
	}
}
