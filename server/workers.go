package server

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"atoll/bots"
	"atoll/bus"
	"atoll/game"
	"atoll/match"
	"atoll/server/node"
	"atoll/server/tables"
)

const (
	tidyEvery     = 5 * time.Second
	deadlineEvery = 250 * time.Millisecond
	outboxEvery   = 2 * time.Second
	outboxAge     = 3 * time.Second
)

func (s *Server) tidy(ctx context.Context) {
	n := 0
	node.Every(ctx, s.cfg.TidyEvery, func() {
		s.tables.Tidy()
		s.forgetDesks()
		s.node.Limiter.Tidy(s.node.Clock())
		s.sessions.tidy(s.node.Clock())
		if n++; n%3 == 0 && s.node.Shared {
			s.hub.RepeatPresence()
			s.hub.RepeatHere()
		}
	})
}

// watchDeadlines looks at tables whose time has come: a clock may have run out,
// or a bot has not moved.
func (s *Server) watchDeadlines(ctx context.Context) {
	node.Every(ctx, deadlineEvery, func() { s.checkDeadlines(ctx) })
}

func (s *Server) checkDeadlines(ctx context.Context) {
	ids, err := s.node.Store.Due(ctx, s.node.Now().MS, 200)
	if err != nil {
		if ctx.Err() == nil {
			s.node.Log.Warn("deadlines cannot be read", "err", err)
		}
		return
	}
	for _, id := range ids {
		d, err := s.tables.Change(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return t.Tick(now) })
		if err != nil {
			s.node.Log.Warn("a deadline was not dealt with", "table", id, "err", err)
			continue
		}
		s.lateBots(d.Table)
	}
}

// endOldGames closes the tables whose rules have changed so much that their games
// can be neither replayed nor played on.
func (s *Server) endOldGames(ctx context.Context) {
	for _, g := range s.cfg.Games {
		if g.Rules == 1 {
			continue
		}
		ids, err := s.node.Store.OldRules(ctx, g.ID, g.Rules)
		if err != nil {
			if ctx.Err() == nil {
				s.node.Log.Warn("tables of old rules cannot be read", "game", g.ID, "err", err)
			}
			continue
		}
		ended := 0
		for _, id := range ids {
			d, err := s.tables.Change(ctx, id, func(t *match.Table, now match.Now) (match.Done, error) { return t.EndOld(now) })
			if err != nil {
				s.node.Log.Warn("a table of old rules was not closed", "table", id, "err", err)
			} else if !d.Again {
				ended++
			}
		}
		if ended > 0 {
			s.node.Log.Info("tables of old rules were closed", "game", g.ID, "tables", ended)
		}
	}
}

// sweepOutbox repeats pings that may not have been told because a node died.
func (s *Server) sweepOutbox(ctx context.Context) {
	node.Every(ctx, outboxEvery, func() {
		for ctx.Err() == nil {
			out, err := s.node.Store.Outbox(ctx, s.node.Clock().Add(-outboxAge).UnixMilli(), 20_000)
			if err != nil || len(out) == 0 {
				s.node.Metrics.OutboxAge.Set(0)
				return
			}
			s.node.Metrics.OutboxAge.Set(float64(s.node.Now().MS-out[0].At) / 1000)
			latest := map[string]int64{}
			ids := make([]int64, len(out))
			for i, o := range out {
				ids[i] = o.ID
				latest[o.Table] = max(latest[o.Table], o.Seq)
				if o.Seq == 0 { // a line of chat
					s.node.Pings.Tell(bus.Ping{Table: o.Table, What: "again"})
				}
			}
			for table, seq := range latest {
				s.node.Pings.Tell(bus.Ping{Table: table, Seq: seq})
			}
			// What may be lost on its way stays here.
			if s.node.Pings.Flush(ctx) != nil || s.node.Store.Sent(ctx, ids) != nil {
				return
			}
			if len(out) < 20_000 {
				return
			}
		}
	})
}

// askBots queues a job for every bot that must choose.
func (s *Server) askBots(t *match.Table, try int) {
	if t.Status != match.Running {
		return
	}
	for seat := range game.Seat(t.Config.Players) {
		if t.Seats[seat].Kind != match.SeatBot || !t.Waiting().Has(seat) {
			continue
		}
		j := bus.Job{Table: t.ID, Step: t.Step, Seat: int8(seat), Level: t.Seats[seat].Level, Try: try, Owner: t.Host.ID, Lane: botLane(t, t.Seats[seat].Level-2*try)}
		if try == 0 && s.isHouse(t) {
			// If this node dies meanwhile, the deadline asks.
			time.AfterFunc(housePace, func() { s.askBot(t, j) })
			continue
		}
		s.askBot(t, j)
	}
}

