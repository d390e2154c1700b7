package playeraid_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"grognard/rules/chart"
	"grognard/rules/modules"
	"grognard/rules/playeraid"
	"grognard/rules/view"
)

func Example() {
	file := `title: Crossing at Kiev
series: scs
tables:
  Combat: |
    2d6  1:2 1:1  2:1   3:1+
    2-5  A2  A1*  A1D1  NE
    6-9  A1  A1D1 D1r1  D1r2
    10+  NE  D1r1 D2r2* D3r3
terrain:
  Woods: {move: 2, shift: -1}
results:
  NE: no effect
  "*": {means: the defender loses one more step, defender: 1}
`
	aid, err := playeraid.Read(modules.Folder{ID: "kiev", Where: "modules/kiev",
		Files: fstest.MapFS{"tables.yaml": {Data: []byte(file)}}})
	if err != nil {
		log.Fatal(err)
	}
	woods := aid.Reference().Modifiers[:1]
	e, err := aid.Reckon(view.Inquiry{Attack: chart.Whole(9), Defence: chart.Whole(4), Modifiers: woods})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(aid.Title, e.Compared, "is read in column", aid.Reference().Tables[0].Columns[e.Column])
	for _, r := range e.Results {
		fmt.Printf("%s in %d of %d throws\n", r.Result, r.Throws, e.Throws)
	}
	// Output:
	// Crossing at Kiev 2:1 is read in column 1:1
	// A1* in 10 of 36 throws
	// A1D1 in 20 of 36 throws
	// D1r1 in 6 of 36 throws
}
