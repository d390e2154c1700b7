package tell_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
)

func Example() {
	c, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tell.MentionAll(wording.New(c.In("en-GB")), []string{"1150000000000000101", "1150000000000000102"}))
	// Output: <@1150000000000000101>, <@1150000000000000102>
}
