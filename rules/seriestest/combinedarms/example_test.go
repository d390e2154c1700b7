package combinedarms_test

import (
	"fmt"
	"strings"

	"grognard/rules"
	"grognard/rules/seriestest/combinedarms"
)

// The program's own list of features does not have this one.
func Example() {
	d, _, err := rules.Modules(combinedarms.Series()).Folder(combinedarms.Arms())
	fmt.Println(d.Title, err)
	_, _, err = rules.Modules().Folder(combinedarms.Arms())
	problems := strings.Split(err.Error(), "\n")
	fmt.Println(problems[0])
	// Output:
	// Arms <nil>
	// arms/game.yaml:12:9: unknown field "combined-arms"
}
