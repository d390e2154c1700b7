package rounds_test

import (
	"fmt"
	"log"
	"time"

	"grognard/bot/referee/ledger/rounds"
)

func Example() {
	posted, err := rounds.PostedAt("1310720000000000000")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(posted.Format(time.DateTime))
	// Output: 2024-11-25 21:33:20
}
