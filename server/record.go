package server

import (
	"net/http"

	"atoll/record"
	"atoll/server/wire"
)

// serveRecord is GET /tables/{id}/record.
func (s *Server) serveRecord(w http.ResponseWriter, r *http.Request) {
	_, t, err := s.tables.Read(r.Context(), r.PathValue("id"))
	if err == nil {
		_, err = wire.ViewerOf(t, caller(r.Context()).ID, "")
	}
	if err != nil {
		s.refuse(w, err)
		return
	}
	var rec *record.Record
	err = s.pay(r.Context(), func() (err error) { rec, err = t.Record(); return err })
	if err != nil {
		s.refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="atoll-`+t.Config.Game.ID+`-`+t.ID+`.json"`)
	_, _ = w.Write(append(rec.AppendText(nil), '\n'))
}
