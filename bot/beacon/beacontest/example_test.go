package beacontest_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
)

func Example() {
	genesis := time.Now().Add(-time.Hour)
	source, err := beacontest.Own("example", 3, genesis.Unix()) // or beacontest.Recorded()
	if err != nil {
		log.Fatal(err)
	}
	server := beacontest.Serve(source, time.Now)
	defer server.Close()
	client, err := beacon.NewClient(source.Chain, []string{server.URL}, beacon.Options{})
	if err != nil {
		log.Fatal(err)
	}
	round, err := client.Get(context.Background(), 7)
	fmt.Println(round.Number, err)

	server.SetFault(beacontest.Forged) // until another call
	_, err = client.Get(context.Background(), 8)
	fmt.Println(err != nil, server.Requested())
	// Output:
	// 7 <nil>
	// true [7 8]
}
