package data_test

import (
	"fmt"
	"log"

	"grognard/rules/bcs"
	"grognard/rules/bcs/data"
	"grognard/rules/modules"
)

// The tables of a module are read by conditions, which the rules answer.
func Example() {
	d, err := modules.Dialects{data.SeriesName: bcs.Series{}.Dialect()}.Load("bcs-drill")
	if err != nil {
		log.Fatal(err)
	}
	snafu := data.Of(d).Tables[data.Snafu]
	is := func(condition string) bool { return condition == "optimal" || condition == "fatigue-3" }
	roll := 7
	for _, m := range snafu.Applies(is) {
		fmt.Printf("%s %+d\n", m.Name, m.N)
		roll += m.N
	}
	result, ok := snafu.Read(roll, is)
	fmt.Println(roll, result.Word, ok)

	face, err := data.ParseFace("ar3 tac8 arrow av4/2")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(face.AR, face.Class, face.Move, face.AV.Value, face.AV.Range)
	// Output:
	// optimal +1
	// fatigue -2
	// 6 fail true
	// 3 tac 8 4 2
}
