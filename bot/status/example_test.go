package status_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"

	"grognard/bot/status"
)

func Example() {
	database := func(context.Context) error { return nil }
	discord := func(context.Context) error { return errors.New("not connected") }
	options := status.Options{
		Alive: []status.Check{{Name: "database", Run: database}},
		Ready: []status.Check{{Name: "discord", Run: discord}},
	}
	server, err := status.Listen(context.Background(), "127.0.0.1:0", options)
	if err != nil {
		log.Fatal(err)
	}
	defer server.Stop()

	for _, question := range []string{"/healthz", "/readyz"} {
		answer, err := http.Get("http://" + server.Address + question)
		if err != nil {
			log.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(answer.StatusCode, " ", string(text))
	}
	// Output:
	// 200 ok
	// 503 discord: not connected
}
