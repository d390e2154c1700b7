package tend_test

import (
	"context"
	"fmt"
	"time"

	"grognard/bot/discord/tend"
)

func Example() {
	ctx, stop := context.WithCancel(context.Background())
	look := func(_ context.Context, game string) (tend.Looked, error) {
		fmt.Println(game, "is looked at")
		stop() // a program runs it until it ends
		return tend.Looked{}, nil
	}
	failed := func(game string, again bool, err error) { fmt.Println(game, again, err) }

	q := tend.New(tend.Options[string]{Apart: 10 * time.Second, Look: look, Failed: failed})
	q.Changed("kiev") // look is called with it
	q.Run(ctx)
	// Output: kiev is looked at
}
