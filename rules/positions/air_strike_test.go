package positions

import (
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
	at := hex.Hex{Col: 20, Row: 10}
	unit := func(id order.UnitID, s order.Side, at hex.Hex) modules.Counter {
		return modules.Counter{ID: id, Side: s, At: at,
			Own: data.Counter{Full: data.Values{Attack: 3, Defence: 3, Move: 4}}}
	}
	for kind, add := range map[string]int{"open": 0, "village": 0, "light-woods": 0, "swamp": 0, "heavy-woods": 1,
		"city": 1} {
		d := edited(t, "afb", modules.Edit{Blank: true, Hexes: map[hex.Hex][]string{at: {kind}},
			Units: []modules.Counter{unit("g1", "german", hex.Hex{Col: 5, Row: 10}), unit("s1", "soviet", at)}})
		for regular := 1; regular <= 6; regular++ {
			said := map[bool]string{false: "air.rating", true: "air.estimate"}[regular%2 == 0]
			data.Of(d).Own["airstrikes"] = airstrikes.Forces{"german": {Phases: []string{"movement"}, Regular: regular,
				Breakdown: 7 - regular, Estimate: said == "air.estimate"}}
			for strikes, rating := range map[int]int{1: regular, breakdown: 7 - regular} {
				o := order.Order{Verb: "airstrike"}.WithHexes("hex", at).WithN("strikes", strikes)
				for die, got := range struckFrom(t, d, o) {
					if got.hit != (die+1+add <= rating) || got.rating.ID != said ||
						!slices.Contains(got.rating.Args, any(rating)) {
						t.Errorf("%s, %d strikes at %d, die %d: %+v", kind, strikes, rating, die+1, got)
					}
				}
			}
		}
	}
}

// breakdown is the number of an air strike by a breakdown.
const breakdown = -1

// strike is what is told of the rating of an air strike, and whether the enemy is disorganised.
type strike struct {
	rating view.Text
	hit    bool
}

// struckFrom orders one air strike with each face of the die.
func struckFrom(t *testing.T, d *modules.Definition, o order.Order) (out [6]strike) {
	t.Helper()
	pos := setUp(t, d, "")
	pos.Phase = view.Phase{Side: "german", Name: "movement"}
	pos.Counts = []rules.Count{{Side: "german", What: "strikes", N: 1}, {Side: "german", What: "breakdowns", N: 1}}
	common := must(rules.Prepare(d, pos))(t)
	for i := range out {
		m := must(common.Open(pos, nil, func(func(rules.Entry, error) bool) {}))(t)
		acc := given(t, m, "german", o, &dice.Script{Faces: []int{i + 1, 1}})
		for _, st := range m.Public().Board().Stacks {
			out[i].hit = out[i].hit || st.Hex == o.Hex("hex") && slices.Contains(st.Known[0].Marks, "dg")
		}
		out[i].rating, _ = arg(acc.Public()[0].Text, "rating").(view.Text)
	}
	return out
}
