package standing_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// toy is the words of a game about ships.
func toy() standing.Words {
	at := func(col, row int8) hex.Hex { return hex.Hex{Col: col, Row: row} }
	places := []geography.Place{{Hex: at(2, 2), Name: "Port Royal"}, {Hex: at(5, 5), Name: "Nassau"}}
	m := view.Map{Places: places, Cards: []view.Card{{ID: "s1", Name: "1 Sloop", Side: "us"},
		{ID: "s2", Name: "2 Sloop", Side: "us"}, {ID: "f1", Name: "Frigate", Side: "us"},
		{ID: "f2", Name: "Frisk", Side: "us"}}}
	said := func(s standing.Said) view.Text { return view.T("toy", "n", s.N, "each", s.Each) }
	return standing.Words{
		Decisions:  []standing.Decision{{Word: "course"}, {Word: "battle"}},
		Situations: []standing.Situation{{Word: "windy", Beside: []string{"calm"}}, {Word: "calm"}, {Word: "night"}},
		Quantities: []standing.Quantity{{Word: "guns", Max: 20}, {Word: "shot", Max: 20},
			{Word: "crew", Min: 1, Max: 9}},
		Actions: []standing.Action{
			{Word: "sail", Answers: []string{"course"}, Operands: []standing.Operand{
				{Word: "to", Kind: standing.Hexes, Fails: true, Say: said},
				{Word: "toward", Kind: standing.Way, Say: said},
				{Word: "miles", Kind: standing.Number, Say: said}}},
			{Word: "anchor", Answers: []string{"course"}},
			{Word: "fight", Answers: []string{"battle"},
				Operands: []standing.Operand{{Word: "first", Kind: standing.Units, Say: said}}},
		},
		Kinds: []standing.Word{{Word: "fastest", Text: view.T("toy.fastest")}},
		Ways:  []standing.Word{{Word: "home", Text: view.T("toy.home")}},
		Names: standing.Names{
			Grid: hex.Grid{Cols: 9, Odd: hex.Rows{First: 1, Last: 9}, Even: hex.Rows{First: 1, Last: 9}},
			Find: m.Names("us"), Places: places,
			Areas: []geography.Area{{Name: "Gulf", Hexes: []hex.Hex{at(9, 1), at(9, 2)}}},
			Units: []standing.Unit{{ID: "s1", Name: "1 Sloop", Formation: "Blue Fleet", Type: "sloop"},
				{ID: "s2", Name: "2 Sloop", Formation: "Red Fleet", Type: "sloop"},
				{ID: "f1", Name: "Frigate", Formation: "Red Fleet", Type: "frigate"}, {ID: "f2", Name: "Frisk"}},
		},
	}
}

// Standing orders are written in a canonical form, which is read back as the same.
func TestSpelling(t *testing.T) {
	for typed, want := range map[string]string{
		"anchor":                                           "anchor",
		"AT: 2.2  Anchor":                                  "at:2.2 anchor",
		"at:Port Royal, Nassau anchor":                     "at:Port Royal,Nassau anchor",
		`at:"Port Royal" sail to:Nassau`:                   "at:Port Royal sail to:Nassau",
		"near:Nassau/3 sail toward:home":                   "near:Nassau/3 sail toward:home",
		"sail miles:2 at:2.02":                             "at:2.02 sail miles:2",
		"anchor if guns > 3 and not night":                 "anchor if guns>3 and not night",
		"if windy anchor else sail":                        "anchor if windy else sail",
		"anchor if (windy or night) and guns≥shot or calm": "anchor if (windy or night) and guns>=shot or calm",
		"anchor if not (windy and guns<>2)":                "anchor if not (windy and guns!=2)",
		"unit:1 sloop ask me":                              "unit:1 sloop ask me",
		"ask about:course within 6 h":                      "ask me about:course within 6 hours",
		"fight first:fastest,s2,red fleet":                 "fight first:fastest,s2,red fleet",
		"type:sloop formation:Red Fleet default # a note":  "type:sloop formation:Red Fleet default",
		"area:gulf anchor; sail":                           "area:gulf anchor\nsail",
		"anchor if windy else sail if night else ask me":   "anchor if windy else sail if night else ask me",
	} {
		set, err := standing.Read(typed, toy())
		if err != nil {
			t.Errorf("%s: %v", typed, err)
			continue
		}
		if got := set.String(); got != want {
			t.Errorf("%s\nis written %s\nwant       %s", typed, got, want)
		}
		again, err := standing.Read(set.String(), toy())
		if err != nil || again.String() != set.String() || !reflect.DeepEqual(says(again), says(set)) {
			t.Errorf("%s is read again as %v, %v", set, again, err)
		}
	}
}

