//go:build !linux

package bench

import "time"

var started = time.Now()

// cpuTime is the time since the start where a thread's own time is not known.
func cpuTime() time.Duration { return time.Since(started) }
