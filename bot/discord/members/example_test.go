package members_test

import (
	"context"
	"fmt"
	"time"

	"grognard/bot/discord/members"
	"grognard/bot/discord/rest"
)

func Example() {
	ctx := context.Background()
	client, failed := rest.New(rest.Options{Token: "token"})
	if failed != nil {
		fmt.Println(failed)
	}
	defer client.Close()

	m := members.New(client, time.Now)
	m.Note("900", "42", "Anna") // as a request says
	shown := m.Names(ctx, "900", []string{"42"}, members.Within)
	fmt.Println(shown["42"])
	// Output: Anna
}
