package luck_test

import (
	"fmt"

	"grognard/bot/luck"
	"grognard/rules/view"
)

func Example() {
	game := luck.Game{
		Rolls: []luck.Roll{{Number: 1, Faces: []int{6, 4}}, {Number: 2, Faces: []int{1, 4}}},
		Fights: []luck.Fight{{Attacker: luck.Party{Side: "german", User: "anna"}, Stake: view.Stake{Throws: 36,
			Could: []view.Toll{{Throws: 18, Defender: 1}, {Throws: 18, Attacker: 1}}, Did: view.Toll{Defender: 1}}}},
	}
	var t luck.Tally
	t.Add(game.Rolls)
	six := t.Faces()[5]
	fmt.Printf("a six came %d times, and %.2f times were to be expected\n", six.Seen, six.Expected)
	var b luck.Balance
	for _, f := range game.Fights {
		b.Add(f, f.Attacker.User == "anna")
	}
	fmt.Println("kinder to her than the tables by steps:", b.Difference().RatString())
	// Output:
	// a six came 1 times, and 0.67 times were to be expected
	// kinder to her than the tables by steps: 1
}
