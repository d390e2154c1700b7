package naps_test

import (
	"fmt"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/naps"
)

var noon = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

func Example() {
	var known naps.Naps
	known.Woken("901", naps.Nap{Why: api.NoAccess, From: noon, Until: noon.Add(time.Hour)})
	loss := known.Lost("901", "", api.NoAccess, noon.Add(time.Hour+time.Second)) // "": it was awake
	fmt.Println("still lost:", loss.News, loss.From.Format(time.TimeOnly))
	known.Reached("901")
	loss = known.Lost("901", "", api.NoAccess, noon.Add(time.Hour+time.Minute))
	fmt.Println("lost again:", loss.News, loss.From.Format(time.TimeOnly))
	// Output:
	// still lost: false 12:00:00
	// lost again: true 13:01:00
}
