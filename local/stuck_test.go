package local_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"atoll/bots/all"
	"atoll/games"
	"atoll/local"
	"atoll/match"
	"atoll/server/wire"
)

// trouble is a mind that fails as long as there is an error.
type trouble struct {
	mu    sync.Mutex
	more  sync.Cond
	err   error
	asked []string
}

func newTrouble(err error) *trouble {
	x := &trouble{err: err}
	x.more.L = &x.mu
	return x
}

// times waits until it was asked that often.
func (x *trouble) times(n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for len(x.asked) < n {
		x.more.Wait()
	}
}

func (x *trouble) set(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.err = err
}

func (x *trouble) think(ctx context.Context, job local.Job, tell func([]byte)) ([]byte, error) {
	x.mu.Lock()
	x.asked = append(x.asked, job.Bot)
	x.more.Broadcast()
	err := x.err
	x.mu.Unlock()
	// A simple bot has learnt nothing, so it misses nothing.
	if err != nil && (job.Bot != "plain" || !errors.Is(err, local.ErrUnlearnt)) {
		return nil, err
	}
	return local.Think(ctx, games.ByID, all.Roster(), job, tell)
}

// raw follows a table with the frames that no API has.
func (b *browser) raw(id string) <-chan []byte {
	out := make(chan []byte, 1000)
	ctx, stop := context.WithCancel(b.t.Context())
	var done sync.WaitGroup
	done.Go(func() { _ = b.host.Follow(ctx, "/tables/"+id+"/live", func(data []byte) { out <- data }) })
	b.t.Cleanup(func() { stop(); done.Wait() })
	return out
}

// untilStuck reads frames until one tells which bots are stuck.
func untilStuck(t *testing.T, frames <-chan []byte) []local.StuckSeat {
	t.Helper()
	for {
		select {
		case data := <-frames:
			var f struct {
				Type  string            `json:"type"`
				Stuck []local.StuckSeat `json:"stuck"`
			}
			if err := json.Unmarshal(data, &f); err != nil {
				t.Fatal(err)
			}
			if f.Type == "stuck" {
				return f.Stuck
			}
		case <-t.Context().Done():
			t.Fatal("nobody says that the bot cannot think")
		}
	}
}

func begins(level int) wire.Setup {
	no := false
	return wire.Setup{
		Game: "epigo", Players: 2, Shuffle: &no,
		Seats: []wire.SeatSetup{{Kind: match.SeatMe}, {Kind: match.SeatBot, Level: level}},
	}
}

// A bot that cannot think says so and waits; nobody plays at random in its place.
func TestABotThatCannotThinkSaysSo(t *testing.T) {
	for _, c := range []struct {
		err error
		why string
	}{{local.ErrUnlearnt, "learnt"}, {errors.New("dead"), "died"}} {
		t.Run(c.why, func(t *testing.T) {
			mind := newTrouble(c.err)
			b := open(t, newMemory(), func(cfg *local.Config) { cfg.Think = mind.think })
			id := b.make(begins(5))
			frames := b.raw(id)
			if got := untilStuck(t, frames); len(got) != 1 || got[0].Seat != "N" || got[0].Why != c.why {
				t.Fatalf("told: %v", got)
			}
			// Whoever looks does not make it think again and again.
			for range 5 {
				b.must("GET", "/tables/"+id, nil, nil)
			}
			mind.mu.Lock()
			if len(mind.asked) != 2 || mind.asked[0] != "level5" || mind.asked[1] != "level5" {
				t.Errorf("asked %v", mind.asked)
			}
			mind.mu.Unlock()
			// Asked again without success it waits again; then it plays.
			b.must("POST", "/tables/"+id+"/bots", local.BotsRequest{Do: "retry"}, nil)
			mind.times(4)
			mind.set(nil)
			// It may still be on its way to say that it has failed again; then it is asked once more.
			for sealed := false; !sealed; time.Sleep(time.Millisecond) {
				b.must("POST", "/tables/"+id+"/bots", local.BotsRequest{Do: "retry"}, nil)
				b.store.mu.Lock()
				sealed = sealedBots(t, b.store.tables[id]) > 0
				b.store.mu.Unlock()
			}
			var s wire.Snapshot
			b.must("GET", "/tables/"+id, nil, &s)
			if s.View.Seats[1].Level != 5 {
				t.Errorf("level %d plays", s.View.Seats[1].Level)
			}
		})
	}
}

// Whoever wants it goes on with the first level, which has learnt nothing; it says
// its name, and stays after the browser was closed.
func TestASimplerBotPlaysOn(t *testing.T) {
	mind := newTrouble(local.ErrUnlearnt)
	store := newMemory()
	b := open(t, store, func(cfg *local.Config) { cfg.Think = mind.think })
	id := b.make(begins(5))
	untilStuck(t, b.raw(id))
	b.must("POST", "/tables/"+id+"/bots", local.BotsRequest{Do: "simpler"}, nil)
	store.until(func() bool { return sealedBots(t, store.tables[id]) > 0 })
	b.host.Close()
	b = open(t, store, func(cfg *local.Config) { cfg.Think = mind.think })
	var s wire.Snapshot
	b.must("GET", "/tables/"+id, nil, &s)
	if s.View.Seats[1].Level != 1 {
		t.Errorf("level %d is said to play", s.View.Seats[1].Level)
	}
	if status := b.ask("POST", "/tables/"+id+"/bots", local.BotsRequest{Do: "resign"}, nil); status != 400 {
		t.Errorf("nonsense is answered with %d", status)
	}
	mind.mu.Lock()
	defer mind.mu.Unlock()
	if last := mind.asked[len(mind.asked)-1]; last != "plain" {
		t.Errorf("asked %v", mind.asked)
	}
}

// sealedBots counts choices that are stored and not yet told.
func sealedBots(t *testing.T, st *match.Stored) int {
	var p match.Private
	if err := json.Unmarshal(st.Private, &p); err != nil {
		t.Error(err)
	}
	return len(p.Sealed)
}

// Without room for a bot's move the table says so, and goes on where it was once
// there is some.
func TestABotWithoutRoomForItsMove(t *testing.T) {
	store := newMemory()
	mind := newTrouble(nil)
	var first sync.Once
	b := open(t, store, func(cfg *local.Config) {
		cfg.Think = func(ctx context.Context, job local.Job, tell func([]byte)) ([]byte, error) {
			first.Do(func() {
				store.mu.Lock()
				defer store.mu.Unlock()
				store.full = &local.Full{Why: "full"}
			})
			return mind.think(ctx, job, tell)
		}
	})
	id := b.make(begins(1))
	if got := untilStuck(t, b.raw(id)); len(got) != 1 || got[0].Why != "full" {
		t.Fatalf("told: %v", got)
	}
	store.mu.Lock()
	store.full = nil
	store.mu.Unlock()
	b.must("POST", "/tables/"+id+"/bots", local.BotsRequest{Do: "retry"}, nil)
	store.until(func() bool { return sealedBots(t, store.tables[id]) > 0 })
}
