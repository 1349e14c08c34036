package local

import (
	"context"
	"encoding/json"
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
	h.mu.Lock()
	v := h.reviews[id]
	begin := v == nil || v.failed()
	if begin {
		v = &review{status: "running", total: total}
		h.reviews[id] = v
	}
	h.mu.Unlock()
	if begin {
		job := Job{Game: rec.Config.Game.ID, Record: string(rec.AppendText(nil)), Seed: uint64(len(rec.Events))}
		h.thinking.Go(func() {
			_, err := h.cfg.Think(h.ctx, job, v.add)
			v.end(err)
		})
	}
	return h.reviewOf(ctx, id, 0)
}

func (h *Host) reviewOf(ctx context.Context, id string, from int) (*wire.AnalysisInfo, error) {
	if _, err := h.finished(ctx, id); err != nil {
		return nil, err
	}
	h.mu.Lock()
	v := h.reviews[id]
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
