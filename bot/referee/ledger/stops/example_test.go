package stops_test

import (
	"fmt"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/stops"
	"grognard/storage"
)

func Example() {
	at := time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

	var c ledger.Clocks
	stop := ledger.Step{Row: storage.Row{At: at}, Body: ledger.Body{Master: &ledger.Mastered{Does: api.StopClocks}}}
	stops.Follow(&c, stop)
	fmt.Println(len(stops.Holds(&c)), stops.States(stop.Body))
	// Output: 1 true
}
