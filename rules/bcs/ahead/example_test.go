package ahead_test

import (
	"errors"
	"fmt"
	"log"

	"grognard/rules"
	"grognard/rules/order"
)

func Example() {
	d, err := rules.Modules().Load("bcs-drill")
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
	apply := func(rec rules.Record, err error) {
		if err == nil {
			_, err = m.Apply(m.Seq()+1, rec)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	apply(m.Begin(undiced{}))
	for _, text := range []string{"/end", "/end", "/activate formation:lancers"} {
		side := m.Standing().Phase.Side
		read, err := m.Parse(side, text)
		if err != nil {
			log.Fatal(err)
		}
		apply(m.Decide(side, read.Order, undiced{}))
	}

	for _, w := range m.Warnings("blue", order.Order{Verb: "recover"}) {
		fmt.Println(w.Text, w.Rule, w.Ask)
	}
	// Output:
	// bcs.warn.recovers-nothing formation=Lancer Brigade level=-1 10.4-10 true
}

// undiced refuses to roll: no order of the example does.
type undiced struct{}

func (undiced) Roll(uint64, int) ([]int, error) { return nil, errors.New("there are no dice") }
