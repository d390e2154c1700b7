package page_test

import (
	"fmt"

	"grognard/bot/discord/page"
)

func Example() {
	fmt.Println(page.PressID(page.PressJoin, "g1", "blue"))
	// Output: join:g1:blue
}
