package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/alecthomas/kong"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"atoll/analysis"
	"atoll/bots"
	"atoll/bots/all"
	"atoll/docs"
	"atoll/game"
	"atoll/games"
	"atoll/record"
	"atoll/search"
	"atoll/tui/paint"
	"atoll/tui/review"
	"atoll/tui/screen"
	"atoll/tui/session"
)

func playCommand() kong.Option {
	return kong.DynamicCommand("play", "Play in the terminal, against bots or people, here or on a server.", "", &playCmd{})
}

type playCmd struct {
	Game    string   `arg:"" optional:"" help:"Game; without it a menu asks."`
	Players int      `short:"p" placeholder:"N" help:"Number of players; the game's smallest if not given."`
	Option  []string `short:"o" sep:"none" placeholder:"KEY=VALUE" help:"Option of the game; can be repeated."`
	Bot     []string `short:"b" placeholder:"BOT" help:"Opponents: one for all, or one per seat, by name (Castaway to Tidemaster), number (1 to 8), or best; ${default} if not given." default:"Islander"`
	Seat    string   `placeholder:"SEAT" help:"Your seat; the first if not given."`
	Draw    string   `name:"seats" enum:"drawn,kept,auto" default:"auto" help:"Whether chance decides who sits where: drawn, kept, or as is usual for the game (auto)."`
	People  int      `placeholder:"N" default:"1" help:"People on this screen; the others are bots."`
	Seed    uint64   `placeholder:"S" help:"Seed of chance and of the bots; random if not given."`
	Resume  string   `placeholder:"FILE" help:"Continue a saved game."`
	Connect string   `placeholder:"URL" help:"Sit down at a server's table: the link of a seat, or of a table to watch."`
	Name    string   `placeholder:"NAME" env:"USER" help:"Your name on a server."`
	Plain   bool     `help:"Lines of text instead of a full screen: for scripts and screen readers."`
	Clock   string   `placeholder:"M+S" default:"none" help:"Minutes for a game and seconds a choice, as 10+5; ${default} if not given."`
	style
	from   int    // events of the last game to play on from
	Record string `placeholder:"FILE" help:"Append the record of the finished game to FILE."`
}

func (c *playCmd) Run(e *env) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if c.Record != "" { // find out now, not after the game
		if err := appendFile(c.Record, nil); err != nil {
			return err
		}
	}
	clock, err := session.ParseClock(c.Clock)
	if err != nil {
		return usage("--clock: %w", err)
	}
	c.style.apply()
	plain := c.Plain || !e.terminal() || os.Getenv("TERM") == "dumb"
	table, err := c.session(ctx, e, plain)
	if local, ok := table.(*session.Local); ok && clock.Base > 0 && c.Resume == "" {
		local.SetClock(clock)
	}
	if err != nil {
		return err
	}
	return c.tables(ctx, e, table, plain)
}

// tables plays at a table, and at those that come after it. Nil is none.
func (c *playCmd) tables(ctx context.Context, e *env, table session.Session, plain bool) (err error) {
	for err == nil && table != nil {
		var after session.After
		after, err = c.table(ctx, e, table, plain)
		if err != nil || after == session.Quit {
			return err
		}
		switch after {
		case session.ToMenu:
			next := playCmd{Bot: c.Bot, People: c.People, Draw: c.Draw, Record: c.Record}
			table, err = next.session(ctx, e, plain)
			continue
		case session.PlayOn:
			table, err = c.playOn(ctx, table.(session.Ended))
			continue
		}
		if remote, ok := table.(*session.Remote); ok {
			c.Connect = remote.Next()
			table, err = c.connect(ctx)
			continue
		}
		local := table.(*session.Local)
		cfg, seats := local.After(after)
		again := withLadder(session.NewLocal(ctx, cfg, seats, newSeed(), dataDir("saves"), chooseByName))
		again.SetClock(local.Clock())
		table = again
	}
	return err
}

// playOn plays from a moment of a game that is over, against the same bots. Where
// people sat at a server, bots sit now.
func (c *playCmd) playOn(ctx context.Context, ended session.Ended) (session.Session, error) {
	rec, seating := ended.Record(), session.Seating(nil)
	if local, ok := ended.(*session.Local); ok {
		seating = local.Seating()
	} else {
		seating = against(rec.Config, ended.Me())
	}
	l, err := session.NewFrom(ctx, rec, c.from, seating, newSeed(), dataDir("saves"), chooseByName)
	if err != nil {
		return nil, err
	}
	return withLadder(l), nil
}

// against seats a person among bots of the middle level.
func against(cfg game.Config, me game.Seat) session.Seating {
	seating := make(session.Seating, cfg.Players)
	for s := range seating {
		seating[s] = bots.LevelNames[len(bots.LevelNames)/2-1]
	}
	seating[me] = "me"
	return seating
}

