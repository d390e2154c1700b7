package positions

import (
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/scs/feature/airstrikes"
	"grognard/rules/view"
)

// afb 1.9a: a strike is told with its own rating, which the number of strikes has called an estimate, and as a miss where
// terrain makes the die one. What it does is told by airstrikes.yaml.
func TestAirStrike_AsItIsTold(t *testing.T) {
	const breakdown = -1
	at := hex.Hex{Col: 20, Row: 10}
	for name, c := range map[string]struct {
		strikes, die int
		estimate     bool
		text, rating string
		n, most      int // the rating that is told, and the highest die that hits
	}{
		"a hit":               {1, 3, false, "told.strike-hits", "air.rating", 4, 3},
		"an estimate":         {1, 3, true, "told.strike-hits", "air.rating", 4, 3},
		"a miss in the city":  {1, 4, false, "told.strike-misses", "air.rating", 4, 3},
		"a breakdown":         {breakdown, 1, false, "told.strike-hits", "air.rating", 2, 1},
		"a breakdown's guess": {breakdown, 2, true, "told.strike-misses", "air.rating", 2, 1},
	} {
		unit := func(id order.UnitID, s order.Side, h hex.Hex) modules.Counter {
			return modules.Counter{ID: id, Side: s, At: h,
				Own: data.Counter{Full: data.Values{Attack: 3, Defence: 3, Move: 4}}}
		}
		d := edited(t, "afb", modules.Edit{Blank: true, Hexes: map[hex.Hex][]string{at: {"city"}},
			Units: []modules.Counter{unit("g1", "german", hex.Hex{Col: 5, Row: 10}), unit("s1", "soviet", at)}})
		data.Of(d).Own["airstrikes"] = airstrikes.Forces{"german": {Phases: []string{"movement"}, Regular: 4,
			Breakdown: 2, Estimate: c.estimate}}
		pos := setUp(t, d, "")
		pos.Phase = view.Phase{Side: "german", Name: "movement"}
		pos.Own = data.Start{{Side: "german", What: "strikes", N: 1}, {Side: "german", What: "breakdowns", N: 1}}
		o := order.Order{Verb: "airstrike"}.WithHexes("hex", at).WithN("strikes", c.strikes)
		m := must.Get(rules.New(d, pos))(t)
		costs := m.Warnings("german", o)
		if len(costs) != 1 || !costs[0].Ask || costs[0].Text.Arg("most") != any(c.most) {
			t.Errorf("%s: it costs %v, want hits on %d or less", name, costs, c.most)
		}
		told := given(t, m, "german", o, &dice.Script{Faces: []int{c.die, 1}}).Public()[0].Text
		rating, _ := told.Arg("rating").(view.Text)
		if told.ID != c.text || told.Arg("most") != any(c.most) || rating.ID != c.rating || !slices.Contains(rating.Args, any(c.n)) {
			t.Errorf("%s: %+v", name, told)
		}
	}
}
