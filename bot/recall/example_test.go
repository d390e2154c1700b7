package recall_test

import (
	"fmt"
	"time"

	"grognard/bot/recall"
)

func Example() {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	later := now.Add(30 * time.Second)

	var looks recall.Of[time.Time]
	before := looks.Swap("game user", now)
	isDue := recall.Due(&looks, "game user", later, time.Minute)
	fmt.Println(before.IsZero(), isDue, looks.Last("game user").Equal(now))
	looks.Forget()
	fmt.Println(recall.Due(&looks, "game user", later, time.Minute), looks.Last("game user").Equal(later))
	// Output:
	// true false true
	// true true
}
