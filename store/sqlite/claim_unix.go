//go:build unix

package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// claimFile locks the file itself: whatever name or link leads to it, it is one
// file. This lock is not of the kind that SQLite uses, so they do not meet.
func claimFile(ctx context.Context, path string) (release func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	return lock(ctx, f, time.Now().Add(claimWithin))
}

// alone keeps everybody else from preparing a store in the same folder until release. The folder
// is locked, not the file, which may belong to a running server.
func alone(ctx context.Context, path string) (release func() error, err error) {
	f, err := os.Open(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	release, err = lock(ctx, f, time.Time{})
	if err != nil && ctx.Err() == nil {
		return func() error { return nil }, nil // a folder that knows no locks
	}
	return release, err
}

// lock locks an open file until release, which closes it. It gives up once late has passed, if that is
// set.
func lock(ctx context.Context, f *os.File, late time.Time) (release func() error, err error) {
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return f.Close, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			break
		}
		if !late.IsZero() && time.Now().After(late) {
			err = ErrServed
			break
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), f.Close())
		case <-time.After(50 * time.Millisecond):
		}
	}
	return nil, errors.Join(err, f.Close())
}
