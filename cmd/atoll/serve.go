package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	_ "net/http/pprof" // on the debug address only
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"atoll/bots/all"
	"atoll/bus"
	"atoll/diagram"
	"atoll/games"
	"atoll/mail"
	"atoll/server"
	"atoll/server/node"
	"atoll/server/share"
	"atoll/server/tournaments"
	"atoll/server/work"
	"atoll/store"
	"atoll/store/postgres"
	"atoll/store/sqlite"
	"atoll/web"
)

func serveCommand() kong.Option {
	return kong.DynamicCommand("serve", "Serve tables for browsers, terminals and programs.", "", &serveCmd{})
}

type serveCmd struct {
	Addr       string   `default:"127.0.0.1:8080" env:"ATOLL_ADDR" placeholder:"HOST:PORT" help:"Address to listen on (default 127.0.0.1:8080)."`
	Store      string   `default:"atoll.db" env:"ATOLL_STORE" placeholder:"FILE|postgres://…" help:"Where everything is kept: an SQLite file (default atoll.db) or a Postgres address."`
	Bus        string   `env:"ATOLL_BUS" placeholder:"nats://…" help:"NATS server that joins several nodes; without it this node is alone."`
	Role       []string `default:"web,bots" enum:"web,bots" env:"ATOLL_ROLE" help:"What this node does: web, bots or both (default)."`
	Workers    int      `default:"2" env:"ATOLL_WORKERS" help:"How many bots think at the same time (default 2)."`
	HTTPS      bool     `name:"https" env:"ATOLL_HTTPS" help:"People reach this server over https (through a proxy): cookies are marked secure."`
	Public     string   `env:"ATOLL_PUBLIC" placeholder:"https://…" help:"Address at which people reach this server; passkeys, the OpenID provider and links in e-mail need it."`
	Proxied    bool     `env:"ATOLL_PROXIED" help:"A proxy in front sets X-Forwarded-For."`
	Migrate    bool     `env:"ATOLL_MIGRATE" help:"Upgrade the tables of an older atoll in Postgres; back them up first. (An SQLite file is copied before it is upgraded.)"`
	Plan       string   `name:"tournaments" env:"ATOLL_TOURNAMENTS" type:"path" placeholder:"FILE" help:"Tournaments to announce again and again; docs/hosts.md has the form of the file."`
	NoHouse    bool     `env:"ATOLL_NO_HOUSE" help:"No game of two bots on the first page while nobody plays."`
	Deeper     string   `default:"accounts" enum:"everybody,accounts,nobody" env:"ATOLL_DEEPER" placeholder:"WHOM" help:"For whom the server analyses whole games, deeper than browsers do: everybody, accounts (default) or nobody."`
	Embed      []string `env:"ATOLL_EMBED" placeholder:"ORIGIN,…" help:"Sites whose pages may show boards of this server inside them, as https://club.example, or * for all; none by default."`
	NoLimits   bool     `env:"ATOLL_NO_LIMITS" help:"No limits by address and account; for measuring and for closed networks."`
	LocalHooks bool     `env:"ATOLL_LOCAL_HOOKS" help:"Allow hooks of programs at addresses of this machine and network, over http too; for closed networks."`
	SMTP       string   `name:"smtp" env:"ATOLL_SMTP" placeholder:"smtp://NAME:PASSWORD@HOST:587" help:"Mail server for sending e-mail (smtps:// for TLS from the start); needs --mail-from and --public."`
	MailFrom   string   `env:"ATOLL_MAIL_FROM" placeholder:"ADDRESS" help:"Sender of e-mail, as 'Atoll <atoll@example.org>'."`
	Debug      string   `env:"ATOLL_DEBUG" placeholder:"HOST:PORT" help:"Serve profiles (net/http/pprof) at this address; for yourself only."`
	Metrics    string   `env:"ATOLL_METRICS" placeholder:"HOST:PORT" help:"Serve /metrics at this address too; without it only this machine itself may read them."`
	Examples   bool     `env:"ATOLL_EXAMPLES" help:"Offer the example games too."`
	LogJSON    bool     `name:"log-json" env:"ATOLL_LOG_JSON" help:"Write the log as JSON."`

	OIDCIssuer     string `name:"oidc-issuer" env:"ATOLL_OIDC_ISSUER" placeholder:"https://…" help:"Let people sign in with this OpenID provider too."`
	OIDCClient     string `name:"oidc-client" env:"ATOLL_OIDC_CLIENT" placeholder:"ID" help:"Id of this server at the provider."`
	OIDCSecretFile string `name:"oidc-secret-file" env:"ATOLL_OIDC_SECRET_FILE" type:"path" placeholder:"FILE" help:"File with the secret of this server at the provider; or give the secret in ATOLL_OIDC_SECRET."`
	OIDCName       string `name:"oidc-name" env:"ATOLL_OIDC_NAME" placeholder:"TEXT" help:"Name of the provider on the sign-in button (default: its host name)."`

	Heartbeat time.Duration `default:"15s" env:"ATOLL_HEARTBEAT" placeholder:"TIME" help:"How often live connections get a sign of life (default 15s); keep it below the idle timeout of a proxy in front."`
}

