package order_test

import (
	"fmt"
	"log"

	"grognard/rules/order"
)

func Example() {
	specs := []order.Spec{{Verb: "move", Options: []order.Option{
		{Name: "units", Kind: order.Units, Required: true},
		{Name: "to", Kind: order.Hex},
		{Name: "path", Kind: order.Path},
	}, Either: true}} // either to or path
	words, err := order.Parse(specs, "/move units:b1,b2 to:10.11", nil)
	if err != nil {
		log.Fatal(err)
	}
	units, to := words.Order.Units("units"), words.Order.Hex("to")
	fmt.Println(words.Order.Verb, units, to)

	_, err = order.Parse(specs, "/move units:b1", nil)
	fmt.Println(err)
	// Output:
	// move [b1 b2] 10.11
	// order.either-option /move to, path ""
}
