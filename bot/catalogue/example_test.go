package catalogue_test

import (
	"fmt"
	"log"

	"grognard/bot/catalogue"
)

func Example() {
	more := []byte("example.steps:\n  one: \"{{.unit}} loses a step\"\n  other: \"{{.unit}} loses {{.n}} steps\"\n")
	c, err := catalogue.New(more)
	if err != nil {
		log.Fatal(err)
	}
	format := func(_ string, value any) string { return fmt.Sprint(value) }
	for n := range 2 {
		words, ok := c.In("en-GB").Say(format, "example.steps", "unit", "1 Inf Div", "n", n+1)
		fmt.Println(words, ok)
	}
	// Output:
	// 1 Inf Div loses a step true
	// 1 Inf Div loses 2 steps true
}
