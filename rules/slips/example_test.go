package slips_test

import (
	"fmt"
	"strings"

	"grognard/rules/slips"
)

func Example() {
	isFactors := func(s string) bool { return len(strings.Split(s, "-")) == 3 }
	fmt.Println("unknown" + slips.Hint("wood", []string{"open", "woods"}))
	fmt.Println("misformed" + slips.InForm("9–5–10", isFactors))
	// Output:
	// unknown: perhaps "woods" is meant
	// misformed: perhaps "9-5-10" is meant; – is an en dash (U+2013)
}
