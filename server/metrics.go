package server

import (
	"net"
	"net/http"
	"strings"
)

// Metrics serves the numbers to whoever asks: for an address of their own. They
// must ask for an address, for a name of the own network (without a dot) or for the
// given one: a page of a stranger asks for a name of the stranger's.
func (s *Server) Metrics(name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := hostOf(r.Host)
		if net.ParseIP(asked) == nil && strings.Contains(asked, ".") && !strings.EqualFold(asked, name) {
			http.NotFound(w, r)
			return
		}
		s.numbers.ServeHTTP(w, r)
	})
}

// hostOf is a Host header without its port.
func hostOf(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.TrimSuffix(strings.Trim(host, "[]"), ".")
}

func loopbackHost(host string) bool {
	name := hostOf(host)
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// serveMetrics serves the numbers to this machine only. On a quiet server a rival
// could read from them what happens at the table.
func (s *Server) serveMetrics(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	// The name must be this machine's too: the page of a stranger may have a name that
	// leads here.
	ours := err == nil && ip != nil && ip.IsLoopback() && loopbackHost(r.Host)
	for _, h := range []string{"X-Forwarded-For", "X-Real-Ip", "Forwarded", "Via"} {
		ours = ours && r.Header.Get(h) == "" // a proxy asks for somebody else
	}
	if !ours {
		http.NotFound(w, r)
		return
	}
	s.numbers.ServeHTTP(w, r)
}
