package positions

import (
	"fmt"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/feature/airstrikes"
	"grognard/rules/view"
)

// afb 1.9a, for all ratings that an owner may enter and for every terrain: a die disorganises when, with
// terrain added, it does not exceed the rating. An estimated rating is reported as an estimate.
func TestAirstrike_EveryRatingAndTerrain(t *testing.T) {
	def := load(t, "afb")
	at := hex.Hex{Col: 20, Row: 10}
	unit := func(id order.UnitID, s order.Side, at hex.Hex) modules.Counter {
		return modules.Counter{ID: id, Side: s, At: at,
			Own: data.Counter{Full: data.Values{Attack: 3, Defence: 3, Move: 4}}}
	}
	for kind, add := range map[string]int{"open": 0, "village": 0, "light-woods": 0, "swamp": 0, "heavy-woods": 1,
		"city": 1} {
		d, err := def.With(modules.Edit{Blank: true, Hexes: map[hex.Hex][]string{at: {kind}},
			Units: []modules.Counter{unit("g1", "german", hex.Hex{Col: 5, Row: 10}), unit("s1", "soviet", at)}})
		if err != nil {
			t.Fatal(err)
		}
		for rating := 1; rating <= 6; rating++ {
			guessed := rating%2 == 0
			for what, n := range map[string]int{"regular": 1, "breakdown": breakdown} {
				force := airstrikes.Force{Phases: []string{"movement"}, Regular: 7 - rating, Breakdown: rating,
					Estimate: guessed}
				if what == "regular" {
					force.Regular, force.Breakdown = rating, 7-rating
				}
				data.Of(d).Own["airstrikes"] = airstrikes.Forces{"german": force}
				for die := 1; die <= 6; die++ {
					name := fmt.Sprintf("%s, %s at %d, die %d", kind, what, rating, die)
					said, hit := struckFrom(t, d,
						order.Order{Verb: "airstrike"}.WithHexes("hex", at).WithN("strikes", n), die)
					if hit != (die+add <= rating) {
						t.Errorf("%s: hit %v", name, hit)
					}
					if want := map[bool]string{false: "air.rating", true: "air.estimate"}[guessed]; said.ID != want ||
						!slices.Contains(said.Args, any(rating)) {
						t.Errorf("%s: told of %v", name, said)
					}
				}
			}
		}
	}
}

// breakdown is the number of an air strike by a breakdown.
const breakdown = -1

// struckFrom orders one air strike and returns what is told of its rating, and whether the enemy is
// disorganised.
func struckFrom(t *testing.T, d *modules.Definition, o order.Order, die int) (rating view.Text, hit bool) {
	t.Helper()
	pos := setUp(t, d, "")
	pos.Phase = view.Phase{Side: "german", Name: "movement"}
	pos.Counts = []rules.Count{{Side: "german", What: "strikes", N: 1}, {Side: "german", What: "breakdowns", N: 1}}
	m, err := rules.New(d, pos)
	if err != nil {
		t.Fatal(err)
	}
	acc := given(t, m, "german", o, &dice.Script{Faces: []int{die, 1}})
	for _, st := range m.Public().Board().Stacks {
		hit = hit || st.Hex == o.Hex("hex") && slices.Contains(st.Known[0].Marks, "dg")
	}
	rating, _ = arg(acc.Public()[0].Text, "rating").(view.Text)
	return rating, hit
}
