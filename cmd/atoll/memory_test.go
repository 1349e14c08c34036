package main

import (
	"context"
	"runtime/debug"
	"testing"
)

func TestCollectSeldom(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		live, spare uint64
		want        int
	}{
		{0, 400 * mib, 200},           // nothing is known yet
		{80 * mib, 400 * mib, 500},    // the spare memory counts
		{90 * mib, 400 * mib, 400},    // in steps
		{800 * mib, 400 * mib, 200},   // what is alive counts
		{80 * mib, 32 * mib, 200},     // a small machine
		{1 * mib, 400 * mib, 10_000},  // within reason
		{150 * mib, 400 * mib, 250},   // 266
		{10 << 40, 400 * mib, 200},    // no overflow
		{1, ^uint64(0) / 100, 10_000}, // nor here
	} {
		if got := percentFor(c.live, c.spare); got != c.want {
			t.Errorf("%d alive, %d to spare: %d %%, want %d", c.live, c.spare, got, c.want)
		}
	}
	before := debug.SetGCPercent(123)
	collectSeldom(context.Background())()
	if got := debug.SetGCPercent(before); got != 123 {
		t.Errorf("afterwards the collector is at %d %%, was 123", got)
	}
}
