package conqueror

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
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

// learned holds the networks of all kinds, read once.
var learned = sync.OnceValue(func() *[Kinds]Net {
	w, err := ReadWeights(learnt())
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

// ReadWeights reads a file of weights: 16-bit numbers, first the low bytes of all,
// then the high bytes, deflated.
func ReadWeights(data []byte) (*[Kinds]Weights, error) {
	r := flate.NewReader(bytes.NewReader(data))
	plain, err := io.ReadAll(io.LimitReader(r, 2*weightCount+1))
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if len(plain) != 2*weightCount {
		return nil, fmt.Errorf("weights have %d bytes, not %d", len(plain), 2*weightCount)
	}
	all := new([Kinds]Weights)
	low, high := plain[:weightCount], plain[weightCount:]
	i := 0
	each(all, func(w *float32, unit float64) {
		*w = float32(float64(int16(uint16(low[i])|uint16(high[i])<<8)) * unit)
		i++
	})
	return all, nil
}

// AppendWeights writes a file of weights.
func AppendWeights(dst []byte, all *[Kinds]Weights) []byte {
	plain := make([]byte, 2*weightCount)
	low, high := plain[:weightCount], plain[weightCount:]
	i := 0
	each(all, func(w *float32, unit float64) {
		n := math.Floor(float64(*w)/unit + 0.5)
		x := uint16(int16(max(math.MinInt16, min(math.MaxInt16, n))))
		low[i], high[i] = byte(x), byte(x>>8)
		i++
	})
	b := bytes.NewBuffer(dst)
	z, _ := flate.NewWriter(b, flate.BestCompression) // the level is valid
	z.Write(plain)                                    // a buffer takes everything
	z.Close()
	return b.Bytes()
}
