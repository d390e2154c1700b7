package upkeep_test

import (
	"context"
	"fmt"
	"time"

	"grognard/bot/discord/upkeep"
)

func Example() {
	ctx, stop := context.WithCancel(context.Background())
	look := func(_ context.Context, game string) (upkeep.Looked, error) {
		fmt.Println(game, "is looked at")
		stop() // a program runs it until it ends
		return upkeep.Looked{}, nil
	}
	failed := func(game string, again bool, err error) { fmt.Println(game, again, err) }

	q := upkeep.New(upkeep.Options[string]{Apart: 10 * time.Second, Look: look, Failed: failed})
	q.Changed("kiev") // look is called with it
	q.Run(ctx)
	// Output: kiev is looked at
}
