package follow_test

import (
	"fmt"
	"log/slog"

	"grognard/bot/discord/follow"
)

func Example() {
	answers := follow.New(slog.Default())
	defer answers.Close()
	answers.Posted("30", []string{"4001"})
	// a panel that was opened before, and of which nothing is noted, is pressed where it stands
	fmt.Println(answers.Press("7", "4000"))
	// Output: true
}
