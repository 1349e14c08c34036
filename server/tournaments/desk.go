package tournaments

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"atoll/match"
	"atoll/server/tables"
	"atoll/store"
	"atoll/tournament"
)

const (
	// lookEvery is how often to look at tournaments that may have something due.
	lookEvery = 500 * time.Millisecond
	// sweepEvery is how often to look at a tournament's tables for what a node that died has not
	// reported; slowEvery is for tournaments that take days.
	sweepEvery = 5_000  // ms
	slowEvery  = 60_000 // ms
)

// desk is one tournament in memory.
type desk struct {
	id    string
	mu    sync.Mutex
	t     *tournament.Tournament // nil: must be read
	head  store.TournamentHead
	made  map[int]bool // games whose tables are known to exist
	swept int64
	used  int64
	rows  []tournament.Row // as of seq
	seq   int64
}

func (ts *Tournaments) desk(id string) *desk {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	d := ts.desks[id]
	if d == nil {
		d = &desk{id: id}
		ts.desks[id] = d
	}
	d.used = ts.n.Clock().UnixMilli()
	return d
}

// Tidy drops what nobody has asked for lately.
func (ts *Tournaments) Tidy() {
	now := ts.n.Clock().UnixMilli()
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for id, d := range ts.desks {
		if now-d.used > tables.Idle.Milliseconds() {
			delete(ts.desks, id)
		}
	}
}

var none = &match.Error{Kind: match.Unknown, Message: "there is no such tournament"}

// load reads what the store has beyond the memory. d.mu must be held.
func (ts *Tournaments) load(ctx context.Context, d *desk) error {
	var after int64
	if d.t != nil {
		after = d.t.Seq
	}
	head, entries, err := ts.n.Store.Tournament(ctx, d.id, after)
	if errors.Is(err, store.ErrNone) {
		ts.mu.Lock()
		delete(ts.desks, d.id)
		ts.mu.Unlock()
		return none
	}
	if err != nil {
		return err
	}
	d.head = head
	if d.t == nil {
		d.made, d.swept, d.seq = map[int]bool{}, 0, 0
		d.t, err = tournament.Replay(d.id, entries)
		return err
	}
	for _, e := range entries {
		if err := d.t.Apply(e); err != nil {
			d.t = nil
			return err
		}
	}
	return nil
}

// standings are the rows in order. d.mu must be held.
func (d *desk) standings() []tournament.Row {
	if d.seq != d.t.Seq {
		d.rows, d.seq = d.t.Standings(), d.t.Seq
	}
	return d.rows
}

