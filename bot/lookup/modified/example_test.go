package modified_test

import (
	"bytes"
	"fmt"
	"log"

	"grognard/bot/lookup/modified"
	"grognard/rules/view"
)

func Example() {
	table := view.Table{ID: "combat", Dice: "2d6", Rows: []view.TableRow{{Roll: 2, Last: 12}}}
	reference := view.Reference{Tables: []view.Table{table},
		Modifiers: []view.Modifier{{Name: "Armour", Shift: 1}, {Name: "Woods", Shift: -1}}}
	say := view.Text.String
	all, err := modified.Find(reference, table, "armour, woods", say)
	if err != nil {
		log.Fatal(err)
	}
	entropy := bytes.NewReader(make([]byte, 64))
	dice, thrown, err := modified.Roll(entropy, table)
	fmt.Println(all[0].Name, all[1].Name, dice, thrown.Total, err)
	// Output: Armour Woods 2d6 2 <nil>
}
