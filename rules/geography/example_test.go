package geography_test

import (
	"fmt"

	"grognard/rules/geography"
	"grognard/rules/hex"
)

func Example() {
	orsha := geography.Place{Hex: hex.Hex{Col: 13, Row: 14}, Name: "Orsha", Kind: "village"}
	road := geography.Way{Name: "Minsk highway", Kind: "road", Path: []hex.Hex{{Col: 12, Row: 13}, orsha.Hex}}
	fmt.Printf("%s is a %s in %s, where the %s goes to\n", orsha.Name, orsha.Kind, orsha.Hex, road.Name)
	// Output: Orsha is a village in 13.14, where the Minsk highway goes to
}
