package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atoll/store"
)

func analyses(t *testing.T, s store.Store, reopen func() store.Store) {
	ctx := t.Context()
	look := func(from int) store.Analysis {
		t.Helper()
		a, err := s.Analysis(ctx, "t1", from)
		must(t, err)
		return a
	}
	if _, err := s.Analysis(ctx, "t1", 0); !errors.Is(err, store.ErrNone) {
		t.Errorf("an analysis that nobody asked for: %v", err)
	}
	if _, err := s.StartAnalysis(ctx, "t1", 1, 0, 5, 3); !errors.Is(err, store.ErrNone) {
		t.Errorf("the start of one that nobody asked for: %v", err)
	}
	a, err := s.AskAnalysis(ctx, "t1", "u1", 10, 9)
	must(t, err)
	if !a.Fresh || a.Status != store.AnalysisQueued {
		t.Errorf("asked: %+v", a)
	}
	if a, err = s.AskAnalysis(ctx, "t1", "u2", 11, 9); err != nil || a.Fresh || a.User != "u1" || a.Updated != 10 {
		t.Errorf("asked twice: %+v, %v", a, err)
	}
	run, err := s.StartAnalysis(ctx, "t1", 20, 0, 4, 3)
	must(t, err)
	if _, err := s.StartAnalysis(ctx, "t1", 21, 20, 4, 3); !errors.Is(err, store.ErrNone) {
		t.Errorf("a second worker: %v", err)
	}
	for i, steps := range [][][]byte{{[]byte("zero"), []byte("one")}, {[]byte("two")}} {
		if ok, err := s.AddAnalysis(ctx, "t1", run, 22, 2*i, steps); !ok || err != nil {
			t.Fatalf("steps were not taken: %v, %v", ok, err)
		}
	}
	if reopen != nil {
		s = reopen()
	}
	want := store.Analysis{
		Table: "t1", User: "u1", Status: store.AnalysisRunning, Done: 3, Total: 4, Updated: 22,
		Steps: [][]byte{[]byte("one"), []byte("two")},
	}
	if d := cmp.Diff(want, look(1)); d != "" {
		t.Error(d)
	}

	// A worker that went away is replaced by another, and then comes too late.
	if ids, err := s.StalledAnalyses(ctx, 22, 9); err != nil || len(ids) != 0 {
		t.Errorf("stalled: %v, %v", ids, err)
	}
	if ids, err := s.StalledAnalyses(ctx, 23, 9); err != nil || len(ids) != 1 || ids[0] != "t1" {
		t.Errorf("stalled: %v, %v", ids, err)
	}
	second, err := s.StartAnalysis(ctx, "t1", 100, 50, 4, 3)
	must(t, err)
	if second == run || len(look(0).Steps) != 0 {
		t.Errorf("run %d after %d has %d steps of it", second, run, len(look(0).Steps))
	}
	if ok, err := s.AddAnalysis(ctx, "t1", run, 101, 3, [][]byte{[]byte("late")}); ok || err != nil {
		t.Errorf("steps of an old run: %v, %v", ok, err)
	}
	must(t, s.EndAnalysis(ctx, "t1", run, 102, store.AnalysisDone))
	if a := look(0); a.Status != store.AnalysisRunning {
		t.Errorf("ended by an old run: %+v", a)
	}

	// It fails once more, and has then been tried often enough.
	must(t, s.EndAnalysis(ctx, "t1", second, 103, store.AnalysisQueued))
	third, err := s.StartAnalysis(ctx, "t1", 104, 50, 4, 3)
	must(t, err)
	must(t, s.EndAnalysis(ctx, "t1", third, 105, store.AnalysisQueued))
	if _, err := s.StartAnalysis(ctx, "t1", 106, 50, 4, 3); !errors.Is(err, store.ErrNone) {
		t.Errorf("a fourth start: %v", err)
	}
	if a := look(0); a.Status != store.AnalysisFailed {
		t.Errorf("tried three times: %+v", a)
	}

	// Asking again gives it another chance; then it stays failed.
	if a, err := s.AskAnalysis(ctx, "t1", "u2", 200, 9); err != nil || !a.Fresh {
		t.Errorf("asked after a failure: %+v, %v", a, err)
	}
	run, err = s.StartAnalysis(ctx, "t1", 201, 50, 1, 3)
	must(t, err)
	if ok, err := s.AddAnalysis(ctx, "t1", run, 202, 0, [][]byte{[]byte("all")}); !ok || err != nil {
		t.Fatalf("steps were not taken: %v, %v", ok, err)
	}
	must(t, s.EndAnalysis(ctx, "t1", run, 203, store.AnalysisDone))
	if _, err := s.StartAnalysis(ctx, "t1", 900, 800, 1, 3); !errors.Is(err, store.ErrNone) {
		t.Errorf("the start of one that is done: %v", err)
	}
	if a, err := s.AskAnalysis(ctx, "t1", "u3", 901, 0); err != nil || a.Fresh || a.Status != store.AnalysisDone {
		t.Errorf("asked for one that is done: %+v, %v", a, err)
	}
	if ids, err := s.StalledAnalyses(ctx, 999, 9); err != nil || len(ids) != 0 {
		t.Errorf("stalled: %v, %v", ids, err)
	}
}

func oneAnalysis(t *testing.T, s store.Store, _ func() store.Store) {
	ctx := t.Context()
	var mu sync.Mutex
	var wg sync.WaitGroup
	fresh, busy := 0, 0
	for i := range 8 {
		wg.Go(func() {
			a, err := s.AskAnalysis(ctx, fmt.Sprint("t", i), "u1", 1, 9)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case errors.Is(err, store.ErrBusy):
				busy++
			case err != nil:
				t.Error(err)
			case a.Fresh:
				fresh++
			}
		})
	}
	wg.Wait()
	if fresh != 1 || busy != 7 {
		t.Errorf("%d begun, %d refused", fresh, busy)
	}
	// Many ask for the same one; it is queued once.
	fresh = 0
	for i := range 8 {
		wg.Go(func() {
			a, err := s.AskAnalysis(ctx, "same", fmt.Sprint("other", i), 1, 9)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
			} else if a.Fresh {
				fresh++
			}
		})
	}
	wg.Wait()
	if fresh != 1 {
		t.Errorf("queued %d times", fresh)
	}
	if _, err := s.AskAnalysis(ctx, "more", "u9", 1, 2); !errors.Is(err, store.ErrFull) {
		t.Errorf("a full queue: %v", err)
	}
	if err := s.DeleteUser(ctx, "u1", 1); err != nil {
		t.Fatal(err)
	}
	ids, err := s.StalledAnalyses(ctx, 9, 9)
	if err != nil || len(ids) != 2 {
		t.Fatalf("open: %v, %v", ids, err)
	}
	for _, id := range ids {
		if a, err := s.Analysis(ctx, id, 0); err != nil || a.User == "u1" {
			t.Errorf("a deleted user is still named: %+v, %v", a, err)
		}
	}
}
