package server

import (
	"net"
	"net/http"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what an operator watches. They count all tables together: a
// number for one table could tell a rival that something was sealed there.
type metrics struct {
	commits    prometheus.Histogram
	lag        prometheus.Histogram
	botMoves   prometheus.Histogram
	analyses   prometheus.Histogram
	conflicts  prometheus.Counter
	failures   prometheus.Counter
	gaps       prometheus.Counter
	botMisses  prometheus.Counter
	hookMisses prometheus.Counter
	finished   prometheus.Counter
	refused    prometheus.Counter
	streams    prometheus.Gauge
	outboxAge  prometheus.Gauge
	handler    http.Handler
}

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
		s.metrics.handler.ServeHTTP(w, r)
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
	s.metrics.handler.ServeHTTP(w, r)
}

func newMetrics(s *Server) *metrics {
	reg := prometheus.NewRegistry()
	reg.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	fast := []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .15, .25, .5, 1, 2.5, 10}
	m := &metrics{
		commits:    prometheus.NewHistogram(prometheus.HistogramOpts{Name: "atoll_commit_seconds", Help: "Time to store a public event durably.", Buckets: fast}),
		lag:        prometheus.NewHistogram(prometheus.HistogramOpts{Name: "atoll_commit_to_client_seconds", Help: "Time from a public event to its being written to a live connection.", Buckets: fast}),
		botMoves:   prometheus.NewHistogram(prometheus.HistogramOpts{Name: "atoll_bot_move_seconds", Help: "Time a bot took to choose.", Buckets: []float64{.01, .05, .1, .25, .5, 1, 2, 3, 5, 8}}),
		analyses:   prometheus.NewHistogram(prometheus.HistogramOpts{Name: "atoll_analysis_seconds", Help: "Time that the analysis of a finished game took.", Buckets: []float64{.5, 1, 2, 5, 10, 20, 40, 80, 160, 240}}),
		conflicts:  prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_commit_conflicts_total", Help: "Changes that found the table changed meanwhile and were tried again."}),
		failures:   prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_request_failures_total", Help: "Requests that failed for a reason of the server's."}),
		gaps:       prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_stream_gaps_total", Help: "Snapshots sent to close a gap in a live connection."}),
		botMisses:  prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_bot_misses_total", Help: "Bots that failed or were late."}),
		hookMisses: prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_hook_misses_total", Help: "Messages to programs that were not taken."}),
		finished:   prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_games_finished_total", Help: "Games that came to their end."}),
		refused:    prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_requests_limited_total", Help: "Requests refused by rate limits."}),
		streams:    prometheus.NewGauge(prometheus.GaugeOpts{Name: "atoll_streams_open", Help: "Live connections to tables."}),
		outboxAge:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "atoll_outbox_age_seconds", Help: "Age of the oldest ping that was not cleared in time."}),
	}
	tables := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "atoll_tables_in_memory", Help: "Tables that this node remembers."}, func() float64 {
		s.tables.mu.Lock()
		defer s.tables.mu.Unlock()
		return float64(len(s.tables.all))
	})
	reg.MustRegister(m.commits, m.lag, m.botMoves, m.analyses, m.conflicts, m.failures, m.gaps, m.botMisses, m.hookMisses, m.finished, m.refused, m.streams, m.outboxAge, tables)
	m.handler = promhttp.HandlerFor(reg, promhttp.HandlerOpts{})
	return m
}
