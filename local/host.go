package local

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"atoll/bots"
	"atoll/game"
	"atoll/match"
	"atoll/server/wire"
)

// Prefix is what the ids of tables without a server begin with.
const Prefix = "local-"

// Store keeps the tables of one person, and a few notes.
type Store interface {
	match.Store
	// Tables returns all tables without their entries.
	Tables(ctx context.Context) ([]*match.Stored, error)
	// Remove deletes a table and all that belongs to it.
	Remove(ctx context.Context, table string) error
	// Note returns what was noted under a key; nil for nothing.
	Note(ctx context.Context, key string) ([]byte, error)
	// SetNote notes something; nil data removes the note.
	SetNote(ctx context.Context, key string, data []byte) error
}

// Config is what a Host is made of.
type Config struct {
	Store  Store
	Games  []*game.Game
	Roster *bots.Roster
	// Think works on a job; nil means Think of this package, here.
	Think func(ctx context.Context, job Job, tell func([]byte)) ([]byte, error)
	// Changed is called after a change was stored, so that others who share the store can be told;
	// nil if there are none.
	Changed func(table string)
	// Clock tells the time; nil means the real one. For tests.
	Clock func() time.Time
	// Random is where ids and seeds come from.
	Random func([]byte)
}

// Host serves the tables of one person.
type Host struct {
	cfg      Config
	games    match.Games
	me       match.User
	time     served
	mu       sync.Mutex
	tables   map[string]*live
	ears     map[*ear]struct{}
	reviews  map[string]*review
	ctx      context.Context
	stop     context.CancelFunc
	thinking sync.WaitGroup
}

// live is one table in memory with those who follow it.
type live struct {
	id    string
	mu    sync.Mutex // held while the table is read from the store or changed
	table *match.Table
	stale bool
	timer *time.Timer // for the next deadline
	asked map[game.Seat]asked
	stuck map[game.Seat]stuck
	draws map[game.Seat]struct{} // bots that think over the offer of a draw
}

// asked is a bot that thinks.
type asked struct {
	step int64
	stop context.CancelFunc
}

// New makes a host. It has to be closed.
func New(ctx context.Context, cfg Config) (*Host, error) {
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	h := &Host{cfg: cfg, tables: map[string]*live{}, ears: map[*ear]struct{}{}, reviews: map[string]*review{}}
	h.games = func(id string) (*game.Game, bool) {
		i := slices.IndexFunc(cfg.Games, func(g *game.Game) bool { return g.ID == id })
		if i < 0 {
			return nil, false
		}
		return cfg.Games[i], true
	}
	if cfg.Think == nil {
		h.cfg.Think = func(ctx context.Context, job Job, tell func([]byte)) ([]byte, error) {
			return Think(ctx, h.games, cfg.Roster, job, tell)
		}
	}
	h.ctx, h.stop = context.WithCancel(context.WithoutCancel(ctx))
	if err := h.time.init(ctx, &h.cfg); err != nil {
		return nil, err
	}
	if err := h.readMe(ctx); err != nil {
		return nil, err
	}
	h.thinking.Go(func() { h.time.keep(h.ctx, h.clocks) })
	return h, nil
}

// Close ends all streams and thoughts.
func (h *Host) Close() {
	h.stop()
	for _, l := range h.all() {
		l.mu.Lock()
		if l.timer != nil {
			l.timer.Stop()
		}
		l.mu.Unlock()
	}
	h.thinking.Wait()
}

const noteMe = "me"

func (h *Host) readMe(ctx context.Context) error {
	data, err := h.cfg.Store.Note(ctx, noteMe)
	if err != nil {
		return err
	}
	if data != nil {
		return json.Unmarshal(data, &h.me)
	}
	h.me = match.User{ID: "h" + h.newID(), Name: "You", Kind: "guest"}
	return h.keepMe(ctx, h.me)
}

func (h *Host) keepMe(ctx context.Context, me match.User) error {
	data, err := json.Marshal(me)
	if err != nil {
		return err
	}
	return h.cfg.Store.SetNote(ctx, noteMe, data)
}

func (h *Host) user() match.User {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.me
}

const idLetters = "23456789abcdefghijkmnpqrstuvwxyz"

