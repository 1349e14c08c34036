package engine

import (
	"context"
	"encoding/json"
	"errors"

	"atoll/game"
)

const (
	defaultMS = 200
	maxMS     = 600_000
)

func (r *request) budget() (int, error) {
	if r.MS == 0 {
		return defaultMS, nil
	}
	if r.MS < 0 || r.MS > maxMS {
		return 0, bad("bad_budget", "ms is from 1 to %d, not %d", maxMS, r.MS)
	}
	return r.MS, nil
}

func (e *Engine) best(ctx context.Context, req *request) (any, error) {
	t, err := e.table(req)
	if err != nil {
		return nil, err
	}
	if e.Brain == nil {
		return nil, bad("no_bots", "this engine has no bots")
	}
	s, err := e.seat(t, req)
	if err != nil {
		return nil, err
	}
	if s == game.Nature || !t.now.Acting().Has(s) {
		return nil, bad("bad_seat", "%s does not choose now; to act: %s", t.now.Config().SeatName(s), game.ActingText(t.now))
	}
	ms, err := req.budget()
	if err != nil {
		return nil, err
	}
	bot := req.Bot
	if bot == "" {
		bot = "best"
	}
	// Answers so far must not wait for the search.
	if err := e.flush(); err != nil {
		return nil, err
	}
	a, err := e.Brain.Best(ctx, game.Look(t.now, game.SeatViewer(s)), s, bot, ms, req.seed())
	if err != nil {
		return nil, bad("no_action", "%s", err)
	}
	return map[string]string{
		"seat":   t.now.Config().SeatName(s),
		"action": string(t.now.AppendAction(nil, s, a)),
	}, nil
}

// analyse starts a stream of answers with the request's id, each with
// "analysis" and the last with "done". stop with that id as target ends it.
func (e *Engine) analyse(ctx context.Context, req *request) (any, error) {
	if e.Brain == nil {
		return nil, bad("no_bots", "this engine has no bots")
	}
	st, err := e.look(req)
	if err != nil {
		return nil, err
	}
	if st.Acting() == 0 {
		return nil, bad("over", "the game is over")
	}
	ms, err := req.budget()
	if err != nil {
		return nil, err
	}
	key := string(req.ID)
	if key == "" {
		return nil, bad("bad_id", "an analysis needs an id")
	}
	e.mu.Lock()
	_, running := e.analyses[key]
	e.mu.Unlock()
	if running {
		return nil, bad("bad_id", "an analysis with this id is running")
	}
	id := json.RawMessage(key)
	ctx, cancel := context.WithCancel(ctx)
	e.mu.Lock()
	e.analyses[key] = &analysisRun{stop: cancel}
	e.mu.Unlock()
	seed := req.seed()
	e.wg.Go(func() {
		defer cancel()
		err := e.Brain.Analyse(ctx, st, ms, seed, func(js json.RawMessage) error {
			if err := e.send(id, map[string]json.RawMessage{"analysis": js}, nil); err != nil {
				return err
			}
			return e.flush()
		})
		e.mu.Lock()
		delete(e.analyses, key)
		e.mu.Unlock()
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			err = nil
		}
		_ = e.send(id, map[string]bool{"done": true}, err)
		_ = e.flush()
	})
	return map[string]bool{"started": true}, nil
}

func (e *Engine) stop(_ context.Context, req *request) (any, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	run, ok := e.analyses[req.Target]
	if !ok {
		return nil, bad("unknown_target", "no analysis with id %.40q is running; target is the id as JSON text", req.Target)
	}
	run.stop()
	return nil, nil
}
