package main

import (
	"context"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// A server keeps little and passes on much. While garbage is collected, which takes a tenth of a
// second with a thousand games, moves wait; so it is done as seldom as memory allows: the heap may
// always grow by spareMemory, or by a sixteenth of a small machine's memory, and by collectAfter of
// what is alive if that is more.
const (
	spareMemory  = 400 << 20
	collectAfter = 200 // per cent
)

// collectSeldom holds the garbage collector to that until stop is called.
func collectSeldom(ctx context.Context) (stop func()) {
	spare := uint64(spareMemory)
	if all := totalMemory(); all > 0 {
		spare = min(spare, all/16)
	}
	before := debug.SetGCPercent(collectAfter)
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(2 * time.Second)
		defer tick.Stop()
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		now := collectAfter
		for {
			metrics.Read(live)
			if p := percentFor(live[0].Value.Uint64(), spare); p != now {
				debug.SetGCPercent(p)
				now = p
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return func() {
		cancel()
		<-done
		debug.SetGCPercent(before)
	}
}

// percentFor is by how many per cent a live heap may grow. It changes in steps,
// because each change stops the program for a moment.
func percentFor(live, spare uint64) int {
	const step = 50
	if live == 0 {
		return collectAfter
	}
	return max(collectAfter, int(min(100*spare/live, 10_000))/step*step)
}

// totalMemory is how much memory this machine has, or may use; 0 if unknown.
func totalMemory() uint64 {
	var least uint64
	if data, err := os.ReadFile("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			if f := strings.Fields(line); len(f) >= 2 && f[0] == "MemTotal:" {
				kb, _ := strconv.ParseUint(f[1], 10, 64)
				least = kb << 10
			}
		}
	}
	// In a container its own limit counts.
	if data, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if n, err := strconv.ParseUint(strings.TrimSpace(string(data)), 10, 64); err == nil && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}
