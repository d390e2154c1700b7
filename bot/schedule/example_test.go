package schedule_test

import (
	"fmt"
	"log"

	"grognard/bot/schedule"
)

func Example() {
	options := schedule.Options{Workers: 8, Heavy: 3, Long: 1, PerUser: 2, PerServer: 6}
	options.Queue, options.ServerQueue, options.UserQueue = 1000, 200, 50 // waiting jobs
	options.Sending = 64 << 20                                            // bytes that jobs send which have given their workers back
	s := schedule.New(options)
	for n := range 3 {
		job := schedule.Job{Server: "our server", User: "anna", Line: "afb-1"}
		job.Do = func(*schedule.Turn) { fmt.Println("order", n) }
		err := s.Add(job) // jobs with the same Line run one after the other
		if err != nil {
			log.Fatal(err)
		}
	}
	s.Drain()
	fmt.Println(s.Add(schedule.Job{Server: "our server", User: "anna", Do: func(*schedule.Turn) {}}))
	// Output:
	// order 0
	// order 1
	// order 2
	// no more jobs are taken
}
