package past_test

import (
	"fmt"
	"log"
	"time"

	"grognard/bot/league/past"
)

func Example() {
	file := []byte("player;order\nAnna;1\nHans;2\n")
	who := func(name string) (string, past.Why) {
		if name == "Anna" {
			return "42", ""
		}
		return "", past.Nobody
	}
	var modules []past.Module
	zone := func(string) bool { return true }
	s, err := past.Read(file, time.Now()) // err is an Unreadable: nothing of the file can be taken
	if err != nil {
		log.Fatal(err)
	}
	s.Check(past.Checks{Who: who, Modules: modules, Zone: zone})
	fmt.Println(len(s.Players), len(s.Results), len(s.Refused))
	// Output: 1 0 1
}
