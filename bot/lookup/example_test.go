package lookup_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"

	"grognard/bot/lookup"
	"grognard/rules/view"
)

func Example() {
	l := lookup.New(nil) // the games that ship, and an operator's own folders
	b, err := l.Book("afb")
	if err != nil {
		log.Fatal(err)
	}
	e, err := b.Odds(lookup.Fight{Attack: "9+4/2", Defence: "4", Shift: -1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(e.Compared, "read in column", e.Column, e.Results[0])

	entropy := bytes.NewReader(bytes.Repeat([]byte{3, 0, 5, 2}, 64)) // crypto/rand.Reader in earnest
	r, err := lookup.Throw(entropy, "2d6", 3, "the ford")
	fmt.Println(r.Label, len(r.Rolls), err)

	_, err = l.Book("afp")
	mistake := (*view.Mistake)(nil)
	fmt.Println(errors.As(err, &mistake), err)
	// Output:
	// 3:1 read in column 3 {A3D1 1}
	// the ford 3 <nil>
	// true ask.no-game game=afp games=[afb drill bcs-drill]
}
