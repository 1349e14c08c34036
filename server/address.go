package server

import (
	"net"
	"net/http"
	"strings"
)

// address is where a request comes from: for IPv6 the network of 64 bits, since
// one subscriber has all of it.
func (s *Server) address(r *http.Request) string {
	host := ""
	if s.cfg.Proxied {
		// The last one was written by our own proxy.
		parts := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
		host = strings.TrimSpace(parts[len(parts)-1])
	}
	if host == "" {
		var err error
		if host, _, err = net.SplitHostPort(r.RemoteAddr); err != nil {
			host = r.RemoteAddr
		}
	}
	ip := net.ParseIP(host)
	if ip == nil {
		return "?"
	}
	if ip.To4() == nil {
		return ip.Mask(net.CIDRMask(64, 128)).String()
	}
	return ip.String()
}
