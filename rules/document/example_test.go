package document_test

import (
	"fmt"
	"log"

	"grognard/rules/document"
)

func Example() {
	text := []byte("title: The Ford\nplaces: [Fordham, 1.10]\nunits: 3\n")
	file, err := document.Read("map.yaml", text, document.Limits{Bytes: 1 << 18, Lines: 1000, Line: 4096, Depth: 16})
	if err != nil {
		log.Fatal(err)
	}
	var shape struct {
		Title  document.Word
		Places document.List[document.Word]
	}
	var r document.Reader
	r.Fill(&shape, file)
	fmt.Println(shape.Title.Text)
	for _, p := range shape.Places {
		fmt.Println(p.Value.Text, "in line", p.Value.Line)
	}
	fmt.Println(r.Findings)
	// Output:
	// The Ford
	// Fordham in line 2
	// 1.10 in line 2
	// [map.yaml:3:1: unknown field "units"]
}
