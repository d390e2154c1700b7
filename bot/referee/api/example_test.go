package api_test

import (
	"fmt"

	"grognard/bot/referee/api"
	"grognard/rules/order"
)

func Example() {
	table := api.Table{Seats: []api.Seat{{Side: order.Nation{ID: "german"}, User: "anna"}}}
	fmt.Println(table.Plays("anna", "german"))
	// Output: true
}
