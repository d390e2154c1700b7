package isolation_test

import (
	"fmt"
	"log"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/view"
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
	apply(m.Begin(sixes{}))
	for _, text := range []string{"/end", "/end", "/activate formation:lancers", "/snafu", "/end"} {
		side := m.Standing().Phase.Side
		read, err := m.Parse(side, text)
		if err != nil {
			log.Fatal(err)
		}
		apply(m.Decide(side, read.Order, sixes{}))
	}

	offer, err := m.Offer("blue", "move", []view.Pick{{Unit: "hq-lancers"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range offer.RisksOf(view.Pick{Hex: hex.Hex{Col: 7, Row: 9}}) { // off the road to the Trains
		fmt.Println(r.Text, r.Rule)
	}
	// Output:
	// bcs.risk.cuts-msr 10.3-5
	// bcs.risk.leaves-cut 10.5-1
}

// sixes are what the dice show.
type sixes struct{}

func (sixes) Roll(_ uint64, n int) (faces []int, err error) {
	for range n {
		faces = append(faces, 6)
	}
	return faces, nil
}
