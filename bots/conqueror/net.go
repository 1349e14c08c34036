package conqueror

import "math"

const (
	// Hidden is the number of hidden units. The last passes its sum on as it is,
	// the others only what is above zero.
	Hidden = 32
	// Stages is the number of stages of a game with outputs of their own.
	Stages = 8

	// A row has its weights in units of 1/128, four to a word, each raised by
	// lift, so that whole words can be added: 85 rows do not overflow.
	rowUnit = 1.0 / 128
	lift    = 384
	words   = Hidden / 4

	// RowLimit is the largest weight of a row, OutLimit that of an output.
	RowLimit = (lift - 1) * rowUnit
	OutLimit = 8
)

// Weights are the network of one kind of table: a sum of rows, one hidden layer,
// and an output for each stage of the game with a constant at its end.
type Weights struct {
	Rows [RowCount][Hidden]float32
	Out  [Stages][Hidden + 1]float32
}

// Net is Weights made ready for quick use.
type Net struct {
	rows [RowCount][words]uint64
	out  [Stages][Hidden + 1]float32
}

// Set makes n the network with weights w, rounded as in the file. Rows from to
// to are set, the outputs always.
func (n *Net) Set(w *Weights, from, to int) {
	for i := from; i < to; i++ {
		for k := range words {
			var word uint64
			for j := range 4 {
				x := math.Floor(float64(w.Rows[i][4*k+j])/rowUnit + 0.5)
				x = max(-lift+1, min(lift-1, x))
				word |= uint64(int(x)+lift) << (16 * j)
			}
			n.rows[i][k] = word
		}
	}
	n.out = w.Out
}

// logit is the output for player p.
func (n *Net) logit(f *Features, p int) float32 {
	var a0, a1, a2, a3, a4, a5, a6, a7 uint64
	count := f.Count[p] & (maxRows - 1)
	for _, i := range f.Index[p][:count] {
		r := &n.rows[i]
		a0 += r[0]
		a1 += r[1]
		a2 += r[2]
		a3 += r[3]
		a4 += r[4]
		a5 += r[5]
		a6 += r[6]
		a7 += r[7]
	}
	base := int32(count) * lift
	out := &n.out[f.Stage]
	var even, odd float32
	for k, word := range [words]uint64{a0, a1, a2, a3, a4, a5, a6, a7} {
		x0 := int32(word&0xffff) - base
		x1 := int32(word>>16&0xffff) - base
		x2 := int32(word>>32&0xffff) - base
		x3 := int32(word>>48) - base
		even += float32(max(x0, 0))*out[4*k] + float32(max(x2, 0))*out[4*k+2]
		if k == words-1 {
			odd += float32(max(x1, 0))*out[4*k+1] + float32(x3)*out[4*k+3]
		} else {
			odd += float32(max(x1, 0))*out[4*k+1] + float32(max(x3, 0))*out[4*k+3]
		}
	}
	return (even+odd)*rowUnit + out[Hidden]
}

// Shares sets the expected share of first place of each player.
func (n *Net) Shares(f *Features, shares *[maxSeats]float32) {
	if f.Seats == 2 {
		p := f.Mover
		switch {
		case f.Mute[p]:
			shares[p] = 0
		case f.Mute[1-p]:
			shares[p] = 1
		default:
			shares[p] = 1 / (1 + exp(-n.logit(f, p)))
		}
		shares[1-p] = 1 - shares[p]
		return
	}
	var sum [maxSeats]float32
	top := float32(math.Inf(-1))
	for p := range f.Seats {
		if !f.Mute[p] {
			sum[p] = n.logit(f, p)
			top = max(top, sum[p])
		}
	}
	total := float32(0)
	for p := range f.Seats {
		shares[p] = 0
		if !f.Mute[p] {
			shares[p] = exp(sum[p] - top)
			total += shares[p]
		}
	}
	for p := range f.Seats {
		shares[p] /= total
	}
}

func exp(x float32) float32 { return float32(math.Exp(float64(x))) }