// openStore opens a file, or a Postgres address, for a command.
func openStore(ctx context.Context, at string) (store.Store, error) {
	return openOrMigrate(ctx, at, false, func(text string) { fmt.Fprintln(os.Stderr, text) })
}

// openOrMigrate calls say with what the store's host should know.
func openOrMigrate(ctx context.Context, at string, migrate bool, say func(string)) (store.Store, error) {
	if at == "" {
		return nil, usage("--store names a file or a Postgres address")
	}
	if isPostgres(at) {
		open := postgres.Open
		if migrate {
			open = postgres.Upgrade
		}
		db, err := open(ctx, at)
		if err != nil {
			return nil, err // not a nil *DB in an interface
		}
		return db, nil
	}
	db, err := sqlite.Open(ctx, at)
	if err != nil {
		return nil, err
	}
	if to := db.Backup(); to != "" {
		say("the store was of an older atoll and has been brought up to date; as it was before it is kept in " + to)
	}
	return db, nil
}

func isPostgres(at string) bool {
	return strings.HasPrefix(at, "postgres://") || strings.HasPrefix(at, "postgresql://")
}

func (c *serveCmd) Run(e *env) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if err := c.check(); err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		defer collectSeldom(ctx)()
	}
	var handler slog.Handler = slog.NewTextHandler(e.err, nil)
	if c.LogJSON {
		handler = slog.NewJSONHandler(e.err, nil)
	}
	log := slog.New(handler)
	if !isPostgres(c.Store) {
		release, err := sqlite.Claim(ctx, c.Store)
		if err != nil {
			return err
		}
		defer release()
	}
	db, err := openOrMigrate(ctx, c.Store, c.Migrate, func(text string) { log.Info(text) })
	if err != nil {
		return err
	}
	defer db.Close()
	cfg, err := c.config(db, log)
	if err != nil {
		return err
	}
	leave, err := c.join(ctx, &cfg)
	if err != nil {
		return err
	}
	defer leave()
	s, err := server.New(ctx, cfg)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		s.Close()
		return fmt.Errorf("listening on %s: %w", c.Addr, err)
	}
	web := &http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(quiet{handler}, slog.LevelWarn),
	}
	fmt.Fprintf(e.out, "Atoll is open at http://%s\n", listener.Addr())
	if err := e.out.Flush(); err != nil {
		s.Close()
		return err
	}
	if c.Debug != "" {
		defer aside("profiles", &http.Server{Addr: c.Debug, Handler: http.DefaultServeMux, ReadHeaderTimeout: 10 * time.Second}, log)()
	}
	if c.Metrics != "" {
		mux := http.NewServeMux()
		name, _, _ := net.SplitHostPort(c.Metrics)
		mux.Handle("GET /metrics", s.Metrics(name))
		defer aside("metrics", &http.Server{
			Addr: c.Metrics, Handler: mux, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
		}, log)()
	}
	return serve(ctx, s, web, listener, log)
}

