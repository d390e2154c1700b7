package rulebook_test

import (
	"fmt"
	"log"

	"grognard/rules/rulebook"
)

func Example() {
	text := `SCS 1.8, with 1.7 and 1.6

9.1d     done refuses differs  around enemy zones where possible
    A retreating unit keeps out of enemy zones where it can.
    1.8: A unit may choose the way that is around enemy zones.
    1.6, 1.7: A unit must choose it.
    words: fall back, flee
afb 1.9  todo          air strikes because they have no orders yet
`
	book, err := rulebook.Parse("scs", text)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range book.Paragraphs {
		fmt.Println(p.Rule, "is", p.Status, "and about", p.About)
	}
	fmt.Println(book.Paragraphs[0].Says, book.Paragraphs[0].Words)
	// Output:
	// 9.1d is done and about Around enemy zones where possible
	// afb 1.9 is todo and about Air strikes
	// A retreating unit keeps out of enemy zones where it can. [fall back flee]
}
