package ownside_test

import (
	"fmt"
	"log"
	"strings"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ownside"
	"grognard/bot/discord/wording"
	"grognard/rules"
)

func Example() {
	words, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, module := range []string{"drill", "afb"} {
		d, err := rules.Modules().Load(module)
		if err != nil {
			log.Fatal(err)
		}
		pos, err := rules.Setup(d, "")
		if err != nil {
			log.Fatal(err)
		}
		match, err := rules.New(d, pos)
		if err != nil {
			log.Fatal(err)
		}
		v := match.View(d.Sides[0].ID)
		loc := wording.New(words.In(catalogue.Default)).On(v.Board().Map)
		text := ownside.InShort(loc, v, "tasks")
		fmt.Println("--\n" + text)
		theirs := ownside.InShort(loc, match.View(d.Sides[1].ID), "")
		fmt.Println(strings.Contains(theirs, "102 Tk Div, 106 Mot Div, 4 Mil Div, 6 Mil Div, and 7 drawn on arrival"))
	}
	// Output:
	// --
	//
	// false
	// --
	// **Autumn for Barbarossa** · turn 1 of 10,  · Soviet 40 VP (now Massive Soviet Victory)
	// German: 10 reserve garrisons
	// tasks
	// Due on turn 1: 2 dice for air strikes
	// **Due on turn 1, entry area G**, 1.01 to 1.03: 255 Inf Div
	// **Due on turn 1, entry area H**, 1.05 to 1.07: 17 Inf Div, 31 Inf Div
	// **Due on turn 1, entry area I**, 1.09 to 1.11: 263 Inf Div, 34 Inf Div
	// **Due on turn 1, entry area J**, 1.13 to 1.15: 137 Inf Div, 292 Inf Div
	// **Due on turn 1, entry area K**, 1.20 to 1.22: 26 Inf Div, 35 Inf Div, 5 Inf Div, 6 Inf Div
	// Due on turn 2: 2 dice for air strikes, 1 replacement; **entry area I**, 1.09 to 1.11: 78 Inf Div; **entry area J**, 1.13 to 1.15: 23 Inf Div, 258 Inf Div, 268 Inf Div, 7 Inf Div; **entry area K**, 1.20 to 1.22: 129 Inf Div
	// On the map: 40 units in 19 stacks
	// true
}
