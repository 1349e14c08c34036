package local

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
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

// finished returns the record of a table that is over, so that nothing in it is secret.
func (h *Host) finished(ctx context.Context, id string) (*record.Record, error) {
	t, err := h.read(ctx, id)
	if err != nil {
		return nil, err
	}
	if t.Status != match.Over {
		return nil, &match.Error{Kind: match.NotNow, Message: "only finished games can be analysed"}
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
	key := reviewKey(rec)
	h.review(ctx, key, rec, total)
	return h.reviewAt(key, 0)
}

// reviewKey is the name of a game's analysis: the hash of its record.
func reviewKey(rec *record.Record) string {
	return fmt.Sprintf("%x", sha256.Sum256(rec.AppendText(nil)))[:24]
}

// review begins an analysis, unless it is there or was kept.
func (h *Host) review(ctx context.Context, key string, rec *record.Record, total int) {
	h.findReview(ctx, key)
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
			if err == nil {
				h.keepReview(h.ctx, key, v)
			}
			v.end(err)
		})
	}
}

// Finished analyses are kept as notes, and a list of them, the oldest first. When
// they are too many, or there is no room for a game, the oldest go.
const (
	noteReview  = "review "
	noteReviews = "reviews"
	reviewsKept = 40
)

type keptReview struct {
	Total int               `json:"total"`
	Steps []json.RawMessage `json:"steps"`
}

// findReview brings back an analysis that was kept. What cannot be read is made anew.
func (h *Host) findReview(ctx context.Context, key string) {
	h.mu.Lock()
	_, known := h.reviews[key]
	h.mu.Unlock()
	if known {
		return
	}
	data, err := h.cfg.Store.Note(ctx, noteReview+key)
	var kept keptReview
	if err != nil || json.Unmarshal(data, &kept) != nil || len(kept.Steps) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.reviews[key] == nil {
		h.reviews[key] = &review{status: "done", total: kept.Total, steps: kept.Steps}
	}
}

// keptReviews are the keys of those that are kept.
func (h *Host) keptReviews(ctx context.Context) (keys []string) {
	if data, err := h.cfg.Store.Note(ctx, noteReviews); err == nil {
		_ = json.Unmarshal(data, &keys) // a list that cannot be read begins anew
	}
	return keys
}

// listReviews notes what is kept; what no longer fits goes.
func (h *Host) listReviews(ctx context.Context, keys []string, most int) error {
	for ; len(keys) > most; keys = keys[1:] {
		if err := h.cfg.Store.SetNote(ctx, noteReview+keys[0], nil); err != nil {
			return err
		}
	}
	if len(keys) == 0 {
		return h.cfg.Store.SetNote(ctx, noteReviews, nil)
	}
	data, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	return h.cfg.Store.SetNote(ctx, noteReviews, data)
}

// keepReview keeps a finished analysis if there is room; otherwise it is made again after the next
// reload.
func (h *Host) keepReview(ctx context.Context, key string, v *review) {
	v.mu.Lock()
	data, err := json.Marshal(keptReview{v.total, v.steps})
	v.mu.Unlock()
	if err != nil {
		return
	}
	// The list first, so that nothing is kept that would never be removed.
	keys := slices.DeleteFunc(h.keptReviews(ctx), func(k string) bool { return k == key })
	if h.listReviews(ctx, append(keys, key), reviewsKept) == nil {
		_ = h.cfg.Store.SetNote(ctx, noteReview+key, data)
	}
}

// dropReviews removes all analyses, and reports whether there were any.
func (h *Host) dropReviews(ctx context.Context) bool {
	keys := h.keptReviews(ctx)
	return len(keys) > 0 && h.listReviews(ctx, keys, 0) == nil
}

// forgetReview drops the analysis of a game that is removed.
func (h *Host) forgetReview(ctx context.Context, key string) {
	keys := h.keptReviews(ctx)
	if i := slices.Index(keys, key); i >= 0 && h.cfg.Store.SetNote(ctx, noteReview+key, nil) == nil {
		_ = h.listReviews(ctx, slices.Delete(keys, i, i+1), reviewsKept)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.reviews, key)
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
func (h *Host) askRecord(ctx context.Context, r *request) (*ReviewAnswer, error) {
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
		return nil, &match.Error{Kind: match.NotNow, Message: "only finished games can be analysed"}
	}
	total, err := analysis.Steps(rec)
	if err != nil {
		return nil, err
	}
	key := reviewKey(rec)
	h.review(ctx, key, rec, total)
	info, err := h.reviewAt(key, 0)
	return &ReviewAnswer{key, info}, err
}

func (h *Host) reviewOf(ctx context.Context, id string, from int) (*wire.AnalysisInfo, error) {
	rec, err := h.finished(ctx, id)
	if err != nil {
		return nil, err
	}
	key := reviewKey(rec)
	h.findReview(ctx, key)
	return h.reviewAt(key, from)
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
