package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"atoll/game"
	"atoll/record"
	"atoll/tui/prose"
)

// Choose asks a bot by name for an action of seat, which sees only view.
type Choose func(ctx context.Context, view game.State, seat game.Seat, bot string, seed uint64) (game.Action, error)

// Local is a table on this machine: people on this screen, and bots.
type Local struct {
	choose Choose
	dir    string // where games are saved
	path   string // of this one, once it is saved
	draft  string // of a plan that is not locked in
	ladder []string
	seat   Seating
	seed   uint64

	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu      sync.Mutex
	rec     *record.Recorder
	sealed  map[game.Seat]string // of an unfinished simultaneous step
	story   []Line
	last    []string
	holder  game.Seat // the person in front of the screen
	bots    game.Seats
	busy    bool // the host is at work
	moment  int  // counts the changes of the game
	failed  error
	changed chan struct{}

	clock Clock
	left  []time.Duration // of each seat
	since time.Time       // time is accounted for up to here
	now   func() time.Time
}

// SetClock gives every seat its time, before anything has been played.
func (l *Local) SetClock(c Clock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clock, l.since = c, l.now()
	l.left = nil
	for range l.seat {
		if c.Base == 0 {
			break
		}
		l.left = append(l.left, c.Base)
	}
}

// account charges the time since the last call to those who were choosing. Whoever has
// none left is out of time. The lock is held.
func (l *Local) account() {
	if l.clock.Base == 0 || l.failed != nil {
		return
	}
	now := l.now()
	spent := max(0, now.Sub(l.since))
	l.since = now
	for s := range game.Seat(len(l.left)) {
		if _, sealed := l.sealed[s]; sealed || !l.rec.State().Acting().Has(s) {
			continue
		}
		if l.left[s] -= spent; l.left[s] <= 0 {
			l.left[s] = 0
			if l.rec.State().AllowsTable(s, game.Timeout) == nil {
				l.apply(l.rec.State().Config().SeatName(s), game.Timeout.String())
				clear(l.sealed)
				l.kick()
			}
			return
		}
	}
}

// chose adds the increment of one choice to a seat's clock.
func (l *Local) chose(s game.Seat) {
	if l.clock.Base > 0 {
		l.left[s] += l.clock.Add
	}
}

// NewLocal begins a game. seed decides all chance and the bots' randomness.
func NewLocal(ctx context.Context, cfg game.Config, seating Seating, seed uint64, dir string, choose Choose) *Local {
	return newLocal(ctx, record.NewRecorder(cfg), seating, seed, dir, choose)
}

// NewDrawn is NewLocal with seats that are drawn: seating says who sits down, not
// where.
func NewDrawn(ctx context.Context, cfg game.Config, seating Seating, seed uint64, dir string, choose Choose) *Local {
	drawn, players := slices.Clone(seating), 0
	names := make([]string, len(seating))
	for i, who := range seating {
		names[i] = "bot " + who
		switch who {
		case "me":
			names[i] = "you play"
		case "person":
			players++
			names[i] = fmt.Sprint("player ", players+1)
		}
		if who != "me" {
			names[i] += " plays"
		}
	}
	// Beyond the index of any event: each event has a draw of its own.
	r := game.NewRand(seed).Split(1 << 40)
	r.Shuffle(len(drawn), func(i, j int) {
		drawn[i], drawn[j] = drawn[j], drawn[i]
		names[i], names[j] = names[j], names[i]
	})
	for i := range names {
		names[i] += " " + cfg.SeatName(game.Seat(i))
	}
	l := newLocal(ctx, record.NewRecorder(cfg), drawn, seed, dir, choose)
	l.mu.Lock()
	l.story = append([]Line{{Step: -1, Text: "Seats were drawn: " + strings.Join(names, ", ") + "."}}, l.story...)
	l.mu.Unlock()
	l.signal()
	return l
}

func newLocal(ctx context.Context, rec *record.Recorder, seating Seating, seed uint64, dir string, choose Choose) *Local {
	l := &Local{
		choose: choose, dir: dir, seat: seating, seed: seed, rec: rec,
		sealed: map[game.Seat]string{}, holder: game.NoSeat, changed: make(chan struct{}, 1), now: time.Now,
	}
	l.ctx, l.cancel = context.WithCancel(ctx)
	for s, who := range seating {
		if who != "me" && who != "person" {
			l.bots = l.bots.With(game.Seat(s))
		} else if l.holder == game.NoSeat {
			l.holder = game.Seat(s)
		}
	}
	l.kick()
	return l
}

// Bots are the bots at the table.
func (l *Local) Bots() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []string
	for _, who := range l.seat {
		if who != "me" && who != "person" {
			list = append(list, who)
		}
	}
	return list
}

// Me is the seat of the person who began at this screen.
func (l *Local) Me() game.Seat {
	l.mu.Lock()
	defer l.mu.Unlock()
	return game.Seat(slices.Index(l.seat, "me"))
}