func (h *Host) newID() string {
	b := make([]byte, 12)
	h.cfg.Random(b)
	for i := range b {
		b[i] = idLetters[b[i]&31]
	}
	return string(b)
}

func (h *Host) seed() []byte {
	b := make([]byte, 32)
	h.cfg.Random(b)
	return b
}

func (h *Host) seed64() uint64 {
	var b [8]byte
	h.cfg.Random(b[:])
	return binary.LittleEndian.Uint64(b[:])
}

var noTable = &match.Error{Kind: match.Unknown, Message: "this game is not on this device any more: it was removed, or the browser needed its room"}

func (h *Host) live(id string) *live {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.tables[id]
	if l == nil {
		l = &live{id: id, asked: map[game.Seat]asked{}, stuck: map[game.Seat]stuck{}, draws: map[game.Seat]struct{}{}}
		h.tables[id] = l
	}
	return l
}

// all returns the tables in memory. A holder of a table's lock may take h.mu, so a holder of h.mu
// must not wait for a table.
func (h *Host) all() []*live {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Values(h.tables))
}

func (h *Host) forget(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.tables, id)
}

// load reads what the store has beyond the memory. l.mu must be held.
func (h *Host) load(ctx context.Context, l *live) (*match.Table, error) {
	t := l.table
	if t != nil && !l.stale {
		return t, nil
	}
	var after int64
	if t != nil {
		after = t.Seq
	}
	stored, err := h.cfg.Store.Load(ctx, l.id, after)
	switch {
	case errors.Is(err, match.ErrNoTable):
		h.forget(l.id)
		return nil, noTable
	case err != nil:
		return nil, err
	case t == nil:
		t, err = match.Replay(h.games, l.id, stored)
	case stored.Version != t.Version:
		t, err = t.Extend(h.games, stored)
	}
	if err != nil {
		return nil, err
	}
	l.table, l.stale = t, false
	return t, nil
}

