package proof_test

import (
	"fmt"

	"grognard/bot/referee/proof"
	"grognard/rules"
)

func Example() {
	file := []byte(`{"type":"export","format":1` + "\n")
	found, err := proof.Verify(file, rules.Modules())
	fmt.Println(found, err)
	// Output: <nil> line 1: it is not JSON of its type: unexpected end of JSON input
}
