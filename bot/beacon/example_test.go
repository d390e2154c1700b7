package beacon_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
)

func Example() {
	source, err := beacontest.Recorded()
	if err != nil {
		log.Fatal(err)
	}
	server := beacontest.Serve(source, time.Now) // in production: "https://api.drand.sh"
	defer server.Close()

	chain, err := beacon.Open(beacon.Quicknet())
	if err != nil {
		log.Fatal(err)
	}
	client, err := beacon.NewClient(chain, []string{server.URL}, beacon.Options{})
	if err != nil {
		log.Fatal(err)
	}
	posted := time.Date(2023, 8, 23, 15, 59, 21, 0, time.UTC)
	n := chain.From(posted.Add(3 * time.Second))      // the first round that is due at least 3 s after a message
	round, err := client.Get(context.Background(), n) // verified before it is believed
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("round %d: %x\n", round.Number, round.Randomness())
	// Output: round 1000: fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd
}
