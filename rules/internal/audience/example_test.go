package audience_test

import (
	"fmt"

	"grognard/rules/internal/audience"
	"grognard/rules/order"
	"grognard/rules/view"
)

func Example() {
	sides := []order.Nation{{ID: "red"}, {ID: "blue"}}
	whole, seen := view.Line{Rule: "1.1"}, view.Line{Rule: "1.2"}

	told := audience.Told{Sides: sides}
	told.Apart(1, "red", whole, &seen)
	told.Apart(2, "blue", whole, nil)
	for _, l := range told.Public {
		fmt.Println("all:", l.Rule)
	}
	for _, l := range told.Side["blue"] {
		fmt.Println("blue:", l.Turn, l.Rule)
	}
	// Output:
	// all: 1.2
	// blue: 1 1.2
	// blue: 2 1.1
}
