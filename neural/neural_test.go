package neural

import (
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestKernels compares the kernels in use with those in plain Go.
func TestKernels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 16 * rapid.IntRange(1, 20).Draw(t, "n")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		row, units, small := make([]int16, n), make([]int16, n), make([]int8, n)
		acc := make([]int32, n)
		for i := range n {
			row[i] = int16(r.Uint32())
			units[i] = int16(r.IntN(one + 1))
			small[i] = int8(r.Uint32())
			acc[i] = int32(r.IntN(1<<24)) - 1<<23
		}
		x := int32(r.IntN(255) + 1)
		if rapid.Bool().Draw(t, "a one") {
			x = 1
		}
		want := append([]int32(nil), acc...)
		plainAddRow(want, row, x)
		addRow(acc, row, x)
		for i := range acc {
			if acc[i] != want[i] {
				t.Fatalf("unit %d: %d, want %d", i, acc[i], want[i])
			}
		}
		if a, b := dot(units, row), plainDot(units, row); a != b {
			t.Fatalf("dot: %d, want %d", a, b)
		}
		if a, b := dot8(units, small), plainDot8(units, small); a != b {
			t.Fatalf("dot8: %d, want %d", a, b)
		}
	})
}

// file makes the file of a small network.
func file(t testing.TB, change func(h *Header)) []byte {
	t.Helper()
	h := Header{Game: "x-v1", Players: 2, Inputs: 40, Actions: 30, First: 32, Second: 16, Shift1: 8, Shift2: 8, UnitP: 1000, UnitV: 1000}
	size := 2*(h.Inputs+h.Second)*h.First + 4*(h.First+h.Second+h.Actions+1) + h.Actions*h.Second + 2*h.Second
	change(&h)
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	data := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(text)))
	data = append(data, text...)
	r := rand.New(rand.NewPCG(1, 2))
	for range size {
		data = append(data, byte(r.Uint32()))
	}
	return data
}

func TestWrongFilesAreRefused(t *testing.T) {
	for _, x := range []struct {
		name, want string
		change     func(h *Header)
	}{
		{"no inputs", "0 inputs", func(h *Header) { h.Inputs = 0 }},
		{"too many letters", "actions", func(h *Header) { h.Actions = 1 << 20 }},
		{"units that fill no lane", "multiples of 16", func(h *Header) { h.First = 33 }},
		{"a shift below nothing", "shift1", func(h *Header) { h.Shift1 = -1 }},
		{"no unit", "positive", func(h *Header) { h.UnitV = 0 }},
		{"another size", "bytes, not", func(h *Header) { h.Inputs++ }},
	} {
		if _, err := Read(file(t, x.change)); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	whole := file(t, func(*Header) {})
	for n := range len(whole) {
		if _, err := Read(whole[:n]); err == nil {
			t.Fatalf("the first %d bytes of %d are taken for a network", n, len(whole))
		}
	}
	if _, err := Read(append(whole, 0)); err == nil {
		t.Error("a byte too many is taken for a network")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file(f, func(*Header) {}))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Read(data)
		if err != nil {
			return
		}
		m := NewMind(n)
		if v := m.Look(make([]byte, n.Inputs)); !(v >= 0 && v <= 1) {
			t.Fatal(v)
		}
		m.Logit(int32(n.Actions) - 1)
	})
}

func BenchmarkLook(b *testing.B) {
	n, err := Read(file(b, func(*Header) {}))
	if err != nil {
		b.Fatal(err)
	}
	big := &Net{Header: Header{Inputs: 1442, First: 256, Second: 64, Shift1: 8, Shift2: 8, UnitV: 1, UnitP: 1}}
	big.w1, big.b1 = make([]int16, big.Inputs*big.First), make([]int32, big.First)
	big.w2, big.b2 = make([]int16, big.Second*big.First), make([]int32, big.Second)
	big.wv = make([]int16, big.Second)
	for _, x := range []struct {
		name string
		net  *Net
	}{{"small", n}, {"large", big}} {
		b.Run(x.name, func(b *testing.B) {
			m := NewMind(x.net)
			seen := make([]byte, x.net.Inputs)
			for i := 0; i < len(seen); i += 24 {
				seen[i] = 1
			}
			b.ReportAllocs()
			for b.Loop() {
				m.Look(seen)
			}
		})
	}
}
