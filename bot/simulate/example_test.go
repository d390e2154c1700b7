package simulate_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"grognard/bot/simulate"
)

func Example() {
	export, err := simulate.Play(context.Background(), simulate.Options{Module: "drill", Seed: 7, Turns: 1})
	if err != nil {
		log.Fatal(err)
	}
	first, _, _ := bytes.Cut(export.Lines, []byte(","))
	fmt.Println(string(first))
	fmt.Println(export.Table.Title, "is over:", export.Table.Over)
	// Output:
	// {"type":"export"
	// Drill is over: true
}
