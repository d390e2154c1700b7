package matching_test

import (
	"fmt"

	"grognard/bot/league/matching"
)

func Example() {
	costs := [4][4]int64{0: {1: 1, 2: 9, 3: 9}, 1: {2: 0, 3: 9}, 2: {3: 1}}
	partner, ok := matching.Perfect(4, func(a, b int) (cost int64, allowed bool) { return costs[a][b], true })
	fmt.Println(partner, ok)
	// Output: [1 0 3 2] true
}
