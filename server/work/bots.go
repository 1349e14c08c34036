package work

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
	"atoll/server/tables"
)

// botsAsked are the seats of bots that must choose.
func botsAsked(t *match.Table) (seats game.Seats) {
	if t.Status != match.Running {
		return 0
	}
	seats = t.BotsToMove()
	for seat := range game.Seat(t.Config.Players) {
		if t.AskedDraw(seat) {
			seats = seats.With(seat)
		}
	}
	return seats
}

// askBots queues a job for every bot that must choose.
func (w *Work) askBots(t *match.Table, try int) {
	asked := botsAsked(t)
	for seat := range game.Seat(t.Config.Players) {
		if !asked.Has(seat) {
			continue
		}
		j := bus.Job{
			Table: t.ID, Step: t.Step, Seat: int8(seat), Level: t.Seats[seat].Level, Try: try, Owner: t.Host.ID,
			Lane: botLane(t, t.Seats[seat].Level-2*try),
		}
		if try == 0 && IsHouse(t) {
			// If this node dies meanwhile, the deadline asks again.
			time.AfterFunc(housePace, func() { w.askBot(t, j) })
			continue
		}
		w.askBot(t, j)
	}
}

func (w *Work) askBot(t *match.Table, j bus.Job) {
	id := fmt.Sprintf("%s:%d:%d:%d", j.Table, j.Step, j.Seat, j.Try)
	if t.AskedDraw(game.Seat(j.Seat)) {
		id = fmt.Sprintf("%s:%d", id, t.Seq) // the offer came after the bot was asked to move
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := w.jobs.Put(ctx, bus.Turn, id, j); err != nil && !w.n.Draining() {
		w.n.Log.Warn("a bot was not asked; its deadline asks again", "table", t.ID, "err", err)
	}
}

// quickLevel is the strongest level that answers at once: it uses so few nodes that its time does
// not matter.
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
func (w *Work) lateBots(t *match.Table) {
	waited := w.n.Now().MS - t.Since(w.n.Now())
	if t.Status != match.Running || waited < 5_000 {
		return
	}
	if t.BotsToMove() != 0 {
		w.n.Metrics.BotMisses.Inc()
		w.askBots(t, int(waited/10_000)+1)
	}
}

// moveBot lets a bot choose. It is called for each job of the queue.
func (w *Work) moveBot(ctx context.Context, j bus.Job) error {
	_, t, err := w.tables.Read(ctx, j.Table)
	if err != nil {
		if err == tables.ErrNone {
			return nil
		}
		return err
	}
	seat := game.Seat(j.Seat)
	if t.Step < j.Step { // the ping outran the read; look again
		if l := w.tables.Known(j.Table); l != nil {
			l.Outdate()
		}
		if _, t, err = w.tables.Read(ctx, j.Table); err != nil {
			return err
		}
	}
	if seat >= 0 && int(seat) < t.Config.Players && t.AskedDraw(seat) {
		if err := w.answerDraw(ctx, t, seat); err != nil {
			return err
		}
	}
	if t.Step != j.Step || seat < 0 || int(seat) >= t.Config.Players || !t.BotsToMove().Has(seat) {
		return nil // done already, or nobody waits any more
	}
	w.thinking.Add(1)
	defer w.thinking.Add(-1)
	start := time.Now()
	level := j.Level - 2*j.Try
	if told, err := w.tellsTooMuch(ctx, t); err != nil {
		return err
	} else if told {
		level = 0 // any move will do here, as long as it is no advice
	}
	action, err := w.choose(ctx, t, seat, level)
	if err != nil && ctx.Err() == nil {
		w.n.Log.Warn("a bot failed; a simpler one answers", "table", t.ID, "level", j.Level, "err", err)
		w.n.Metrics.BotMisses.Inc()
		action, err = w.choose(ctx, t, seat, 0)
	}
	if err != nil {
		return err
	}
	w.n.Metrics.BotMoves.Observe(time.Since(start).Seconds())
	_, err = w.tables.Change(ctx, t.ID, func(t *match.Table, now match.Now) (match.Done, error) {
		return t.ActBot(seat, j.Step, action, now)
	})
	return err
}

// answerDraw lets a bot answer the offer of a draw, by the rule of bots.TakesDraw.
// Where its view of the position must not be judged, it plays on.
func (w *Work) answerDraw(ctx context.Context, t *match.Table, seat game.Seat) (err error) {
	told, err := w.tellsTooMuch(ctx, t)
	if err != nil {
		return err
	}
	takes := false
	if !told {
		if takes, err = w.takesDraw(ctx, t, seat); err != nil && ctx.Err() == nil {
			w.n.Log.Warn("a bot could not judge a draw and declines it", "table", t.ID, "err", err)
		}
	}
	_, err = w.tables.Change(ctx, t.ID, func(t *match.Table, now match.Now) (match.Done, error) {
		return t.AnswerDraw(seat, takes, now)
	})
	return err
}

func (w *Work) takesDraw(ctx context.Context, t *match.Table, seat game.Seat) (takes bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bot panicked: %v", r)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, botWithin)
	defer cancel()
	var seed [8]byte
	w.n.Random(seed[:])
	return w.roster.TakesDraw(ctx, t.Look(game.SeatViewer(seat)), seat, binary.LittleEndian.Uint64(seed[:]))
}

// botWithin is the longest that a bot may think, whatever its level says.
const botWithin = 8 * time.Second

// choose asks a bot of a level (below 1: the simplest there is). It sees what
// its seat may see and nothing else.
func (w *Work) choose(ctx context.Context, t *match.Table, seat game.Seat, level int) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bot panicked: %v", r)
		}
	}()
	name := "random"
	if level >= 1 {
		name = fmt.Sprintf("level%d", min(level, bots.TopLevel))
	}
	bot, err := w.roster.Open(t.Config, name)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, botWithin)
	defer cancel()
	view := t.Look(game.SeatViewer(seat))
	var seed [8]byte
	w.n.Random(seed[:])
	rep, err := bot.Choose(ctx, bots.Question{View: view, Seat: seat, Seed: binary.LittleEndian.Uint64(seed[:])})
	if err != nil {
		return "", err
	}
	return string(view.AppendAction(nil, seat, rep.Action)), nil
}
