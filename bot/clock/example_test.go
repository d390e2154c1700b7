package clock_test

import (
	"fmt"
	"log"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
)

func Example() {
	terms, err := clock.Parse("3d + 1d per phase, at most 5d")
	if err != nil {
		log.Fatal(err)
	}
	asked := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	answered := asked.Add(30 * time.Hour)
	outages := []calendar.Span{{From: asked.Add(time.Hour), Until: asked.Add(7 * time.Hour)}}

	var c calendar.Calendar // of a player who has said nothing of his time
	bank := terms.Bank
	r := clock.Run{From: asked, Left: bank, Held: outages, Calendar: c}
	deadline := r.Deadline()
	bank = terms.After(r.Remains(answered))
	fmt.Println(deadline.Format(time.DateTime), bank)
	// Output: 2026-03-04 15:00:00 72h0m0s
}
