package seriestest_test

import (
	"fmt"
	"log"

	"grognard/rules"
	"grognard/rules/seriestest"
)

func Example() {
	d, _, err := rules.Modules(seriestest.Series{}).Folder(seriestest.Bridge())
	if err != nil {
		log.Fatal(err)
	}
	pos, err := rules.Setup(d, "")
	if err != nil {
		log.Fatal(err)
	}
	m, err := rules.New(d, pos)
	if err != nil {
		log.Fatal(err)
	}
	for _, spec := range m.Specs() {
		fmt.Print(spec.Verb, " ")
	}
	// Output: activate march strike end
}