// check refuses flags that do not go together.
func (c *serveCmd) check() error {
	switch {
	case c.Addr == "": // it would mean every address of the machine, at any port
		return usage("--addr is HOST:PORT")
	case c.Store == "":
		return usage("--store names a file or a Postgres address")
	case c.Heartbeat < 100*time.Millisecond || c.Heartbeat > time.Hour:
		return usage("--heartbeat is between 100ms and 1h")
	case len(c.Role) == 0:
		return usage("--role is web, bots or web,bots")
	case c.Bus != "" && !isPostgres(c.Store):
		return usage("several nodes share a Postgres database; give --store postgres://… with --bus")
	}
	if err := share.CheckFrames(c.Embed); err != nil {
		return usage("--embed: %s", err)
	}
	return checkPublic(c.Public)
}

// config turns the flags into the configuration of the server, the bus aside.
func (c *serveCmd) config(db store.Store, log *slog.Logger) (cfg server.Config, err error) {
	cfg = server.Config{
		Store: db, Games: games.All(), Roster: all.Roster(), Assets: web.Files(), Log: log,
		NoWeb: true, NoBots: true, Workers: max(1, c.Workers), Shared: isPostgres(c.Store), Secure: c.HTTPS, Proxied: c.Proxied,
		Heartbeat: c.Heartbeat, PrivateHooks: c.LocalHooks, House: !c.NoHouse, Deeper: work.Deeper(c.Deeper),
		Links: server.Links{Draw: diagram.Board, Chip: diagram.Chip, Frames: c.Embed},
	}
	if cfg.Provider, err = c.oidcProvider(); err != nil {
		return cfg, err
	}
	if cfg.Plan, err = readPlan(c.Plan); err != nil {
		return cfg, err
	}
	if err := c.mail(&cfg); err != nil {
		return cfg, err
	}
	if c.Examples {
		cfg.Games = withExamples()
	}
	for _, r := range c.Role {
		cfg.NoWeb = cfg.NoWeb && r != "web"
		cfg.NoBots = cfg.NoBots && r != "bots"
	}
	if c.NoLimits {
		cfg.Limits = node.NoLimits()
	}
	return cfg, nil
}

// join connects the node with the others, or with nobody, until leave is called.
func (c *serveCmd) join(ctx context.Context, cfg *server.Config) (leave func(), err error) {
	if c.Bus == "" {
		local := bus.NewLocal()
		cfg.Pings, cfg.Jobs = local, local
		return func() {}, nil
	}
	dial, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	n, err := bus.DialNATS(dial, c.Bus)
	if err != nil {
		return nil, err
	}
	cfg.Pings, cfg.Jobs = n, n
	return n.Close, nil
}

// aside serves something for the host alone, until end is called.
func aside(what string, s *http.Server, log *slog.Logger) (end func()) {
	go func() {
		if err := s.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			log.Warn(what+" are not served", "err", err)
		}
	}()
	return func() { s.Close() }
}

// serve serves until the context ends, and then lets everybody finish.
func serve(ctx context.Context, s *server.Server, web *http.Server, listener net.Listener, log *slog.Logger) (err error) {
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(listener) }()
	select {
	case err = <-failed:
	case <-ctx.Done():
		log.Info("going down")
		s.Drain()
		end, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		err = web.Shutdown(end)
		cancel()
	}
	s.Close()
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// mail sets up e-mail, if the host wants it.
func (c *serveCmd) mail(cfg *server.Config) error {
	cfg.Public = strings.TrimRight(c.Public, "/")
	if c.SMTP == "" {
		return nil
	}
	if c.MailFrom == "" || c.Public == "" {
		return usage("--smtp needs --mail-from and --public")
	}
	sender, err := mail.New(c.SMTP, c.MailFrom)
	if err != nil {
		return usage("--smtp: %w", err)
	}
	cfg.Mail = sender
	return nil
}

// readPlan reads the host's plan of tournaments, if there is one.
func readPlan(file string) ([]tournaments.Recurring, error) {
	if file == "" {
		return nil, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	plan, err := tournaments.ReadPlan(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return plan, nil
}

// quiet passes on what the HTTP library complains about, without the addresses
// of its clients.
type quiet struct{ slog.Handler }

func (q quiet) Handle(ctx context.Context, r slog.Record) error {
	if strings.HasPrefix(r.Message, "http: TLS handshake error") || strings.HasPrefix(r.Message, "http: URL query contains semicolon") {
		return nil
	}
	return q.Handler.Handle(ctx, r)
}
