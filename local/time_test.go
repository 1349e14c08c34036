package local

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"atoll/match"
)

// notes is a store of notes alone.
type notes struct {
	Store
	kept []byte
	err  error // of storing
}

func (n *notes) Note(context.Context, string) ([]byte, error) { return n.kept, nil }

func (n *notes) SetNote(_ context.Context, _ string, data []byte) error {
	if n.err == nil {
		n.kept = data
	}
	return n.err
}

// begin opens the time of a store at a moment, ms after noon.
func begin(t *testing.T, n *notes, at int64) (s *served, clock *time.Time) {
	t.Helper()
	wall := noon.Add(time.Duration(at) * time.Millisecond)
	s = &served{}
	if err := s.init(t.Context(), &Config{Store: n, Clock: func() time.Time { return wall }}); err != nil {
		t.Fatal(err)
	}
	return s, &wall
}

var noon = time.UnixMilli(1_800_000_000_000)

// gaps are those of a moment, in ms after noon.
func gaps(now match.Now) (list [][2]int64) {
	for _, g := range now.Gaps {
		list = append(list, [2]int64{g.From - noon.UnixMilli(), g.To - noon.UnixMilli()})
	}
	return list
}

// Time in which the browser was closed is credited, and that in which it was asleep: more than four seconds.
func TestTimeAwayIsCredited(t *testing.T) {
	n := &notes{}
	s, clock := begin(t, n, 0)
	if now := s.now(); now.MS != noon.UnixMilli() || len(now.Gaps) != 0 {
		t.Errorf("a new store: %+v", now)
	}
	*clock = clock.Add(4 * time.Second)
	if now := s.now(); now.MS != noon.UnixMilli()+4000 || len(now.Gaps) != 0 {
		t.Errorf("after four seconds: %+v", now)
	}
	*clock = clock.Add(4*time.Second + time.Millisecond)
	if got, want := gaps(s.now()), [][2]int64{{4000, 8001}}; !reflect.DeepEqual(got, want) {
		t.Errorf("after a little more: %v", got)
	}
	if err := s.save(t.Context()); err != nil {
		t.Fatal(err)
	}
	s, _ = begin(t, n, 60_000)
	if got, want := gaps(s.now()), [][2]int64{{4000, 8001}, {8001, 60_000}}; !reflect.DeepEqual(got, want) {
		t.Errorf("the next day: %v", got)
	}
	// A clock that was set back leaves no gap, and time does not go back.
	s, clock = begin(t, n, 10_000)
	if now := s.now(); now.MS != noon.UnixMilli()+60_000 || len(now.Gaps) != 2 {
		t.Errorf("set back: %d, %v", now.MS-noon.UnixMilli(), gaps(now))
	}
	*clock = clock.Add(-time.Hour)
	if now := s.now(); now.MS != noon.UnixMilli()+60_000 || len(now.Gaps) != 2 {
		t.Errorf("set back again: %d, %v", now.MS-noon.UnixMilli(), gaps(now))
	}
}

// The oldest gaps are forgotten beyond two hundred.
func TestGapsAreBounded(t *testing.T) {
	s, clock := begin(t, &notes{}, 0)
	for range 200 {
		*clock = clock.Add(5 * time.Second)
		s.now()
	}
	if now := s.now(); len(now.Gaps) != 200 || gaps(now)[0][0] != 0 {
		t.Errorf("%d gaps, the first %v", len(now.Gaps), gaps(now)[0])
	}
	*clock = clock.Add(5 * time.Second)
	if now := s.now(); len(now.Gaps) != 200 || gaps(now)[0][0] != 5000 {
		t.Errorf("%d gaps, the first %v", len(now.Gaps), gaps(now)[0])
	}
}

// A store without room can be looked at; one that does not work cannot.
func TestTimeInAFullStore(t *testing.T) {
	away := errors.New("away")
	for _, err := range []error{&Full{}, away} {
		s := &served{}
		got := s.init(t.Context(), &Config{Store: &notes{err: err}, Clock: time.Now})
		if errors.Is(got, away) != (err == away) || err != away && got != nil {
			t.Errorf("%v: %v", err, got)
		}
	}
	s := &served{}
	if err := s.init(t.Context(), &Config{Store: &notes{kept: []byte("nonsense")}, Clock: time.Now}); err == nil {
		t.Error("nonsense was read")
	}
}
