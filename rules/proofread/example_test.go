package proofread_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/modules"
)

func Example() {
	// An overlay over a module that ships: a mark is new, and nothing puts it on a unit.
	overlay := modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"game.yaml": {Data: []byte("marks:\n  tired: {name: Tired}\n")},
	}}
	d, _, err := rules.Modules().Folder(overlay)
	if err != nil {
		log.Fatal(err)
	}
	for _, w := range d.Warnings {
		fmt.Println(w)
	}
	// Output: own/drill/game.yaml:2:3: warning: nothing puts the mark tired on a unit
}
