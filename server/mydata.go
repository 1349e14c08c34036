package server

import (
	"net/http"
	"time"

	"atoll/server/mydata"
	"atoll/server/node"
	"atoll/store"
)

// serveMyData is GET /account/data: one JSON document with everything that is kept about the caller
// and their programs.
func (s *Server) serveMyData(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	me, err := need(ctx)
	if err == nil && !s.node.Allow("data "+me.ID, s.node.Limiter.Create/60, 3) {
		err = node.TooMany
	}
	var person mydata.Person
	var programs []store.User
	if err == nil {
		err = s.pay(ctx, func() (err error) {
			if person, err = s.data.Of(ctx, me.User); err == nil {
				programs, err = s.node.Store.Owned(ctx, me.ID)
			}
			return err
		})
	}
	if err != nil {
		s.refuse(w, gaveUp(ctx, err))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="atoll-my-data.json"`)
	rc := http.NewResponseController(w)
	patience := func() { _ = rc.SetWriteDeadline(time.Now().Add(writeWithin)) }
	if err := s.data.Write(ctx, w, patience, person, programs); err != nil && ctx.Err() == nil {
		s.node.Log.Warn("somebody's data was not written to its end", "err", err)
		panic(http.ErrAbortHandler) // a partial document must not look complete
	}
}
