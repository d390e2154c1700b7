package rest_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"grognard/bot/discord/rest"
)

func Example() {
	busy := true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { // in place of Discord
		if busy {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		busy = false
		fmt.Fprint(w, `{"id": "90"}`)
	}))
	defer server.Close()
	ctx, channel, user, picture := context.Background(), "12", "34", []byte("\x89PNG\r\n\x1a\n")

	client, err := rest.New(rest.Options{Token: "token", Host: server.URL})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	m := rest.NewMessage("It is your turn.", nil, user)
	m.Attach("map.png", picture, "The map")
	id, err := client.Send(ctx, channel, m)
	if class, wait := rest.Diagnose(err); err != nil && class == rest.Transient {
		fmt.Println("once more in", wait)
		id, err = client.Send(ctx, channel, m)
	}
	fmt.Println(id, err)
	// Output:
	// once more in 7s
	// 90 <nil>
}
