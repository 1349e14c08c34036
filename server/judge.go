package server

import (
	"context"
	"encoding/binary"
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
)

// judge lets the engine look at a position that the caller brings along, unless it
// is one of the caller's running rated games. One position is judged at a time on a node, the others
// wait a moment.
func (s *Server) judge(ctx context.Context, req wire.JudgeRequest) (*wire.Judgement, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	st, err := wire.ParsePosition(s.node.Game, req.Position)
	if err != nil {
		return nil, err
	}
	if !s.node.Limiter.Allow("j "+me.ID, s.node.Limiter.Judge, node.Burst(s.node.Limiter.Judge), s.node.Clock()) {
		s.node.Metrics.Refused.Inc()
		return nil, tooMany
	}
	if err := s.mayAsk(ctx, me.ID, st); err != nil {
		return nil, err
	}
	done, err := s.judging.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if req.Millis == 0 {
		req.Millis = judgeUsual
	}
	budget := time.Duration(min(req.Millis, judgeMost)) * time.Millisecond
	var seed [8]byte
	s.node.Random(seed[:])
	// A search that does not keep its budget must not keep the place either.
	ctx, cancel := context.WithTimeout(ctx, 4*budget+2*time.Second)
	defer cancel()
	out, err := wire.Judge(ctx, st, analysis.Options{
		Roster: s.cfg.Roster, Best: req.Best, Seed: binary.LittleEndian.Uint64(seed[:]),
		Budget: search.Budget{Time: budget, Memory: analysisMemory, Threads: 1},
	})
	if err != nil {
		if ctx.Err() != nil && context.Cause(ctx) == context.Canceled {
			return nil, ctx.Err()
		}
		s.node.Log.Warn("a position could not be judged", "position", req.Position, "err", err)
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
	busy := &wire.Error{Code: wire.Busy, Message: "the engine has much to do; try again in a moment", Later: 2}
	select {
	case t.queue <- struct{}{}:
	default:
		return nil, busy
	}
	timer := time.NewTimer(judgeWait)
	defer timer.Stop()
	select {
	case t.slot <- struct{}{}:
		return func() { <-t.slot; <-t.queue }, nil
	case <-timer.C:
		<-t.queue
		return nil, busy
	case <-ctx.Done():
		<-t.queue
		return nil, ctx.Err()
	}
}
