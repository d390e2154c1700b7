package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// readingWithin bounds what is read from the database for one who asks for metrics.
const readingWithin = 5 * time.Second

// Games is how much the referee has to do with.
type Games struct {
	Open, Sleeping, Loaded, Rounds, Owed int
	Oldest                               time.Time // of what is owed; zero when nothing is
}

// Games has the games counted whenever somebody asks for metrics. A count that fails shows as one
// that is not there, and in database_up.
func (m *Metrics) Games(read func(context.Context) (Games, error)) {
	m.readings(func(ctx context.Context, g gauge) {
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

// Lanes has the interactions counted that wait and that are at work.
func (m *Metrics) Lanes(read func() (waiting, working int)) {
	m.readings(func(_ context.Context, g gauge) {
		waiting, working := read()
		g("interactions_waiting", "Interactions that wait for others.", float64(waiting))
		g("interactions_working", "Interactions that are being answered.", float64(working))
	})
}

// Shards has it counted how many shards there are here, and how many of them are connected.
func (m *Metrics) Shards(read func() (all, connected int)) {
	m.readings(func(_ context.Context, g gauge) {
		all, connected := read()
		g("gateway_shards", "Shards of this process.", float64(all))
		g("gateway_shards_connected", "Those of them that are connected.", float64(connected))
	})
}

// Caches has it counted how often what pictures have in common was kept already.
func (m *Metrics) Caches(read func(yield func(name string, hits, misses uint64))) {
	use := prometheus.NewDesc(prefix+"picture_cache_total",
		"How often something was asked for that pictures have in common, and kept (hit) or not (miss).",
		[]string{"cache", "result"}, nil)
	m.registry.MustRegister(collecting(func(out chan<- prometheus.Metric) {
		read(func(name string, hits, misses uint64) {
			for result, n := range map[string]uint64{"hit": hits, "miss": misses} {
				out <- prometheus.MustNewConstMetric(use, prometheus.CounterValue, float64(n), name, result)
			}
		})
	}))
}

// gauge tells one value that was read.
type gauge func(name, help string, value float64)

// readings has values read whenever somebody asks for metrics.
func (m *Metrics) readings(read func(context.Context, gauge)) {
	m.registry.MustRegister(collecting(func(out chan<- prometheus.Metric) {
		ctx, cancel := context.WithTimeout(context.Background(), readingWithin)
		defer cancel()
		read(ctx, func(name, help string, value float64) {
			out <- prometheus.MustNewConstMetric(prometheus.NewDesc(prefix+name, help, nil, nil),
				prometheus.GaugeValue, value)
		})
	}))
}

// collecting is a collector that says what it has when it is asked, and not before.
type collecting func(chan<- prometheus.Metric)

// Describe describes nothing, which Prometheus calls an unchecked collector.
func (collecting) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c collecting) Collect(out chan<- prometheus.Metric) { c(out) }
