package work

import (
	"context"
	"encoding/binary"
	"errors"
	"time"

	"atoll/analysis"
	"atoll/match"
	"atoll/search"
	"atoll/server/node"
	"atoll/server/wire"
)

const (
	// judgeUsual and judgeMost are how long the engine may look at a position.
	judgeUsual = 300
	judgeMost  = 1000
	// Beyond judgeWaiting requests, or after judgeWait, the engine is busy.
	judgeWaiting = 8
	judgeWait    = 3 * time.Second
	judgeOver    = 10 * time.Second // beyond four times its budget
)

var engineBusy = &wire.Error{Code: wire.Busy, Message: "the engine is busy; try again in a moment", Later: 2}

// Judge lets the engine look at a position that a user brings along, unless it is
// one of the user's running rated games. One position is judged at a time on a node,
// the others wait a moment.
func (w *Work) Judge(ctx context.Context, user string, req wire.JudgeRequest) (*wire.Judgement, error) {
	st, err := wire.ParsePosition(w.n.Game, req.Position)
	if err != nil {
		return nil, err
	}
	if w.cfg.Deeper == Nobody {
		return nil, &match.Error{Kind: match.Forbidden, Message: "this server does not judge positions; your browser can"}
	}
	if !w.n.Allow("j "+user, w.n.Limiter.Judge, node.Burst(w.n.Limiter.Judge)) {
		return nil, node.TooMany
	}
	if err := w.mayAsk(ctx, user, st); err != nil {
		return nil, err
	}
	done, err := w.judging.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if req.Millis == 0 {
		req.Millis = judgeUsual
	}
	budget := time.Duration(min(req.Millis, judgeMost)) * time.Millisecond
	var seed [8]byte
	w.n.Random(seed[:])
	// A search that overruns its budget must give up its place. On an overloaded machine that
	// takes a while, and says nothing about the position.
	ctx, cancel := context.WithTimeout(ctx, 4*budget+judgeOver)
	defer cancel()
	out, err := wire.Judge(ctx, st, analysis.Options{
		Roster: w.roster, Best: req.Best, Seed: binary.LittleEndian.Uint64(seed[:]),
		Budget: search.Budget{Time: budget, Memory: analysisMemory, Threads: 1},
	})
	if err != nil {
		switch {
		case errors.Is(ctx.Err(), context.DeadlineExceeded):
			return nil, engineBusy
		case ctx.Err() != nil:
			return nil, ctx.Err()
		}
		w.n.Log.Warn("a position could not be judged", "position", req.Position, "err", err)
		return nil, &match.Error{Kind: match.Illegal, Where: "body.position", Message: "the engine cannot judge this position"}
	}
	return out, nil
}

// turnstile lets one in at a time.
type turnstile struct{ queue, slot chan struct{} }

func (t *turnstile) init() {
	t.queue, t.slot = make(chan struct{}, judgeWaiting), make(chan struct{}, 1)
}

func (t *turnstile) enter(ctx context.Context) (leave func(), err error) {
	select {
	case t.queue <- struct{}{}:
	default:
		return nil, engineBusy
	}
	timer := time.NewTimer(judgeWait)
	defer timer.Stop()
	select {
	case t.slot <- struct{}{}:
		return func() { <-t.slot; <-t.queue }, nil
	case <-timer.C:
		<-t.queue
		return nil, engineBusy
	case <-ctx.Done():
		<-t.queue
		return nil, ctx.Err()
	}
}
