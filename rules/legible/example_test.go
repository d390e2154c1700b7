package legible_test

import (
	"fmt"
	"log"

	"grognard/rules/document"
	"grognard/rules/legible"
)

func Example() {
	text := []byte("units:\n  inf: {name: \"In\\u200bf\"}\n  tank: {name: a > b}\n")
	units, err := document.Read("units.yaml", text, document.Limits{Bytes: 1 << 18, Lines: 1000, Line: 4096, Depth: 16})
	if err != nil {
		log.Fatal(err)
	}
	var mistakes document.Findings
	warnings := legible.Files(&mistakes, units)
	fmt.Println(mistakes, warnings)
	// Output:
	// [units.yaml:2:15: a text must have no zero-width space (U+200B) after "In"] [units.yaml:3:16: warning: "a > b" has signs with which orders are written, and so cannot be typed in orders]
}
