package conqueror

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"sync"

	"atoll/game"
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

// unit is the value of 1 in the file of weights.
const unit = 1.0 / 1024

//go:embed weights.bin
var weightFile []byte

// learned holds the weights of all kinds, read once.
var learned = sync.OnceValue(func() *[Kinds]Weights {
	w, err := ReadWeights(weightFile)
	if err != nil {
		panic("conqueror: " + err.Error())
	}
	return w
})

// WeightsFor returns the weights of a table.
func WeightsFor(cfg game.Config) *Weights { return &learned()[KindOf(cfg)] }

// ReadWeights reads a file of weights: for each kind all weights as 16-bit
// little-endian numbers in units of 1/1024.
func ReadWeights(data []byte) (*[Kinds]Weights, error) {
	if len(data) != 2*Kinds*WeightCount {
		return nil, fmt.Errorf("weights have %d bytes, not %d", len(data), 2*Kinds*WeightCount)
	}
	var all [Kinds]Weights
	for k := range all {
		for i := range all[k] {
			all[k][i] = float32(int16(binary.LittleEndian.Uint16(data))) * unit
			data = data[2:]
		}
	}
	return &all, nil
}

// AppendWeights writes a file of weights.
func AppendWeights(dst []byte, all *[Kinds]Weights) []byte {
	for k := range all {
		for _, w := range all[k] {
			n := math.Round(float64(w) / unit)
			dst = binary.LittleEndian.AppendUint16(dst, uint16(int16(max(math.MinInt16, min(math.MaxInt16, n)))))
		}
	}
	return dst
}
