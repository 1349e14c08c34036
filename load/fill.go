package load

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"atoll/game"
	"atoll/games"
	"atoll/match"
)

// Fill stores n games that were begun and left, as if played over a year, for
// measuring a server with a past. Each game has about a dozen entries.
func Fill(ctx context.Context, s match.Store, n int) error {
	list := games.All()
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make(chan error, 64)
	for range 64 { // group commit wants company
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				if err := fillOne(ctx, s, list[i%len(list)], i); err != nil {
					errs <- fmt.Errorf("game %d: %w", i, err)
					return
				}
			}
		})
	}
	wg.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return ctx.Err()
	}
}

func fillOne(ctx context.Context, s match.Store, g *game.Game, i int) error {
	var b [38]byte
	_, _ = rand.Read(b[:])
	now := match.Now{MS: time.Now().Add(-time.Duration(i) * time.Minute).UnixMilli()}
	host := match.User{ID: fmt.Sprint("filler", i%1000), Name: "Filler", Kind: "guest"}
	setup := match.Setup{Game: g.ID, Players: 2, Seats: []match.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatMe}}, Listed: i%100 == 0}
	if i%10 == 0 {
		setup.Clock = match.ClockSetup{Kind: match.Correspondence, Days: 60}
	}
	t, c, err := match.New(games.ByID, hex.EncodeToString(b[32:]), setup, host, b[:32], nil, "", now)
	if err != nil {
		return err
	}
	if err := s.Commit(ctx, c); err != nil {
		return err
	}
	r := game.NewRand(uint64(i))
	for m := 0; m < 8 && t.Status == match.Running; m++ {
		seat := t.Waiting().First()
		view := t.Look(game.SeatViewer(seat))
		a, _ := game.Sample(view, seat, r, nil)
		d, err := t.Act(seat, t.Step, fmt.Sprint("f", m), string(view.AppendAction(nil, seat, a)), now)
		if err != nil {
			return err
		}
		if err := s.Commit(ctx, d.Change); err != nil {
			return err
		}
		t = d.Table
	}
	if i%10 == 0 && t.Status == match.Running { // a tenth stays unfinished
		return nil
	}
	if t.Status == match.Running {
		d, err := t.Do(t.Waiting().First(), "resign", "end", now)
		if err != nil {
			return err
		}
		return s.Commit(ctx, d.Change)
	}
	return nil
}
