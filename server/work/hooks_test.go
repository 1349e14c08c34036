package work

import (
	"strings"
	"testing"

	"atoll/store"
)

// What goes wrong with a hook is logged; its address, which may hold a key, is not.
func TestFailedHookDoesNotTellItsAddress(t *testing.T) {
	err := newHooks(true).post(t.Context(), store.Hook{URL: "http://127.0.0.1:1/turn?key=secret"}, nil, "0")
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}
