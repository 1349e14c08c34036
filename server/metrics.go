package server

import (
	"net"
	"net/http"
	"strings"
)

// Metrics serves the metrics to anybody who reaches an address set aside for them. A request must
// name an IP address, a host of the local network (without a dot) or the given host: a stranger's
// page would name the stranger's host.
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

// serveMetrics serves the metrics to this machine only. On a quiet server they would show a rival
// what happens at the table.
func (s *Server) serveMetrics(w http.ResponseWriter, r *http.Request) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	// The host name must be this machine's too: a stranger's page may have a name that resolves to
	// this machine.
	ours := err == nil && ip != nil && ip.IsLoopback() && loopbackHost(r.Host)
	for _, h := range []string{"X-Forwarded-For", "X-Real-Ip", "Forwarded", "Via"} {
		ours = ours && r.Header.Get(h) == "" // a proxy asks on somebody else's behalf
	}
	if !ours {
		http.NotFound(w, r)
		return
	}
	s.numbers.ServeHTTP(w, r)
}