func says(s standing.Set) (out []string) {
	for _, l := range s.Lines {
		out = append(out, l.Say(toy()).String())
	}
	return out
}

// Bad input gives a problem with its place, the word and what may be meant.
func TestProblems(t *testing.T) {
	for typed, want := range map[string]struct {
		id        string
		line, col int
		nearest   string // the most likely one
		by        int
	}{
		"":                              {id: "standing.empty"},
		" \n# nothing":                  {id: "standing.empty"},
		"ancor":                         {"standing.unknown-action", 1, 1, "anchor", 0},
		"anchor\n  sale":                {"standing.unknown-action", 2, 3, "sail", 0},
		"at:Nasau anchor":               {"standing.unknown-hex", 1, 4, "Nassau", 0},
		"at:12.12 anchor":               {"standing.off-map", 1, 4, "", 0},
		"at: anchor":                    {"standing.unknown-hex", 1, 5, "Gulf", 0},
		"at:2.02,":                      {"standing.no-value", 1, 9, "", 0},
		"at:2.02":                       {"standing.no-action", 1, 8, "ask", 0},
		"in:2.02 anchor":                {"standing.no-operand", 1, 1, "at", 0},
		"at:2.02 at:3.03 anchor":        {"standing.twice", 1, 9, "", 0},
		"sail to:2.02 to:3.03":          {"standing.twice", 1, 14, "", 0},
		"sail two:2.02":                 {"standing.no-operand", 1, 6, "to", 0},
		"sail toward:hom":               {"standing.unknown-hex", 1, 13, "home", 0},
		"sail miles:many":               {"standing.no-number", 1, 12, "", 0},
		"near:2.02/99 anchor":           {"standing.near", 1, 6, "", 0},
		"area:Golf anchor":              {"standing.unknown-area", 1, 6, "Gulf", 0},
		"unit:Fregate anchor":           {"standing.unknown-unit", 1, 6, "Frigate", 0},
		"unit:fri anchor":               {"standing.which-unit", 1, 6, "Frisk", 0},
		"formation:Red Flete anchor":    {"standing.unknown-unit", 1, 11, "Red Fleet", 0},
		"type:slop anchor":              {"standing.unknown-unit", 1, 6, "sloop", 0},
		"ask about:curse":               {"standing.unknown-decision", 1, 11, "course", 0},
		"anchor if":                     {"standing.no-condition", 1, 10, "windy", 0},
		"anchor if wendy":               {"standing.unknown-condition", 1, 11, "windy", 0},
		"anchor if guns":                {"standing.no-comparison", 1, 15, ">", 0},
		"anchor if guns > many":         {"standing.no-number", 1, 18, "", 0},
		"anchor if (windy":              {"standing.no-parenthesis", 1, 17, "", 0},
		"anchor if windy or":            {"standing.no-condition", 1, 19, "windy", 0},
		"anchor else sail":              {"standing.else-without-if", 1, 8, "", 0},
		"anchor now":                    {"standing.stray", 1, 8, "", 0},
		"anchor within 90 hours":        {"standing.hours", 1, 15, "", 0},
		"anchor within":                 {"standing.hours", 1, 14, "", 0},
		"anchor if windy else fight":    {"standing.mixed", 1, 1, "", 0},
		"unit:s1 type:frigate anchor":   {"standing.nobody", 1, 1, "", 0},
		"at:2.02 near:5.05/1 anchor":    {"standing.nobody", 1, 1, "", 0},
		"at:2.02 anchor;at:12.2 anchor": {"standing.off-map", 2, 19, "", 0},

		"anchor if guns>3 and guns<3":                            {"standing.never", 1, 1, "", 0},
		"anchor if crew<1":                                       {"standing.never", 1, 1, "", 0},
		"anchor if guns>shot and shot>=guns":                     {"standing.never", 1, 1, "", 0},
		"anchor if guns>shot and shot>3 and guns<5":              {"standing.never", 1, 1, "", 0},
		"anchor if windy and calm":                               {"standing.never", 1, 1, "", 0},
		"anchor if night else sail if night":                     {"standing.never", 1, 1, "", 0},
		"anchor\nsail":                                           {"standing.contradicts", 2, 1, "", 1},
		"anchor\nanchor":                                         {"standing.again", 2, 1, "", 1},
		"at:2.02 anchor\nat:Port Royal sail":                     {"standing.contradicts", 2, 1, "", 1},
		"anchor\nfight\nat:2.02 anchor":                          {"standing.covered", 3, 1, "", 1},
		"near:5.05/2 anchor\nat:5.05,5.06 sail":                  {"standing.covered", 2, 1, "", 1},
		"anchor if guns>2\nsail if guns>=4":                      {"standing.covered", 2, 1, "", 1},
		"anchor if guns>2\nsail if guns>=3":                      {"standing.contradicts", 2, 1, "", 1},
		"anchor if windy\nanchor if not windy\nsail":             {"standing.covered-by-all", 3, 1, "", 0},
		"ask me\nanchor":                                         {"standing.covered", 2, 1, "", 1},
		"type:sloop anchor\nunit:s1 sail":                        {"standing.covered", 2, 1, "", 1},
		strings.Repeat("sail to:2.02\n", 61):                     {id: "standing.too-many"},
		"anchor if " + strings.Repeat("(", 40):                   {"standing.too-deep", 1, 32, "", 0},
		"anchor if " + strings.Repeat("windy or ", 60) + "windy": {"standing.too-long", 1, 1, "", 0},
	} {
		_, err := standing.Read(typed, toy())
		var p *standing.Problem
		if !errors.As(err, &p) {
			t.Errorf("%s: %v, want %s", typed, err, want.id)
			continue
		}
		if p.Why.ID != want.id || p.Line != want.line || p.Column != want.col || p.By != want.by {
			t.Errorf("%s: %v by %d, want %s at %d.%d by %d", typed, p, p.By, want.id, want.line, want.col, want.by)
		}
		if want.nearest != "" && (len(p.Nearest) == 0 || p.Nearest[0] != want.nearest) {
			t.Errorf("%s: nearest are %v, want %s", typed, p.Nearest, want.nearest)
		}
		if said := p.Say().String(); said == "" || p.Line > 0 && !strings.Contains(said, want.id) {
			t.Errorf("%s is said %s", typed, said)
		}
	}
}

