package overview_test

import (
	"encoding/json"
	"fmt"
	"log"
	"time"

	"grognard/bot/league/overview"
	"grognard/bot/league/season"
)

func Example() {
	s := season.Season{}
	event, err := season.Announce(season.DefaultTerms("Summer"))
	if err != nil {
		log.Fatal(err)
	}
	at := time.Date(2027, 6, 1, 12, 0, 0, 0, time.UTC)
	err = s.Apply(season.Entry{At: at, By: "player 1", Event: event})
	if err != nil {
		log.Fatal(err)
	}
	join, err := s.Join("player 2", season.SignUp{})
	if err != nil {
		log.Fatal(err)
	}
	err = s.Apply(season.Entry{At: at, By: "player 2", Event: join})
	if err != nil {
		log.Fatal(err)
	}
	o := overview.Of(&s, map[string]string{"player 2": "Anna"})
	file, err := json.MarshalIndent(o, "", " ")
	fmt.Println(o.Name, o.Stage, o.NameOf("player 2"))
	fmt.Println(json.Valid(file), err)
	// Output:
	// Summer sign-up Anna
	// true <nil>
}
