package store

import (
	"context"
	"errors"
)

// ErrBusy says that the user has an analysis that is not ready yet, ErrFull that
// too many wait.
var (
	ErrBusy = errors.New("the user has another analysis that is not ready")
	ErrFull = errors.New("too many analyses are waiting")
)

// Analyses keeps analyses of finished games, so that each is computed once. They are not part of a
// dump: they can be computed again.
type Analyses interface {
	// AskAnalysis queues the analysis of a table for a user and returns it with
	// Fresh set. One that is there already, unless it failed, is returned as it
	// stands. ErrBusy if the user has another one open, ErrFull if as many as limit
	// are.
	AskAnalysis(ctx context.Context, table, user string, now int64, limit int) (Analysis, error)
	// Analysis returns an analysis with its steps from a number on. ErrNone if
	// nobody has asked for it.
	Analysis(ctx context.Context, table string, from int) (Analysis, error)
	// StartAnalysis gives an analysis of that many steps to one worker, whose run it
	// returns: one that is queued, or whose worker has given no sign since before.
	// What an earlier run had found is dropped. ErrNone if there is nothing to do;
	// an analysis that was started as often as tries has then failed.
	StartAnalysis(ctx context.Context, table string, now, before int64, total, tries int) (run int64, err error)
	// AddAnalysis stores the next steps of a run; false if another run has begun.
	AddAnalysis(ctx context.Context, table string, run, now int64, from int, steps [][]byte) (bool, error)
	// EndAnalysis ends a run as done or failed, or queues the analysis again. One
	// that is not the latest changes nothing.
	EndAnalysis(ctx context.Context, table string, run, now int64, status string) error
	// StalledAnalyses returns tables whose analysis is open and has shown no sign of
	// life since before, oldest first.
	StalledAnalyses(ctx context.Context, before int64, limit int) ([]string, error)
}

// The states of an analysis.
const (
	AnalysisQueued  = "queued"
	AnalysisRunning = "running"
	AnalysisDone    = "done"
	AnalysisFailed  = "failed"
)

// Analysis is the analysis of a finished table.
type Analysis struct {
	Table   string
	User    string // who asked
	Status  string
	Done    int // steps so far
	Total   int // how many steps there will be; 0 until somebody has counted
	Updated int64
	Steps   [][]byte // JSON, one for each step
	Fresh   bool
}
