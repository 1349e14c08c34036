//go:build !(goexperiment.simd && amd64)

package neural

func addRow(acc []int32, row []int16, x int32) { plainAddRow(acc, row, x) }
func dot(a, b []int16) int32                   { return plainDot(a, b) }
func dot8(a []int16, b []int8) int32           { return plainDot8(a, b) }
