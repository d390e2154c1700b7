package plans_test

import (
	"fmt"

	"grognard/bot/referee/ledger/plans"
)

func Example() {
	plan := plans.Plan{ID: "42", Delay: 10}
	fmt.Println(plan.Command(1, 1), "begins after", plan.DelayTime())

	// Output: plan 42/0/1.1 begins after 10m0s
}
