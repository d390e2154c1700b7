package heartbeat_test

import (
	"fmt"
	"log"
	"os"
	"time"

	"grognard/bot/heartbeat"
)

func Example() {
	folder, err := os.MkdirTemp("", "grognard")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)

	p := heartbeat.In(folder)
	defer p.Stop()
	err = p.Beat() // the program, regularly
	if err != nil {
		log.Fatal(err)
	}
	err = p.Check(time.Now()) // the health check
	fmt.Println("now:", err)
	fmt.Println("in an hour:", p.Check(time.Now().Add(time.Hour)) != nil)
	// Output:
	// now: <nil>
	// in an hour: true
}
