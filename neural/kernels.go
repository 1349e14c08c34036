package neural

// The kernels in plain Go, which the others must equal to the bit.

func plainAddRow(acc []int32, row []int16, x int32) {
	row = row[:len(acc)]
	if x == 1 {
		for j := range acc {
			acc[j] += int32(row[j])
		}
		return
	}
	for j := range acc {
		acc[j] += x * int32(row[j])
	}
}

func plainDot(a, b []int16) int32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 int32
	for len(a) >= 4 {
		s0 += int32(a[0]) * int32(b[0])
		s1 += int32(a[1]) * int32(b[1])
		s2 += int32(a[2]) * int32(b[2])
		s3 += int32(a[3]) * int32(b[3])
		a, b = a[4:], b[4:]
	}
	return s0 + s1 + s2 + s3
}

func plainDot8(a []int16, b []int8) int32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 int32
	for len(a) >= 4 {
		s0 += int32(a[0]) * int32(b[0])
		s1 += int32(a[1]) * int32(b[1])
		s2 += int32(a[2]) * int32(b[2])
		s3 += int32(a[3]) * int32(b[3])
		a, b = a[4:], b[4:]
	}
	return s0 + s1 + s2 + s3
}
