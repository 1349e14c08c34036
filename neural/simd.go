//go:build goexperiment.simd && amd64

package neural

import "simd/archsimd"

var wide = archsimd.X86.AVX2()

func addRow(acc []int32, row []int16, x int32) {
	if !wide {
		plainAddRow(acc, row, x)
		return
	}
	if x == 1 {
		for len(acc) >= 8 && len(row) >= 8 {
			to := (*[8]int32)(acc)
			archsimd.LoadInt32x8(to).Add(archsimd.LoadInt16x8((*[8]int16)(row)).ExtendToInt32()).Store(to)
			acc, row = acc[8:], row[8:]
		}
	} else {
		times := archsimd.BroadcastInt32x8(x)
		for len(acc) >= 8 && len(row) >= 8 {
			to := (*[8]int32)(acc)
			archsimd.LoadInt32x8(to).Add(archsimd.LoadInt16x8((*[8]int16)(row)).ExtendToInt32().Mul(times)).Store(to)
			acc, row = acc[8:], row[8:]
		}
	}
	archsimd.ClearAVXUpperBits()
}

func sum(v archsimd.Int32x8) int32 {
	var a [8]int32
	v.Store(&a)
	archsimd.ClearAVXUpperBits()
	return a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7]
}

func dot(a, b []int16) int32 {
	if !wide {
		return plainDot(a, b)
	}
	var s archsimd.Int32x8
	for len(a) >= 16 && len(b) >= 16 {
		s = s.Add(archsimd.LoadInt16x16((*[16]int16)(a)).DotProductPairs(archsimd.LoadInt16x16((*[16]int16)(b))))
		a, b = a[16:], b[16:]
	}
	return sum(s)
}

func dot8(a []int16, b []int8) int32 {
	if !wide {
		return plainDot8(a, b)
	}
	var s archsimd.Int32x8
	for len(a) >= 16 && len(b) >= 16 {
		s = s.Add(archsimd.LoadInt16x16((*[16]int16)(a)).DotProductPairs(archsimd.LoadInt8x16((*[16]int8)(b)).ExtendToInt16()))
		a, b = a[16:], b[16:]
	}
	return sum(s)
}
