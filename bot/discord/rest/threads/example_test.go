package threads_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/threads"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { // in place of Discord
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"code": 160006, "message": "Maximum number of active threads reached"}`)
	}))
	defer server.Close()
	client, err := rest.New(rest.Options{Token: "token", Host: server.URL})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	ctx, channel := context.Background(), "12"

	id, err := threads.Start(ctx, client, channel, threads.Thread{Name: "Anna against Boris"})
	if threads.Why(err) == threads.TooMany {
		fmt.Println("the server has all the threads that it can have")
	}
	fmt.Printf("%q\n", id)
	// Output:
	// the server has all the threads that it can have
	// ""
}
