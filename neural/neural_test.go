package neural

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
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

// TestLimitsOfAFile: each number of a header is taken from its least to its most. At the most the file is too short for
// it, which is found later.
func TestLimitsOfAFile(t *testing.T) {
	for _, x := range []struct {
		what        string
		least, most int
		set         func(h *Header, n int)
	}{
		{"inputs", 1, 1 << 16, func(h *Header, n int) { h.Inputs = n }},
		{"actions", 1, 1 << 16, func(h *Header, n int) { h.Actions = n }},
		{"units of the first layer", 16, 1 << 12, func(h *Header, n int) { h.First = n }},
		{"units of the second layer", 16, 1 << 12, func(h *Header, n int) { h.Second = n }},
		{"players", 2, 8, func(h *Header, n int) { h.Players = n }},
		{"shift1", 0, 16, func(h *Header, n int) { h.Shift1 = n }},
		{"shift2", 0, 16, func(h *Header, n int) { h.Shift2 = n }},
	} {
		for n, fine := range map[int]bool{x.least - 1: false, x.least: true, x.most: true, x.most + 1: false} {
			_, err := Read(file(t, func(h *Header) { x.set(h, n) }))
			if refused := err != nil && strings.Contains(err.Error(), "cannot have"); refused == fine {
				t.Errorf("%d %s: %v", n, x.what, err)
			}
		}
	}
	for _, set := range []func(h *Header, unit float64){
		func(h *Header, unit float64) { h.UnitP = unit },
		func(h *Header, unit float64) { h.UnitV = unit },
	} {
		for _, unit := range []float64{0, -1} {
			if _, err := Read(file(t, func(h *Header) { set(h, unit) })); err == nil || !strings.Contains(err.Error(), "positive") {
				t.Errorf("a unit of %v: %v", unit, err)
			}
		}
	}
	for _, set := range []func(h *Header){func(h *Header) { h.First = 40 }, func(h *Header) { h.Second = 24 }} {
		if _, err := Read(file(t, set)); err == nil || !strings.Contains(err.Error(), "multiples of 16") {
			t.Errorf("units between two lanes: %v", err)
		}
	}
	long := file(t, func(h *Header) { h.About = strings.Repeat("x", maxHeader) })
	if _, err := Read(long); !errors.Is(err, errShort) {
		t.Errorf("a header that is too long: %v", err)
	}
}

// TestLook computes networks once more, as slowly and plainly as it can be said.
func TestLook(t *testing.T) {
	clamp := func(a int64, shift int) int64 { return min(max(a>>shift, 0), 127) }
	n, err := Read(file(t, func(h *Header) { h.Shift1, h.Shift2, h.UnitV = 11, 12, 1e7 }))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 9))
	small := func(b []int32) { // random numbers of 32 bits would drown the rest
		for i := range b {
			b[i] >>= 14
		}
	}
	small(n.b1)
	small(n.b2)
	small(n.bp)
	n.bv >>= 12
	m := NewMind(n)
	worth := map[float64]bool{}
	for range 200 {
		seen := make([]byte, n.Inputs)
		for i := range seen {
			if r.IntN(4) == 0 {
				seen[i] = byte(1 + r.IntN(3))
			}
		}
		from := r.IntN(n.Inputs - 16) // nothing for a while
		clear(seen[from : from+16])
		first := make([]int64, n.First)
		for j := range first {
			a := int64(n.b1[j])
			for i, x := range seen {
				a += int64(x) * int64(n.w1[i*n.First+j])
			}
			first[j] = clamp(a, n.Shift1)
		}
		second := make([]int64, n.Second)
		for j := range second {
			a := int64(n.b2[j])
			for i, x := range first {
				a += x * int64(n.w2[j*n.First+i])
			}
			second[j] = clamp(a, n.Shift2)
		}
		v := int64(n.bv)
		for j, x := range second {
			v += x * int64(n.wv[j])
		}
		want := 1 / (1 + math.Exp(-float64(v)/1e7))
		got := m.Look(seen)
		if math.Abs(got-want) > 1e-5 {
			t.Fatalf("%v is worth %v, want %v", seen, got, want)
		}
		if got > 0.01 && got < 0.99 { // what is all but certain tells little
			worth[got] = true
		}
		for letter := range n.Actions {
			p := int64(n.bp[letter])
			for j, x := range second {
				p += x * int64(n.wp[letter*n.Second+j])
			}
			if got, want := m.Logit(int32(letter)), float32(p)/1000; math.Abs(float64(got-want)) > 1e-3 {
				t.Fatalf("letter %d has %v, want %v", letter, got, want)
			}
		}
	}
	if len(worth) < 20 {
		t.Errorf("only %d are worth something of their own", len(worth))
	}
}

func TestAnObservationOfAnotherSize(t *testing.T) {
	n, err := Read(file(t, func(*Header) {}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("it was computed with")
		}
	}()
	NewMind(n).Look(make([]byte, n.Inputs-1))
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
