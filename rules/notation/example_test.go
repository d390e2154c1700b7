package notation_test

import (
	"bytes"
	"fmt"
	"log"

	"grognard/rules/notation"
)

func Example() {
	f, err := notation.Strength("(4+4)x2 + 7½/3")
	fmt.Println(f, err)

	t, err := notation.ParseThrow("4d6kh3+1")
	if err != nil {
		log.Fatal(err)
	}
	entropy := bytes.NewReader(bytes.Repeat([]byte{3, 0, 5, 2}, 64)) // crypto/rand.Reader in the program
	thrown, err := t.Roll(entropy)                                   // four faces, three of them kept
	fmt.Printf("%+v %v\n", thrown, err)

	_, err = notation.Strength("9+x")
	fmt.Println(err)
	// Output:
	// 18.5 <nil>
	// {Groups:[4d6kh3] Total:14} <nil>
	// ask.strength-sign value=9+x sign=x
}
