package metrics_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"time"

	"grognard/bot/metrics"
)

func Example() {
	m := metrics.New()
	m.Games(func(context.Context) (metrics.Games, error) { return metrics.Games{Open: 3}, nil })
	m.Interaction("move", "done", 40*time.Millisecond, 60*time.Millisecond)

	page := httptest.NewRecorder()
	m.Handler().ServeHTTP(page, httptest.NewRequest("GET", "/metrics", nil)) // in production an HTTP server serves it
	for line := range strings.Lines(page.Body.String()) {
		if strings.HasPrefix(line, "grognard_interactions_total") || strings.HasPrefix(line, "grognard_games_open") {
			fmt.Print(line)
		}
	}
	// Output:
	// grognard_games_open 3
	// grognard_interactions_total{command="move",outcome="done"} 1
}