// table plays one game, however often it is looked at in between.
func (c *playCmd) table(ctx context.Context, e *env, table session.Session, plain bool) (after session.After, err error) {
	defer table.Close()
	local, here := table.(*session.Local)
	ended, _ := table.(session.Ended)
	rules, _ := docs.RulesOf(table.Snapshot().View.Config().Game.ID)
	for {
		if plain {
			err = screen.Plain(ctx, table, rules, e.in, flushing{e})
		} else {
			after, err = screen.Play(ctx, table, rules, e.in, os.Stdout)
		}
		// A closed window or a signal is a way to leave like any other.
		if errors.Is(err, context.Canceled) || errors.Is(err, tea.ErrProgramKilled) || errors.Is(err, tea.ErrInterrupted) {
			err = nil
		}
		if err != nil || plain || after != session.ToResult && after != session.Review && after != session.Rematch {
			break
		}
		if after, err = c.afterwards(ctx, e, ended, after); err != nil || after != session.Back {
			break
		}
	}
	if !here {
		return after, err
	}
	if err == nil && c.Record != "" && local.Snapshot().Over {
		err = appendFile(c.Record, append(local.Record().AppendText(nil), '\n'))
	}
	if local.Snapshot().Over && len(local.Bots()) > 0 {
		notes := notebook()
		notes.Played(local.Record().Config.Game.ID, local.Bots(), local.Won())
		_ = notes.Save() // a tally, not the game
	}
	path, saving := local.Leave()
	if path != "" && saving == nil {
		fmt.Fprintf(e.out, "Saved. Go on with: atoll play --resume %s\n", path)
	}
	return after, errors.Join(err, saving)
}

// afterwards shows the result and the review of a game that is over, until
// something else is wanted.
func (c *playCmd) afterwards(ctx context.Context, e *env, ended session.Ended, want session.After) (session.After, error) {
	remote, away := ended.(*session.Remote)
	if want == session.Rematch && (!away || remote.Next() != "") {
		return want, nil
	}
	if want == session.Rematch {
		return session.Back, remote.OfferRematch() // the table says when the others agree
	}
	past, err := review.NewPast(ctx, ended.Record(), ended.Players(), ended.Me(), analysePast)
	if err != nil {
		return want, err
	}
	defer past.Close()
	for {
		if want == session.ToResult {
			if want, err = review.Result(ctx, past, ended, e.in, os.Stdout); err != nil || want != session.Review {
				if want == session.Rematch && away && err == nil {
					return session.Back, remote.OfferRematch()
				}
				return want, err
			}
		}
		from, err := review.ReviewGame(ctx, past, e.in, os.Stdout)
		if err != nil {
			return session.Quit, err
		}
		if from >= 0 {
			c.from = from
			return session.PlayOn, nil
		}
		want = session.ToResult
	}
}

// analysePast judges a game while somebody looks at its result: quickly, and
// longer on request.
func analysePast(ctx context.Context, rec *record.Record, effort int, tell func(analysis.Step) bool) error {
	n, err := analysis.Steps(rec)
	if err != nil {
		return err
	}
	each := max(15*time.Millisecond, min(150*time.Millisecond, 5*time.Second/time.Duration(max(1, n))))
	return analysis.Game(ctx, rec, analysis.Options{
		Roster: all.Roster(), Seed: 1, Budget: search.Budget{Time: each * time.Duration(effort), Threads: 1},
	}, tell)
}

// notebook is what the terminal remembers from earlier games.
func notebook() *session.Notebook { return session.OpenNotebook(dataDir("terminal.json")) }

// style is how screens are drawn.
type style struct {
	Theme string `enum:"auto,day,night" default:"auto" env:"ATOLL_THEME" help:"Colours: day, night, or what the terminal says (auto)."`
	ASCII bool   `name:"ascii" env:"ATOLL_ASCII" help:"Draw with ASCII only; default: just where the locale has nothing more."`
	Still bool   `help:"No animation; default: moves are animated. ATOLL_STILL=1 and NO_MOTION=1 do the same."`
}

func (s style) apply() {
	paint.Terminal = paint.Style{ASCII: s.ASCII, Still: s.Still, Colours: colorprofile.Detect(os.Stdout, os.Environ())}
	if s.Theme != "auto" {
		paint.Terminal.Theme = s.Theme
	}
}

func newSeed() uint64 { return uint64(time.Now().UnixNano()) }

func resume(ctx context.Context, path string) (session.Session, error) {
	l, err := session.Resume(ctx, path, byID, dataDir("saves"), chooseByName)
	if err != nil {
		return nil, err
	}
	return withLadder(l), nil
}

// withLadder tells a table which bots there are.
func withLadder(l *session.Local) *session.Local {
	l.SetLadder(bots.LevelNames[:])
	return l
}

