package server

import (
	"net/http"

	"atoll/match"
)

// serveRecord is GET /tables/{id}/record.
func (s *Server) serveRecord(w http.ResponseWriter, r *http.Request) {
	_, t, err := s.read(r.Context(), r.PathValue("id"))
	if err != nil {
		s.refuse(w, err)
		return
	}
	if _, err := viewerOf(t, caller(r.Context()).ID, ""); err != nil {
		s.refuse(w, err)
		return
	}
	s.refuse(w, &match.Error{Code: match.Conflict, Message: "records are not there yet"})
}
