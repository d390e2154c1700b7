package choice_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// everyOrder returns every order of a form: each option with each value, and without one if it is optional. Of units it
// takes every set of at most two. Of options that exclude each other an order has one, after its units: two arguments.
func everyOrder(s *state.Sight, spec order.Spec) []order.Order {
	out := []order.Order{{Verb: spec.Verb}}
	for _, opt := range spec.Said() {
		var next []order.Order
		for _, o := range out {
			if !opt.Required {
				next = append(next, o)
			}
			for _, a := range everyArg(s, opt) {
				next = append(next, o.With(a))
			}
		}
		out = next
	}
	return slices.DeleteFunc(out, func(o order.Order) bool { return spec.Either && len(o.Args) != 2 })
}

func everyArg(s *state.Sight, opt order.Option) (out []order.Arg) {
	a := order.Arg{Name: opt.Name}
	switch opt.Kind {
	case order.Units:
		for i, u := range s.Own {
			out = append(out, order.Arg{Name: opt.Name, Units: []order.UnitID{u.ID}})
			for _, v := range s.Own[i+1:] {
				out = append(out, order.Arg{Name: opt.Name, Units: []order.UnitID{u.ID, v.ID}})
			}
		}
	case order.Hex, order.Path:
		for h := range s.Def.Grid.All() {
			out = append(out, order.Arg{Name: opt.Name, Hexes: []hex.Hex{h}})
			for n := range s.Def.Grid.All() {
				if opt.Kind == order.Path {
					out = append(out, order.Arg{Name: opt.Name, Hexes: []hex.Hex{h, n}})
				}
			}
		}
	case order.Count:
		for n := range 3 {
			out = append(out, order.Arg{Name: opt.Name, N: n + 1})
		}
	case order.Word, order.Group:
		for _, a.Word = range opt.Words {
			out = append(out, a)
		}
	}
	return out
}

// allowed implements the toy's book without the machine, see the paragraphs above toy.
func allowed(s *state.Sight, o order.Order) bool {
	g := s.Def.Grid
	acts := func(id order.UnitID) bool { u := s.Piece(id); return u.OnMap() && formation(id) == active(s) }
	all := func(ids []order.UnitID, is func(order.UnitID) bool) bool {
		return !slices.ContainsFunc(ids, func(id order.UnitID) bool { return !is(id) })
	}
	switch o.Verb {
	case "activate", "end":
		return (active(s) == "") == (o.Verb == "activate")
	case "march":
		units := o.Units("units")
		if active(s) == "" || !all(units, acts) || len(units) == 2 &&
			s.Piece(units[0]).At.Hex != s.Piece(units[1]).At.Hex {
			return false
		}
		from := s.Piece(units[0]).At.Hex
		if to := o.Hex("to"); to != hex.None {
			return to != from && g.Distance(from, to) <= 2 && !s.EnemyAt(to)
		}
		for _, to := range o.Path("path") {
			if !g.Touch(from, to) || s.EnemyAt(to) {
				return false
			}
			from = to
		}
		return true
	case "strike":
		units, target := o.Units("unit"), o.Hex("target")
		beside := func(id order.UnitID) bool { return acts(id) && g.Touch(s.Piece(id).At.Hex, target) }
		return active(s) != "" && len(units) == 1 && all(units, beside) && s.EnemyAt(target) &&
			all(o.Units("assist"), beside) &&
			!slices.Contains(o.Units("assist"), units[0]) &&
			(o.N("arty") == 0 || o.Word("mission") != "" && o.N("arty") <= 2)
	}
	return false
}

