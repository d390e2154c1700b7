package ownbook_test

import (
	"fmt"

	"grognard/rules/ownbook"
)

func Example() {
	below, err := ownbook.Read("rulebook.txt", "mill", []byte("Mill\n\nmill 1.1 done who wins\n    Blue wins.\n"))
	if err != nil {
		fmt.Println(err)
	}
	text := []byte("Mill\n\nmill 1.1 done who wins\n    Red wins.\nmill 1.2 done tea\n    At five.\n")
	book, err := ownbook.Read("rulebook.txt", "mill", text)
	whole := ownbook.Over(book, below)
	fmt.Println(whole.Paragraphs[0].Says, whole.Paragraphs[1].Says, err)
	_, err = ownbook.Read("rulebook.txt", "mill", []byte("Mill\n\nmill 1.1 done\n"))
	fmt.Println(err)
	// Output:
	// Red wins. At five. <nil>
	// rulebook.txt:3:1: "mill 1.1 done" is not: paragraph, done, todo or skip, what it is about
}
