package modules_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/modules"
)

func Example() {
	// An overlay over a module that ships: one type of its units is faster.
	overlay := modules.Folder{ID: "drill", Where: "own/drill", Files: fstest.MapFS{
		"units.yaml": {Data: []byte("types:\n  blue-infantry: {full: 6-7-9}\n")},
	}}
	games := rules.Modules() // every series that the program plays
	d, blob, err := games.Folder(overlay)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(d.Title, len(d.Units), d.Kinds(hex.Hex{Col: 10, Row: 10}))

	// A store keeps the bytes by their SHA-256, and the game depends on nothing else.
	again, err := games.Unpack(blob)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(again.Hash == d.Hash)

	overlay.Files = fstest.MapFS{"units.yaml": {Data: []byte("types:\n  blue-infantry: {fall: 6-7-9}\n")}}
	_, _, err = games.Folder(overlay)
	fmt.Println(err)
	// Output:
	// Drill 24 [open]
	// true
	// own/drill/units.yaml:2:19: unknown field "fall": perhaps "full" is meant
}