// A line is accepted where an earlier line may leave something to it.
func TestNoProblems(t *testing.T) {
	for _, typed := range []string{
		"sail to:2.02\nanchor",
		"at:2.02 anchor\nanchor",
		"unit:s1 anchor\ntype:sloop sail",
		"anchor if windy\nsail if calm\nask me",
		"anchor if guns>2\nsail if guns>1",
		"anchor\nfight\ndefault",
		"sail to:2.02 if night else anchor if night",
		"ask me within 3 hours\nanchor",
		"anchor if guns>shot\nanchor if shot>guns\nsail",
	} {
		if _, err := standing.Read(typed, toy()); err != nil {
			t.Errorf("%q: %v", typed, err)
		}
	}
}

// asked is a decision for tests.
type asked struct {
	about  string
	hex    hex.Hex
	units  []order.UnitID
	is     []string
	counts map[string]int
	cannot []string // acts that cannot be carried out
}

func (a asked) About() string                         { return a.about }
func (a asked) Hex() hex.Hex                          { return a.hex }
func (a asked) Units() []order.UnitID                 { return a.units }
func (a asked) At(id order.UnitID) hex.Hex            { return hex.Hex{Col: int8(id[1] - '0'), Row: 1} }
func (a asked) Is(word string, _ []order.UnitID) bool { return slices.Contains(a.is, word) }
func (a asked) Count(word string, u []order.UnitID) int {
	return a.counts[word] + len(u) - len(a.units)
}
func (a asked) Default() (order.Order, bool) { return order.Order{Verb: "default"}, true }
func (a asked) Try(act standing.Act, units []order.UnitID) (order.Order, view.Text, bool) {
	return order.Order{Verb: order.Verb(act.Word)}.WithUnits("units", units...), view.T("toy.cannot"),
		!slices.Contains(a.cannot, act.Word)
}

