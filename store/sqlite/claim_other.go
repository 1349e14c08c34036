//go:build !unix

package sqlite

import "context"

// claimFile has nothing to add where a file has one name.
func claimFile(context.Context, string) (release func() error, err error) {
	return func() error { return nil }, nil
}

// alone has no lock to offer here: start one program at a time on a new store.
func alone(context.Context, string) (release func() error, err error) {
	return func() error { return nil }, nil
}