// session makes the table; nil if the person left the menu.
func (c *playCmd) session(ctx context.Context, e *env, plain bool) (session.Session, error) {
	seed := c.Seed
	if seed == 0 {
		seed = newSeed()
	}
	saves := dataDir("saves")
	switch {
	case c.Connect != "":
		return c.connect(ctx)
	case c.Resume != "":
		return resume(ctx, c.Resume)
	case c.Game == "" && plain:
		return nil, usage("name a game: there is no menu without a terminal")
	case c.Game == "":
		start := screen.Start{Saved: session.Saved(saves), Levels: levelNames, Notes: notebook(), Rules: docs.RulesOf, Lessons: hasLesson}
		if len(start.Saved) > 0 {
			start.GoOn = session.Describe(start.Saved[0], byID)
		}
		s, err := screen.Menu(ctx, games.All(), start, e.in, os.Stdout)
		if err != nil || s == nil {
			return nil, err
		}
		if s.Learn {
			return nil, (&learnCmd{Game: s.Config.Game.ID, style: c.style}).Run(e)
		}
		if s.Resume != "" {
			return resume(ctx, s.Resume)
		}
		made := session.NewLocal
		if s.Draw {
			made = session.NewDrawn
		}
		l := withLadder(made(ctx, s.Config, s.Seating, seed, saves, chooseByName))
		l.SetClock(s.Clock)
		return l, nil
	}
	cfg, err := setup{c.Game, c.Players, c.Option}.config()
	if err != nil {
		return nil, err
	}
	seating, err := c.seating(cfg)
	if err != nil {
		return nil, err
	}
	// Whoever names a seat wants that one.
	if c.Draw == "drawn" || c.Draw == "auto" && c.Seat == "" && cfg.Game.DrawSeats {
		return withLadder(session.NewDrawn(ctx, cfg, seating, seed, saves, chooseByName)), nil
	}
	return withLadder(session.NewLocal(ctx, cfg, seating, seed, saves, chooseByName)), nil
}

func (c *playCmd) seating(cfg game.Config) (session.Seating, error) {
	if c.People < 1 || c.People > cfg.Players {
		return nil, usage("--people is from 1 to %d, not %d", cfg.Players, c.People)
	}
	for _, name := range c.Bot {
		if _, err := all.Roster().Open(cfg, name); err != nil {
			return nil, usage("--bot: %w", err)
		}
	}
	if c.Seat != "" && c.Draw == "drawn" {
		return nil, usage("--seat names a seat, and --seats=drawn draws it")
	}
	first := game.Seat(0)
	if c.Seat != "" {
		s, ok := cfg.SeatByName(c.Seat)
		if !ok || s == game.Nature {
			return nil, usage("no seat %.20q; there are: %s", c.Seat, strings.Join(cfg.SeatNames(), ", "))
		}
		first = s
	}
	seating := make(session.Seating, cfg.Players)
	bot := 0
	for i := range cfg.Players {
		s := (int(first) + i) % cfg.Players
		switch {
		case i == 0:
			seating[s] = "me"
		case i < c.People:
			seating[s] = "person"
		default:
			seating[s] = botName(c.Bot[min(bot, len(c.Bot)-1)])
			bot++
		}
	}
	return seating, nil
}

func (c *playCmd) connect(ctx context.Context) (session.Session, error) {
	path := sessionFile(c.Connect)
	token, _ := os.ReadFile(path)
	r, err := session.Connect(ctx, c.Connect, c.Name, strings.TrimSpace(string(token)), dataDir("chance"), byID)
	if errors.Is(err, session.ErrNoSession) && len(token) > 0 { // any other failure may pass, and the seats of this session with it
		r, err = session.Connect(ctx, c.Connect, c.Name, "", dataDir("chance"), byID)
	}
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
		_ = os.WriteFile(path, []byte(r.Token()+"\n"), 0o600)
	}
	return r, nil
}

// sessionFile is where the session with a server is kept: one file for each
// address, so that no server is shown the token of another.
func sessionFile(address string) string {
	name := "none"
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		name = u.Scheme + "-" + strings.ReplaceAll(u.Host, ":", "-")
	}
	return filepath.Join(dataDir("sessions"), url.PathEscape(name))
}

// dataDir is where a person's own files are.
func dataDir(name string) string {
	dir := os.Getenv("XDG_DATA_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			home = "."
		}
		dir = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(dir, "atoll", name)
}

// botName is what a bot is called: the levels have names.
func botName(bot string) string {
	if n := bots.LevelOf(bot); n > 0 {
		return bots.LevelNames[n-1]
	}
	return bot
}

// levelNames lists the bots of the menu, with a description of each.
func levelNames(cfg game.Config) (names, abouts []string) {
	for _, l := range all.Roster().Levels(cfg) {
		names, abouts = append(names, l.Name), append(abouts, l.About)
	}
	return names, abouts
}

func chooseByName(ctx context.Context, view game.State, seat game.Seat, bot string, seed uint64) (game.Action, error) {
	b, err := all.Roster().Open(view.Config(), bot)
	if err != nil {
		return game.NoAction, err
	}
	rep, err := b.Choose(ctx, bots.Question{View: view, Seat: seat, Seed: seed})
	return rep.Action, err
}

// terminal reports whether a person sits at both ends.
func (e *env) terminal() bool {
	in, ok := e.in.(*os.File)
	return ok && term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}

// flushing writes through the buffer, so that prompts appear.
type flushing struct{ e *env }

func (f flushing) Write(p []byte) (int, error) {
	n, err := f.e.out.Write(p)
	if err == nil {
		err = f.e.out.Flush()
	}
	return n, err
}

func appendFile(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