// The first line that matches and can be carried out answers.
func TestChoose(t *testing.T) {
	two := []order.UnitID{"s1", "s2"}
	for _, c := range []struct {
		text string
		asked
		want string
		line int
	}{
		{"anchor", asked{about: "course", units: two}, "anchor s1 s2", 1},
		{"anchor", asked{about: "battle", units: two}, "", 0},
		{"fight\nanchor", asked{about: "course", units: two}, "anchor s1 s2", 2},
		{"unit:s2 anchor", asked{about: "course", units: two}, "anchor s2", 1},
		{"unit:f1 anchor\nsail", asked{about: "course", units: two}, "sail s1 s2", 2},
		{"at:2.01 anchor", asked{about: "course", units: two}, "anchor s2", 1},
		{"at:2.01 anchor", asked{about: "course", hex: hex.Hex{Col: 2, Row: 1}, units: two}, "anchor s1 s2", 1},
		{"at:2.01 unit:s1 anchor\nsail", asked{about: "course", units: two}, "sail s1 s2", 2},
		{"anchor if windy else sail", asked{about: "course", units: two, is: []string{"windy"}}, "anchor s1 s2", 1},
		{"anchor if windy else sail", asked{about: "course", units: two}, "sail s1 s2", 1},
		{"anchor if windy else sail", asked{about: "course", units: two, is: []string{"windy"},
			cannot: []string{"anchor"}}, "sail s1 s2", 1},
		{"anchor\nsail", asked{about: "course"}, "", -1},
		{"sail to:5.05\nanchor", asked{about: "course", units: two, cannot: []string{"sail"}}, "anchor s1 s2", 2},
		{"unit:s1 anchor if guns=4 else sail", asked{about: "course", units: two, counts: map[string]int{"guns": 5}},
			"anchor s1", 1},
		{"anchor if guns>shot or not (windy and guns!=5)", asked{about: "course", units: two, is: []string{"windy"},
			counts: map[string]int{"guns": 5, "shot": 5}}, "anchor s1 s2", 1},
		{"ask me", asked{about: "battle", units: two}, "ask", 1},
		{"unit:s1 ask me within 6 hours\nanchor", asked{about: "course", units: two}, "anchor s1 s2", 2},
		{"unit:s1 ask me within 6 hours\nfight", asked{about: "course", units: two}, "ask", 1},
		{"ask about:course\ndefault", asked{about: "battle", units: two}, "default", 2},
	} {
		set, err := standing.Read(c.text, toy())
		if c.line < 0 {
			if err == nil {
				t.Errorf("%s was read", c.text)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		chosen, ok := set.Choose(toy(), c.asked)
		got := string(chosen.Order.Verb)
		for _, id := range chosen.Order.Units("units") {
			got += " " + string(id)
		}
		if chosen.Ask {
			got = "ask"
		}
		if got != c.want || ok != (c.want != "") || chosen.Line != c.line {
			t.Errorf("%s: %q by line %d, want %q by %d", c.text, got, chosen.Line, c.want, c.line)
		}
		if hours := strings.Count(c.text, "within 6"); chosen.Within != 6*hours {
			t.Errorf("%s: %d hours", c.text, chosen.Within)
		}
		if ok && len(chosen.Why) == 0 {
			t.Errorf("%s: nobody says why", c.text)
		}
	}
}

// The checks of Read are quick for any text.
func TestManyLines(t *testing.T) {
	var rows []string
	for range standing.MaxLines {
		rows = append(rows, "sail to:2.02 if (windy or night or calm) and guns>shot and shot>crew and not (guns=7 or crew=3)")
	}
	if _, err := standing.Read(strings.Join(rows, "\n"), toy()); err != nil {
		t.Error(err)
	}
}

// Any text is read or refused, and what is read is written so that it is read as the same.
func TestAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	words := strings.Fields(`at: near: area: unit: type: formation: to: toward: miles: first: about: sail anchor fight ask me default if else and or not within
		hours ( ) , > < >= = != 2.02 5.05/3 12.12 3 99 windy calm night guns shot crew home fastest Nassau "Port Royal" Gulf s1 sloop Frigate ; # x é " :`)
	read := 0
	for range 5_000 {
		var typed []string
		for range 1 + rng.IntN(9) {
			typed = append(typed, words[rng.IntN(len(words))])
		}
		text := strings.Join(typed, " ")
		set, err := standing.Read(text, toy())
		if err != nil {
			continue
		}
		read++
		again, err := standing.Read(set.String(), toy())
		if err != nil || again.String() != set.String() {
			t.Fatalf("%s is written %s and read as %s, %v", text, set, again, err)
		}
	}
	if read < 50 {
		t.Errorf("only %d texts could be read", read)
	}
}
