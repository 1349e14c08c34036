package conqueror

import (
	"math"
	"sync"

	"atoll/bots/learnt"
	"atoll/game"
)

const (
	weightFile = "conqueror/net.weights"
	weightList = "weights"
)

// Kinds is the number of kinds of tables that have weights of their own: two,
// three and four players, each with those who forfeited counting or not.
const Kinds = 6

// KindOf returns the kind of a table.
func KindOf(cfg game.Config) int {
	k := 2 * (cfg.Players - 2)
	if cfg.Text("forfeit") == "out" {
		k++
	}
	return k
}

// learned holds the networks of all kinds, read once.
var learned = sync.OnceValue(func() *[Kinds]Net {
	w, err := ReadWeights(learnt.File(weightFile))
	if err != nil {
		panic("conqueror: " + err.Error())
	}
	nets := new([Kinds]Net)
	for k := range nets {
		nets[k].Set(&w[k], 0, RowCount)
	}
	return nets
})

// netFor returns the network of a table.
func netFor(cfg game.Config) *Net { return &learned()[KindOf(cfg)] }

const (
	outUnit     = OutLimit / 32768.0
	weightCount = Kinds * (RowCount*Hidden + Stages*(Hidden+1))
)

// each calls do with every weight in the order of the file, and its unit.
func each(all *[Kinds]Weights, do func(w *float32, unit float64)) {
	for k := range all {
		for i := range all[k].Rows {
			for j := range all[k].Rows[i] {
				do(&all[k].Rows[i][j], rowUnit)
			}
		}
		for i := range all[k].Out {
			for j := range all[k].Out[i] {
				do(&all[k].Out[i][j], outUnit)
			}
		}
	}
}

// ReadWeights reads a file of weights.
func ReadWeights(data []byte) (*[Kinds]Weights, error) {
	file, err := learnt.Read(data)
	if err != nil {
		return nil, err
	}
	numbers, err := file.Whole(weightList, weightCount)
	if err != nil {
		return nil, err
	}
	all := new([Kinds]Weights)
	each(all, func(w *float32, unit float64) {
		*w = float32(float64(numbers[0]) * unit)
		numbers = numbers[1:]
	})
	return all, nil
}

// AppendWeights writes a file of weights.
func AppendWeights(dst []byte, all *[Kinds]Weights) []byte {
	numbers := make([]int16, 0, weightCount)
	each(all, func(w *float32, unit float64) {
		n := math.Floor(float64(*w)/unit + 0.5)
		numbers = append(numbers, int16(max(math.MinInt16, min(math.MaxInt16, n))))
	})
	var file learnt.Weights
	file.AddWhole(weightList, numbers)
	return file.Append(dst)
}
