package order_test

import (
	"testing"

	"pgregory.net/rapid"

	"grognard/rules/hex"
	"grognard/rules/order"
)

// Arguments of the same kind have different keys, after the original ones; units are sorted by identifier.
func TestSpell(t *testing.T) {
	engage, _ := order.Find(specs, "engage")
	o := order.Order{Verb: "engage"}.WithN("air", 2).WithUnits("assist", "b3",
		"b2").WithHexes("target", at).WithUnits("unit", "b1")
	want := `{"verb":"engage","unit":["b1"],"target":"10.11","assist":["b2","b3"],"air":2}`
	if got, err := engage.Spell(o); err != nil || string(got) != want {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	if arty, _ := engage.Spell(order.Order{Verb: "engage"}.WithN("arty",
		2)); string(arty) == `{"verb":"engage","air":2}` {
		t.Error("artillery and air points are spelled alike")
	}
	for name, c := range map[string]struct {
		args []order.Arg
		want string
	}{
		"a part that it lacks": {[]order.Arg{{Name: "mission", Word: "suppression"}},
			`order.unknown-option /engage mission "", it has unit:, target:, assist:, spotter:, arty:, air:`},
		"a part twice": {[]order.Arg{{Name: "arty", N: 1}, {Name: "arty", N: 2}},
			`order.option-twice /engage arty "", it has unit:, target:, assist:, spotter:, arty:, air:`},
	} {
		if got, err := engage.Spell(order.Order{Verb: "engage", Args: c.args}); err == nil || err.Error() != c.want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, c.want)
		}
	}
}

// An order with a word that its option lacks, or with two options of one key, has no canonical form.
func TestSpell_Refused(t *testing.T) {
	refit, _ := order.Find(specs, "refit")
	if got, err := refit.Spell(order.Order{Verb: "refit"}.WithUnits("unit", "b1").WithWord("kind",
		"heavy")); err == nil {
		t.Errorf("a word that it has not: %s", got)
	}
	alike := order.Spec{Verb: "fire", Options: []order.Option{{Name: "arty", Kind: order.Count, Key: "n"},
		{Name: "air", Kind: order.Count, Key: "n"}}}
	if got, err := alike.Spell(order.Order{Verb: "fire"}.WithN("arty", 1).WithN("air", 2)); err == nil {
		t.Errorf("two options of one key: %s", got)
	}
}

// Unspell reads only what Spell writes.
func TestUnspell(t *testing.T) {
	engage, _ := order.Find(specs, "engage")
	for _, raw := range []string{`{"verb":"engage","unit":["b1"],"target":"10.11","air":2}`, `{"verb":"engage"}`} {
		if _, err := engage.Unspell([]byte(raw)); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
	}
	for _, raw := range []string{``, `[]`, `{"verb":"refit"}`, `{"verb": "engage"}`, `{"verb":"engage","target":"x"}`,
		`{"verb":"engage","unit":"b1"}`,
		`{"verb":"engage","assist":["b2","b1"]}`, `{"verb":"engage","air":2,"unit":["b1"]}`,
		`{"verb":"engage","air":0}`, `{"verb":"engage","n":2}`} {
		if o, err := engage.Unspell([]byte(raw)); err == nil {
			t.Errorf("%s is read as %v", raw, o)
		}
	}
}

// The canonical form does not depend on the sequence of arguments or units, and different orders have different forms.
func TestSpell_OnePerOrder(t *testing.T) {
	engage, _ := order.Find(specs, "engage")
	draw := func(t *rapid.T, label string) order.Order {
		units := rapid.SliceOfNDistinct(rapid.SampledFrom([]order.UnitID{"b1", "b2", "b3"}), 0, 3,
			rapid.ID[order.UnitID])
		o := order.Order{Verb: "engage"}
		for _, i := range rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(t, label) {
			switch opt := engage.Options[i]; opt.Kind {
			case order.Units:
				o = o.WithUnits(opt.Name, units.Draw(t, opt.Name)...)
			case order.Hex:
				o = o.WithHexes(opt.Name, hex.Hex{Col: 10, Row: rapid.Int8Range(10, 12).Draw(t, opt.Name)})
			default:
				o = o.WithN(opt.Name, rapid.IntRange(0, 2).Draw(t, opt.Name))
			}
		}
		return o
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		x, errX := engage.Spell(a)
		y, errY := engage.Spell(b)
		same := order.Format(engage, a.Sorted()) == order.Format(engage, b.Sorted())
		if errX != nil || errY != nil || same != (string(x) == string(y)) {
			t.Fatalf("%v and %v are spelled %s and %s, %v %v", a, b, x, y, errX, errY)
		}
		back, err := engage.Unspell(x)
		if err != nil || order.Format(engage, back) != order.Format(engage, a.Sorted()) {
			t.Fatalf("%v, spelled %s, is read as %v, %v", a, x, back, err)
		}
	})
}