// walk follows offers to every order that they lead to, and reports dead ends.
func walk(t *testing.T, m *choice.Machine[*toy], s *state.Sight, v order.Verb, picks []view.Pick,
	found map[string]order.Order) {
	t.Helper()
	offer, d := m.Offer(s, v, picks)
	if d != nil {
		t.Fatalf("/%s: what was offered is refused after %v: %v", v, picks, d)
	}
	if !offer.Done && len(offer.Next) == 0 {
		t.Fatalf("/%s: a dead end after %v", v, picks)
	}
	if offer.Done {
		o := m.Order(v, picks)
		if again := m.Picks(o); !slices.Equal(again, picks) {
			t.Fatalf("/%s: %v are spelled %v, and back %v", v, picks, o, again)
		}
		found[fmt.Sprint(o)] = o
	}
	for _, p := range offer.Next {
		walk(t, m, s, v, append(picks[:len(picks):len(picks)], p), found)
	}
}

// The machine offers and accepts exactly the orders that the book allows, of all with at most two units in each part.
func TestEveryOrder(t *testing.T) {
	m := toyMachine()
	for _, activation := range []string{"", "A", "B"} {
		s := toySight(activation)
		verbs, legal, tried := m.Verbs(s), 0, 0
		for _, spec := range m.Specs() {
			found := map[string]order.Order{}
			if slices.Contains(verbs, spec.Verb) {
				walk(t, m, s, spec.Verb, nil, found)
			}
			for _, o := range everyOrder(s, spec) {
				tried++
				_, offered := found[fmt.Sprint(o)]
				d, want := m.Legal(s, o), allowed(s, o)
				if (d == nil) != want || offered != want {
					t.Fatalf("activation %q, %v: offered %v, refused %v; the book allows it: %v", activation, o,
						offered, d, want)
				}
				delete(found, fmt.Sprint(o))
				if want {
					legal++
					continue
				}
				if d.Instead != nil && (m.Breaks(s, *d.Instead) != nil || !allowed(s, *d.Instead)) {
					t.Fatalf("%v: instead of it comes %v, which breaks %v", o, *d.Instead, m.Breaks(s, *d.Instead))
				}
			}
			for _, o := range found { // orders with more units than were tried
				if !slices.ContainsFunc(o.Args, func(a order.Arg) bool { return len(a.Units) > 2 }) {
					t.Errorf("activation %q: %v is offered, and was not thought of", activation, o)
				}
			}
		}
		t.Logf("activation %q: %d of %d orders are legal", activation, legal, tried)
		if legal == 0 || activation == "A" && tried < 5000 {
			t.Errorf("activation %q: %d of %d orders are legal", activation, legal, tried)
		}
	}
}

var (
	h11, h12, h21, h22 = hex.Hex{Col: 1, Row: 1}, hex.Hex{Col: 1, Row: 2}, hex.Hex{Col: 2, Row: 1},
		hex.Hex{Col: 2, Row: 2}
	h33 = hex.Hex{Col: 3, Row: 3}
)

