package rules_test

import (
	"errors"
	"fmt"
	"log"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/view"
)

func Example() {
	d, err := rules.Modules().Load("drill")
	if err != nil {
		log.Fatal(err)
	}
	pos, err := rules.Setup(d, "")
	if err != nil {
		log.Fatal(err)
	}
	m, err := rules.New(d, pos)
	if err != nil {
		log.Fatal(err)
	}
	roller := dice.Stream{Secret: []byte("a secret"), Game: "g1"}
	rec, err := m.Begin(roller) // the first phase
	if err != nil {
		log.Fatal(err)
	}
	if _, err = m.Apply(1, rec); err != nil {
		log.Fatal(err)
	}

	read, err := m.Parse("blue", "/move units:b-1-arm to:9.10")
	if err != nil {
		log.Fatal(err)
	}
	rec, err = m.Decide("blue", read.Order, roller) // m is unchanged
	if err != nil {
		log.Fatal(err)
	}
	account, err := m.Apply(2, rec)
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range account.Public() {
		fmt.Println(line.Text)
	}

	_, err = m.Decide("red", read.Order, roller)
	if denial := (*view.Denial)(nil); errors.As(err, &denial) {
		fmt.Println("refused by", denial.Rule, denial.Why)
	}
	// Output:
	// told.march units=[b-1-arm] more=0 side=blue from=5.09 to=9.10 path=[6.09 7.10 8.09 9.10]
	// refused by 1.0 deny.not-your-phase side=blue phase=movement
}
