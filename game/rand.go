package game

import "math/bits"

// Source is where random bits come from: a generator, or a host's keyed stream
// whose draws can be proved afterwards.
type Source interface{ Uint64() uint64 }

// Rand draws numbers. The mapping from bits to numbers is fixed here and never
// changes, because recorded draws are proved by repeating them.
//
// With a nil Source it is its own generator (splitmix64), small enough to be
// inlined into playouts.
type Rand struct {
	state uint64
	src   Source
}

// NewRand returns a generator for seed.
func NewRand(seed uint64) *Rand { return &Rand{state: seed} }

// RandFrom returns a Rand that takes its bits from src.
func RandFrom(src Source) *Rand { return &Rand{src: src} }

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	if r.src != nil {
		return r.src.Uint64()
	}
	r.state += 0x9e3779b97f4a7c15
	return Mix(r.state)
}

// Mix scrambles 64 bits (the finaliser of splitmix64).
func Mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below returns a number from 0 to n-1, each equally likely. It panics if n is 0.
func (r *Rand) Below(n uint64) uint64 {
	if n == 0 {
		panic("game: draw from nothing")
	}
	hi, lo := bits.Mul64(r.Uint64(), n)
	if lo < n {
		for floor := -n % n; lo < floor; {
			hi, lo = bits.Mul64(r.Uint64(), n)
		}
	}
	return hi
}

// Intn is Below for ints.
func (r *Rand) Intn(n int) int { return int(r.Below(uint64(n))) }

// Float64 returns a number in [0, 1).
func (r *Rand) Float64() float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// Shuffle puts n things into random order by calling swap (Fisher-Yates, from
// the last to the first).
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, r.Intn(i+1))
	}
}

// Split derives an independent generator, named by n, without disturbing r.
func (r *Rand) Split(n uint64) *Rand { return NewRand(Mix(r.state ^ Mix(n+0x632be59bd9b4e019))) }
