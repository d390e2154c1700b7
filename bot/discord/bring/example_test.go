package bring_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/bring"
	"grognard/bot/league"
)

func Example() {
	ctx, req, file := context.Background(), ask.Request{}, "12"
	words, failed := ask.NewWords(nil)
	if failed != nil {
		panic(failed)
	}
	keeper := func() *league.Keeper { return nil } // there are no seasons
	names := func(context.Context, string, []string, time.Duration) map[string]string { return nil }
	client := http.DefaultClient
	var library bring.Library
	var presses []ask.PressSpec

	face := bring.New(bring.Options{Messages: words, Keeper: keeper, Names: names, HTTP: client, Library: library})
	list, err := face.Preview(ctx, req, file, "s1") // the attachment's identifier, and a season for its players
	presses = append(presses, face.Presses()...)
	var refused ask.TextError
	fmt.Println(len(list), errors.As(err, &refused), len(presses), bring.Option().Name)
	// Output: 0 true 2 import
}
