package standing_test

import (
	"fmt"
	"log"

	"grognard/rules/hex"
	"grognard/rules/standing"
)

func Example() {
	answers := standing.Answers{Set: "flexible", Hours: 6}
	err := answers.Put(standing.Exception{Hex: hex.Hex{Col: 12, Row: 13}, Answer: "hold"})
	if err != nil {
		log.Fatal(err)
	}
	text, err := answers.Write() // to be kept; Read reads it
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(text)
	read, err := standing.Read(text)
	fmt.Println(len(read.Exceptions), err)

	_, err = standing.Read(`{"text":"hold if steps>1"}`) // of another form
	fmt.Println(err)
	// Output:
	// {"version":1,"set":"flexible","exceptions":[{"hex":"12.13","answer":"hold"}],"hours":6}
	// 1 <nil>
	// json: unknown field "text"
}
