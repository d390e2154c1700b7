package bcs_test

import (
	"fmt"
	"log"

	"grognard/rules"
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
	r := sixes{} // which fall whenever dice are rolled
	apply(m.Begin(r))
	for _, text := range []string{"/end", "/end", "/activate formation:lancers", "/snafu", "/objective hex:6.13", "/end"} {
		side := m.Standing().Phase.Side
		read, err := m.Parse(side, text)
		if err != nil {
			log.Fatal(err)
		}
		apply(m.Decide(side, read.Order, r))
	}
	fmt.Println(m.Standing().Phase.Group, m.Verbs("blue"))
	read, err := m.Parse("blue", "/recon unit:lancers-scouts target:7.12")
	if err != nil {
		log.Fatal(err)
	}
	_, err = m.Decide("blue", read.Order, r)
	fmt.Println(err) // the enemy is three hexes off
	// Output:
	// lancers [flip move barrage fallback trains end]
	// refused by 4.3-7: bcs.recon-target hex=7.12
}
