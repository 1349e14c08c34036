package server

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"atoll/analysis"
	"atoll/game"
	"atoll/match"
	"atoll/record"
	"atoll/search"
	"atoll/server/node"
)

const (
	// judgeUsual and judgeMost are how long the engine may look at a position.
	judgeUsual = 300
	judgeMost  = 1000
	// Beyond judgeWaiting requests, or after judgeWait, the engine is busy.
	judgeWaiting = 8
	judgeWait    = 3 * time.Second
)

// JudgeRequest asks what the engine thinks of a position of nobody's game.
type JudgeRequest struct {
	Position string `json:"position" minLength:"1" maxLength:"8192" doc:"position text, as every view has it"`
	Millis   int    `json:"ms,omitempty" minimum:"0" maximum:"1000" doc:"how long the engine may look at it; 0 means 300"`
	Best     int    `json:"best,omitempty" minimum:"0" maximum:"20" doc:"how many of the best actions to tell; 0 means 5. A mixture is told whole"`
}

// Judgement is the answer.
type Judgement struct {
	Over      bool                    `json:"over,omitempty"`
	Acting    []string                `json:"acting"`
	Values    map[string]float64      `json:"values" doc:"seat to its chance to win, 0 to 1"`
	Decisions []analysis.DecisionJSON `json:"decisions" doc:"of each acting seat; where several act at once best is the mixture, with weights"`
}

// judge lets the engine look at a position that the caller brings along, unless it
// is one of the caller's running rated games. One position is judged at a time on a node, the others
// wait a moment.
func (s *Server) judge(ctx context.Context, req JudgeRequest) (*Judgement, error) {
	me, err := need(ctx)
	if err != nil {
		return nil, err
	}
	st, err := s.parsePosition(req.Position)
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
	step, err := evaluate(ctx, st, analysis.Options{
		Roster: s.cfg.Roster, Best: req.Best, Seed: binary.LittleEndian.Uint64(seed[:]),
		Budget: search.Budget{Time: budget, Memory: analysisMemory, Threads: 1},
	})
	if err != nil {
		if ctx.Err() != nil && context.Cause(ctx) == context.Canceled {
			return nil, ctx.Err()
		}
		s.node.Log.Warn("a position could not be judged", "position", req.Position, "err", err)
		return nil, &match.Error{Code: match.Illegal, Where: "body.position", Message: "the engine cannot judge this position"}
	}
	told := step.Told(st.Config(), 4)
	out := &Judgement{Over: told.Over, Acting: told.Acting, Values: told.Values, Decisions: told.Decisions}
	if out.Decisions == nil {
		out.Decisions = []analysis.DecisionJSON{}
	}
	return out, nil
}

func evaluate(ctx context.Context, st game.State, opt analysis.Options) (step analysis.Step, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the engine panicked: %v", r)
		}
	}()
	return analysis.Evaluate(ctx, st, opt)
}

// turnstile lets one in at a time.
type turnstile struct{ queue, slot chan struct{} }

func (t *turnstile) init() {
	t.queue, t.slot = make(chan struct{}, judgeWaiting), make(chan struct{}, 1)
}

func (t *turnstile) enter(ctx context.Context) (leave func(), err error) {
	busy := newProblem("busy", "the engine has much to do; try again in a moment", "")
	busy.later = 2
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

// RecordRequest is a record to step through.
type RecordRequest struct {
	Record string `json:"record" minLength:"2" maxLength:"60000" doc:"one line of a file of records"`
}

// RecordAnswer is the record as positions.
type RecordAnswer struct {
	Game    string       `json:"game"`
	Players int          `json:"players"`
	Steps   []RecordStep `json:"steps" doc:"the first is the start"`
}

// RecordStep is a position of a record and how it came to it.
type RecordStep struct {
	Position string               `json:"position"`
	Choices  []analysis.EventJSON `json:"choices" doc:"what was played to reach it"`
}

// maxRecordSteps bounds the answer for a record.
const maxRecordSteps = 3000

// readRecord replays a record that the caller brings along.
func (s *Server) readRecord(req RecordRequest) (*RecordAnswer, error) {
	bad := func(err error) error {
		return &match.Error{Code: match.BadRequest, Where: "body.record", Message: err.Error()}
	}
	rec, err := record.Parse(req.Record, s.node.Game)
	if err != nil {
		return nil, bad(err)
	}
	rp := record.NewReplayer(rec.Config)
	position := func() string { return string(rp.State().AppendText(nil)) }
	out := &RecordAnswer{Game: rec.Config.Game.ID, Players: rec.Config.Players, Steps: []RecordStep{{Position: position(), Choices: []analysis.EventJSON{}}}}
	var choices []analysis.EventJSON
	for i, e := range rec.Events {
		if err := rp.Apply(e.By, e.Do, nil); err != nil {
			return nil, bad(fmt.Errorf("event %d: %w", i+1, err))
		}
		choices = append(choices, analysis.EventJSON{By: e.By, Do: e.Do})
		if rp.Staging() {
			continue
		}
		if len(out.Steps) > maxRecordSteps {
			return nil, bad(fmt.Errorf("the record has more than %d steps", maxRecordSteps))
		}
		out.Steps = append(out.Steps, RecordStep{Position: position(), Choices: choices})
		choices = nil
	}
	return out, nil
}
