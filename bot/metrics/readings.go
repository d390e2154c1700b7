package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// scrapeTimeout limits how long reading from the database may take when metrics are requested.
const scrapeTimeout = 5 * time.Second

// Games are the numbers of games, of orders that wait for a round of the beacon, and of owed (undelivered) messages.
type Games struct {
	Open, Sleeping, Loaded, Rounds, Owed int
	Oldest                               time.Time // when the oldest owed message was written; zero if none is owed
}

// Games registers a function that counts games each time metrics are requested. If it fails, its metrics are missing
// and database_up is 0.
func (m *Metrics) Games(read func(context.Context) (Games, error)) {
	m.onScrape(func(ctx context.Context, g gauge) {
		games, err := read(ctx)
		if err != nil {
			g("database_up", "1 while the database can be read.", 0)
			return
		}
		g("database_up", "1 while the database can be read.", 1)
		g("games_open", "Games that are not over.", float64(games.Open))
		g("games_sleeping", "Games whose channel cannot be reached.", float64(games.Sleeping))
		g("games_loaded", "Games in memory.", float64(games.Loaded))
		g("rounds_awaited", "Orders whose dice wait for a round of the beacon.", float64(games.Rounds))
		g("outbox_owed", "Messages and edits that are still to be sent.", float64(games.Owed))
		oldest := 0.0
		if !games.Oldest.IsZero() {
			oldest = time.Since(games.Oldest).Seconds()
		}
		g("outbox_oldest_seconds", "How long the oldest of what waits has waited.", oldest)
	})
}

// Jobs registers a function that counts waiting interactions and those being handled.
func (m *Metrics) Jobs(read func() (waiting, working int)) {
	m.onScrape(func(_ context.Context, g gauge) {
		waiting, working := read()
		g("interactions_waiting", "Interactions that wait for others.", float64(waiting))
		g("interactions_working", "Interactions that are being answered.", float64(working))
	})
}

// Shards registers a function that counts the shards of this process and those that are connected.
func (m *Metrics) Shards(read func() (all, connected int)) {
	m.onScrape(func(_ context.Context, g gauge) {
		all, connected := read()
		g("gateway_shards", "Shards of this process.", float64(all))
		g("gateway_shards_connected", "Those of them that are connected.", float64(connected))
	})
}

// Caches registers a function that returns hits and misses of the caches of pictures.
func (m *Metrics) Caches(read func(yield func(name string, hits, misses uint64))) {
	use := prometheus.NewDesc(prefix+"picture_cache_total",
		"How often something was asked for that pictures have in common, and kept (hit) or not (miss).",
		[]string{"cache", "result"}, nil)
	m.registry.MustRegister(collectorFunc(func(out chan<- prometheus.Metric) {
		read(func(name string, hits, misses uint64) {
			for result, n := range map[string]uint64{"hit": hits, "miss": misses} {
				out <- prometheus.MustNewConstMetric(use, prometheus.CounterValue, float64(n), name, result)
			}
		})
	}))
}

type gauge func(name, help string, value float64)

// onScrape registers a function that reports values each time metrics are requested.
func (m *Metrics) onScrape(read func(context.Context, gauge)) {
	m.registry.MustRegister(collectorFunc(func(out chan<- prometheus.Metric) {
		ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
		defer cancel()
		read(ctx, func(name, help string, value float64) {
			out <- prometheus.MustNewConstMetric(prometheus.NewDesc(prefix+name, help, nil, nil),
				prometheus.GaugeValue, value)
		})
	}))
}

// collectorFunc is a collector that computes its metrics when they are requested.
type collectorFunc func(chan<- prometheus.Metric)

// Describe describes nothing, which Prometheus calls an unchecked collector.
func (collectorFunc) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c collectorFunc) Collect(out chan<- prometheus.Metric) { c(out) }
