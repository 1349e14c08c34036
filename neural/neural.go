// Package neural computes small networks that were learnt elsewhere (learn/): from
// the bytes of an observation (game.Encoder) to a logit for every legal letter and
// the share of the first place that the observer can expect.
//
// All sums are of whole numbers, so that every kernel gives the same bits.
package neural

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// one is a hidden unit of 1 in whole numbers.
const one = 127

// Net is a network. It never changes, and any number may use it at once.
type Net struct {
	Header
	w1 []int16 // a row of First for each input
	b1 []int32
	w2 []int16 // a row of First for each unit of the second layer
	b2 []int32
	wp []int8 // a row of Second for each letter
	bp []int32
	wv []int16
	bv int32
}

// Header says what a network is for.
type Header struct {
	Game    string `json:"game"` // with the version of the rules, as "evo-v1"
	Config  string `json:"config"`
	Players int    `json:"players"`
	Inputs  int    `json:"inputs"`
	Actions int    `json:"actions"`
	First   int    `json:"first"`
	Second  int    `json:"second"`
	About   string `json:"about"`

	Shift1 int     `json:"shift1"`
	Shift2 int     `json:"shift2"`
	UnitP  float64 `json:"unit_p"`
	UnitV  float64 `json:"unit_v"`
}

const magic = "ATOLLNET1\n"

// Limits of a file, so that a wrong one is refused and not computed with.
const (
	maxHeader  = 1 << 16
	maxInputs  = 1 << 16
	maxActions = 1 << 16
	maxUnits   = 1 << 12
	lanes      = 16 // units come in multiples of it
)

// ErrForm says that a file is not a network of this package.
var ErrForm = errors.New("this is no network's file")

var errShort = errors.New("the network's file ends too early")

// Read reads the flat file of a network.
func Read(data []byte) (*Net, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, ErrForm
	}
	if len(rest) < 4 {
		return nil, errShort
	}
	size := binary.LittleEndian.Uint32(rest)
	rest = rest[4:]
	if size > maxHeader || int(size) > len(rest) {
		return nil, errShort
	}
	n := &Net{}
	if err := json.Unmarshal(rest[:size], &n.Header); err != nil {
		return nil, fmt.Errorf("the network's header: %w", err)
	}
	rest = rest[size:]
	h := &n.Header
	for _, x := range []struct {
		what     string
		n, least int
		most     int
	}{
		{"inputs", h.Inputs, 1, maxInputs},
		{"actions", h.Actions, 1, maxActions},
		{"units of the first layer", h.First, lanes, maxUnits},
		{"units of the second layer", h.Second, lanes, maxUnits},
		{"players", h.Players, 2, 8},
		{"shift1", h.Shift1, 0, 16},
		{"shift2", h.Shift2, 0, 16},
	} {
		if x.n < x.least || x.n > x.most {
			return nil, fmt.Errorf("a network cannot have %d %s", x.n, x.what)
		}
	}
	if h.First%lanes != 0 || h.Second%lanes != 0 {
		return nil, fmt.Errorf("layers of %d and %d units: only multiples of %d will do", h.First, h.Second, lanes)
	}
	if !(h.UnitP > 0) || !(h.UnitV > 0) || math.IsInf(h.UnitP, 0) || math.IsInf(h.UnitV, 0) {
		return nil, errors.New("a network's units are positive numbers")
	}
	if want := 2*(h.Inputs+h.Second)*h.First + 4*(h.First+h.Second+h.Actions+1) + h.Actions*h.Second + 2*h.Second; want != len(rest) {
		return nil, fmt.Errorf("the network's arrays have %d bytes, not %d", len(rest), want)
	}
	r := bytes.NewReader(rest)
	n.w1, n.b1 = make([]int16, h.Inputs*h.First), make([]int32, h.First)
	n.w2, n.b2 = make([]int16, h.Second*h.First), make([]int32, h.Second)
	n.wp, n.bp = make([]int8, h.Actions*h.Second), make([]int32, h.Actions)
	n.wv = make([]int16, h.Second)
	for _, part := range []any{n.w1, n.b1, n.w2, n.b2, n.wp, n.bp, n.wv, &n.bv} {
		if err := binary.Read(r, binary.LittleEndian, part); err != nil {
			return nil, errShort
		}
	}
	return n, nil
}

// Mind is the working memory for computing with a Net. It is not safe for concurrent use.
type Mind struct {
	net *Net
	acc []int32
	h1  []int16
	h2  []int16
	p   []int8
}

// NewMind makes the memory to compute with n.
func NewMind(n *Net) *Mind {
	return &Mind{n, make([]int32, n.First), make([]int16, n.First), make([]int16, n.Second), nil}
}

// Look reads an observation, which must have Inputs bytes, and returns the share of
// the first place that its seat can expect.
func (m *Mind) Look(observation []byte) float64 {
	n := m.net
	if len(observation) != n.Inputs {
		panic(fmt.Sprintf("neural: an observation of %d bytes for a network of %d", len(observation), n.Inputs))
	}
	copy(m.acc, n.b1)
	width := n.First
	for i := 0; i < len(observation); i++ {
		if i+8 <= len(observation) && binary.LittleEndian.Uint64(observation[i:]) == 0 {
			i += 7
			continue
		}
		if x := observation[i]; x != 0 {
			addRow(m.acc, n.w1[i*width:i*width+width], int32(x))
		}
	}
	for j, a := range m.acc {
		m.h1[j] = int16(min(max(a>>n.Shift1, 0), one))
	}
	for j := range m.h2 {
		a := n.b2[j] + dot(m.h1, n.w2[j*width:j*width+width])
		m.h2[j] = int16(min(max(a>>n.Shift2, 0), one))
	}
	v := float32(n.bv+dot(m.h2, n.wv)) / float32(n.UnitV)
	return 1 / (1 + math.Exp(-float64(v)))
}

// Logit returns the logit of a letter in the observation that Look was asked about.
func (m *Mind) Logit(letter int32) float32 {
	n := m.net
	row := n.wp[int(letter)*n.Second : int(letter)*n.Second+n.Second]
	return float32(n.bp[letter]+dot8(m.h2, row)) / float32(n.UnitP)
}
