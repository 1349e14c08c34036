package epigo

import "atoll/bots/learnt"

// The lists in a file of weights.
const (
	rowList  = "rows"
	biasList = "bias"
	outList  = "out"
)

// AppendFile writes the quantised weights.
func (e *Eval) AppendFile(dst []byte) []byte {
	rows := make([]int16, 0, Features*Lanes)
	for f := range e.rows {
		for l := range Lanes {
			rows = append(rows, int16(e.lane(f, l)))
		}
	}
	var file learnt.Weights
	file.AddWhole(rowList, rows)
	file.AddReal(biasList, e.bias[:])
	file.AddReal(outList, e.out[:])
	return file.Append(dst)
}

// lane returns a weight as a whole number.
func (e *Eval) lane(f, l int) int { return int(uint16(e.rows[f][l/4]>>(16*(l%4)))) - offset }

// setLane sets a weight that has not been set before.
func (e *Eval) setLane(f, l, q int) { e.rows[f][l/4] |= uint64(uint16(q+offset)) << (16 * (l % 4)) }

// ReadEval reads what AppendFile wrote.
func ReadEval(data []byte) (*Eval, error) {
	file, err := learnt.Read(data)
	if err != nil {
		return nil, err
	}
	rows, err := file.Whole(rowList, Features*Lanes)
	if err != nil {
		return nil, err
	}
	bias, err := file.Real(biasList, Lanes)
	if err != nil {
		return nil, err
	}
	out, err := file.Real(outList, Lanes)
	if err != nil {
		return nil, err
	}
	e := &Eval{bias: [Lanes]float32(bias), out: [Lanes]float32(out)}
	for i, q := range rows {
		e.setLane(i/Lanes, i%Lanes, min(max(int(q), 1-offset), offset-1))
	}
	return e, nil
}
