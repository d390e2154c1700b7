package pairing_test

import (
	"fmt"
	"log"

	"grognard/bot/league/pairing"
)

func Example() {
	round, err := pairing.Swiss([]pairing.Player{{ID: "anna", Score: 2}, {ID: "boris", Score: 2}, {ID: "olga"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(round.Games[0].First, "against", round.Games[0].Second, "and a bye for", round.Bye)
	// Output: anna against boris and a bye for olga
}
