package modules_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/scs/data"
)

// TestOrigin_Differences: whatever an owner changes is counted and named with what stood there.
func TestOrigin_Differences(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		counts     []modules.Count
		at         string
		was, is    string
	}{
		"a row of a table": {"charts.yaml", "combat: {rows: {7: [A1, A1, A1, A1, A1, A1, A1, D5r6]}}",
			[]modules.Count{{modules.ComponentTable, 1}}, "charts.yaml: combat.rows.7",
			"[A1D1, A1D1, A1D1, D1r1, D2r2, D2r2, D3r3, D3r4]", "[A1, A1, A1, A1, A1, A1, A1, D5r6]"},
		"the terrain of one side": {"charts.yaml", "terrain: {german: {swamp: {move: \"2\"}}}",
			[]modules.Count{{modules.ComponentTable, 1}}, "charts.yaml: terrain.german.swamp.move", "all", "2"},
		"a unit": {"units.yaml", "units: {g-7-pz: {name: 7 Panzer}}", []modules.Count{{modules.ComponentUnit, 1}},
			"units.yaml: units.g-7-pz.name", "7 Pz Rgt", "7 Panzer"},
		"how high units stack": {"game.yaml", "stacking: {limit: 9}", []modules.Count{{modules.ComponentRule, 1}},
			"game.yaml: stacking.limit", "", "9"},
		"a place": {"map.yaml", "ground: light-woods", []modules.Count{{modules.ComponentMap, 2}}, "map.yaml: ground", "open",
			"light-woods"},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := mustLoad(t, laid("afb", c.file, c.text+"\n"))
			if got := d.Origin.Counts(); !reflect.DeepEqual(got, c.counts) {
				t.Errorf("counted %v, not %v", got, c.counts)
			}
			found := slices.IndexFunc(d.Origin.Differences, func(x modules.Difference) bool { return x.At == c.at })
			if found < 0 {
				t.Fatalf("%s is not among %+v", c.at, d.Origin.Differences)
			}
			x := d.Origin.Differences[found]
			if c.was != "" && x.Was != c.was || x.Is != c.is {
				t.Errorf("%s was %q and is %q", c.at, x.Was, x.Is)
			}
		})
	}
	t.Run("a type of units", func(t *testing.T) {
		shipped := load(t, "afb")
		typ, n := shipped.Units["g-7-pz"].Type, 0
		for _, u := range shipped.Units {
			if u.Type == typ {
				n++
			}
		}
		d, _ := mustLoad(t, laid("afb", "units.yaml", "types: {"+typ+": {full: 9-9-9}}\n"))
		if got := d.Origin.Counts(); len(got) != 1 || got[0] != (modules.Count{modules.ComponentUnit, n}) {
			t.Errorf("%d units are of the type, and it counts %v", n, got)
		}
	})
	for name, c := range map[string]struct{ file, old, new string }{
		"the order of play": {"game.yaml", "  - {id: blue, name: Blue, color: \"#0072b2\"}\n  - {id: red, name: Red, color: \"#d55e00\"}",
			"  - {id: red, name: Red, color: \"#d55e00\"}\n  - {id: blue, name: Blue, color: \"#0072b2\"}"},
		"the order of hexes": {"map.yaml", `"1.11", "1.01"`, `"1.01", "1.11"`},
	} {
		t.Run(name, func(t *testing.T) {
			src := filesOf(t, "drill")
			if !strings.Contains(string(src[c.file]), c.old) {
				t.Fatalf("%s is not in %s", c.old, c.file)
			}
			src[c.file] = []byte(strings.Replace(string(src[c.file]), c.old, c.new, 1))
			o := unpack(t, src).Origin
			if len(o.Counts()) == 0 || o.Differences[0].Was == o.Differences[0].Is {
				t.Errorf("it is not noticed: %+v", o)
			}
		})
	}
	t.Run("without an overlay", func(t *testing.T) {
		src := filesOf(t, "drill")
		src["charts.yaml"] = []byte(strings.Replace(string(src["charts.yaml"]), "D5r6", "D6r6", 1))
		d := unpack(t, src)
		if o := d.Origin; !o.Ships || o.Overlaid || len(o.Differences) != 1 || !strings.Contains(o.Differences[0].Is, "D6r6") {
			t.Errorf("%+v", o)
		}
	})
}

// A player who chooses the errata gets the module with them, packed with that choice, even if an overlay declines them.
func TestWithErrata(t *testing.T) {
	for name, own := range map[string]string{"silent": "", "declined": "errata: no\n", "chosen": "errata: yes\n"} {
		printed, blob := mustLoad(t, laid("drill", "game.yaml", own+"edition: \"1.7\"\ntitle: Old Drill\n"))
		mended, again, err := games().WithErrata(blob)
		must.Do(t, err)
		if !mended.Errata || printed.Errata != (name == "chosen") || mended.Title != "Old Drill" || mended.Edition != "1.7" {
			t.Errorf("%s: errata %t, by choice %t: %s, %s", name, printed.Errata, mended.Errata, mended.Title, mended.Edition)
		}
		reopened, err := games().Unpack(again)
		must.Do(t, err)
		if !reopened.Errata || reopened.Hash != mended.Hash || reopened.Hash == printed.Hash {
			t.Errorf("%s: the packed module has errata %t and the hash %x", name, reopened.Errata, reopened.Hash)
		}
		if ed, _ := data.EditionOf(reopened); !ed.ByHex || ed.MarksCover {
			t.Errorf("%s: it is played as printed", name)
		}
	}
}

// Editions without errata to choose refuse them, and a word that is neither yes nor no is none.
func TestErrata_NoOption(t *testing.T) {
	for own, want := range map[string]string{
		"errata: true\n":                      "errata are no option of edition 1.8, only of 1.6 and 1.7",
		"edition: \"1.7\"\nerrata: perhaps\n": `"perhaps" is neither yes nor no`,
	} {
		if _, _, err := games().Folder(laid("drill", "game.yaml", own)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", own, err)
		}
	}
	_, blob := mustLoad(t, laid("drill", "game.yaml", "title: New Drill\n"))
	if _, _, err := games().WithErrata(blob); err == nil {
		t.Error("edition 1.8 is played with errata")
	}
	if _, _, err := games().WithErrata([]byte("none")); err == nil {
		t.Error("what is no module is played with errata")
	}
}
