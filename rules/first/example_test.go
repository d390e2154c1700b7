package first_test

import (
	"fmt"

	"grognard/rules/first"
)

func Example() {
	type Mark struct{ ID, Name string }
	marks, id := []Mark{{"dg", "disorganized"}, {"out", "out of supply"}}, "out"
	mark, ok := first.In(marks, func(m Mark) bool { return m.ID == id })
	fmt.Println(mark.Name, ok)
	// Output: out of supply true
}
