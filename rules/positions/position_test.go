package positions

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// A scenario may be shorter than its game: it ends when it says, opened anew or not.
func TestPosition_ShorterThanItsGame(t *testing.T) {
	d := load(t, "drill")
	p := setUp(t, d, "")
	p.Turns = 2
	m := begun(t, d, p, &dice.Script{})
	for n := 1; !m.Public().Board().Over; n++ {
		b := m.Public().Board()
		if b.Turn > 2 || b.Turns != 2 {
			t.Fatalf("turn %d of %d", b.Turn, b.Turns)
		}
		if n == 5 { // in the middle
			m = resumed(t, m, p)
		}
		given(t, m, b.Phase.Side, order.Order{Verb: "end"}, &dice.Script{})
	}
}

// afb 1.8a: views show which supply sources are disabled for good, also after the enemy has moved on; afb 5.0:
// and those of area L until the Germans control it.
func TestBoard_IdleSources(t *testing.T) {
	h := func(s string) hex.Hex { return hexOf(t, s) }
	m := begun(t, load(t, "afb"), rules.Position{Turn: 1, Phase: view.Phase{Side: "german", Name: "movement"},
		Units: []rules.Placed{{ID: "g-6-pz", At: h("45.16")}, {ID: "g-7-pz", At: h("20.25")},
			{ID: "s-46-inf", At: h("20.03")}}}, &dice.Script{})
	areaL := []hex.Hex{h("20.26"), h("19.27"), h("21.27")}
	for _, step := range []struct {
		text string
		want []hex.Hex
	}{
		{"", areaL}, {"/move units:g-6-pz to:46.15", append(areaL, h("46.15"))}, // "" for no order yet
		{"/move units:g-6-pz to:45.15", append(areaL, h("46.15"))},
		{"/move units:g-7-pz to:20.26", []hex.Hex{h("46.15")}},
	} {
		if step.text != "" {
			given(t, m, "german", parsed(t, m, "german", step.text), &dice.Script{})
		}
		for _, b := range []*view.Board{m.Public().Board(), m.View("soviet").Board()} {
			if !slices.Equal(b.IdleSources, step.want) {
				t.Errorf("after %q the sources out of use are %v, want %v", step.text, b.IdleSources, step.want)
			}
		}
	}
}

