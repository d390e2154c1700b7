package search_test

import (
	"fmt"
	"log"

	"grognard/rules"
	"grognard/rules/rulebook/search"
)

func Example() {
	books, err := rules.Rulebooks()
	if err != nil {
		log.Fatal(err)
	}
	afb, err := rules.Modules().Load("afb")
	if err != nil {
		log.Fatal(err)
	}
	indexed := search.New(rules.BooksOf(afb, books)...) // the game's own book outranks the series'

	found := indexed.Find("can I advance across a lake?")
	fmt.Println(found.Hits[0].Paragraph.Rule)
	for _, hit := range indexed.Find("9.1").Hits { // a section is found with its paragraphs
		fmt.Println(hit.Paragraph.Rule)
	}
	fmt.Println(indexed.Find("nonsens").Near[0].Paragraph.Rule) // nothing was found: the nearest paragraph
	// Output:
	// afb 1.3a
	// 9.1
	// 9.1a
	// 9.1b
	// 9.1c
	// 9.1d
	// 9.0b
}