// NewFrom is NewLocal with the first events of a game already played.
func NewFrom(ctx context.Context, old *record.Record, events int, seating Seating, seed uint64, dir string, choose Choose) (*Local, error) {
	rec := record.NewRecorder(old.Config)
	for i, e := range old.Events[:min(events, len(old.Events))] {
		if err := rec.Apply(e.By, e.Do, nil); err != nil {
			return nil, fmt.Errorf("event %d: %w", i, err)
		}
	}
	return newLocal(ctx, rec, seating, seed, dir, choose), nil
}

// Seating is who sits where.
func (l *Local) Seating() Seating {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.seat)
}

// Players are the players as this screen calls them.
func (l *Local) Players() []string { return l.Snapshot().Names }

// Clock is what the table was given.
func (l *Local) Clock() Clock {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.clock
}

// Close stops the bots.
func (l *Local) Close() {
	l.cancel()
	l.wg.Wait()
}

// Changed gets a value after every change.
func (l *Local) Changed() <-chan struct{} { return l.changed }

func (l *Local) signal() {
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

// kick starts the host unless it is running: it draws for chance and lets the bots
// choose until it is up to a person.
func (l *Local) kick() {
	if l.busy {
		return
	}
	l.busy = true
	l.wg.Go(func() {
		for l.hostStep() {
			l.signal()
		}
		l.signal()
	})
}

// hostStep does one thing that needs no person, and reports whether there was one.
func (l *Local) hostStep() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.account()
	st := l.rec.State()
	acting := st.Acting()
	r := game.NewRand(l.seed).Split(uint64(len(l.rec.Record().Events)))
	if acting == game.Only(game.Nature) {
		l.apply("chance", game.Draw(st, r))
		l.busy = l.failed == nil
		return l.busy
	}
	for s := range game.Seat(len(l.seat)) {
		if _, done := l.sealed[s]; done || !acting.Has(s) || !l.bots.Has(s) {
			continue
		}
		view, bot, moment := game.Look(st, game.SeatViewer(s)), l.seat[s], l.moment
		l.mu.Unlock()
		a, err := l.choose(l.ctx, view, s, bot, r.Split(uint64(s)).Uint64())
		l.mu.Lock()
		switch {
		case l.ctx.Err() != nil:
			l.busy = false
		case l.moment != moment: // resigned or taken back in the meantime: look again
		case err != nil:
			l.failed, l.busy = fmt.Errorf("bot %s: %w", bot, err), false
		default:
			if l.account(); l.moment != moment { // out of time
				return l.busy
			}
			l.chose(s)
			l.sealed[s] = string(st.AppendAction(nil, s, a))
			l.settle()
			l.busy = l.failed == nil
		}
		return l.busy
	}
	l.busy = false
	return false
}

// settle plays the sealed choices once all are in.
func (l *Local) settle() {
	st := l.rec.State()
	acting, cfg := st.Acting(), st.Config()
	for s := range game.Seat(cfg.Players) {
		if _, ok := l.sealed[s]; acting.Has(s) && !ok {
			return
		}
	}
	for s := range game.Seat(cfg.Players) {
		if acting.Has(s) {
			l.apply(cfg.SeatName(s), l.sealed[s])
		}
	}
	clear(l.sealed)
}

func (l *Local) apply(by, do string) {
	step := len(l.rec.Record().Events)
	before := len(l.story)
	tell := func(e game.Event) {
		if e.Audience.Includes(game.PublicViewer()) {
			l.story = append(l.story, Line{Step: step, Text: e.Text, Event: &e})
			for _, name := range []string{"from", "to", "at", "tile", "hex", "square"} {
				if place, ok := e.Arg(name).(string); ok && prose.IsPlace(place) {
					l.last = append(l.last, place)
				}
			}
		}
	}
	was := l.last
	l.last = nil
	l.moment++
	if err := l.rec.Apply(by, do, tell); err != nil {
		l.failed = fmt.Errorf("%s %q: %w", by, do, err)
	}
	if len(l.story) == before && l.last == nil {
		l.last = was
	}
}

// people counts those who share this screen.
func (l *Local) people() int { return len(l.seat) - l.bots.Len() }

// asked is the person who must choose next; whoever is at the screen comes first.
func (l *Local) asked() game.Seat {
	acting := l.rec.State().Acting()
	waits := func(s game.Seat) bool {
		_, done := l.sealed[s]
		return s != game.NoSeat && acting.Has(s) && !l.bots.Has(s) && !done
	}
	if waits(l.holder) {
		return l.holder
	}
	for s := range game.Seat(len(l.seat)) {
		if waits(s) {
			return s
		}
	}
	return game.NoSeat
}

