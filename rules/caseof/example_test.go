package caseof_test

import (
	"fmt"
	"strings"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/caseof"
	"grognard/rules/dice"
)

func Example() {
	def, err := rules.Modules().Load("drill")
	if err != nil {
		panic(err)
	}
	pos, err := rules.Setup(def, "")
	if err != nil {
		panic(err)
	}

	m, err := rules.New(def, pos) // of the game whose definition def is
	if err != nil {
		panic(err)
	}
	rec, err := m.Begin(&dice.Script{})
	if err != nil {
		panic(err)
	}
	if _, err = m.Apply(1, rec); err != nil {
		panic(err)
	}
	text, err := caseof.Case{Game: def, Board: m.View("blue").Board(), Reader: "blue"}.Write()
	if err != nil {
		panic(err)
	}
	seen, err := adjudicate.Beside{}.Play("case.yaml", text) // plays it
	fmt.Println(strings.Count(string(text), "side: blue"), strings.Count(string(text), "side: red"))
	fmt.Println(len(seen.Own["blue"].Stacks), err)
	// Output:
	// 12 7
	// 14 <nil>
}
