package bid_test

import (
	"errors"
	"fmt"
	"time"

	"grognard/bot/league/bid"
)

func Example() {
	at := time.Date(2027, 1, 1, 18, 0, 0, 0, time.UTC)

	a := bid.Auction{Players: [2]string{"anna", "boris"}, Most: 9}
	first := a.Add("anna", at, bid.Say{Side: 2, Points: 1})
	second := a.Add("boris", at, bid.Say{Side: 2, Points: 3})
	third := a.Add("anna", at, bid.Say{}) // she passes
	fmt.Println(a.Over(), a.Best(), a.Players[a.Winner()], errors.Join(first, second, third))
	// Output: true {2 3} boris <nil>
}
