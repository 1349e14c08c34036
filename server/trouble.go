package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"atoll/server/node"
	"atoll/server/wire"
	"atoll/store"
)

// unavailable is what people are told. The reason is the host's business.
func unavailable() *problem {
	return newProblem(wire.Unavailable, "the server cannot reach its data right now; try again in a moment", "")
}

// serveReady says whether the server can serve: that its store can be read now and was written to
// recently.
func (s *Server) serveReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	w.Header().Set("Cache-Control", "no-store")
	no := func(why string) {
		w.Header().Set("Retry-After", "1")
		http.Error(w, why, http.StatusServiceUnavailable)
	}
	if s.node.Draining() {
		no("draining")
		return
	}
	if _, err := s.node.Store.User(ctx, "nobody"); err != nil && !errors.Is(err, store.ErrNone) {
		why := s.node.Store.Trouble(err)
		if why == "" {
			why = "it fails"
		}
		no("the store does not answer: " + why)
		return
	}
	if why := s.node.Sick(); why != "" {
		no("the store does not work: " + why)
		return
	}
	_, _ = w.Write([]byte("ready\n"))
}

// within runs f with the time that anybody waits for the store.
func within(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := node.Patient(ctx)
	defer cancel()
	return f(ctx)
}
