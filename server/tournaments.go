package server

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
	// tourEvery is how often tournaments are looked at that may have something due.
	tourEvery = 500 * time.Millisecond
	// sweepEvery is how often the tables of a tournament are looked at, for what a
	// node that died has not told; of one that takes days, slowEvery.
	sweepEvery = 5_000  // ms
	slowEvery  = 60_000 // ms
)

// tournaments are the tournaments that this node has in memory: a cache. What is
// true stands in the store, where an entry follows the one before or is refused.
type tournaments struct {
	mu    sync.Mutex
	desks map[string]*desk
	ended chan string // tables of tournaments that have come to an end
	names nameCache
}

func (ts *tournaments) init() {
	ts.desks, ts.ended = map[string]*desk{}, make(chan string, 4096)
	ts.names.known = map[string]knownName{}
}

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

func (s *Server) desk(id string) *desk {
	s.tours.mu.Lock()
	defer s.tours.mu.Unlock()
	d := s.tours.desks[id]
	if d == nil {
		d = &desk{id: id}
		s.tours.desks[id] = d
	}
	d.used = s.node.Clock().UnixMilli()
	return d
}

// forgetDesks drops what nobody has asked for lately.
func (s *Server) forgetDesks() {
	now := s.node.Clock().UnixMilli()
	s.tours.mu.Lock()
	defer s.tours.mu.Unlock()
	for id, d := range s.tours.desks {
		if now-d.used > tables.Idle.Milliseconds() {
			delete(s.tours.desks, id)
		}
	}
}

var noTournament = &match.Error{Kind: match.Unknown, Message: "there is no such tournament"}

