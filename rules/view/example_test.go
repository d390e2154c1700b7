package view_test

import (
	"fmt"
	"log"

	"grognard/rules"
	"grognard/rules/view"
)

func Example() {
	match, err := drill()
	if err != nil {
		log.Fatal(err)
	}
	var pub view.Public = match.Public()
	var sec view.Secret = match.View("blue") // for that side's eyes
	side := sec.Side()
	fmt.Println(side)
	fmt.Println("everybody sees", len(pub.Board().Stacks[0].Known), "of", pub.Board().Stacks[0].Height)
	fmt.Println("blue sees", len(sec.Board().Stacks[0].Known), "of", sec.Board().Stacks[0].Height)
	// Output:
	// blue
	// everybody sees 1 of 2
	// blue sees 2 of 2
}

// drill is a match in its first phase.
func drill() (*rules.Match, error) {
	d, err := rules.Modules().Load("drill")
	if err != nil {
		return nil, err
	}
	pos, err := rules.Setup(d, "")
	if err != nil {
		return nil, err
	}
	return rules.New(d, pos)
}