// The counts of a position are those that its game knows.
func TestPosition_Counts(t *testing.T) {
	for name, c := range map[string]struct {
		module string
		count  data.Count
		holds  bool
	}{
		"air strikes of a side that flies":    {"afb", data.Count{Side: "german", What: "strikes", N: 3}, true},
		"none of a side that does not":        {"drill", data.Count{Side: "blue", What: "strikes"}, true},
		"air strikes of a side that does not": {"drill", data.Count{Side: "blue", What: "strikes", N: 1}, false},
		"in a game without them":              {"drill", data.Count{Side: "blue", What: "replacements", N: 1}, false},
		"of a side that there is not":         {"afb", data.Count{Side: "polish", What: "strikes", N: 1}, false},
		"what nobody counts":                  {"afb", data.Count{Side: "german", What: "wagons", N: 1}, false},
	} {
		d := load(t, c.module)
		pos := setUp(t, d, "")
		pos.Own = data.Start{c.count}
		if _, err := rules.New(d, pos); (err == nil) != c.holds {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := rules.New(&modules.Definition{Series: "scs"}, rules.Position{}); err == nil {
		t.Error("a definition that no dialect has read is played")
	}
}

// A log keeps the series' part of a position as JSON, from which the game begins alike. A unit may lie in a box, and
// another side of its counter may be up.
func TestPosition_AsALogKeepsIt(t *testing.T) {
	d, pos := campaign(t, "")
	pos.Units = append(stands(8, 1, "g-1-cav"), rules.Placed{ID: "g-6-pz", Box: "withdrawn"})
	pos.Own = data.Start{{Side: "german", What: "strikes", N: 3}}
	m := must.Get(rules.New(d, pos))(t)
	pos.Own = json.RawMessage(must.Get(json.Marshal(pos.Own))(t))
	kept := must.Get(rules.New(d, pos))(t)
	if !reflect.DeepEqual(m.Public().Board(), kept.Public().Board()) {
		t.Error("it begins in another way")
	}
	if n := kept.Public().Board().Stocks[0].Of("air-strike"); n != 3 {
		t.Errorf("%d air strikes are at hand", n)
	}
	if !slices.ContainsFunc(kept.Public().Board().OffMap, func(p view.Pile) bool {
		return p.Box == "withdrawn" && len(p.Known) == 1
	}) {
		t.Error("nobody lies in the box")
	}
	for _, wrong := range []any{json.RawMessage(`7`), "strikes"} {
		pos.Own = wrong
		if _, err := rules.New(d, pos); err == nil {
			t.Errorf("a game begins with %v", wrong)
		}
	}
}

// A game that began before its module had paragraphs about its orders of arrival goes on without them:
// replacements that nobody could use do not delay its phases, and nobody withdraws.
func TestReinforcements_GameWithoutParagraphs(t *testing.T) {
	whole, pos := campaign(t, "")
	bare := whole.Clone()
	own := data.Of(bare)
	own.Paragraphs, own.Own = nil, nil
	pos.Scenario, pos.Drawn = "", nil
	pos.Units = slices.DeleteFunc(pos.Units, func(u rules.Placed) bool { return u.Due > 0 })
	for _, a := range bare.Scenarios[0].Arrivals {
		pos.Turn, pos.Phase = a.Turn, view.Phase{Side: a.Side, Name: "reinforcements"}
		m := begun(t, bare, pos, &dice.Script{}) // no die is rolled
		left := slices.ContainsFunc(m.Public().Board().OffMap, func(p view.Pile) bool { return p.Box == "withdrawn" })
		if verbs := m.Verbs(a.Side); left || !slices.Contains(verbs, "end") {
			t.Errorf("turn %d of %s: withdrawn %v, can say %v", a.Turn, a.Side, left, verbs)
		}
	}
}

// afb 2.1a: units that come back from a withdrawal are named to everybody, like those still withdrawn, even if
// one lies under the other.
func TestWithdraw_ReturnIsPublic(t *testing.T) {
	d, pos := campaign(t, "")
	pos.Units = []rules.Placed{
		{ID: "g-1-cav", At: hex.Hex{Col: 8, Row: 1}},
		{ID: "g-6-pz", At: hex.Hex{Col: 20, Row: 10}},
		{ID: "g-35-pz", At: hex.Hex{Col: 20, Row: 10}},
		{ID: "s-119-inf", At: hex.Hex{Col: 40, Row: 10}},
	}
	pos.Drawn, pos.Turn, pos.Phase = nil, 8, view.Phase{Side: "german", Name: "reinforcements"}
	script := &dice.Script{Faces: []int{1, 1, 1, 1}}
	m := begun(t, d, pos, script)
	l := given(t, m, "german", parsed(t, m, "german", "/withdraw units:g-6-pz,g-35-pz hex:8.02"), script).Public()[0]
	if names, _ := l.Text.Arg("units").([]view.Name); l.Text.ID != "told.return" || len(names) != 2 {
		t.Errorf("everybody is told %v", l.Text)
	}
}

// fog of war, afb 1.9a: when the top of a stack dies of a kill roll, what lay under it
// and goes under the next top is not named for the step that it has lost meanwhile. The rating is told.
func TestAirstrike_KillUncoversNobody(t *testing.T) {
	d, pos := campaign(t, "")
	target := hex.Hex{Col: 25, Row: 10}
	pos.Units = []rules.Placed{
		{ID: "g-1-cav", At: hex.Hex{Col: 8, Row: 1}},
		{ID: "s-50-cav", At: target},
		{ID: "garrison-soviet-1", At: target},
		{ID: "s-119-inf", At: target},
	}
	pos.Drawn, pos.Turn, pos.Phase = nil, 1, view.Phase{Side: "german", Name: "movement"}
	pos.Own = data.Start{{Side: "german", What: "strikes", N: 1}}
	script := &dice.Script{Faces: []int{1, 5, 5, 1}}
	m := begun(t, d, pos, script)
	acc := given(t, m, "german", order.Order{Verb: "airstrike"}.WithHexes("hex", target).WithN("strikes", 1), script)
	if rating, _ := acc.Public()[0].Text.Arg("rating").(view.Text); rating.ID != "air.rating" {
		t.Errorf("told first is %v", acc.Public()[0].Text)
	}
	steps := func(lines []view.Line) (n int) {
		for _, l := range lines {
			if l.Text.ID == "told.step" {
				n++
			}
		}
		return n
	}
	if own, others := steps(acc.For("soviet")), steps(acc.Public()); own != 1 || others != 0 {
		t.Errorf("its owner is told of %d steps, and everybody of %d", own, others)
	}
	if top := m.Public().Board().Stacks[1].Known; len(top) != 1 || top[0].ID != "s-119-inf" {
		t.Errorf("on top lies %+v", top)
	}
}

// fog of war: what a move has cost tells what kind of unit lies under the top, so its side alone learns it.
func TestMove_CostIsItsSidesAlone(t *testing.T) {
	m := field(t, "1.8", "blue movement", rules.Placed{ID: "b-1-inf", At: hex.Hex{Col: 5, Row: 5}},
		rules.Placed{ID: "b-2-inf", At: hex.Hex{Col: 5, Row: 5}}, rules.Placed{ID: "r-1-inf", At: hex.Hex{Col: 15, Row: 5}})
	acc := given(t, m, "blue", parsed(t, m, "blue", "/move units:b-1-inf to:6.06"), &dice.Script{})
	for reader, lines := range map[string][]view.Line{"blue": acc.For("blue"), "red": acc.For("red"), "": acc.Public()} {
		learns := slices.ContainsFunc(lines, func(l view.Line) bool { return l.Cost != nil })
		if learns != (reader == "blue") {
			t.Errorf("%q learns the cost: %t", reader, learns)
		}
	}
}

// afb 1.11: of the hexes where a drawn unit may return, those with a friend are offered first and are the default.
func TestReplace_FriendsFirst(t *testing.T) {
	d, pos := campaign(t, "")
	friend := hex.Hex{Col: 8, Row: 13}
	pos.Units = []rules.Placed{{ID: "g-1-cav", At: friend}, {ID: "g-17-inf"},
		{ID: "s-119-inf", At: hex.Hex{Col: 40, Row: 10}}}
	pos.Drawn, pos.Turn, pos.Phase = nil, 4, view.Phase{Side: "german", Name: "reinforcements"}
	script := &dice.Script{Faces: []int{1, 1}}
	m := begun(t, d, pos, script)
	given(t, m, "german", order.Order{Verb: "draw"}, script)
	offer, err := m.Offer("german", "replace", []view.Pick{{Unit: "g-17-inf"}})
	if err != nil || len(offer.Next) != 7 || offer.Next[0].Hex != friend { // 7: the friend's hex and those around it
		t.Errorf("offered are %v, %v", offer.Next, err)
	}
	if o, ok := m.Default("german"); !ok || o.Hex("hex") != friend {
		t.Errorf("by default it returns to %v", o.Hex("hex"))
	}
}

// What the game decides for a player who never answers is what a sensible one would have kept: he retreats past enemy
// zones where a way is free of them, and loses what is worth least, whatever it is called.
func TestDefault_KeepsWhatIsWorthMost(t *testing.T) {
	for name, c := range map[string]struct {
		sleeper
		want string
	}{
		"past a zone on 10.09": {sleeper{units: "b1 10.10 4-4, r1 10.11 9-9, r2 10.08 1-1", result: "Dr1"},
			"/retreat units:b1 path:9.10"},
		"past a zone on 9.10": {sleeper{units: "b1 10.10 4-4, r1 10.11 9-9, r2 8.10 1-1", result: "Dr1"},
			"/retreat units:b1 path:10.09"},
		"the weaker of two": {sleeper{units: "b1 10.10 9-4 x, b2 10.10 1-4, r1 10.11 9-9", result: "D1"},
			"/losses units:b2"},
		"the other way round": {sleeper{units: "b2 10.10 9-4 x, b1 10.10 1-4, r1 10.11 9-9", result: "D1"},
			"/losses units:b1"},
		"a step, not a unit": {sleeper{units: "b1 10.10 4-4 1, b2 10.10 4-4, r1 10.11 9-9", result: "D1"},
			"/losses units:b2"},
	} {
		t.Run(name, func(t *testing.T) {
			m := c.match(t)
			o, ok := m.Default("blue")
			spec, _ := m.Spec(o.Verb)
			if got := order.Format(spec, o); !ok || got != c.want {
				t.Errorf("got %s, want %s; due %+v", got, c.want, m.View("blue").Board().Due)
			}
		})
	}
}

// If a phase that passes by itself shows something to the player who ended the phase before it, that end cannot be
// taken back at once. Here a supply phase that comes first takes off a marker that hid an enemy top (1.7).
func TestUndo_PassedPhaseShowedAUnit(t *testing.T) {
	for name, marks := range map[string][]string{"a marker comes off": {"oos"}, "there is no marker": nil} {
		units := append(stands(5, 10, "b1"), rules.Placed{ID: "r1", At: hex.Hex{Col: 15, Row: 10}, Marks: marks})
		d := drillOf(t, "1.7", nil, units...)
		data.Of(d).Phases = map[order.Side][]string{"blue": {"movement", "combat"},
			"red": {"supply", "movement", "combat"}}
		m := begun(t, d, rules.Position{Turn: 1, Phase: view.Phase{Side: "blue", Name: "movement"}, Units: units},
			&dice.Script{})
		given(t, m, "blue", order.Order{Verb: "end"}, &dice.Script{})
		by, end, idle := m.Idle()
		if by != "blue" || !idle {
			t.Fatalf("%s: the combat phase is not idle", name)
		}
		given(t, m, by, end, &dice.Script{})
		u, err := m.Undo("blue")
		if err != nil || u.To != 1 || u.Consent != (marks != nil) || u.Consent && u.Why.ID != "deny.undo-shown" {
			t.Errorf("%s: %+v, %v", name, u, err)
		}
	}
}
