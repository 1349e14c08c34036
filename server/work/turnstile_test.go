package work

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"atoll/server/wire"
)

func TestTurnstileLetsOneInAndFewWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ts turnstile
		ts.init()
		leave, err := ts.enter(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		enter := func(ctx context.Context) error {
			leave, err := ts.enter(ctx)
			if err == nil {
				leave()
			}
			return err
		}
		ctx, cancel := context.WithCancel(t.Context())
		gaveUp, waited := make(chan error, 1), make(chan error, judgeWaiting)
		go func() { gaveUp <- enter(ctx) }()
		for range judgeWaiting - 2 {
			go func() { waited <- enter(t.Context()) }()
		}
		synctest.Wait()
		busy := func(err error) bool { e := wire.Refused(err); return e != nil && e.Code == wire.Busy && e.Later == 2 }
		if err = enter(t.Context()); !busy(err) {
			t.Errorf("one too many: %v", err)
		}
		cancel()
		if err := <-gaveUp; !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up: %v", err)
		}
		for range judgeWaiting - 2 { // nobody leaves, so their time runs out
			if err := <-waited; !busy(err) {
				t.Errorf("who waited too long: %v", err)
			}
		}
		leave()
		if err := enter(t.Context()); err != nil || len(ts.queue) != 0 || len(ts.slot) != 0 {
			t.Errorf("afterwards: %v, %d wait, %d are in", err, len(ts.queue), len(ts.slot))
		}
	})
}