func (s *Server) askBot(t *match.Table, j bus.Job) {
	id := fmt.Sprintf("%s:%d:%d:%d", j.Table, j.Step, j.Seat, j.Try)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.cfg.Jobs.Put(ctx, bus.Turn, id, j); err != nil && !s.node.Draining() {
		s.node.Log.Warn("a bot was not asked; its deadline asks again", "table", t.ID, "err", err)
	}
}

// quickLevel is the strongest level that answers at once: with so few nodes that
// its time does not matter.
const quickLevel = 3

// botLane tells how urgent a bot's choice is: people first, and among them those
// who play a bot that answers at once do not wait for those who play a strong one.
func botLane(t *match.Table, level int) bus.Lane {
	switch {
	case !slices.ContainsFunc(t.Seats, func(s match.Seat) bool { return s.Kind == match.SeatHuman }):
		return bus.Idle
	case level <= quickLevel:
		return bus.Quick
	}
	return bus.Slow
}

// lateBots asks again for bots that have not moved in time, each time for a
// cheaper answer.
func (s *Server) lateBots(t *match.Table) {
	waited := s.node.Now().MS - t.Since(s.node.Now())
	if t.Status != match.Running || waited < 5_000 {
		return
	}
	for seat := range game.Seat(t.Config.Players) {
		if t.Seats[seat].Kind == match.SeatBot && t.Waiting().Has(seat) {
			s.node.Metrics.BotMisses.Inc()
			s.askBots(t, int(waited/10_000)+1)
			return
		}
	}
}

// moveBot lets a bot choose. It is called for each job of the queue.
func (s *Server) moveBot(ctx context.Context, j bus.Job) error {
	_, t, err := s.tables.Read(ctx, j.Table)
	if err != nil {
		if err == tables.ErrNone {
			return nil
		}
		return err
	}
	seat := game.Seat(j.Seat)
	if t.Step < j.Step { // told faster than stored reads; look again
		if l := s.tables.Known(j.Table); l != nil {
			l.Outdate()
		}
		if _, t, err = s.tables.Read(ctx, j.Table); err != nil {
			return err
		}
	}
	if t.Step != j.Step || seat < 0 || int(seat) >= t.Config.Players || !t.Waiting().Has(seat) || t.Seats[seat].Kind != match.SeatBot {
		return nil // done already, or nobody waits any more
	}
	s.thinking.Add(1)
	defer s.thinking.Add(-1)
	start := time.Now()
	level := j.Level - 2*j.Try
	if told, err := s.tellsTooMuch(ctx, t); err != nil {
		return err
	} else if told {
		level = 0 // any move will do here, but no advice
	}
	action, err := s.choose(ctx, t, seat, level)
	if err != nil && ctx.Err() == nil {
		s.node.Log.Warn("a bot failed; a simpler one answers", "table", t.ID, "level", j.Level, "err", err)
		s.node.Metrics.BotMisses.Inc()
		action, err = s.choose(ctx, t, seat, 0)
	}
	if err != nil {
		return err
	}
	s.node.Metrics.BotMoves.Observe(time.Since(start).Seconds())
	_, err = s.tables.Change(ctx, t.ID, func(t *match.Table, now match.Now) (match.Done, error) {
		if t.Step != j.Step || t.Seats[seat].Kind != match.SeatBot {
			return match.Done{Table: t, Seq: t.Seq}, nil
		}
		return t.Act(seat, j.Step, fmt.Sprintf("bot %d", j.Step), action, now)
	})
	return err
}

// botWithin is the longest that a bot may think, whatever its level says.
const botWithin = 8 * time.Second

// choose asks a bot of a level (below 1: the simplest there is). It sees what
// its seat may see and nothing else.
func (s *Server) choose(ctx context.Context, t *match.Table, seat game.Seat, level int) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bot panicked: %v", r)
		}
	}()
	name := "random"
	if level >= 1 {
		name = fmt.Sprintf("level%d", min(level, bots.TopLevel))
	}
	bot, err := s.cfg.Roster.Open(t.Config, name)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, botWithin)
	defer cancel()
	view := t.Look(game.SeatViewer(seat))
	var seed [8]byte
	s.node.Random(seed[:])
	rep, err := bot.Choose(ctx, bots.Question{View: view, Seat: seat, Seed: binary.LittleEndian.Uint64(seed[:])})
	if err != nil {
		return "", err
	}
	return string(view.AppendAction(nil, seat, rep.Action)), nil
}
