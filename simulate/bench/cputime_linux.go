package bench

import (
	"syscall"
	"time"
)

// cpuTime is the time that this thread has spent on a core. On a machine that
// others use as well it measures the rules, where a clock would measure the
// others. The caller must have locked itself to its thread.
func cpuTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var r syscall.Rusage
	if err := syscall.Getrusage(thread, &r); err != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
