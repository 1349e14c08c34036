package server

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"atoll/store"
)

const (
	// storeWithin is how long anybody waits for the store.
	storeWithin = 15 * time.Second
	// lookAgain is when a stream that could not read its table tries again.
	lookAgain = time.Second
	// sickFor is how long after the latest trouble the server is not ready. Signs of
	// life find out every second whether it lasts.
	sickFor = 3 * time.Second
)

// health is the latest trouble of the store.
type health struct {
	latest atomic.Pointer[sickness]
}

type sickness struct {
	why string
	at  time.Time
}

// now says what is wrong; "" if nothing is.
func (h *health) now() string {
	if s := h.latest.Load(); s != nil && time.Since(s.at) < sickFor {
		return s.why
	}
	return ""
}

// trouble says why the store can do nothing just now, if that is what the error
// means, and notes it.
func (s *Server) trouble(err error) string {
	why := s.cfg.Store.Trouble(err)
	if why != "" {
		s.health.latest.Store(&sickness{why, time.Now()})
	}
	return why
}

// unavailable is what people are told of it. Why is the host's business.
func unavailable() *problem {
	return newProblem("unavailable", "the server cannot get at its data just now; try again in a moment", "")
}

// patient gives what follows the time that anybody waits for the store.
func patient(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, storeWithin)
}

// serveReady says whether the server can serve: that its store is read from now and
// could be written to lately.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	w.Header().Set("Cache-Control", "no-store")
	no := func(why string) {
		w.Header().Set("Retry-After", "1")
		http.Error(w, why, http.StatusServiceUnavailable)
	}
	if s.draining() {
		no("draining")
		return
	}
	if _, err := s.cfg.Store.User(ctx, "nobody"); err != nil && !errors.Is(err, store.ErrNone) {
		why := s.cfg.Store.Trouble(err)
		if why == "" {
			why = "it fails"
		}
		no("the store does not answer: " + why)
		return
	}
	if why := s.health.now(); why != "" {
		no("the store does not work: " + why)
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}

// within runs f with the time that anybody waits for the store.
func within(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := patient(ctx)
	defer cancel()
	return f(ctx)
}