// load reads what the store has beyond the memory. d.mu must be held.
func (s *Server) loadDesk(ctx context.Context, d *desk) error {
	var after int64
	if d.t != nil {
		after = d.t.Seq
	}
	head, entries, err := s.node.Store.Tournament(ctx, d.id, after)
	if errors.Is(err, store.ErrNone) {
		s.tours.mu.Lock()
		delete(s.tours.desks, d.id)
		s.tours.mu.Unlock()
		return noTournament
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

// readTournament calls f with a tournament as it is now.
func (s *Server) readTournament(ctx context.Context, id string, f func(*desk) error) error {
	if len(id) != 12 {
		return noTournament
	}
	d := s.desk(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := s.loadDesk(ctx, d); err != nil {
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

// changeTournament lets f add entries and stores them, all or none. If somebody
// else was faster, f is asked again.
func (s *Server) changeTournament(ctx context.Context, id string, f func(*minutes) error) error {
	if len(id) != 12 {
		return noTournament
	}
	ctx = context.WithoutCancel(ctx)
	d := s.desk(id)
	d.mu.Lock()
	defer d.mu.Unlock()
	for range 100 {
		if err := s.loadDesk(ctx, d); err != nil {
			return err
		}
		now, err := s.node.Time.Judge(ctx)
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
		err = s.commitTournament(ctx, d, m.added, now.MS)
		if errors.Is(err, match.ErrConflict) {
			s.node.Metrics.Conflicts.Inc()
			continue
		}
		return err
	}
	return &match.Error{Kind: match.NotNow, Message: "the tournament is too busy; try again"}
}

// commitTournament stores entries that are already applied, or only when to look
// again. After an error the tournament is read anew.
func (s *Server) commitTournament(ctx context.Context, d *desk, added []tournament.Entry, now int64) error {
	head, err := headOf(d.t, now)
	if err != nil {
		return err
	}
	if len(added) == 0 && (d.head.Due == 0 || d.head.Due > now || head.Due != 0 && head.Due < now+slowEvery/2) {
		return nil // it stays due, and is looked at again soon
	}
	if err := s.node.Store.CommitTournament(ctx, store.TournamentChange{Head: head, Entries: added}); err != nil {
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

// runTournaments does what is due, here or at any other node that is faster.
func (s *Server) runTournaments(ctx context.Context) {
	tick := time.NewTicker(s.cfg.TournamentsEvery)
	defer tick.Stop()
	for {
		tables := map[string][]string{}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			ids, err := s.node.Store.DueTournaments(ctx, s.node.Now().MS, 1000)
			if err != nil {
				if ctx.Err() == nil {
					s.node.Log.Warn("tournaments cannot be read", "err", err)
				}
				continue
			}
			for _, id := range ids {
				tables[id] = nil
			}
		case table := <-s.tours.ended:
			s.endedIn(ctx, table, tables)
		}
		for more := true; more; { // several games of a tournament are one look
			select {
			case table := <-s.tours.ended:
				s.endedIn(ctx, table, tables)
			default:
				more = false
			}
		}
		for id, ended := range tables {
			if err := s.lookAtTournament(ctx, id, ended); err != nil && ctx.Err() == nil {
				s.node.Log.Error("a tournament could not go on", "tournament", id, "err", err)
			}
		}
	}
}

func (s *Server) endedIn(ctx context.Context, table string, tables map[string][]string) {
	id, _, err := s.node.Store.TournamentOf(ctx, table)
	switch {
	case err == nil:
		tables[id] = append(tables[id], table)
	case !errors.Is(err, store.ErrNone) && ctx.Err() == nil:
		s.node.Log.Warn("the tournament of a table was not found; it is looked at later", "table", table, "err", err)
	}
}

// lookAtTournament does whatever is due: takes results, pairs, makes tables.
// Every step can be repeated, by whomever.
func (s *Server) lookAtTournament(ctx context.Context, id string, ended []string) error {
	var missing []gameToMake
	var setup match.Setup
	err := s.changeTournament(ctx, id, func(m *minutes) error {
		missing = nil
		if m.t.Status == tournament.Over {
			return s.closeDesk(ctx, m)
		}
		sweep := m.now.MS-m.swept >= sweepEvery
		for _, g := range m.t.Games {
			if g.Ended != 0 || !sweep && !slices.Contains(ended, g.Table) {
				continue
			}
			if err := s.takeResult(ctx, m, g); err != nil {
				return err
			}
		}
		if sweep {
			m.swept = m.now.MS
		}
		if err := s.pair(m); err != nil {
			return err
		}
		for _, g := range m.t.Games {
			if g.Ended == 0 && !m.made[g.No] {
				missing = append(missing, toMake(m.t, g))
			}
		}
		setup = m.t.Plan.Table
		if m.t.Plan.Access == tournament.Everyone {
			setup.Tournament = id
		}
		return nil
	})
	if err != nil || len(missing) == 0 {
		return err
	}
	return s.makeGames(ctx, id, setup, missing)
}

// pair adds what the time and the results ask for.
func (s *Server) pair(m *minutes) error {
	for range 100 {
		before := len(m.t.Games)
		e, ok := m.t.Due(m.now.MS, s.node.NewID)
		if !ok {
			return nil
		}
		if err := m.add(e); err != nil {
			return err
		}
		// Who has left loses what was paired for them. It is said together with the
		// pairing, so that no table is made.
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
func (s *Server) takeResult(ctx context.Context, m *minutes, g *tournament.Game) error {
	stored, err := s.node.Store.Load(ctx, g.Table, math.MaxInt64)
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
		d, err := s.tables.Change(ctx, g.Table, func(t *match.Table, now match.Now) (match.Done, error) { return t.CloseAbsent(now) })
		if err != nil {
			return err
		}
		status = d.Table.Status
	}
	if status != match.Over && status != match.Aborted {
		return nil
	}
	_, t, err := s.tables.Read(ctx, g.Table)
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
	e, ok := m.t.Report(g.No, ranks, absent, m.now.MS)
	if !ok {
		return nil
	}
	if err := m.add(e); err != nil {
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
			if err := m.add(tournament.Entry{At: m.now.MS, Turn: &tournament.Turn{Entrant: i, To: tournament.Pause, Absent: true}}); err != nil {
				return err
			}
		}
	}
	return nil
}

// closeDesk closes the tables of a tournament that was called off if nobody plays
// at them yet. Games that have begun are played to their end and count for
// ratings, not for the tournament.
func (s *Server) closeDesk(ctx context.Context, m *minutes) error {
	for _, g := range m.t.Games {
		if g.Ended != 0 {
			continue
		}
		_, err := s.tables.Change(ctx, g.Table, func(t *match.Table, now match.Now) (match.Done, error) { return t.CloseAbsent(now) })
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
func (s *Server) makeGames(ctx context.Context, id string, setup match.Setup, games []gameToMake) error {
	d := s.desk(id)
	for _, g := range games {
		for seat := range g.players {
			u := &g.players[seat].User
			if u.ID == "" {
				continue
			}
			known, err := s.tours.names.of(ctx, s, u.ID)
			if err != nil {
				return err
			}
			u.Name = known.Name
			if u.Rating, u.Unsure, err = s.tables.RatingOf(ctx, *u, setup); err != nil {
				return err
			}
		}
		err := s.tables.Assign(ctx, g.table, setup, g.players)
		var refused *match.Error
		if errors.As(err, &refused) {
			s.node.Log.Error("a game of a tournament cannot be played", "tournament", id, "game", g.no, "err", err)
			err = s.changeTournament(ctx, id, func(m *minutes) error {
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
func (s *Server) noteEnd(before, t *match.Table) {
	if !t.Setup.Assigned || before != nil && before.Status == t.Status || t.Status != match.Over && t.Status != match.Aborted {
		return
	}
	select {
	case s.tours.ended <- t.ID:
	default:
	}
}

// nameCache remembers who is who for a short time: logs have only ids.
type nameCache struct {
	mu    sync.Mutex
	known map[string]knownName
}

type knownName struct {
	store.User
	until time.Time
}

const nameFor = 10 * time.Second

// of returns a user; one of whom nothing is known any more has no name.
func (c *nameCache) of(ctx context.Context, s *Server, id string) (store.User, error) {
	now := s.node.Clock()
	c.mu.Lock()
	k, ok := c.known[id]
	c.mu.Unlock()
	if ok && now.Before(k.until) {
		return k.User, nil
	}
	u, err := s.node.Store.User(ctx, id)
	if errors.Is(err, store.ErrNone) {
		u, err = store.User{ID: id, Kind: match.Gone, Name: "somebody"}, nil
	}
	if err != nil {
		return u, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) > 20_000 {
		clear(c.known)
	}
	c.known[id] = knownName{u, now.Add(nameFor)}
	return u, nil
}
