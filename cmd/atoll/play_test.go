package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atoll/tui/session"
)

// A session is the only key to its seats: it is given up only when the server does
// not know it any more, not when the server is going down.
func TestConnectKeepsItsSession(t *testing.T) {
	for status, guests := range map[int]int{http.StatusServiceUnavailable: 0, http.StatusTooManyRequests: 0, http.StatusUnauthorized: 1} {
		t.Setenv("XDG_DATA_HOME", t.TempDir())
		made := 0
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/guest") {
				made++
				w.Header().Set("Atoll-Token", "new")
				return
			}
			w.WriteHeader(status)
		}))
		c := &playCmd{Connect: web.URL + "/t/abc?seat=S"}
		file := sessionFile(c.Connect)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("old\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
		_, err := c.connect(t.Context())
		web.Close()
		if err == nil || made != guests || errors.Is(err, session.ErrNoSession) != (guests > 0) {
			t.Errorf("%d: %d new guests, %v", status, made, err)
		}
		if kept, err := os.ReadFile(file); err != nil || string(kept) != "old\n" {
			t.Errorf("%d: the session is now %q, %v", status, kept, err)
		}
	}
}
