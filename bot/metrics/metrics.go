// Package metrics counts what the program does and serves the counts to Prometheus.
//
//	m := metrics.New()
//	m.Games(func(context.Context) (metrics.Games, error) { return metrics.Games{Open: 3}, nil })
//	m.Interaction("move", "done", 40*time.Millisecond, 60*time.Millisecond)
//
// It imports none of the other parts: its methods are the hooks that those parts call. Every label has few values,
// which are known before the program runs or limited by the part that supplies them, and none is an identifier or a
// secret. Each Metrics has its own registry, so that several can exist in one process.
//
// Limits: counts start at zero when the program starts; nothing is stored.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// prefix is the prefix of all our metrics.
const prefix = "grognard_"

// The bounds of histograms, in seconds. Discord drops an unanswered interaction after 3; its token expires after 900.
var (
	answering  = []float64{.002, .005, .01, .025, .05, .1, .25, .5, 1, 2, 3, 10, 60, 900}
	requesting = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 20}
	writing    = []float64{.0002, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 5}
	drawing    = []float64{.001, .005, .01, .025, .05, .1, .25, .5, 1, 5, 20}
)

// Metrics is all metrics. It is safe for use by several goroutines.
type Metrics struct {
	registry *prometheus.Registry

	interactions *prometheus.CounterVec
	first, whole *prometheus.HistogramVec
	requests     *prometheus.CounterVec
	requestTime  prometheus.Histogram
	pictures     *prometheus.CounterVec
	pictureTime  prometheus.Histogram
	pictureBytes prometheus.Counter
	commands     *prometheus.CounterVec
	commandTime  prometheus.Histogram
	commits      *prometheus.CounterVec
	commitTime   prometheus.Histogram
	writes       prometheus.Counter
	gateway      *prometheus.CounterVec
	closes       *prometheus.CounterVec
	latency      prometheus.Histogram
	lastAck      *prometheus.GaugeVec
}

// New returns metrics in which nothing is counted.
func New() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	m.interactions = m.counters("interactions_total", "Interactions that were dealt with, by what came of them.",
		"command", "outcome")
	m.first = m.histograms("interaction_first_answer_seconds",
		"From an interaction's arrival until Discord had the first answer to it.", answering, "command")
	m.whole = m.histograms("interaction_seconds", "From an interaction's arrival until all was said.", answering,
		"command")
	m.requests = m.counters("discord_requests_total",
		"Requests to Discord's REST interface; the status is 0 where no answer came.", "route", "status")
	m.requestTime = m.histogram("discord_request_seconds", "Time until the head of the answer came.", requesting)
	m.pictures = m.counters("pictures_total", "Pictures and films that were drawn.", "result")
	m.pictureTime = m.histogram("picture_seconds", "Time to draw and encode one.", drawing)
	m.pictureBytes = m.counter("picture_bytes_total", "Bytes of the pictures and films that were drawn.")
	m.commands = m.counters("log_commands_total", "Commands that were to become a row of a log.", "result")
	m.commandTime = m.histogram("log_command_seconds",
		"From the moment a command was handed over until it was durable.", writing)
	m.commits = m.counters("database_commits_total", "Commits to the database.", "result")
	m.commitTime = m.histogram("database_commit_seconds", "Time of a commit.", writing)
	m.writes = m.counter("database_writes_total",
		"Writes that became durable; over the commits it is how many share one.")
	m.gateway = m.counters("gateway_events_total",
		"What happened to the shards' connections to Discord: each connecting after a shard's first is a reconnect.",
		"event")
	m.closes = m.counters("gateway_closes_total",
		"Connections that ended, by Discord's close code; 0 where there was none.", "code")
	m.latency = m.histogram("gateway_latency_seconds", "From a heartbeat to its acknowledgement.", requesting)
	m.lastAck = prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: prefix + "gateway_last_ack_timestamp_seconds",
		Help: "When a shard's last heartbeat was acknowledged."}, []string{"shard"})
	m.registry.MustRegister(m.lastAck)
	return m
}

// Handler answers requests by Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError,
		MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
}

// Interaction counts a handled interaction. First is the time until the first answer, 0 if none reached Discord.
func (m *Metrics) Interaction(command, outcome string, first, whole time.Duration) {
	m.interactions.WithLabelValues(command, outcome).Inc()
	if first > 0 {
		m.first.WithLabelValues(command).Observe(first.Seconds())
	}
	m.whole.WithLabelValues(command).Observe(whole.Seconds())
}

// Request counts a request to Discord; the status is 0 if there was no answer.
func (m *Metrics) Request(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.requestTime.Observe(took.Seconds())
}

// Picture starts timing a picture; the returned function counts it, as failed if it has 0 bytes.
func (m *Metrics) Picture() (end func(bytes int)) {
	began := time.Now()
	return func(bytes int) {
		if bytes == 0 {
			m.pictures.WithLabelValues("failed").Inc()
			return
		}
		m.pictures.WithLabelValues("drawn").Inc()
		m.pictureTime.Observe(time.Since(began).Seconds())
		m.pictureBytes.Add(float64(bytes))
	}
}

// Appended counts a command that was to be written to a log.
func (m *Metrics) Appended(took time.Duration, err error) {
	m.commands.WithLabelValues(resultOf(err)).Inc()
	m.commandTime.Observe(took.Seconds())
}

func (m *Metrics) Committed(writes int, took time.Duration, err error) {
	m.commits.WithLabelValues(resultOf(err)).Inc()
	m.commitTime.Observe(took.Seconds())
	if err == nil {
		m.writes.Add(float64(writes))
	}
}

// Connection counts an event of a shard's connection. The events are a small fixed set.
func (m *Metrics) Connection(event string) { m.gateway.WithLabelValues(event).Inc() }

// Acked counts an acknowledged heartbeat.
func (m *Metrics) Acked(shard int, at time.Time, latency time.Duration) {
	m.latency.Observe(latency.Seconds())
	m.lastAck.WithLabelValues(strconv.Itoa(shard)).Set(float64(at.UnixMilli()) / 1000)
}

// Lost counts the end of a connection. Codes that are not Discord's share one label.
func (m *Metrics) Lost(code int) {
	label := strconv.Itoa(code)
	if known := code == 0 || code >= 1000 && code <= 1015 || code >= 4000 && code <= 4014; !known {
		label = "other"
	}
	m.closes.WithLabelValues(label).Inc()
}

func resultOf(err error) string {
	if err != nil {
		return "failed"
	}
	return "done"
}

func (m *Metrics) counter(name, help string) prometheus.Counter {
	c := prometheus.NewCounter(prometheus.CounterOpts{Name: prefix + name, Help: help})
	m.registry.MustRegister(c)
	return c
}

func (m *Metrics) counters(name, help string, labels ...string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: prefix + name, Help: help}, labels)
	m.registry.MustRegister(c)
	return c
}

func (m *Metrics) histogram(name, help string, buckets []float64) prometheus.Histogram {
	h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: prefix + name, Help: help, Buckets: buckets})
	m.registry.MustRegister(h)
	return h
}

func (m *Metrics) histograms(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: prefix + name, Help: help, Buckets: buckets}, labels)
	m.registry.MustRegister(h)
	return h
}
