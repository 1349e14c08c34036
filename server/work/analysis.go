package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"atoll/analysis"
	"atoll/bus"
	"atoll/match"
	"atoll/search"
	"atoll/server/node"
	"atoll/server/tables"
	"atoll/server/wire"
	"atoll/store"
)

const (
	// analysisWithin is the longest that an analysis may take.
	analysisWithin = 4 * time.Minute
	// analysisTell is how often what was found is stored, so that it can be read.
	analysisTell = time.Second
	// analysisSilence is how long without a sign of life an analysis may be before it goes to
	// another worker, and analysisEvery how often to look for such.
	analysisSilence = 45 * time.Second
	analysisEvery   = 15 * time.Second
	// maxAnalyses bounds how many wait or run.
	maxAnalyses = 32
	// analysisMemory is what a search may use: less than a bot.
	analysisMemory = 32 << 20
)

// Deeper says for whom the server analyses: browsers can do it themselves.
type Deeper string

// The choices of a host. "" is Everybody.
const (
	Everybody Deeper = "everybody"
	Accounts  Deeper = "accounts" // guests get positions judged, but no whole games
	Nobody    Deeper = "nobody"   // nor positions, for anybody
)

// thinksFor reports whether whole games are analysed for a user.
func (w *Work) thinksFor(u *store.User) bool {
	switch w.cfg.Deeper {
	case Nobody:
		return false
	case Accounts:
		return u.ID != "" && u.Kind != match.Guest
	}
	return true
}

// finished returns a table that is over, so that nothing in it is secret.
func (w *Work) finished(ctx context.Context, user, table string) (*match.Table, error) {
	_, t, err := w.tables.Read(ctx, table)
	if err != nil {
		return nil, err
	}
	if _, err := wire.ViewerOf(t, user, ""); err != nil {
		return nil, err
	}
	if t.Status != match.Over {
		return nil, &match.Error{Kind: match.NotNow, Message: "only finished games can be analysed"}
	}
	if err := w.mayAnalyse(ctx, user, t); err != nil {
		return nil, err
	}
	return t, nil
}

// AnalysisOf is the analysis of a finished game so far.
func (w *Work) AnalysisOf(ctx context.Context, user *store.User, table string, from int) (*wire.AnalysisInfo, error) {
	t, err := w.finished(ctx, user.ID, table)
	if err != nil {
		return nil, err
	}
	a, err := w.n.Store.Analysis(ctx, t.ID, from)
	if errors.Is(err, store.ErrNone) {
		return &wire.AnalysisInfo{Status: "none", From: from, Steps: []analysis.StepJSON{}, Deeper: w.thinksFor(user)}, nil
	}
	if err != nil {
		return nil, err
	}
	out := &wire.AnalysisInfo{
		Status: a.Status, Done: a.Done, Total: a.Total, From: from, Steps: make([]analysis.StepJSON, len(a.Steps)),
		Deeper: w.thinksFor(user),
	}
	for i, data := range a.Steps {
		if err := json.Unmarshal(data, &out.Steps[i]); err != nil {
			return nil, fmt.Errorf("step %d of the analysis of table %s: %w", from+i, t.ID, err)
		}
	}
	return out, nil
}

// AskAnalysis queues the analysis of a finished game, unless there is one.
func (w *Work) AskAnalysis(ctx context.Context, user *store.User, address, table string) (*wire.AnalysisInfo, error) {
	t, err := w.finished(ctx, user.ID, table)
	if err != nil {
		return nil, err
	}
	if old := t.Old(); old != nil {
		return nil, &match.Error{Kind: match.NotNow, Message: old.Error()}
	}
	a, err := w.n.Store.Analysis(ctx, t.ID, 0)
	if errors.Is(err, store.ErrNone) || err == nil && a.Status == store.AnalysisFailed {
		if !w.thinksFor(user) {
			return nil, &match.Error{Kind: match.Forbidden, Message: "this server does not analyse games for you; your browser can"}
		}
		if !w.n.Allow("n "+address, w.n.Limiter.Analyses/3600, 10) {
			return nil, &wire.Error{Code: wire.TooMany, Message: "too many games were analysed for you; wait a minute", Later: 60}
		}
		a, err = w.n.Store.AskAnalysis(ctx, t.ID, user.ID, w.n.Now().MS, maxAnalyses)
	}
	switch {
	case errors.Is(err, store.ErrBusy):
		return nil, &wire.Error{Code: wire.TooMany, Message: "another game is being analysed for you; wait for it", Later: 5}
	case errors.Is(err, store.ErrFull):
		return nil, &wire.Error{Code: wire.Busy, Message: "too many games wait for their analysis; try again in a few minutes", Later: 60}
	case err != nil:
		return nil, err
	}
	if a.Fresh {
		w.putAnalysis(ctx, t.ID, "asked")
	}
	return w.AnalysisOf(ctx, user, t.ID, 0)
}

