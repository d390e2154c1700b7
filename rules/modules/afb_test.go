package modules_test

import (
	"crypto/sha256"
	"reflect"
	"slices"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/scs/data"
)

// The modules that ship have no findings and no warnings: their roads and rivers lead somewhere, nothing is closed in. Each
// has the name of its folder, the hash of its blob, and terrain everywhere.
func TestShippedModules(t *testing.T) {
	for _, id := range modules.Embedded() {
		d := load(t, id)
		if blob := must.Get(modules.Blob(id))(t); d.ID != id || d.Hash != sha256.Sum256(blob) {
			t.Errorf("the folder %s holds the module %s with the hash %x", id, d.ID, d.Hash)
		}
		for h := range d.Grid.All() {
			if len(d.Kinds(h)) == 0 {
				t.Errorf("%s: hex %s has no terrain", id, h)
			}
		}
		for _, w := range d.Warnings {
			t.Errorf("%s: %v", id, w)
		}
	}
	if !reflect.DeepEqual(data.Of(load(t, "drill")).Combat, data.Of(load(t, "afb")).Combat) {
		t.Error("the drill fights by another table than Autumn for Barbarossa, whose every cell has a case")
	}
	if _, err := games().Load("waterloo"); err == nil {
		t.Error("a module that does not ship was loaded")
	}
}

// share is the percentage of some hexes with terrain of one of these kinds.
func share(d *modules.Definition, hexes []hex.Hex, kinds ...string) int {
	n := 0
	for _, h := range hexes {
		if slices.ContainsFunc(d.Kinds(h), func(k string) bool { return slices.Contains(kinds, k) }) {
			n++
		}
	}
	return 100 * n / len(hexes)
}

// The country of 1941: percentages of wood and swamp in the hexes round a place.
func TestTerrainOfHistory(t *testing.T) {
	d := load(t, "afb")
	woods, heavy, swamp, wild := []string{"light-woods", "heavy-woods"}, []string{"heavy-woods"}, []string{"swamp"},
		[]string{"light-woods", "heavy-woods", "swamp"}
	for _, c := range []struct {
		name, centre string
		radius       int
		kinds        []string
		least, most  int
	}{
		{"forests between Velizh and the lakes of Slobodka", "25.21", 1, wild, 85, 100},
		{"forests of the Mezha, west of Zharkovskyy", "28.22", 2, wild, 70, 100},
		{"forests south of Belyy, towards the Vop", "34.20", 1, wild, 85, 100},
		{"forests west of Nelidovo", "33.26", 1, wild, 50, 100},
		{"forests between Olenino and Rzhev", "42.24", 2, wild, 50, 100},
		{"forests of the upper Dnepr, north of Dorogobyzh", "36.18", 2, wild, 60, 100},
		{"forests of the Vop, north-east of Yartsevo", "32.18", 1, woods, 85, 100},
		{"forests round Spas Demyansk", "38.08", 2, wild, 50, 100},
		{"forests south of Kirov", "38.03", 1, wild, 50, 100},
		{"Bryansk forests", "36.01", 1, wild, 85, 100},
		{"Bryansk forests, their heart", "36.01", 2, heavy, 40, 100},
		{"Kletnya forests, south of Roslavl", "29.01", 2, woods, 60, 100},
		{"forests east of Yukhnov and north", "46.10", 1, woods, 60, 100},
		{"forests west of Mogilev, to the Berezina", "3.06", 2, wild, 70, 100},
		{"forests north of Borisov", "2.17", 1, wild, 85, 100},
		{"Bogushevsk forest, between Orsha and Vitebsk", "12.16", 1, woods, 70, 100},
		{"Svitsky Mokh, between Dukhovshchina and Belyy", "31.21", 1, swamp, 30, 100},
		{"Peletsky Mokh, west of Zharkovskyy", "28.25", 1, swamp, 25, 100},
		{"sources of the Mezha, south of Nelidovo", "33.25", 1, swamp, 25, 100},
		{"sources of the Dnepr", "39.22", 1, swamp, 30, 100},
		{"sources of the Ugra, south-east of Yelnya", "33.09", 1, swamp, 25, 100},
		{"marshes of the Drut, west of Mogilev", "6.05", 1, swamp, 25, 100},
		{"bogs of the upper Berezina", "1.18", 1, swamp, 40, 100},

		{"Smolensk upland", "26.11", 3, woods, 0, 25},
		{"between Pochinok and Roslavl", "27.07", 2, woods, 0, 25},
		{"Yelnya", "31.10", 2, woods, 0, 25},
		{"Dubrovno to Krasny", "18.13", 2, woods, 0, 25},
		{"Mstislavl and Monastyrshchina", "22.08", 2, woods, 0, 15},
		{"Orsha to Tolochin", "10.13", 2, wild, 0, 25},
		{"Senno to Beshenkovichi", "9.20", 2, wild, 0, 30},
		{"Sychevka", "44.20", 1, wild, 0, 30},
		{"Meshchovsk and Sukhinichi", "45.04", 1, wild, 0, 30},
		{"Vyazma", "42.15", 1, wild, 0, 30},

		{"the whole map, its woods", "23.13", 60, woods, 30, 40},
		{"the whole map, its swamps", "23.13", 60, swamp, 3, 5},
	} {
		got := share(d, d.Within(hx(t, c.centre), c.radius), c.kinds...)
		if got < c.least || got > c.most {
			t.Errorf("%s: %d of 100 hexes within %d of %s are %v, want %d to %d", c.name, got, c.radius, c.centre,
				c.kinds, c.least, c.most)
		}
	}
}

// Towns stand in the open, on dry land; only roads that existed in 1941 run through swamps.
func TestTownsAndWaysKeepOutOfSwamps(t *testing.T) {
	d := load(t, "afb")
	for _, p := range d.Places {
		if slices.Contains(d.Kinds(p.Hex), "swamp") {
			t.Errorf("%s stands in a swamp", p.Name)
		}
	}
	for _, w := range d.Ways {
		for _, h := range w.Path {
			if slices.Contains(d.Kinds(h), "swamp") {
				t.Errorf("%s runs through the swamp of %s", w.Name, h)
			}
		}
	}
}

// Every road, track and railway goes from town to town, or to the map's edge; every town lies on one.
func TestWaysJoinTowns(t *testing.T) {
	d := load(t, "afb")
	on := map[hex.Hex]bool{}
	for _, w := range d.Ways {
		for _, h := range w.Path {
			on[h] = true
		}
		for _, end := range []hex.Hex{w.Path[0], w.Path[len(w.Path)-1]} {
			if _, town := d.PlaceAt(end); !town && !d.Grid.Edge(end) {
				t.Errorf("%s ends at %s, which is no town and not at the map's edge", w.Name, end)
			}
		}
	}
	for _, p := range d.Places {
		if !on[p.Hex] {
			t.Errorf("no way leads to %s", p.Name)
		}
	}
}
