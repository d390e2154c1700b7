package answers_test

import (
	"fmt"

	"grognard/rules/bcs/answers"
)

func Example() {
	for _, c := range answers.Choices() {
		fmt.Println(c.ID, c.IsSet, c.TakesHex)
	}
	// Output:
	// flexible true false
	// stubborn true false
	// save-the-tanks true false
	// retreat false true
}
