package handicap_test

import (
	"fmt"

	"grognard/rules/handicap"
)

func Example() {
	named := handicap.List{{Side: "red", Name: "two Replacement Points", Gives: "points-other", Step: 2, Most: 3}}

	given := handicap.Given{Side: "red", Steps: 2}
	h, ok := named.Of(given.Side)
	fmt.Println(named.Allows(given), ok, h.Name, given.Steps*h.Step, h.Gives)
	// Output: true true two Replacement Points 4 points-other
}
