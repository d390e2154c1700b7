package grouped_test

import (
	"fmt"

	"grognard/bot/discord/grouped"
)

func Example() {
	var able grouped.Words
	able.Add("4 MP left", "25 Pz Rgt")
	able.Add("4 MP left", "9 Pz Rgt")
	for _, can := range able.Keys {
		fmt.Println(able.Of[can], can)
	}
	// Output: [25 Pz Rgt 9 Pz Rgt] 4 MP left
}
