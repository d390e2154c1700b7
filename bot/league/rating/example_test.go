package rating_test

import (
	"fmt"
	"time"

	"grognard/bot/league/rating"
)

func Example() {
	results := []rating.Result{{ID: "1", At: time.Date(2026, 3, 7, 20, 0, 0, 0, time.UTC), Module: "barbarossa",
		First: "anna", Second: "boris", Points: [2]int{0, 2}}}
	lines := rating.Table(results, time.Date(2026, 3, 31, 0, 0, 0, 0, time.UTC))
	fmt.Printf("%s %.0f ± %.0f\n", lines[0].Player, lines[0].Rating.Points, 2*lines[0].Rating.Deviation)
	// Output: boris 1662 ± 580
}
