package limit_test

import (
	"fmt"
	"time"

	"grognard/bot/limit"
)

func Example() {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	g := limit.New(limit.Options{Requests: 300, Pictures: 2, Films: 6, Server: 20})
	for range 3 {
		over := g.Enter("anna", "our server", limit.Picture, now)
		if over != nil {
			fmt.Println("no more than", over.Most, "pictures a minute: wait for", over.Wait)
		}
	}
	// Output: no more than 2 pictures a minute: wait for 30s
}
