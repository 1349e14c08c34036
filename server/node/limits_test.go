package node

import (
	"fmt"
	"testing"
	"time"
)

var noon = time.UnixMilli(1_800_000_000_000)

// What a host leaves out has a limit; what is negative has none.
func TestLimitsThatAreNotSet(t *testing.T) {
	want := Limits{Address: 100, Account: 40, Create: 2, Chat: 1, Judge: 2, Compute: 100, Analyses: 60, OpenTables: 100, Streams: 500}
	if got := newLimiter(Limits{}).Limits; got != want {
		t.Errorf("defaults: %+v", got)
	}
	none := Limits{-1, -1, -1, -1, -1, -1, -1, -1, -1}
	if got := newLimiter(NoLimits()).Limits; got != none {
		t.Errorf("no limits: %+v", got)
	}
	set := Limits{Address: 1, Account: 3, Create: 4, Chat: 5, Judge: 6, Compute: 7, Analyses: 8, OpenTables: 9, Streams: 10}
	if got := newLimiter(set).Limits; got != set {
		t.Errorf("as set: %+v", got)
	}
}

func TestALimitAllowsABurstAndThenItsRate(t *testing.T) {
	l := newLimiter(Limits{})
	for i, want := range []bool{true, true, true, false} {
		if got := l.Allow("somebody", 2, 3, noon); got != want {
			t.Errorf("request %d: %v", i, got)
		}
	}
	if !l.Allow("another", 2, 3, noon) {
		t.Error("one who asks much is in another's way")
	}
	if later := noon.Add(500 * time.Millisecond); !l.Allow("somebody", 2, 3, later) || l.Allow("somebody", 2, 3, later) {
		t.Error("half a second is not worth one of two a second")
	}
	for range 100 {
		if !l.Allow("free", -1, 1, noon) {
			t.Fatal("refused where there is no limit")
		}
	}
	if l.Allow("nobody", 0, 0, noon) {
		t.Error("allowed at a rate of 0")
	}
}

// Who has done nothing for a minute is forgotten, and no sooner.
func TestLimitsForget(t *testing.T) {
	l := newLimiter(Limits{})
	l.Allow("early", 1, 1, noon)
	l.Allow("late", 1, 1, noon.Add(time.Millisecond))
	l.Tidy(noon.Add(time.Minute))
	if len(l.buckets) != 2 {
		t.Errorf("%d are left after a minute", len(l.buckets))
	}
	l.Tidy(noon.Add(time.Minute + time.Millisecond))
	if len(l.buckets) != 1 || l.buckets["late"] == nil {
		t.Errorf("left are %v", l.buckets)
	}
}

// However many addresses ask, those of a moment ago make room.
func TestLimitsAreBounded(t *testing.T) {
	for name, ask := range map[string]func(*Limiter, string, time.Time){
		"requests": func(l *Limiter, key string, now time.Time) { l.Allow(key, 1, 1, now) },
		"budgets":  func(l *Limiter, key string, now time.Time) { l.Budget(key, 1, now) },
	} {
		l := newLimiter(Limits{})
		for i := range maxBuckets - 1 {
			l.buckets[fmt.Sprint(i)] = &bucket{seen: noon}
		}
		later := noon.Add(time.Second + time.Millisecond)
		ask(l, "one more", later)
		if len(l.buckets) != maxBuckets {
			t.Errorf("%s: %d after one that found room", name, len(l.buckets))
		}
		ask(l, "another", later)
		if len(l.buckets) != 2 {
			t.Errorf("%s: %d after one that found none", name, len(l.buckets))
		}
	}
}

func TestStreamsOfAnAddressAreCounted(t *testing.T) {
	l := newLimiter(Limits{Streams: 2})
	first, ok1 := l.Stream("a")
	second, ok2 := l.Stream("a")
	if _, ok := l.Stream("a"); ok || !ok1 || !ok2 {
		t.Fatalf("the first two: %v, %v, the third: %v", ok1, ok2, ok)
	}
	if _, ok := l.Stream("b"); !ok {
		t.Error("another address is refused")
	}
	first()
	if l.streams["a"] != 1 {
		t.Errorf("%d after one has left", l.streams["a"])
	}
	if _, ok := l.Stream("a"); !ok {
		t.Error("a place that was left is not given again")
	}
	second()
	second()
	if n, ok := l.streams["a"]; ok {
		t.Errorf("all have left, and %d are remembered", n)
	}
	free := newLimiter(Limits{Streams: -1})
	for range 3 {
		if leave, ok := free.Stream("a"); !ok {
			t.Error("refused where there is no limit")
		} else {
			leave()
		}
	}
}

// A budget of 100 ms a second holds 20 seconds' worth, in microseconds.
func TestBudgets(t *testing.T) {
	l := newLimiter(Limits{})
	b := l.Budget("somebody", 100, noon)
	if b.Limit() != 100_000 || b.Burst() != 2_000_000 {
		t.Errorf("%v a second, %d at once", b.Limit(), b.Burst())
	}
	if l.Budget("somebody", 100, noon) != b {
		t.Error("a second budget for one person")
	}
	if got := l.Budget("nobody", 0, noon).Burst(); got != 1 {
		t.Errorf("a budget of nothing holds %d", got)
	}
}

func TestBurst(t *testing.T) {
	for rate, want := range map[float64]int{0.1: 1, 0.2: 1, 1: 5, 2.5: 12, 100: 500} {
		if got := Burst(rate); got != want {
			t.Errorf("%v a second: %d at once, want %d", rate, got, want)
		}
	}
}
