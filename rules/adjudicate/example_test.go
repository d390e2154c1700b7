package adjudicate_test

import (
	"log"
	"os"
	"path/filepath"

	"grognard/rules/adjudicate"
)

// A position, the commands, and the expected results.
const zone = `
- name: entering an enemy zone costs two more
  rules: ["2.1a"]
  module: drill
  units:
    b1: {side: blue, at: "10.10", full: 3-3-6}
    r1: {side: red, at: "10.12", full: 3-3-4}
  turn: 1
  phase: blue movement
  play:
    - blue: "/move units:b1 path:10.11"
      shows: {cost: 3}
`

func Example() {
	folder, err := os.MkdirTemp("", "cases")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "zones.yaml")
	if err := os.WriteFile(file, []byte(zone), 0o600); err != nil {
		log.Fatal(err)
	}
	adjudicate.Beside{}.Run(os.Stdout, false, file)
	// Output: 1 passed, 0 failed
}
