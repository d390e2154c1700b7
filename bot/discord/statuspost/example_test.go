package statuspost_test

import (
	"context"
	"fmt"
	"log/slog"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/statuspost"
	"grognard/bot/referee/posts"
)

// memory is a store without a file.
type memory struct{ kept []posts.Post }

func (m *memory) Keep(_ context.Context, p posts.Post) error {
	m.kept = append(m.kept, p)
	return nil
}

func (m *memory) All(context.Context) ([]posts.Post, error) { return m.kept, nil }

func Example() {
	store := &memory{}
	kit := ask.Kit{Log: slog.New(slog.DiscardHandler)} // and the referee, who knows the games
	words, err := ask.NewWords(nil)
	if err != nil {
		panic(err)
	}
	client, err := rest.New(rest.Options{Token: "token", Host: "http://127.0.0.1:9"})
	if err != nil {
		panic(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop() // a program runs it until it ends

	keeper := statuspost.New(statuspost.Options{Kit: kit, Messages: words, Store: store, Rest: client})
	keeper.Changed("kiev") // it has a new row
	keeper.Run(ctx)
	fmt.Println(len(store.kept), "posts") // none was written
	// Output: 0 posts
}
