package places_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"grognard/bot/discord/places"
	"grognard/bot/discord/rest"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { // in place of Discord
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"code": 160005, "message": "Thread is locked"}`)
	}))
	defer server.Close()
	client, failed := rest.New(rest.Options{Token: "token", Host: server.URL})
	if failed != nil {
		panic(failed)
	}
	defer client.Close()
	ctx, thread, message, m := context.Background(), "12", "13", rest.NewMessage("Turn 2", nil)

	edit := func() error { return client.Edit(ctx, thread, message, m) }
	err := places.Awake(ctx, client, thread, edit)
	if errors.As(err, new(places.Locked)) {
		fmt.Println("only who manages threads can open it again")
	}
	// Output: only who manages threads can open it again
}
