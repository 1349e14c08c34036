package node

import (
	"bytes"
	"context"
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"atoll/game"
	"atoll/match"
)

func (s *signs) Key(_ context.Context, name string) ([]byte, error) {
	if name != "news" {
		return nil, errors.New("there is no such key")
	}
	return bytes.Repeat([]byte{7}, 32), nil
}

func (s *signs) Trouble(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "the disk is full"
	}
	return ""
}

// A node on its own counts as away since its last sign of life; one of several only if all were silent.
func TestTheFirstSignOfLife(t *testing.T) {
	for shared, pause := range map[bool]int64{false: 0, true: 3000} {
		s := &signs{}
		n, err := New(t.Context(), Config{Store: s, Shared: shared, Serves: true})
		if err != nil {
			t.Fatal(err)
		}
		if s.times != 1 || s.asked[1] != pause {
			t.Errorf("shared %v: asked %d times, the latest %v", shared, s.times, s.asked)
		}
		if sealed := n.Seal("table", []byte("a")); (sealed != nil) != shared {
			t.Errorf("shared %v: sealed %v", shared, sealed)
		}
		if n.AliveEvery != time.Second || len(n.Secret(6)) != 8 || len(n.Seed()) != 32 || bytes.Equal(n.Seed(), n.Seed()) {
			t.Errorf("shared %v: %v, secrets %q, seeds %v", shared, n.AliveEvery, n.Secret(6), n.Seed())
		}
		if n.Log == nil || n.Clock().IsZero() {
			t.Errorf("shared %v: no log or no clock", shared)
		}
	}
	s := &signs{err: errors.New("away")}
	if _, err := New(t.Context(), Config{Store: s, Serves: true}); !errors.Is(err, s.err) {
		t.Errorf("a store that does not answer: %v", err)
	}
}

func TestWhatIsSetStays(t *testing.T) {
	fill := func(b []byte) {
		for i := range b {
			b[i] = byte(i + 32)
		}
	}
	s := &signs{}
	n, err := New(t.Context(), Config{
		Store: s, Serves: true, AliveEvery: time.Minute, Random: fill,
		Clock: func() time.Time { return noon }, Games: []*game.Game{{ID: "one"}, {ID: "two"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.asked[0] != noon.UnixMilli() || n.AliveEvery != time.Minute || n.Time.pause != 121_000 {
		t.Errorf("asked %v, every %v, pause %d", s.asked, n.AliveEvery, n.Time.pause)
	}
	if id := n.NewID(); id != idLetters[:IDLength] {
		t.Errorf("an id of the first letters is %q", id)
	}
	for _, id := range []string{"one", "two"} {
		if g, ok := n.Game(id); !ok || g.ID != id {
			t.Errorf("%s: %v, %v", id, g, ok)
		}
	}
	if g, ok := n.Game("three"); ok || g != nil {
		t.Errorf("a game that is not there: %v, %v", g, ok)
	}
	if n.Draining() {
		t.Error("it goes down before anybody said so")
	}
	n.GoDown()
	n.GoDown()
	if !n.Draining() {
		t.Error("it does not go down")
	}
}

// Trouble of the store is remembered for a moment, so that readiness tells it; other errors are none of its.
func TestTroubleIsRemembered(t *testing.T) {
	n := &Node{Config: Config{Store: &signs{}}}
	if n.Sick() != "" || n.Trouble(errors.New("no")) != "" || n.Sick() != "" {
		t.Errorf("sick of nothing: %q", n.Sick())
	}
	if why := n.Trouble(context.DeadlineExceeded); why != "the disk is full" || n.Sick() != why {
		t.Errorf("%q, sick of %q", why, n.Sick())
	}
	n.health.latest.Store(&sickness{"the disk is full", time.Now().Add(-sickFor)})
	if n.Sick() != "" {
		t.Errorf("sick after a while: %q", n.Sick())
	}
}

func TestOutside(t *testing.T) {
	for addr, want := range map[string]bool{
		"8.8.8.8": true, "2a00:1450::1": true, "::ffff:8.8.8.8": true, "100.128.0.1": true,
		"127.0.0.1": false, "10.1.2.3": false, "192.168.1.1": false, "100.64.0.1": false, "0.1.2.3": false, "169.254.1.1": false,
		"255.255.255.255": false, "224.0.0.1": false, "198.18.0.1": false, "::1": false, "::ffff:10.1.2.3": false,
		"64:ff9b::808:808": false, "2002:808:808::1": false, "2001:db8::1": false, "fe80::1": false, "fd00::1": false, "2a00:1450::1%eth0": false,
	} {
		if got := Outside(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: %v", addr, got)
		}
	}
	d := OutsideDialer(time.Second)
	for address, want := range map[string]string{"8.8.8.8:80": "", "127.0.0.1:80": ErrInside.Error(), "nowhere": "not an ip:port"} {
		err := d.Control("tcp", address, nil)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// Those who watch clocks are told of a gap once, and a store that is away does not end the signs of life.
func TestSignsOfLifeTellOfGaps(t *testing.T) {
	s := &signs{}
	n, err := New(t.Context(), Config{Store: s, Serves: true, AliveEvery: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n.Time.store = turns{s, []error{nil, context.DeadlineExceeded, nil}, new(int), cancel}
	told := 0
	n.KeepAlive(ctx, func() {
		if told++; told == 2 {
			cancel()
		}
	})
	if told != 2 || s.times != 3 { // the first of New, and two that answered
		t.Errorf("told %d times of %d", told, s.times)
	}
	if n.Sick() == "" {
		t.Error("trouble on the way is not noted")
	}
}

// turns is a store that answers by turns: an error, or a gap.
type turns struct {
	*signs
	errs []error
	n    *int
	end  func() // after too many
}

func (s turns) Alive(ctx context.Context, now, pause, after int64) (int64, []match.Gap, error) {
	if *s.n > 100 {
		s.end()
	}
	err := s.errs[*s.n%len(s.errs)]
	if *s.n++; err != nil {
		return 0, nil, err
	}
	s.gaps = []match.Gap{{From: now - 1, To: now}}
	return s.signs.Alive(ctx, now, pause, after)
}

// Who asks the store waits for it, but not for ever.
func TestPatience(t *testing.T) {
	ctx, cancel := Patient(t.Context())
	defer cancel()
	if end, ok := ctx.Deadline(); ctx.Err() != nil || !ok || time.Until(end) > 15*time.Second {
		t.Errorf("until %v, %v", end, ctx.Err())
	}
}