// A pick that is late, repeated or for no option is refused, whatever the series says to it.
func TestPicksOutOfTurn(t *testing.T) {
	m, s := toyMachine(), toySight("A")
	a2, target := view.Pick{Unit: "a2"}, view.Pick{Hex: h21}
	for name, c := range map[string]struct {
		verb  order.Verb
		picks []view.Pick
		want  string
	}{
		"whole, with its parts in order": {"strike", []view.Pick{a2, target, {Unit: "a1", Arg: 1}, {N: 1},
			{N: 2, Arg: 1}}, ""},
		"an assist before the attacker's name": {"strike", []view.Pick{a2, target, {Unit: "a1", Arg: 1}}, ""},
		"a part after a later one":             {"strike", []view.Pick{a2, target, {N: 1}, {Unit: "a1", Arg: 1}}, "out-of-turn"},
		"a unit twice":                         {"march", []view.Pick{a2, a2}, "named-twice"},
		"a place and a path to it":             {"march", []view.Pick{a2, {Hex: h12}, {Hex: h12, N: 1}}, "out-of-turn"},
		"a word that there is not":             {"strike", []view.Pick{a2, target, {N: 3}}, "out-of-turn"},
		"the word before the first":            {"activate", []view.Pick{{N: -1}}, "active-already"},
		"a number before the mission":          {"strike", []view.Pick{a2, target, {N: 1, Arg: 1}, {N: 1}}, "out-of-turn"},
		"a hex twice":                          {"strike", []view.Pick{a2, target, target}, "out-of-turn"},
		"a word twice":                         {"strike", []view.Pick{a2, target, {N: 1}, {N: 2}}, "out-of-turn"},
		"an option that there is not":          {"strike", []view.Pick{a2, target, {N: 1, Arg: 2}}, "out-of-turn"},
		"a step where no path is":              {"strike", []view.Pick{a2, {Hex: h21, N: 1}}, "out-of-turn"},
		"units against their names":            {"march", []view.Pick{a2, {Unit: "a1"}}, "out-of-turn"},
		"a unit after its way":                 {"march", []view.Pick{{Unit: "a1"}, {Hex: h12}, a2}, "out-of-turn"},
		"a silent option":                      {"end", []view.Pick{{N: 1}}, "out-of-turn"},
	} {
		t.Run(name, func(t *testing.T) {
			_, d := m.Offer(s, c.verb, c.picks)
			got := ""
			if d != nil {
				got = d.Why.ID
			}
			if got != c.want && got != "deny."+c.want && got != "toy."+c.want {
				t.Errorf("refused by %q, want %q", got, c.want)
			}
		})
	}
}

// A refusal names every broken paragraph in the order of the book, and the closest legal order with its risks.
func TestNearMisses(t *testing.T) {
	m, s := toyMachine(), toySight("A")
	strike := func(unit order.UnitID) order.Order { return order.Order{Verb: "strike"}.WithUnits("unit", unit) }
	march := order.Order{Verb: "march"}
	together := march.WithUnits("units", "a1", "a2").WithHexes("to", h22)
	for name, c := range map[string]struct {
		said    order.Order
		rules   []view.Rule
		instead order.Order
		risks   int // of a march that comes instead; not tested of other orders
	}{
		"a hex among enemies gives way to one beside it without a grave risk": {march.WithUnits("units", "a1", "a2").WithHexes("to", h21),
			[]view.Rule{"3"}, together, 1},
		"who cannot go stays": {march.WithUnits("units", "a1", "a2",
			"b1").WithHexes("to", h22), []view.Rule{"2", "3a"}, together, 1},
		"a path ends where it is closed": {march.WithUnits("units", "a1").WithHexes("path", h12, h33),
			[]view.Rule{"3"}, march.WithUnits("units", "a1").WithHexes("path", h12), 2},
		"another target is another order": {strike("a1").WithHexes("target", h33), []view.Rule{"4"}, order.Order{}, 0},
		"who cannot assist is left out": {strike("a1").WithHexes("target", h21).WithUnits("assist",
			"a2", "b1"), []view.Rule{"2"}, strike("a1").WithHexes("target", h21).WithUnits("assist", "a2"), 0},
		"too many points become as many as there are": {strike("a1").WithHexes("target", h21).WithWord("mission",
			"destruction").WithN("arty", 3), []view.Rule{"4a"},
			strike("a1").WithHexes("target", h21).WithWord("mission", "destruction").WithN("arty", 2), 0},
		"nobody's unit": {strike("r1").WithHexes("target", h21), []view.Rule{"2", "4"}, order.Order{}, 0},
		"no such order": {order.Order{Verb: "pray"}, []view.Rule{""}, order.Order{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := m.Legal(s, c.said)
			if d == nil {
				t.Fatal("it is legal")
			}
			if got := append([]view.Rule{d.Rule}, d.Also...); !slices.Equal(got, c.rules) {
				t.Errorf("it breaks %q, want %q", got, c.rules)
			}
			if got := d.Instead; got == nil != (c.instead.Verb == "") || got != nil && !reflect.DeepEqual(*got, c.instead) {
				t.Errorf("instead comes %v, want %v", got, c.instead)
			} else if c.instead.Verb == "march" && len(d.Risks) != c.risks {
				t.Errorf("what comes instead risks %v", d.Risks)
			}
		})
	}
}

