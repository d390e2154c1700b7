package slips_test

import (
	"fmt"
	"strings"

	"grognard/rules/slips"
)

func Example() {
	isFactors := func(s string) bool { return len(strings.Split(s, "-")) == 3 }
	meant := slips.Meant("wood", []string{"open", "woods"}) // woods
	fmt.Println("unknown" + slips.Perhaps("wood", meant))
	fmt.Println("misformed" + slips.InForm("9–5–10", isFactors).String())
	// Output:
	// unknown: perhaps "woods" is meant
	// misformed: perhaps "9-5-10" is meant; – is an en dash (U+2013)
}
