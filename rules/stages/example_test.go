package stages_test

import (
	"fmt"
	"log"

	"grognard/rules/order"
	"grognard/rules/stages"
)

func Example() {
	turn := []stages.Stage{{Phase: "movement", Verbs: []order.Verb{order.Move}},
		{Phase: "combat", Verbs: []order.Verb{order.Attack}},
		{Phase: "exploitation", Verbs: []order.Verb{order.Move}}}
	lines, err := order.ReadList("end; 9.20 > 12.20", nil)
	if err != nil {
		log.Fatal(err)
	}

	lines, err = stages.InPhases(lines, turn, "movement", false)
	if err != nil {
		log.Fatal(err)
	}
	reached := stages.Reached(turn, "movement", lines[0])
	fmt.Println(lines[1].Phase, "after", stages.Awaited(turn, reached, lines[1].Phase))
	// Output: exploitation after combat
}
