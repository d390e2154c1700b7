package page_test

import (
	"bytes"
	"fmt"

	"grognard/bot/league/overview"
	"grognard/bot/league/page"
	"grognard/bot/league/season"
)

func Example() {
	o := overview.Of(&season.Season{Terms: season.DefaultTerms("Summer"), Stage: season.SignUps}, nil)
	pictures := map[int][]byte{}
	var file bytes.Buffer
	err := page.Write(&file, o, func(game int) []byte { return pictures[game] })
	fmt.Println(file.Len() <= page.Most, err)
	// Output: true <nil>
}
