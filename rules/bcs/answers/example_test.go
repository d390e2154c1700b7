package answers_test

import (
	"fmt"

	"grognard/rules/bcs/answers"
	"grognard/rules/standing"
)

func Example() {
	for _, c := range answers.Choices() {
		fmt.Println(c.ID, c.IsSet, c.TakesHex)
	}
	left := standing.Answers{Set: answers.Choices()[0].ID}
	fmt.Println(left.Set)
	// Output:
	// flexible true false
	// stubborn true false
	// save-the-tanks true false
	// retreat false true
	// flexible
}