// Snapshot returns how the table stands for the person who is asked now.
func (l *Local) Snapshot() Snapshot {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.account()
	st := l.rec.State()
	cfg := st.Config()
	snap := Snapshot{Seat: l.asked(), Story: append([]Line(nil), l.story...), Last: l.last, Over: st.Acting() == 0}
	secret := cfg.Game.Traits.Hidden || cfg.Game.Traits.Simultaneous
	snap.HandOver = snap.Seat != game.NoSeat && secret && l.people() > 1 && snap.Seat != l.holder
	if snap.Seat != game.NoSeat && !snap.HandOver {
		l.holder = snap.Seat
	}
	switch {
	case snap.Over:
		snap.View = game.Look(st, game.TruthViewer())
	case snap.Seat != game.NoSeat && !snap.HandOver:
		snap.View = game.Look(st, game.SeatViewer(snap.Seat))
	case l.people() == 1:
		snap.View = game.Look(st, game.SeatViewer(l.holder))
	default:
		snap.View = game.Look(st, game.PublicViewer())
	}
	people := 1
	for _, who := range l.seat {
		switch who {
		case "me":
			who = prose.You
		case "person":
			people++
			who = fmt.Sprint("Player ", people)
		}
		snap.Names = append(snap.Names, who)
	}
	for _, left := range l.left {
		snap.Clocks = append(snap.Clocks, clockText(left))
	}
	snap.Status = l.status(snap)
	return snap
}

func (l *Local) status(snap Snapshot) string {
	st := l.rec.State()
	cfg := st.Config()
	switch {
	case l.failed != nil:
		return l.failed.Error()
	case snap.Over:
		return ResultOf(cfg, st.Result(), snap.Names)
	case snap.Seat != game.NoSeat:
		return cfg.SeatName(snap.Seat) + " to choose"
	}
	var names []string
	for s, name := range snap.Names {
		if st.Acting().Has(game.Seat(s)) {
			if _, done := l.sealed[game.Seat(s)]; !done {
				names = append(names, name)
			}
		}
	}
	switch len(names) {
	case 0:
		return "Chance decides…"
	case 1:
		return names[0] + " is thinking…"
	}
	return strings.Join(names, " and ") + " are thinking…"
}

// TakeOver says that the screen has changed hands.
func (l *Local) TakeOver() {
	l.mu.Lock()
	l.holder = game.NoSeat
	l.holder = l.asked()
	l.mu.Unlock()
	l.signal()
}

// Act plays or seals an action of seat.
func (l *Local) Act(_ context.Context, seat game.Seat, action string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := game.Parse(l.rec.State(), seat, action); err != nil {
		var r *game.Refusal
		if errors.As(err, &r) {
			return errors.New(r.Action + ": " + r.Reason)
		}
		return err
	}
	if l.account(); !l.rec.State().Acting().Has(seat) {
		return errors.New("your time is up")
	}
	l.chose(seat)
	l.draft = ""
	l.sealed[seat] = action
	l.settle()
	l.kick()
	l.signal()
	return l.failed
}

// Table takes a table action. Bots decline draws.
func (l *Local) Table(_ context.Context, seat game.Seat, t game.TableAction) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if seat == game.NoSeat || l.bots.Has(seat) {
		seat = l.holder
	}
	st := l.rec.State()
	if err := st.AllowsTable(seat, t); err != nil {
		return err
	}
	l.apply(st.Config().SeatName(seat), t.String())
	if l.rec.State().Acting() == 0 {
		clear(l.sealed)
	}
	l.kick()
	l.signal()
	return l.failed
}

// Undo goes back to the last decision of a person. Against another person it is
// refused: they would have to agree, and only a table on a server can ask them. A bot
// that is choosing at that moment finds that the game has changed and looks again.
func (l *Local) Undo(context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.people() > 1 {
		return errors.New("taking back is for games against bots")
	}
	events := l.rec.Record().Events
	me := l.rec.State().Config().SeatName(l.holder)
	cut := len(events) - 1
	for cut >= 0 && events[cut].By != me {
		cut--
	}
	if cut < 0 {
		return errors.New("there is nothing to take back")
	}
	rec := record.NewRecorder(l.rec.State().Config())
	for i, e := range events[:cut] {
		if err := rec.Apply(e.By, e.Do, nil); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
	}
	// A simultaneous step is taken back as a whole.
	for rec.Staging() {
		cut--
		rec = record.NewRecorder(rec.State().Config())
		for _, e := range events[:cut] {
			if err := rec.Apply(e.By, e.Do, nil); err != nil {
				return err
			}
		}
	}
	l.rec, l.last, l.failed = rec, nil, nil
	l.moment++
	clear(l.sealed)
	for len(l.story) > 0 && l.story[len(l.story)-1].Step >= cut {
		l.story = l.story[:len(l.story)-1]
	}
	l.kick()
	l.signal()
	return nil
}

// Link has no meaning here.
func (l *Local) Link() (string, error) {
	return "", errors.New("this game is on this machine only; 'atoll serve' and 'atoll play --connect' share one")
}

// Hint asks the strongest bot.
func (l *Local) Hint(ctx context.Context, seat game.Seat) (string, error) {
	l.mu.Lock()
	view := game.Look(l.rec.State(), game.SeatViewer(seat))
	l.mu.Unlock()
	a, err := l.choose(ctx, view, seat, "best:1000", l.seed)
	if err != nil {
		return "", err
	}
	return string(view.AppendAction(nil, seat, a)), nil
}

// Record returns the game so far.
func (l *Local) Record() *record.Record {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rec.Record()
}

// Seating says who sits where: "me", "person" (another one on this screen) or
// the name of a bot.
type Seating []string
