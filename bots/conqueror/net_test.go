package conqueror

import (
	"math"
	"testing"

	"atoll/bots/botstest"
	"atoll/bots/learnt"
	rules "atoll/games/conqueror"
)

// Words of four weights must add up to what the weights do one by one, for as
// many rows as a position can have.
func TestWordsAddUp(t *testing.T) {
	w, err := ReadWeights(learnt.File(weightFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, players := range []int{2, 3, 4} {
		cfg := rules.Game.MustConfigure(players, "tiebreak=dice")
		own, net := &w[KindOf(cfg)], netFor(cfg)
		var f Features
		for _, d := range botstest.Decisions(cfg, 60, 5) {
			s := d.State.(*rules.State)
			if s.Phase < rules.PhaseRoll {
				continue
			}
			f.Read(s)
			for p := range players {
				if f.Count[p] > math.MaxUint16/(2*lift) {
					t.Fatalf("%s: %d rows", s.AppendText(nil), f.Count[p])
				}
				if players == 2 && p != f.Mover {
					continue
				}
				out := &own.Out[f.Stage]
				want := out[Hidden]
				for k := range Hidden {
					var sum float32
					for _, i := range f.Index[p][:f.Count[p]] {
						sum += own.Rows[i][k]
					}
					if k < Hidden-1 {
						sum = max(sum, 0)
					}
					want += sum * out[k]
				}
				if got := net.logit(&f, p); math.Abs(float64(got-want)) > 1e-3 {
					t.Errorf("%s: %v, want %v", s.AppendText(nil), got, want)
				}
			}
		}
	}
}

func TestWeightsComeBack(t *testing.T) {
	w, err := ReadWeights(learnt.File(weightFile))
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReadWeights(AppendWeights(nil, w))
	if err != nil {
		t.Fatal(err)
	}
	if *again != *w {
		t.Error("weights differ after writing and reading them")
	}
	file := learnt.File(weightFile)
	for _, bad := range [][]byte{nil, {1, 2, 3}, file[:len(file)/2]} {
		if _, err := ReadWeights(bad); err == nil {
			t.Errorf("%d bytes were taken for weights", len(bad))
		}
	}
}
