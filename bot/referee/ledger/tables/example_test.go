package tables_test

import (
	"fmt"
	"log"

	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules"
)

func Example() {
	def, err := rules.Modules().Load("drill")
	if err != nil {
		log.Fatal(err)
	}
	seats := []ledger.Seat{{Side: "blue", User: "anna"}, {Side: "red"}}
	game := ledger.Game{Def: def, Frame: ledger.Frame{Seats: seats}}
	fmt.Println(tables.Of(&game).Player("blue"))

	// Output: anna
}
