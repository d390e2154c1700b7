package tables

import (
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The printed table is the file's, its rows with the throws that they come in.
func TestReference_PrintedTables(t *testing.T) {
	for name, game := range combatGames(t) {
		sheets := map[string]sheet{"combat": game.Combat, "ranged-fire": game.Fire}
		for _, table := range game.book.Reference().Tables {
			want, inFile := sheets[table.ID]
			if !inFile {
				continue // the rules have it, and not the file
			}
			if table.Dice != want.Dice || !slices.Equal(table.Columns, want.Columns) ||
				len(table.Rows) != len(want.Rows) {
				t.Errorf("%s: %s is %s by %v in %d rows", name, table.ID, table.Dice, table.Columns, len(table.Rows))
			}
			for _, r := range table.Rows {
				if !slices.Equal(r.Entries, want.Rows[r.Roll]) || r.Throws == 0 {
					t.Errorf("%s: %s has %v for a roll of %d, in %d throws", name, table.ID, r.Entries, r.Roll,
						r.Throws)
				}
			}
			if table.Throws() != len(want.entries(0)) {
				t.Errorf("%s: %s has %d throws", name, table.ID, table.Throws())
			}
		}
	}
}

// The charts of terrain of Autumn for Barbarossa, as they are printed.
func TestReference_TerrainCharts(t *testing.T) {
	charts := combatGames(t)["afb"].book.Reference().Terrain
	charts = append(charts[:len(charts):len(charts)], combatGames(t)["drill"].book.Reference().Terrain...)
	said := func(c view.TerrainChart, kind string) (words []string, rule view.Rule) {
		i := slices.IndexFunc(c.Rows, func(r view.TerrainRow) bool { return r.Kind == kind })
		for _, e := range c.Rows[i].Entries {
			words = append(words, e.String())
		}
		return words, c.Rows[i].Rule
	}
	if len(charts) != 3 || charts[0].Rows[0].Kind != "open" || len(charts[0].Rows) != 12 ||
		charts[0].Rule != "afb 1.3a" {
		t.Fatalf("%+v", charts)
	}
	for _, c := range []struct {
		chart int // 0 or 1 of Autumn for Barbarossa, 2 of drill
		kind  string
		want  string
		rule  view.Rule
	}{
		{0, "swamp", "terrain.all|terrain.effects effects=[terrain.left n=2]|terrain.no|", ""},
		{1, "swamp", "terrain.points points=4|terrain.effects effects=[terrain.left n=2]|terrain.no|", ""},
		{0, "light-woods", "terrain.points points=3|terrain.effects effects=[terrain.left n=1]|terrain.yes|",
			"afb 1.3a"},
		{1, "light-woods", "terrain.points points=2|terrain.effects effects=[terrain.left n=1]|terrain.yes|", ""},
		{0, "city", "terrain.as-other|terrain.effects effects=[terrain.left n=2]|terrain.no|terrain.die by=+1", ""},
		{0, "minor-river", "terrain.adds points=2|terrain.effects effects=[terrain.attack times=½]|terrain.no|", ""},
		{0, "lake", "terrain.prohibited|terrain.effects effects=[terrain.no-combat terrain.destroys]|terrain.no|",
			"afb 1.3a"},
		{1, "road", "terrain.points points=¼|||", ""},
		{2, "minor-river", "terrain.adds points=1|terrain.effects effects=[terrain.attack times=½]|terrain.no", ""}, // on no map
	} {
		words, rule := said(charts[c.chart], c.kind)
		if got := strings.Join(words, "|"); got != c.want || rule != c.rule {
			t.Errorf("%v, %s: %s (%s); want %s (%s)", charts[c.chart].Sides, c.kind, got, rule, c.want, c.rule)
		}
	}
	src := must.Get(modules.Files("drill"))(t)
	src["charts.yaml"] = append(slices.Clone(src["charts.yaml"]), "hexsides: [swamp]\n"...) // in place of what a row tells
	own := must.Get(rules.HandbookOf(must.Get(rules.Modules().Unpack(modules.Pack(src)))(t)))(t).Reference().Terrain
	for kind, want := range map[string]string{"swamp": "terrain.adds points=4", "minor-river": "terrain.points points=1"} {
		if words, _ := said(own[0], kind); words[0] != want {
			t.Errorf("%s: %s; want %s", kind, words[0], want)
		}
	}
	alike := combatGames(t)["gunnery"].book.Reference().Terrain
	if len(alike) != 1 || !slices.Equal(alike[0].Sides, []order.Side{"blue", "red"}) {
		t.Fatalf("sides whose charts are alike: %+v", alike)
	}
	if words, _ := said(alike[0], "city"); words[len(words)-1] != "terrain.left n=2" {
		t.Errorf("ranged fire at a city: %v", words)
	}
}
