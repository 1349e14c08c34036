package pairing

import "slices"

func reverse(s []int32) { slices.Reverse(s) }

func indexOf(s []int32, x int32) int { return slices.Index(s, x) }

// rotate puts s[first] first.
func rotate(s []int32, first int) []int32 {
	return append(slices.Clone(s[first:]), s[:first]...)
}
