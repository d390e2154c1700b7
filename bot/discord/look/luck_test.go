package look

import (
	"math/rand/v2"
	"strings"
	"testing"

	"grognard/bot/luck"
	"grognard/bot/referee/api"
)

// Of 99 rolls nothing is said of the dice; of 100 how often fair dice stray as far, each with its
// number.
func TestVerdictsOfDice(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	c := &Counted{Sides: true, Table: api.Table{Title: "Drill"}, Games: 1}
	for n := 1; n <= luck.Least; n++ {
		c.Tally.Add([]luck.Roll{{Faces: []int{1 + rng.IntN(6), 1 + rng.IntN(6)}}})
		text := LuckInWords(inEnglish(t), c)
		judged, few := strings.Count(text, "of 100 such series"),
			strings.Contains(text, "Fewer than 100 rolls say nothing")
		if enough := n == luck.Least; few == enough || judged != 0 && !enough || enough && judged != 3 {
			t.Errorf("%d rolls: %s", n, text)
		}
		for _, want := range []string{"n = 200 dice", "n = 100 sums", "5 degrees of freedom"} {
			if n == luck.Least && !strings.Contains(text, want) {
				t.Errorf("%q is missing: %s", want, text)
			}
		}
	}
}
