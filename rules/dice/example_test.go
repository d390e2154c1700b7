package dice_test

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"log"

	"grognard/rules/dice"
)

func Example() {
	seed := []byte("kept by the house until the game is over")
	order := sha256.Sum256([]byte("/attack target:10.11 units:b1"))
	fmt.Println("promised before the first roll:", dice.Commitment(seed)[:16])

	s := dice.Stream{Secret: seed, Game: "g1", Order: order, Words: []string{"larch", "heron"}}
	faces, err := s.Roll(7, 2) // two dice of roll 7: the same whenever it is asked
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("roll 7:", faces)
	// Output:
	// promised before the first roll: 0bf20d5370119248
	// roll 7: [4 5]
}

// Dice outside any game take their faces from a source of entropy.
func ExampleDraw() {
	faces, err := dice.Draw(rand.Reader, 20, 3) // three dice of twenty sides
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range faces {
		fmt.Print(f >= 1 && f <= 20, " ")
	}
	// Output: true true true
}
