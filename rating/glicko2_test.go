package rating

import (
	"math"
	"testing"
)

// The worked example of the paper.
func TestPaper(t *testing.T) {
	got := Rating{1500, 200, 0.06}.After([]Meeting{
		{Rating{1400, 30, 0.06}, 1}, {Rating{1550, 100, 0.06}, 0}, {Rating{1700, 300, 0.06}, 0},
	})
	for _, x := range []struct {
		name      string
		got, want float64
		within    float64
	}{
		{"rating", got.Value, 1464.06, 0.01},
		{"deviation", got.Deviation, 151.52, 0.01},
		{"volatility", got.Volatility, 0.05999, 0.00001},
	} {
		if math.Abs(x.got-x.want) > x.within {
			t.Errorf("%s: got %v, want %v", x.name, x.got, x.want)
		}
	}
}

func TestWithoutGamesOnlyDoubtGrows(t *testing.T) {
	r := Rating{1600, 60, 0.06}
	got := r.After(nil)
	if got.Value != r.Value || got.Deviation <= r.Deviation || got.Volatility != r.Volatility {
		t.Errorf("got %+v", got)
	}
}

func TestBetterRankGains(t *testing.T) {
	after := Game([]Rating{New(), New(), New(), New()}, []int{2, 1, 3, 3})
	if !(after[1].Value > after[0].Value && after[0].Value > after[2].Value && after[2].Value == after[3].Value) {
		t.Errorf("got %+v", after)
	}
	sum := 0.0
	for _, r := range after {
		sum += r.Value
	}
	if math.Abs(sum-6000) > 1e-3 {
		t.Errorf("equals who meet keep their sum; got %v", sum)
	}
	if !New().Provisional() || (Rating{1500, 80, .06}).Provisional() {
		t.Error("provisional is about the deviation")
	}
}

// Extreme results stay finite.
func TestUpsetsStayFinite(t *testing.T) {
	a, b := Rating{3000, 45, 0.06}, Rating{200, 350, 0.1}
	for range 200 {
		after := Game([]Rating{a, b}, []int{2, 1})
		a, b = after[0], after[1]
		for _, r := range after {
			if math.IsNaN(r.Value) || math.IsInf(r.Value, 0) || r.Deviation < minDeviation || r.Deviation > 350 || r.Volatility <= 0 {
				t.Fatalf("got %+v", after)
			}
		}
	}
}
