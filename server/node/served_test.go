package node

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"atoll/match"
	"atoll/store"
)

// signs is a store of nothing but signs of life.
type signs struct {
	store.Store
	latest int64       // of another node
	gaps   []match.Gap // to be told at the next question
	err    error
	asked  []int64 // now, pause, after of the latest question; after alone by one who only looks on
	times  int
}

func (s *signs) Alive(ctx context.Context, now, pause, after int64) (int64, []match.Gap, error) {
	gaps, err := s.ask(ctx, now, pause, after)
	return max(s.latest, now), gaps, err
}

func (s *signs) LastAlive(ctx context.Context, after int64) (int64, []match.Gap, error) {
	gaps, err := s.ask(ctx, after)
	return s.latest, gaps, err
}

func (s *signs) ask(ctx context.Context, what ...int64) ([]match.Gap, error) {
	if s.times++; s.times > 1000 {
		return nil, errors.New("asked again and again")
	}
	s.asked = what
	gaps := s.gaps
	s.gaps = nil
	return gaps, errors.Join(s.err, ctx.Err())
}

// times makes a Served with two clocks that a test moves, after its first sign of life.
func times(t *testing.T, s *signs, change func(*Config)) (c *Served, wall *time.Time, steady *time.Duration) {
	t.Helper()
	wall, steady = new(time.Time), new(time.Duration)
	*wall, *steady = noon, time.Hour
	cfg := Config{
		Store: s, Serves: true, AliveEvery: time.Second,
		Clock: func() time.Time { return *wall }, Steady: func() time.Duration { return *steady },
	}
	if change != nil {
		change(&cfg)
	}
	c = newServed(&cfg)
	if err := c.note(t.Context(), c.pause); err != nil {
		t.Fatal(err)
	}
	return c, wall, steady
}

func judge(t *testing.T, c *Served) match.Now {
	t.Helper()
	now, err := c.Judge(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return now
}

// Two intervals and a second may pass before the store is asked whether somebody was there.
func TestAFreshSignOfLifeIsEnough(t *testing.T) {
	s := &signs{}
	c, _, steady := times(t, s, nil)
	start := noon.UnixMilli()
	if want := []int64{start, 3000, 0}; !reflect.DeepEqual(s.asked, want) {
		t.Errorf("the first sign: %v, want %v", s.asked, want)
	}
	*steady += 3 * time.Second
	if now := judge(t, c); now.MS != start+3000 || len(now.Gaps) != 0 || s.times != 1 {
		t.Errorf("after 3 s: %+v, asked %d times", now, s.times)
	}
	*steady += time.Millisecond
	if now := judge(t, c); now.MS != start+3001 || len(now.Gaps) != 0 || s.times != 2 {
		t.Errorf("after 3.001 s: %+v, asked %d times", now, s.times)
	}
	if c.noted.Load() != start+3001 {
		t.Errorf("noted %d", c.noted.Load())
	}
}

// Gaps are credited before anything is judged, and asked for from the end of the last one that is known.
func TestGapsAreLearntBeforeJudging(t *testing.T) {
	s := &signs{}
	c, _, steady := times(t, s, nil)
	none := c.Gaps()
	start := noon.UnixMilli()
	first, second := match.Gap{From: start, To: start + 60_000}, match.Gap{From: start + 61_000, To: start + 120_000}
	*steady += time.Minute
	s.gaps = []match.Gap{first}
	if now := judge(t, c); !reflect.DeepEqual(now.Gaps, []match.Gap{first}) {
		t.Errorf("got %+v", now)
	}
	if c.Gaps() == none {
		t.Error("nobody is told of the gap")
	}
	*steady += time.Minute
	s.gaps = []match.Gap{second}
	if now := judge(t, c); !reflect.DeepEqual(now.Gaps, []match.Gap{first, second}) {
		t.Errorf("got %+v", now)
	}
	if s.asked[2] != first.To {
		t.Errorf("asked for gaps from %d, not %d", s.asked[2], first.To)
	}
	known := c.Gaps()
	if err := c.Leave(t.Context()); err != nil || c.Gaps() != known {
		t.Errorf("no new gap looks like one: %v", err)
	}
	s.err = errors.New("away")
	*steady += time.Minute
	if _, err := c.Judge(t.Context()); !errors.Is(err, s.err) {
		t.Errorf("a store that does not answer: %v", err)
	}
}

// Who only looks on goes by the signs of others. Where there are none, nobody's time runs.
func TestWhoLooksOnGoesByOthers(t *testing.T) {
	start := noon.UnixMilli()
	s := &signs{latest: start - 500}
	c, _, steady := times(t, s, func(c *Config) { c.Serves = false })
	if len(s.asked) != 1 || c.noted.Load() != start-500 {
		t.Fatalf("asked %v, noted %d", s.asked, c.noted.Load())
	}
	*steady += 10 * time.Second
	now := judge(t, c)
	if want := []match.Gap{{From: start - 500, To: start + 10_000}}; !reflect.DeepEqual(now.Gaps, want) || now.MS != start+10_000 {
		t.Errorf("got %+v, want %+v", now, want)
	}
	if s.times != 3 { // the first, and two looks
		t.Errorf("asked %d times", s.times)
	}
	if len(*c.Gaps()) != 0 {
		t.Error("a gap that is not over is kept")
	}
	s.latest = start + 9000
	if now := judge(t, c); len(now.Gaps) != 0 || s.times != 4 {
		t.Errorf("another serves: %+v, asked %d times", now, s.times)
	}
}

// A machine that slept goes on at the time that people read; among several nodes none follows a clock that was set.
func TestAClockThatWasSet(t *testing.T) {
	start := noon.UnixMilli()
	for _, x := range []struct {
		shared bool
		jump   time.Duration
		want   int64
	}{
		{false, 3 * time.Second, start},
		{false, 3*time.Second + time.Millisecond, start + 3001},
		{false, time.Hour, start + 3_600_000},
		{false, -time.Hour, start},
		{true, time.Hour, start},
	} {
		s := &signs{}
		c, wall, _ := times(t, s, func(c *Config) { c.Shared = x.shared })
		*wall = wall.Add(x.jump)
		if err := c.note(t.Context(), c.pause); err != nil {
			t.Fatal(err)
		}
		if c.now().MS != x.want || s.asked[0] != x.want || c.noted.Load() != x.want {
			t.Errorf("%+v: now %d, noted %d and %d", x, c.now().MS, s.asked[0], c.noted.Load())
		}
	}
}

// No node is behind the others.
func TestANodeFollowsTheOneAhead(t *testing.T) {
	start := noon.UnixMilli()
	s := &signs{}
	c, _, _ := times(t, s, func(c *Config) { c.Shared = true })
	s.latest = start + 700
	if err := c.note(t.Context(), c.pause); err != nil {
		t.Fatal(err)
	}
	if c.now().MS != start+700 || c.noted.Load() != start+700 {
		t.Errorf("now %d, noted %d", c.now().MS, c.noted.Load())
	}
	s.latest = start + 100
	if err := c.note(t.Context(), c.pause); err != nil || c.now().MS != start+700 {
		t.Errorf("one behind was followed: %d, %v", c.now().MS, err)
	}
}

// Without a clock of its own for it, a node goes by the real one.
func TestTheRealClockIsSteady(t *testing.T) {
	wall := noon
	cfg := Config{Store: &signs{}, Clock: func() time.Time { return wall }}
	c := newServed(&cfg)
	wall = wall.Add(5 * time.Second)
	if got := c.ms(); got != noon.UnixMilli()+5000 {
		t.Errorf("%d ms after the start", got-noon.UnixMilli())
	}
}
