package reliable_test

import (
	"fmt"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/reliable"
	"grognard/bot/league/reliability"
)

func Example() {
	words, failed := ask.NewWords(nil)
	if failed != nil {
		panic(failed)
	}
	loc, record := words.InChannel(), reliability.Record{Asked: 40, InTime: 39, Begun: 5, Finished: 5}

	short := reliable.Short(loc, record) // beside a name; "" of whom nothing is known
	line := reliable.Line(loc, record)   // a sentence about the reader himself
	err := reliable.Admit(record, 90)    // nil, or an answer that says what lacks
	fmt.Println(short)
	fmt.Println(line)
	fmt.Println(err)
	// Output:
	// in time 97% of 40, finished 100% of 5
	// Your reliability: 39 of 40 answers in time (97%), 5 of 5 games finished (100%).
	// <nil>
}
