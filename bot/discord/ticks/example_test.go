package ticks_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/ticks"
	"grognard/bot/discord/wording"
	"grognard/bot/lookup"
	"grognard/rules/modules"
	"grognard/rules/playeraid"
)

func Example() {
	file := "title: Kiev\nmodifiers: {Armour: {shift: +1, rule: \"7.1\"}, Fog: {roll: -1}}\n" +
		"tables:\n  Combat: |\n    d6  1:1 2:1\n    1-3 - -\n    4-6 - -\n"
	aid, err := playeraid.Read(modules.Folder{ID: "kiev", Where: "kiev", Files: fstest.MapFS{"tables.yaml": {Data: []byte(file)}}})
	if err != nil {
		log.Fatal(err)
	}
	book, table := lookup.OfAid(aid), aid.Reference().Tables[0]
	words, err := catalogue.New(nil)
	if err != nil {
		log.Fatal(err)
	}
	loc := wording.New(words.In(catalogue.Default))
	m := ask.TypedCommand{Verb: "odds", Values: map[string]string{"modifiers": "armour"}}
	all, err := ticks.Read(loc, book, table, m)
	if err != nil {
		log.Fatal(err)
	}
	rows := ticks.Rows(loc, book, table, m, all)
	line := ticks.Words(loc, all)
	fmt.Println(line)
	fmt.Println(len(rows), ticks.Printed("A1*D2r1@"), ticks.Plain("column **A1\\*D2r1\\@**"))
	// Output:
	// With **Armour** →1 (7.1)
	// 1 A1\*D2r1\@ column A1*D2r1@
}
