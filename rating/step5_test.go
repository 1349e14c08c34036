package rating

import (
	"math"
	"testing"
)

// Step 5 of the paper asks for the root of a function. It is looked for by halving here, which is slow and hard to get wrong.
func TestVolatilityIsTheRootOfStep5(t *testing.T) {
	for _, x := range []struct {
		name                 string
		delta, phi, v, sigma float64
	}{
		{"the paper's example", -0.4834, 1.1513, 1.7785, 0.06},
		{"as expected", 0.01, 0.5, 1.2, 0.06},
		{"exactly as expected", 0, 0.5, 1.2, 0.06},
		{"a surprise", 2.5, 0.3, 1.1, 0.06},
		{"a great surprise", 9, 0.26, 0.9, 0.06},
		{"a greater one downwards", -14, 1.4, 2.2, 0.09},
		{"a surprise with little doubt", 1.5, 0.26, 0.4, 0.06},
		{"a small surprise", 1.378, 0.3, 1.1, 0.06},
		{"a small surprise to a volatile player", 1.378, 0.3, 1.1, 2},
		{"a surprise whose first guess mirrors the volatility", math.Sqrt(0.09 + 0.5 + 1.0/9), 0.3, 0.5, 3},
		{"just no surprise", 1.2, 0.6, 1.09, 0.06},
		{"a volatile player, as expected", 0.1, 0.7, 0.9, 1.2},
		{"a very volatile one", 0.1, 0.3, 0.5, 3},
		{"a very volatile one who is surprised", 3, 0.3, 0.5, 3},
		{"wild beyond reason", 0, 0.3, 0.5, 40},
	} {
		step5 := func(ln float64) float64 {
			e := math.Exp(ln)
			sum := math.Pow(x.phi, 2) + x.v + e
			return e*(math.Pow(x.delta, 2)-sum)/(2*math.Pow(sum, 2)) - (ln-2*math.Log(x.sigma))*4
		}
		low, high := -60.0, 60.0 // above zero, and below
		for range 200 {
			if middle := (low + high) / 2; step5(middle) > 0 {
				low = middle
			} else {
				high = middle
			}
		}
		want := math.Exp(low / 2)
		if got := volatility(x.delta, x.phi, x.v, x.sigma); math.Abs(got-want) > 1e-6*want {
			t.Errorf("%s: got %.9f, want %.9f", x.name, got, want)
		}
	}
}

func TestDoubtGrowsByVolatilityUpToThatOfANewPlayer(t *testing.T) {
	for _, x := range []struct{ deviation, volatility, want float64 }{
		{60, 0.06, math.Hypot(60, 0.06*173.7178)},
		{349, 0.6, 350},
		{350, 0.06, 350},
	} {
		if got := (Rating{1600, x.deviation, x.volatility}).After(nil).Deviation; math.Abs(got-x.want) > 1e-9 {
			t.Errorf("%+v: got %v", x, got)
		}
	}
}

func TestProvisionalAbove110(t *testing.T) {
	if (Rating{1500, 110, 0.06}).Provisional() || !(Rating{1500, 110.1, 0.06}).Provisional() {
		t.Error("up to a deviation of 110 enough is known")
	}
}
