// Package learnt keeps what the bots have learnt, a folder for each game: weights
// in one format (Weights) and books as text. The program carries the files; a
// browser fetches those of a game when a bot of the game is wanted.
package learnt

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Weights are named lists of numbers, whole ones of 16 bits or floats of 32.
//
// Their file is a magic word and then, deflated, the lists one after another: the
// bytes of a number (2 or 4), the name, the count, and the numbers with their lowest
// bytes first, then the next ones, and so on, which packs better.
type Weights struct{ lists []list }

type list struct {
	name  string
	whole []int16
	real  []float32
}

const (
	magic   = "ATOLLWEIGHTS1\n"
	maxSize = 1 << 26 // of a file when unpacked
)

// AddWhole appends a list of whole numbers.
func (w *Weights) AddWhole(name string, numbers []int16) {
	w.lists = append(w.lists, list{name: name, whole: numbers})
}

// AddReal appends a list of floats.
func (w *Weights) AddReal(name string, numbers []float32) {
	w.lists = append(w.lists, list{name: name, real: numbers})
}

// Whole returns a list of n whole numbers.
func (w *Weights) Whole(name string, n int) ([]int16, error) {
	l, err := w.find(name)
	if err == nil && len(l.whole) != n {
		err = fmt.Errorf("weights: %s has %d whole numbers, not %d", name, len(l.whole), n)
	}
	return l.whole, err
}

// Real returns a list of n floats.
func (w *Weights) Real(name string, n int) ([]float32, error) {
	l, err := w.find(name)
	if err == nil && len(l.real) != n {
		err = fmt.Errorf("weights: %s has %d floats, not %d", name, len(l.real), n)
	}
	return l.real, err
}

func (w *Weights) find(name string) (list, error) {
	for _, l := range w.lists {
		if l.name == name {
			return l, nil
		}
	}
	return list{}, fmt.Errorf("weights: there is no list %s", name)
}

// Append writes the file.
func (w *Weights) Append(dst []byte) []byte {
	var plain []byte
	for _, l := range w.lists {
		width, n := 2, len(l.whole)
		if l.real != nil {
			width, n = 4, len(l.real)
		}
		plain = append(plain, byte(width))
		plain = binary.AppendUvarint(plain, uint64(len(l.name)))
		plain = append(plain, l.name...)
		plain = binary.AppendUvarint(plain, uint64(n))
		at := len(plain)
		plain = append(plain, make([]byte, width*n)...)
		for i := range n {
			x := uint32(0)
			if width == 2 {
				x = uint32(uint16(l.whole[i]))
			} else {
				x = math.Float32bits(l.real[i])
			}
			for b := range width {
				plain[at+b*n+i] = byte(x >> (8 * b))
			}
		}
	}
	b := bytes.NewBuffer(append(dst, magic...))
	z, _ := flate.NewWriter(b, flate.BestCompression) // the level is valid
	z.Write(plain)                                    // a buffer takes everything
	z.Close()
	return b.Bytes()
}

var errCut = errors.New("weights: the file is cut off or damaged")

// Read reads a file of weights.
func Read(data []byte) (*Weights, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errors.New("weights: this is no file of weights")
	}
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(rest)), maxSize+1))
	if err != nil || len(plain) > maxSize {
		return nil, errCut
	}
	w := &Weights{}
	for len(plain) > 0 {
		width := int(plain[0])
		plain = plain[1:]
		name, ok := take(&plain, 1)
		if !ok || width != 2 && width != 4 {
			return nil, errCut
		}
		numbers, ok := take(&plain, width)
		if !ok {
			return nil, errCut
		}
		n := len(numbers) / width
		l := list{name: string(name)}
		if width == 2 {
			l.whole = make([]int16, n)
		} else {
			l.real = make([]float32, n)
		}
		for i := range n {
			x := uint32(0)
			for b := range width {
				x |= uint32(numbers[b*n+i]) << (8 * b)
			}
			if width == 2 {
				l.whole[i] = int16(x)
			} else {
				l.real[i] = math.Float32frombits(x)
			}
		}
		w.lists = append(w.lists, l)
	}
	return w, nil
}

// take cuts a count and as many things of width bytes off the front.
func take(from *[]byte, width int) ([]byte, bool) {
	n, used := binary.Uvarint(*from)
	if used <= 0 || n > uint64((len(*from)-used)/width) {
		return nil, false
	}
	head := (*from)[used : used+width*int(n)]
	*from = (*from)[used+width*int(n):]
	return head, true
}
