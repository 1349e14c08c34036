package local

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"sync"

	"atoll/analysis"
	"atoll/match"
	"atoll/record"
	"atoll/server/wire"
)

// review is the analysis of a finished game, as far as it has come.
type review struct {
	mu     sync.Mutex
	status string
	total  int
	steps  []json.RawMessage
}

// finished returns the record of a table of which everything may be told.
func (h *Host) finished(ctx context.Context, id string) (*record.Record, error) {
	t, err := h.read(ctx, id)
	if err != nil {
		return nil, err
	}
	if t.Status != match.Over {
		return nil, &match.Error{Kind: match.NotNow, Message: "only a finished game is analysed"}
	}
	if old := t.Old(); old != nil {
		return nil, &match.Error{Kind: match.NotNow, Message: old.Error()}
	}
	return t.Record()
}

// askReview begins an analysis, unless it is there.
func (h *Host) askReview(ctx context.Context, id string) (*wire.AnalysisInfo, error) {
	rec, err := h.finished(ctx, id)
	if err != nil {
		return nil, err
	}
	total, err := analysis.Steps(rec)
	if err != nil {
		return nil, err
	}
	h.review(id, rec, total)
	return h.reviewAt(id, 0)
}

// review begins an analysis under a key, unless it is there.
func (h *Host) review(key string, rec *record.Record, total int) {
	h.mu.Lock()
	v := h.reviews[key]
	begin := v == nil || v.failed()
	if begin {
		v = &review{status: "running", total: total}
		h.reviews[key] = v
	}
	h.mu.Unlock()
	if begin {
		job := Job{Game: rec.Config.Game.ID, Record: string(rec.AppendText(nil)), Seed: uint64(len(rec.Events))}
		h.thinking.Go(func() {
			_, err := h.cfg.Think(h.ctx, job, v.add)
			v.end(err)
		})
	}
}

// ReviewRequest asks for the analysis of a finished game of which this browser has
// the record alone.
type ReviewRequest struct {
	Record json.RawMessage `json:"record"`
}

// ReviewAnswer says under which key it is found.
type ReviewAnswer struct {
	Key string `json:"key"`
	*wire.AnalysisInfo
}

// askRecord is POST /reviews.
func (h *Host) askRecord(r *request) (*ReviewAnswer, error) {
	req, err := read[ReviewRequest](r)
	if err != nil {
		return nil, err
	}
	rec, err := record.Parse(string(req.Record), h.games)
	if err == nil {
		err = record.Verify(rec)
	}
	if err != nil {
		return nil, &match.Error{Kind: match.Invalid, Where: "body.record", Message: err.Error()}
	}
	if !rec.Result.Over {
		return nil, &match.Error{Kind: match.NotNow, Message: "only a finished game is analysed"}
	}
	total, err := analysis.Steps(rec)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%x", sha256.Sum256(rec.AppendText(nil)))[:24]
	h.review(key, rec, total)
	info, err := h.reviewAt(key, 0)
	return &ReviewAnswer{key, info}, err
}

func (h *Host) reviewOf(ctx context.Context, id string, from int) (*wire.AnalysisInfo, error) {
	if _, err := h.finished(ctx, id); err != nil {
		return nil, err
	}
	return h.reviewAt(id, from)
}

func (h *Host) reviewAt(key string, from int) (*wire.AnalysisInfo, error) {
	h.mu.Lock()
	v := h.reviews[key]
	h.mu.Unlock()
	out := &wire.AnalysisInfo{Status: "none", From: from, Steps: []analysis.StepJSON{}}
	if v == nil {
		return out, nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	out.Status, out.Done, out.Total = v.status, len(v.steps), v.total
	for _, data := range v.steps[min(max(from, 0), len(v.steps)):] {
		var step analysis.StepJSON
		if err := json.Unmarshal(data, &step); err != nil {
			return nil, err
		}
		out.Steps = append(out.Steps, step)
	}
	return out, nil
}

func (v *review) add(step []byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.steps = append(v.steps, step)
}

func (v *review) end(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.status = "done"
	if err != nil {
		v.status = "failed"
	}
}

func (v *review) failed() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.status == "failed"
}