// read calls f with a tournament as it is now.
func (ts *Tournaments) read(ctx context.Context, id string, f func(*desk) error) error {
	if len(id) != 12 {
		return none
	}
	d := ts.desk(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := ts.load(ctx, d); err != nil {
		return err
	}
	return f(d)
}

// minutes is a tournament while entries are added to it.
type minutes struct {
	*desk
	now   match.Now
	added []tournament.Entry
}

func (m *minutes) add(e tournament.Entry) error {
	e.Seq = m.t.Seq + 1
	m.added = append(m.added, e)
	return m.t.Apply(e)
}

// change lets f add entries and stores them, all or none. If somebody
// else was faster, f is asked again.
func (ts *Tournaments) change(ctx context.Context, id string, f func(*minutes) error) error {
	if len(id) != 12 {
		return none
	}
	ctx = context.WithoutCancel(ctx)
	d := ts.desk(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	for range 100 {
		if err := ts.load(ctx, d); err != nil {
			return err
		}
		now, err := ts.n.Time.Judge(ctx)
		if err != nil {
			return err
		}
		m := &minutes{desk: d, now: now}
		if err := f(m); err != nil {
			if len(m.added) > 0 {
				d.t = nil
			}
			return err
		}
		err = ts.commit(ctx, d, m.added, now.MS)
		if errors.Is(err, match.ErrConflict) {
			ts.n.Metrics.Conflicts.Inc()
			continue
		}
		return err
	}
	return &match.Error{Kind: match.NotNow, Message: "the tournament is too busy; try again"}
}

// commit stores entries that are already applied, or only when to look
// again. After an error the tournament is read again from the store.
func (ts *Tournaments) commit(ctx context.Context, d *desk, added []tournament.Entry, now int64) error {
	head, err := headOf(d.t, now)
	if err != nil {
		return err
	}
	if len(added) == 0 && (d.head.Due == 0 || d.head.Due > now || head.Due != 0 && head.Due < now+slowEvery/2) {
		return nil // it stays due, and is looked at again soon
	}
	change := store.TournamentChange{Head: head, Entries: added, Notices: entered(d.t, added, now)}
	if err := ts.n.Store.CommitTournament(ctx, change); err != nil {
		d.t = nil
		return err
	}
	d.head = head
	return nil
}

// tourInfo is what lists show of a tournament.
type tourInfo struct {
	Plan     tournament.Plan `json:"plan"`
	Host     string          `json:"host"`
	Entrants int             `json:"entrants"`
	Round    int             `json:"round,omitempty"`
	Rounds   int             `json:"rounds,omitempty"`
	Begun    int64           `json:"begun,omitempty"`
	Ended    int64           `json:"ended,omitempty"`
	Why      string          `json:"why,omitempty"`
}

func headOf(t *tournament.Tournament, now int64) (store.TournamentHead, error) {
	info := tourInfo{Plan: t.Plan, Host: t.Host.ID, Round: t.Round, Rounds: t.Rounds(), Begun: t.Begun, Ended: t.Ended, Why: t.Why}
	for _, x := range t.Entrants {
		if x.State != tournament.Out {
			info.Entrants++
		}
	}
	data, err := json.Marshal(info)
	return store.TournamentHead{
		ID: t.ID, Seq: t.Seq, Kind: t.Plan.Kind, Game: t.Plan.Table.Game, Status: t.Status, Listed: t.Plan.Access == tournament.Everyone,
		Start: t.Plan.Start, Due: dueAt(t, now), Updated: now, Info: data,
	}, err
}

// dueAt is when a tournament must be looked at again.
func dueAt(t *tournament.Tournament, now int64) int64 {
	next := t.Next(now)
	playing := slices.ContainsFunc(t.Games, func(g *tournament.Game) bool { return g.Ended == 0 })
	switch {
	case t.Status == tournament.Over && playing && t.Ended == now:
		return now // the tables at which nobody plays yet must be closed
	case t.Status == tournament.Over:
		return 0
	case t.Status == tournament.Running && playing:
		every := int64(sweepEvery)
		if t.Plan.Table.Clock.Kind == match.Correspondence {
			every = slowEvery
		}
		if next == 0 || next > now+every {
			return now + every
		}
	}
	return next
}

// run does what is due, here or at any other node that is faster.
func (ts *Tournaments) run(ctx context.Context) {
	tick := time.NewTicker(ts.cfg.Every)
	defer tick.Stop()
	for {
		tables := map[string][]string{}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			ids, err := ts.n.Store.DueTournaments(ctx, ts.n.Now().MS, 1000)
			if err != nil {
				if ctx.Err() == nil {
					ts.n.Log.Warn("tournaments cannot be read", "err", err)
				}
				continue
			}
			for _, id := range ids {
				tables[id] = nil
			}
		case table := <-ts.ended:
			ts.endedIn(ctx, table, tables)
		}
		for more := true; more; { // one look serves several games of a tournament
			select {
			case table := <-ts.ended:
				ts.endedIn(ctx, table, tables)
			default:
				more = false
			}
		}
		for id, ended := range tables {
			if err := ts.look(ctx, id, ended); err != nil && ctx.Err() == nil {
				ts.n.Log.Error("a tournament could not go on", "tournament", id, "err", err)
			}
		}
	}
}

func (ts *Tournaments) endedIn(ctx context.Context, table string, tables map[string][]string) {
	id, _, err := ts.n.Store.TournamentOf(ctx, table)
	switch {
	case err == nil:
		tables[id] = append(tables[id], table)
	case !errors.Is(err, store.ErrNone) && ctx.Err() == nil:
		ts.n.Log.Warn("the tournament of a table was not found; it is looked at later", "table", table, "err", err)
	}
}

// look does whatever is due: takes results, pairs, makes tables.
// Every step can be repeated, by any node.
func (ts *Tournaments) look(ctx context.Context, id string, ended []string) error {
	var missing []gameToMake
	var setup match.Setup
	err := ts.change(ctx, id, func(m *minutes) error {
		missing = nil
		if m.t.Status == tournament.Over {
			return ts.closeDesk(ctx, m)
		}
		sweep := m.now.MS-m.swept >= sweepEvery
		for _, g := range m.t.Games {
			if g.Ended != 0 || !sweep && !slices.Contains(ended, g.Table) {
				continue
			}
			if err := ts.takeResult(ctx, m, g); err != nil {
				return err
			}
		}
		if sweep {
			m.swept = m.now.MS
		}
		if err := ts.pair(m); err != nil {
			return err
		}
		for _, g := range m.t.Games {
			if g.Ended == 0 && !m.made[g.No] {
				missing = append(missing, toMake(m.t, g))
			}
		}
		setup = m.t.Plan.Table
		if m.t.Plan.Access == tournament.Everyone {
			setup.Tournament, setup.TourName = id, m.t.Plan.Name
		}
		return nil
	})
	if err != nil || len(missing) == 0 {
		return err
	}
	return ts.makeGames(ctx, id, setup, missing)
}

// pair adds what the time and the results ask for.
func (ts *Tournaments) pair(m *minutes) error {
	for range 100 {
		before := len(m.t.Games)
		e, ok := m.t.Due(m.now.MS, ts.n.NewID)
		if !ok {
			return nil
		}
		if err := m.add(e); err != nil {
			return err
		}
		// Those who have left lose the games paired for them. That is stored with the pairing, so
		// that no table is made.
		for _, g := range m.t.Games[before:] {
			absent := m.t.Walkovers(g)
			if len(absent) == 0 {
				continue
			}
			if r, ok := m.t.Report(g.No, nil, absent, m.now.MS); ok {
				if err := m.add(r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// takeResult looks at the table of a game and reports what has become of it.
func (ts *Tournaments) takeResult(ctx context.Context, m *minutes, g *tournament.Game) error {
	stored, err := ts.n.Store.Load(ctx, g.Table, math.MaxInt64)
	if errors.Is(err, match.ErrNoTable) {
		m.made[g.No] = false
		return nil
	}
	if err != nil {
		return err
	}
	m.made[g.No] = true
	status := stored.Head.Status
	if status == match.Open && m.now.Elapsed(max(g.Begun, stored.Head.Created)) >= m.t.Missing(g)-g.Begun {
		d, err := ts.tables.Change(ctx, g.Table, func(t *match.Table, now match.Now) (match.Done, error) { return t.CloseAbsent(now) })
		if err != nil {
			return err
		}
		status = d.Table.Status
	}
	if status != match.Over && status != match.Aborted {
		return nil
	}
	e, t, err := ts.tables.Read(ctx, g.Table)
	if err == nil && t.Status != status {
		// The end is stored, and whoever stored it is about to report it: wait for that.
		e.Outdate()
		t, err = ts.tables.Current(ctx, e)
	}
	if err != nil {
		return err
	}
	var ranks, absent []int
	if t.Status == match.Over {
		result := t.Result()
		for i := range g.Seats {
			ranks = append(ranks, int(result.Rank[i]))
		}
	}
	for _, seat := range t.Absent() {
		absent = append(absent, int(seat))
	}
	r, ok := m.t.Report(g.No, ranks, absent, m.now.MS)
	if !ok {
		return nil
	}
	if err := m.add(r); err != nil {
		return err
	}
	return m.pauseAbsent(g)
}

// pauseAbsent keeps those who did not come from being paired again, where others
// would wait for them once more.
func (m *minutes) pauseAbsent(g *tournament.Game) error {
	if m.t.Plan.Kind == tournament.RoundRobin || m.t.Plan.Kind == tournament.Knockout {
		return nil
	}
	for _, seat := range g.Absent {
		if i := g.Seats[seat]; m.t.Entrants[i].State == tournament.In {
			if err := m.add(tournament.Entry{
				At:   m.now.MS,
				Turn: &tournament.Turn{Entrant: i, To: tournament.Pause, Absent: true},
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// closeDesk closes the tables of a tournament that was called off if nobody plays
// at them yet. Games that have begun are played to their end and count for
// ratings, not for the tournament.
func (ts *Tournaments) closeDesk(ctx context.Context, m *minutes) error {
	for _, g := range m.t.Games {
		if g.Ended != 0 {
			continue
		}
		_, err := ts.tables.Change(ctx, g.Table, func(t *match.Table, now match.Now) (match.Done, error) { return t.CloseAbsent(now) })
		if err != nil && !errors.Is(err, tables.ErrNone) {
			return err
		}
	}
	return nil
}

// gameToMake is a game whose table is missing.
type gameToMake struct {
	no      int
	table   string
	players []match.Assignee
}

func toMake(t *tournament.Tournament, g *tournament.Game) gameToMake {
	m := gameToMake{no: g.No, table: g.Table}
	for _, i := range g.Seats {
		m.players = append(m.players, match.Assignee{User: t.Entrants[i].User, Level: t.Entrants[i].Level})
	}
	return m
}

// makeGames makes the tables of games that are paired.
func (ts *Tournaments) makeGames(ctx context.Context, id string, setup match.Setup, games []gameToMake) error {
	d := ts.desk(id)
	for _, g := range games {
		for seat := range g.players {
			u := &g.players[seat].User
			if u.ID == "" {
				continue
			}
			known, err := ts.folk.Known(ctx, u.ID)
			if err != nil {
				return err
			}
			u.Name = known.Name
			if u.Rating, u.Unsure, err = ts.tables.RatingOf(ctx, *u, setup); err != nil {
				return err
			}
		}
		err := ts.tables.Assign(ctx, g.table, setup, g.players)
		var refused *match.Error
		if errors.As(err, &refused) {
			ts.n.Log.Error("a game of a tournament cannot be played", "tournament", id, "game", g.no, "err", err)
			err = ts.change(ctx, id, func(m *minutes) error {
				if e, ok := m.t.Report(g.no, nil, nil, m.now.MS); ok {
					return m.add(e)
				}
				return nil
			})
		}
		if err != nil {
			return err
		}
		d.mu.Lock()
		if d.made != nil {
			d.made[g.no] = true
		}
		d.mu.Unlock()
	}
	return nil
}

// noteEnd remembers that a game of a tournament is over. If it is lost, the table
// is found by the next sweep.
func (ts *Tournaments) noteEnd(before, t *match.Table) {
	if !t.Setup.Assigned || before != nil && before.Status == t.Status || t.Status != match.Over && t.Status != match.Aborted {
		return
	}
	select {
	case ts.ended <- t.ID:
	default:
	}
}

// bell is how long before the start those who have entered are told, ms.
const bell = 10 * 60_000

// entered are the notices for those who have entered.
func entered(t *tournament.Tournament, added []tournament.Entry, now int64) (list []match.Notice) {
	for _, e := range added {
		if e.Enter == nil || e.Enter.User.ID == "" || e.Enter.User.Kind == match.Program || t.Plan.Start-bell <= now {
			continue
		}
		list = append(list, match.Notice{
			User: e.Enter.User.ID, Kind: store.NoticeTournament, Thing: "tournament:" + t.ID, At: now,
			Due: t.Plan.Start - bell,
		})
	}
	return list
}
