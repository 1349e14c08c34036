//go:build !linux

package main

import "time"

var started = time.Now()

// cpuTime is the time since the start where a thread's own time is not known.
func cpuTime() time.Duration { return time.Since(started) }
