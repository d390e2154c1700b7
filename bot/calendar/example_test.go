package calendar_test

import (
	"fmt"
	"log"
	"time"

	"grognard/bot/calendar"
)

func Example() {
	joined := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	changes := []calendar.Change{
		{At: joined, What: calendar.OfZone, Value: "Europe/Berlin"},
		{At: joined, What: calendar.OfNight, Value: "22:00-07:00"},
	}
	c, err := calendar.Read(changes)
	if err != nil {
		log.Fatal(err)
	}
	due := time.Date(2026, 3, 2, 2, 30, 0, 0, time.UTC)
	deadline := c.Wakes(due, due)
	fmt.Println(deadline.In(c.Zone(due)).Format(time.DateTime))
	// Output: 2026-03-02 07:00:00
}
