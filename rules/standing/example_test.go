package standing_test

import (
	"fmt"
	"log"

	"grognard/rules/hex"
	"grognard/rules/standing"
)

func Example() {
	answers := standing.Answers{Set: "flexible", Hours: 6}
	for _, e := range []standing.Exception{
		{Hex: hex.Hex{Col: 12, Row: 13}, Answer: "hold"},
		{Unit: "r-1-arm", Answer: standing.Ask},
		{Hex: hex.Hex{Col: 12, Row: 13}, Answer: "retreat", To: hex.Hex{Col: 14, Row: 13}}, // in place of the first
	} {
		if err := answers.Put(e); err != nil {
			log.Fatal(err)
		}
	}
	text, err := answers.Write()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(text)
	read, err := standing.Read(text)
	fmt.Println(len(read.Exceptions), err)

	_, err = standing.Read(`{"text":"hold if steps>1"}`) // of another form
	fmt.Println(err)
	// Output:
	// {"version":1,"set":"flexible","exceptions":[{"unit":"r-1-arm","answer":"ask"},{"hex":"12.13","answer":"retreat","to":"14.13"}],"hours":6}
	// 2 <nil>
	// json: unknown field "text"
}
