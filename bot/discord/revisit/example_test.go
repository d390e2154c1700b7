package revisit_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"grognard/bot/discord/revisit"
	"grognard/bot/referee/api"
)

// referee stands in for the referee's part. It sends the channels that are tried again to reached.
type referee struct{ reached chan string }

func (referee) Sleep(_ context.Context, why api.Loss, channels ...string) error {
	fmt.Println(channels, "sleeps:", why)
	return nil
}

func (r referee) Reach(_ context.Context, _ string, channels ...string) error {
	r.reached <- strings.Join(channels, " ")
	return nil
}

func (referee) AsleepIn(context.Context, string) ([]api.Table, error) { return nil, nil }

func (referee) Loss(context.Context, api.GameID) (api.Loss, error) { return "", nil }

func Example() {
	channels := referee{make(chan string)}
	keeper := revisit.New(channels, time.Millisecond, slog.New(slog.DiscardHandler)) // in place of a second
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go keeper.Run(ctx)

	err := keeper.Sleep(ctx, api.Crowded, "901") // its games sleep, and wake after that: what they owe is tried
	fmt.Println("tried again:", <-channels.reached, err)
	// Output:
	// [901] sleeps: crowded
	// tried again: 901 <nil>
}
