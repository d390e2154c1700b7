package nearest_test

import (
	"fmt"

	"grognard/rules/nearest"
)

func Example() {
	likely := nearest.Names("armur", []string{"infantry", "armour"}) // armour first
	fmt.Println(likely)
	// Output: [armour infantry]
}
