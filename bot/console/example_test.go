package console_test

import (
	"log"
	"os"

	"grognard/bot/console"
	"grognard/bot/lookup"
)

func Example() {
	book, err := lookup.New(nil).Book("drill")
	if err != nil {
		log.Fatal(err)
	}
	c, err := console.New(os.Stdout, false)
	if err != nil {
		log.Fatal(err)
	}
	err = c.Odds(book, lookup.Fight{Attack: "9+4/2", Defence: "4"}, "")
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// Drill: Combat Results (7.4)
	// Attack 11, defense 4: 3:1
	// Column 3:1
	//
	// A2D1   1/36   3%
	// A1D1   5/36  14%
	// D1r1   9/36  25%
	// D2r2  11/36  31%
	// D3r2   4/36  11%
	// D3r3   3/36   8%
	// D4r3   3/36   8%
	//
	// at least                    1    2    3   4
	// attacker loses steps      17%   3%    –   –
	// attacker retreats hexes     –    –    –   –
	// defender loses steps     100%  58%  28%  8%
	// defender retreats hexes   83%  58%  17%   –
}
