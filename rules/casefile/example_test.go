package casefile_test

import (
	"fmt"
	"log"

	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/hex"
)

func Example() {
	text := []byte("turn: 3\nat: \"10.10\"\n")
	file, err := document.Read("case.yaml", text, document.Limits{Bytes: 1 << 18, Lines: 1000, Line: 4096, Depth: 16})
	if err != nil {
		log.Fatal(err)
	}
	n := casefile.Node{Node: file}

	var turn int
	var at hex.Hex
	err = n.Fields(casefile.Keys{
		"turn": casefile.Into(&turn, casefile.Node.Whole),
		"at":   casefile.Into(&at, casefile.Node.Hex),
	})
	fmt.Println(turn, at, err)

	err = n.Fields(casefile.Keys{"turn": casefile.Into(&turn, casefile.Node.Whole)})
	fmt.Println(err)
	// Output:
	// 3 10.10 <nil>
	// line 2, column 1: unknown key at
}
