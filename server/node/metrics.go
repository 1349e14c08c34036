package node

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// Metrics are what an operator watches. They count all tables together: a
// number for one table could tell a rival that something was sealed there.
type Metrics struct {
	Commits    prometheus.Histogram
	Lag        prometheus.Histogram
	BotMoves   prometheus.Histogram
	Analyses   prometheus.Histogram
	Conflicts  prometheus.Counter
	Failures   prometheus.Counter
	Gaps       prometheus.Counter
	BotMisses  prometheus.Counter
	HookMisses prometheus.Counter
	Finished   prometheus.Counter
	Refused    prometheus.Counter
	Streams    prometheus.Gauge
	OutboxAge  prometheus.Gauge
	Notices    *prometheus.CounterVec
	registry   *prometheus.Registry
}

func newMetrics() *Metrics {
	reg := prometheus.NewRegistry()
	reg.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	fast := []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .15, .25, .5, 1, 2.5, 10}
	m := &Metrics{
		registry: reg,
		Commits:  prometheus.NewHistogram(prometheus.HistogramOpts{Name: "atoll_commit_seconds", Help: "Time to store a public event durably.", Buckets: fast}),
		Lag:      prometheus.NewHistogram(prometheus.HistogramOpts{Name: "atoll_commit_to_client_seconds", Help: "Time from a public event to its being written to a live connection.", Buckets: fast}),
		BotMoves: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "atoll_bot_move_seconds",
			Help: "Time a bot took to choose.", Buckets: []float64{.01, .05, .1, .25, .5, 1, 2, 3, 5, 8},
		}),
		Analyses: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "atoll_analysis_seconds",
			Help: "Time that the analysis of a finished game took.", Buckets: []float64{.5, 1, 2, 5, 10, 20, 40, 80, 160, 240},
		}),
		Conflicts:  prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_commit_conflicts_total", Help: "Changes that found the table changed meanwhile and were tried again."}),
		Failures:   prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_request_failures_total", Help: "Requests that failed for a reason of the server's."}),
		Gaps:       prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_stream_gaps_total", Help: "Snapshots sent to close a gap in a live connection."}),
		BotMisses:  prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_bot_misses_total", Help: "Bots that failed or were late."}),
		HookMisses: prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_hook_misses_total", Help: "Messages to programs that were not taken."}),
		Finished:   prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_games_finished_total", Help: "Games that came to their end."}),
		Refused:    prometheus.NewCounter(prometheus.CounterOpts{Name: "atoll_requests_limited_total", Help: "Requests refused by rate limits."}),
		Streams:    prometheus.NewGauge(prometheus.GaugeOpts{Name: "atoll_streams_open", Help: "Live connections to tables."}),
		OutboxAge:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "atoll_outbox_age_seconds", Help: "Age of the oldest ping that was not cleared in time."}),
		Notices:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "atoll_notices_total", Help: "Notices to people who are away, by push and mail, that were sent, failed for now or were refused."}, []string{"by", "outcome"}),
	}
	reg.MustRegister(m.Commits, m.Lag, m.BotMoves, m.Analyses, m.Conflicts, m.Failures, m.Gaps, m.BotMisses, m.HookMisses,
		m.Finished, m.Refused, m.Streams, m.OutboxAge, m.Notices)
	return m
}

// CountTables adds how many tables are in memory.
func (m *Metrics) CountTables(count func() int) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "atoll_tables_in_memory", Help: "Tables that this node remembers."}, func() float64 {
		return float64(count())
	}))
}

// Gatherer reads all of them.
func (m *Metrics) Gatherer() prometheus.Gatherer { return m.registry }
