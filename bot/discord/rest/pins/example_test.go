package pins_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/pins"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { // in place of Discord
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"code": 30003, "message": "Maximum number of pins reached for the channel (250)"}`)
	}))
	defer server.Close()
	client, err := rest.New(rest.Options{Token: "token", Host: server.URL})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	ctx, channel, message := context.Background(), "12", "34"

	if err := pins.Pin(ctx, client, channel, message); rest.CodeOf(err) == 30003 {
		fmt.Println("the channel has its 250 pins")
	}
	// Output: the channel has its 250 pins
}