// read returns the table as it is now. Bots whose turn it is begin to think, even after the browser
// was closed and opened again.
func (h *Host) read(ctx context.Context, id string) (*match.Table, error) {
	l := h.live(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	t, err := h.load(ctx, l)
	if err != nil {
		return nil, err
	}
	h.attend(l, t)
	return t, nil
}

// change runs a command against a table and stores what comes of it.
func (h *Host) change(ctx context.Context, id string, f func(*match.Table, match.Now) (match.Done, error)) (match.Done, error) {
	// The asker may be gone; a change that has begun is finished anyway.
	ctx = context.WithoutCancel(ctx)
	l := h.live(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	for range 10 {
		t, err := h.load(ctx, l)
		if err != nil {
			return match.Done{}, err
		}
		d, err := f(t, h.time.now())
		if err != nil || d.Change == nil {
			return d, err
		}
		err = h.commit(ctx, d.Change)
		if errors.Is(err, match.ErrConflict) { // another page of this browser
			l.stale = true
			continue
		}
		if err != nil {
			l.stale = true // it may be stored or not; the next read will show
			return match.Done{}, err
		}
		l.table = d.Table
		h.attend(l, d.Table)
		h.tell(id)
		return d, nil
	}
	return match.Done{}, &match.Error{Kind: match.NotNow, Message: "the table is too busy; try again"}
}

func (h *Host) commit(ctx context.Context, changes ...*match.Change) error {
	for _, c := range changes {
		c.Ping = false // nobody else serves these tables
	}
	err := h.cfg.Store.Commit(ctx, changes...)
	var full *Full
	if errors.As(err, &full) && h.dropReviews(ctx) {
		err = h.cfg.Store.Commit(ctx, changes...)
	}
	return err
}

// tell lets those who follow a table know that it has changed.
func (h *Host) tell(id string) {
	h.wake(id)
	if h.cfg.Changed != nil {
		h.cfg.Changed(id)
	}
}

// Heard says that another page of this browser has changed a table.
func (h *Host) Heard(id string) {
	h.mu.Lock()
	l := h.tables[id]
	h.mu.Unlock()
	if l != nil {
		l.mu.Lock()
		l.stale = true
		l.mu.Unlock()
	}
	h.wake(id)
}

// attend asks the bots that must choose and sets the clock for the next deadline.
// l.mu must be held.
func (h *Host) attend(l *live, t *match.Table) {
	wanted := t.BotsToMove()
	for seat, a := range l.asked {
		if a.step != t.Step || !wanted.Has(seat) {
			a.stop()
			delete(l.asked, seat)
		}
	}
	for seat, s := range l.stuck {
		if s.step != t.Step || !wanted.Has(seat) {
			delete(l.stuck, seat)
		}
	}
	if t.Old() == nil {
		for seat := range game.Seat(t.Config.Players) {
			_, busy := l.asked[seat]
			if _, waits := l.stuck[seat]; waits || busy || !wanted.Has(seat) {
				continue
			}
			ctx, stop := context.WithCancel(h.ctx)
			l.asked[seat] = asked{t.Step, stop}
			h.thinking.Go(func() {
				defer stop()
				h.moveBot(ctx, l, t, seat)
			})
		}
	}
	for seat := range game.Seat(len(t.Seats)) {
		if !t.AskedDraw(seat) {
			delete(l.draws, seat)
		} else if _, busy := l.draws[seat]; !busy {
			l.draws[seat] = struct{}{}
			h.thinking.Go(func() { h.answerDraw(t, seat) })
		}
	}
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
	now := h.time.now()
	if at := t.Deadline(now); at != 0 && h.ctx.Err() == nil {
		wait := time.Duration(max(at-now.MS, 20)) * time.Millisecond
		l.timer = time.AfterFunc(wait, func() {
			_, _ = h.change(h.ctx, l.id, func(t *match.Table, now match.Now) (match.Done, error) { return t.Tick(now) })
		})
	}
}

// answerDraw lets a bot answer the offer of a draw; one that cannot think plays on.
func (h *Host) answerDraw(t *match.Table, seat game.Seat) {
	job := JobOf(t.Look, seat, bots.Plain, h.seed64())
	job.Draw = true
	data, err := h.cfg.Think(h.ctx, job, nil)
	accept := err == nil && string(data) == game.AcceptDraw.String()
	_, _ = h.change(h.ctx, t.ID, func(now *match.Table, at match.Now) (match.Done, error) {
		return now.AnswerDraw(seat, accept, at)
	})
}

// moveBot lets a bot choose. It is told what its seat may see, and nothing else.
func (h *Host) moveBot(ctx context.Context, l *live, t *match.Table, seat game.Seat) {
	act := func(bot string) error {
		data, err := h.cfg.Think(ctx, JobOf(t.Look, seat, bot, h.seed64()), nil)
		if err != nil {
			return err
		}
		_, err = h.change(ctx, t.ID, func(now *match.Table, at match.Now) (match.Done, error) {
			return now.ActBot(seat, t.Step, string(data), at)
		})
		return err
	}
	bot := fmt.Sprintf("level%d", min(max(t.Seats[seat].Level, 1), bots.TopLevel))
	if t.Seats[seat].Plain {
		bot = bots.Plain
	}
	err := act(bot)
	if err != nil && ctx.Err() == nil {
		err = act(bot) // the worker that thought may have died; another one thinks now
	}
	if err == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if a, ok := l.asked[seat]; ok && a.step == t.Step {
		delete(l.asked, seat) // whoever looks next asks again
		if ctx.Err() == nil {
			// Nobody takes its place unless the person at the table says so.
			l.stuck[seat] = stuck{t.Step, whyStuck(err)}
			h.wake(l.id)
		}
	}
}

// clocks reports whether a clock of a table in memory runs.
func (h *Host) clocks() bool {
	for _, l := range h.all() {
		l.mu.Lock()
		t := l.table
		l.mu.Unlock()
		if t != nil && t.Status == match.Running && t.Setup.Clock.Kind != "" && t.Setup.Clock.Kind != match.NoClock {
			return true
		}
	}
	return false
}

// scene is a table at this moment. Everybody at it is here.
func (h *Host) scene(t *match.Table) wire.Scene {
	return wire.Scene{Table: t, Now: h.time.now(), Online: t.SeatsOf(h.user().ID)}
}
