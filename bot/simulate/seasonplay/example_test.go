package seasonplay_test

import (
	"context"
	"fmt"
	"log"

	"grognard/bot/league/season"
	"grognard/bot/simulate/seasonplay"
)

func Example() {
	ctx, few := context.Background(), seasonplay.Options{Players: 3, Days: 60, Seed: 1, Format: season.Pools}
	report, err := seasonplay.Play(ctx, few)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Figures.Games, report.Figures.AtNight)
	// Output: 6 0
}