// putAnalysis tells the workers. If that fails, resumeAnalyses does it again.
func (w *Work) putAnalysis(ctx context.Context, table, why string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	// A new request after a failure is another job.
	id := fmt.Sprintf("%s:%s:%d", table, why, w.n.Now().MS)
	if err := w.jobs.Put(ctx, bus.Analysis, id, bus.Job{Table: table}); err != nil {
		w.n.Log.Warn("an analysis was not queued; it will be later", "table", table, "err", err)
	}
}

// resumeAnalyses queues analyses again whose worker, or whose place in the queue, was lost. If one
// was still waiting, the second of its jobs finds it at work or done.
func (w *Work) resumeAnalyses(ctx context.Context) {
	silence := analysisSilence
	resume := func() {
		ids, err := w.n.Store.StalledAnalyses(ctx, w.n.Now().MS-silence.Milliseconds(), maxAnalyses)
		if err != nil {
			if ctx.Err() == nil {
				w.n.Log.Warn("waiting analyses cannot be read", "err", err)
			}
			return
		}
		for _, id := range ids {
			w.putAnalysis(ctx, id, "again")
		}
	}
	if !w.n.Shared { // what waits was left over from before a restart
		silence = -time.Second
		resume()
		silence = analysisSilence
	}
	node.Every(ctx, analysisEvery, resume)
}

// analyse works on one analysis. It is called for each job of the queue, one at a
// time.
func (w *Work) analyse(ctx context.Context, j bus.Job) error {
	_, t, err := w.tables.Read(ctx, j.Table)
	if err == tables.ErrNone || err == nil && (t.Status != match.Over || t.Old() != nil) {
		return nil
	}
	if err != nil {
		return err
	}
	rec, err := t.Record()
	if err != nil {
		return err
	}
	total, err := analysis.Steps(rec)
	if err != nil {
		return err
	}
	now := w.n.Now().MS
	run, err := w.n.Store.StartAnalysis(ctx, t.ID, now, now-analysisSilence.Milliseconds(), total, bus.Deliveries)
	if errors.Is(err, store.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	job := &analysing{w: w, table: t, run: run, told: time.Now()}
	start := time.Now()
	thinking, cancel := context.WithTimeout(ctx, analysisWithin)
	defer cancel()
	err = job.work(thinking, analysis.Options{
		Roster: w.roster, Seed: uint64(t.Step),
		Budget: search.Budget{
			Time:   wire.ReviewTime(total),
			Memory: analysisMemory, Threads: 1,
		},
	})
	status := store.AnalysisDone
	switch {
	case job.lost:
		return nil
	case job.err != nil || ctx.Err() != nil:
		status = store.AnalysisQueued // the store or this node went away: another tries again
		err = errors.Join(job.err, ctx.Err())
	case err != nil:
		// It would fail the same way again.
		w.n.Log.Warn("an analysis failed", "table", t.ID, "after", time.Since(start).Round(time.Millisecond), "err", err)
		status, err = store.AnalysisFailed, nil
	default:
		w.n.Metrics.Analyses.Observe(time.Since(start).Seconds())
	}
	ended, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer stop()
	return errors.Join(err, w.n.Store.EndAnalysis(ended, t.ID, run, w.n.Now().MS, status))
}

// analysing is an analysis at work.
type analysing struct {
	w     *Work
	table *match.Table
	run   int64
	told  time.Time
	from  int      // steps that are stored
	steps [][]byte // steps that are not yet
	lost  bool     // another run has begun
	err   error    // of the store
}

func (a *analysing) work(ctx context.Context, opt analysis.Options) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the engine panicked: %v", r)
		}
	}()
	rec, err := a.table.Record()
	if err != nil {
		return err
	}
	err = analysis.Game(ctx, rec, opt, func(step analysis.Step) bool {
		data, err := json.Marshal(step.Told(rec.Config, 4))
		if err != nil {
			a.err = err
			return false
		}
		a.steps = append(a.steps, data)
		if time.Since(a.told) >= analysisTell && !a.store(ctx) {
			return false
		}
		a.w.yieldToBots(ctx)
		return true
	})
	if err == nil && a.err == nil && !a.lost {
		a.store(ctx)
	}
	return err
}

func (a *analysing) store(ctx context.Context) bool {
	mine, err := a.w.n.Store.AddAnalysis(ctx, a.table.ID, a.run, a.w.n.Now().MS, a.from, a.steps)
	if err != nil || !mine {
		a.err, a.lost = err, err == nil
		return false
	}
	a.from += len(a.steps)
	a.steps, a.told = a.steps[:0], time.Now()
	return true
}

// yieldToBots waits while somebody waits for a bot of this node, though not for
// ever: at a busy time an analysis goes on slowly.
func (w *Work) yieldToBots(ctx context.Context) {
	for range 20 {
		if w.thinking.Load() == 0 {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(25 * time.Millisecond):
		}
	}
}
