package follow_test

import (
	"fmt"

	"grognard/bot/discord/follow"
)

func Example() {
	var answers follow.Answers
	answers.Posted("30", []string{"4001"})
	// a panel that was opened before, and of which nothing is noted, is pressed where it stands
	fmt.Println(answers.Press("7", "30", "4000"))
	// Output: true
}