// Each option is completed alone, whatever else is given: the second of two options of units with units that
// may assist, a word by its index.
func TestCompletion(t *testing.T) {
	m, s := toyMachine(), toySight("A")
	o := order.Order{Verb: "strike"}.WithUnits("unit", "a2").WithHexes("target", h21)
	for option, want := range map[string][]view.Pick{
		"target":  {{Hex: h21}},
		"assist":  {{Unit: "a1", Arg: 1}, {Unit: "a3", Arg: 1}},
		"mission": {{N: 1}, {N: 2}},
		"arty":    nil, // a mission comes first
		"nothing": nil, // no option of it
	} {
		if got := m.Complete(s, o, option); !slices.Equal(got, want) {
			t.Errorf("%s is completed by %v, want %v", option, got, want)
		}
	}
	if got, want := m.Complete(s, o.WithWord("mission", "suppression"), "arty"),
		[]view.Pick{{N: 1, Arg: 1}, {N: 2, Arg: 1}}; !slices.Equal(got, want) {
		t.Errorf("artillery with a mission is completed by %v, want %v", got, want)
	}
	for option, want := range map[string]view.Pick{"target": {Hex: h33}, "assist": {Unit: "a3", Arg: 1},
		"mission": {N: 2}} {
		if got := m.Complete(s, order.Order{Verb: "strike"}, option); !slices.Contains(got, want) {
			t.Errorf("before anybody is named %s is completed by %v", option, got)
		}
	}
	if got, want := m.Complete(s, order.Order{Verb: "strike"}.WithHexes("target", h33), "assist"),
		[]view.Pick(nil); !slices.Equal(got, want) {
		t.Errorf("nobody stands beside a3, and %v assist it", got)
	}
	if got := m.Complete(s, order.Order{Verb: "end"}, order.Idle); got != nil {
		t.Errorf("what is never said is completed by %v", got)
	}
}

// Any picks in any order and for any option are offered, taken or refused without a panic.
func TestAnyPicks(t *testing.T) {
	m := toyMachine()
	rapid.Check(t, func(t *rapid.T) {
		s := toySight(rapid.SampledFrom([]string{"", "A", "B"}).Draw(t, "activation"))
		verb := rapid.SampledFrom([]order.Verb{"activate", "march", "strike", "end", "pray"}).Draw(t, "verb")
		picks := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) view.Pick {
			return view.Pick{
				Unit: rapid.SampledFrom([]order.UnitID{"", "", "a1", "a2", "a4", "b1", "r1", "nobody"}).Draw(t, "unit"),
				Hex:  rapid.SampledFrom([]hex.Hex{hex.None, h11, h12, h21, h22, {Col: 99, Row: 99}}).Draw(t, "hex"),
				N:    rapid.Int8Range(-2, 4).Draw(t, "n"), Arg: rapid.Uint8Range(0, 3).Draw(t, "arg"),
			}
		}), 0, 6).Draw(t, "picks")
		if _, d := m.Offer(s, verb, picks); d != nil && d.Why.ID == "" {
			t.Fatalf("/%s %v is refused without a word", verb, picks)
		}
		o := m.Order(verb, picks)
		if d := m.Legal(s, o); d == nil && !allowed(s, o) {
			t.Fatalf("%v is taken", o)
		}
	})
}

// An option with more words than a pick can count is an error of the series.
func TestTooManyWords(t *testing.T) {
	words := make([]string, choice.Most+1)
	form := choice.Form{Spec: order.Spec{Verb: "activate",
		Options: []order.Option{{Name: "formation", Kind: order.Group, Words: words}}}}
	if _, err := choice.New([]choice.Verb[*toy]{{Form: form}}, choice.Hooks[*toy]{}); err == nil {
		t.Error("it was taken")
	}
}
