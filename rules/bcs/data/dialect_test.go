package data_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"grognard/rules/bcs/data"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/scs"
	scsdata "grognard/rules/scs/data"
)

// Each mistake replaces old by new in a file of the drill, and is told at the ^ of the new text.
var mistakes = []struct{ file, old, new, want string }{
	// game.yaml
	{"game.yaml", "    side: blue\n    name: Lancer", "    side: ^green\n    name: Lancer", "no side"},
	{"game.yaml", "  lancers:\n", "  ^Lancers:\n", "is not an identifier"},
	{"game.yaml", "    name: Lancer Brigade\n", "", "name is missing"},
	{"game.yaml", "hq: hq-lancers", "hq: ^hq-nobody", "there is no unit hq-nobody"},
	{"game.yaml", "hq: hq-lancers", "hq: ^lancers-1", "unit lancers-1 is no HQ"},
	{"game.yaml", "trains: trains-lancers", "trains: ^trains-rifles", "does not belong to formation lancers"},
	{"game.yaml", "radius: 7", "radius: ^0", "whole number from 1 to 40"},
	{"game.yaml", "radius: 7", "radios: 7", "unknown field"},
	{"game.yaml", "arty: 3", "arty: ^many", "whole number"},
	{"game.yaml", "[av4/2 2]\n  fus", "[^av4 2]\n  fus", "nothing that Support has"},
	{"game.yaml", "[av4/2 2]\n  fus", "[^stand-off 2]\n  fus", "Support has an AV"},
	{"game.yaml", "[av4/2 2]\n  fus", "[^av4/2 2 3]\n  fus", "a second time"},
	{"game.yaml", "[av4/2 2]\n  fus", "[^av4/2 av3/1]\n  fus", "a second time"},
	{"game.yaml", "arty: 3", "arty: 3\n    shares: [^lancers]", "formation lancers is of side blue"},
	{"game.yaml", "arty: 3", "arty: 3\n    shares: [^rifles]", "with itself"},
	{"game.yaml", "arty: 3", "arty: 3\n    shares: [^guards]", "there is no formation guards"},
	{"game.yaml", "arty: 3", "arty: 3\n    blob: [^\"21.01\"]", "not on the map"},
	{"game.yaml", "arty: 3", "arty: 3\n    blob: [^5.05]", "in quotes"},
	{"game.yaml", "  blue-guns: {side: blue,", "  ^blue-guns: {side: blue, support: av4/1,", "either arty or support"},
	{"game.yaml", "support: av4/3 1 stand-off", "support: ^av4/3 1 far", "nothing that Support has"},
	{"game.yaml", "  blue-guns: {side", "  ^lancers: {side", "lancers is a formation too"},
	{"game.yaml", "stacking: 2", "stacking: ^0", "whole number"},
	{"game.yaml", "stacking: 2", "stacking: 2\nhidden: ^perhaps", "neither yes nor no"},
	{"game.yaml", "stacking: 2", "stacking: 2\nobjectives: {^good: 1}", "no SNAFU result"},
	{"game.yaml", "stacking: 2", "stacking: 2\nobjectives: {full: ^all}", "whole number"},
	{"game.yaml", "[attack, shock]", "[attack, ^sleep]", "no order that can tire"},
	{"game.yaml", "[attack, shock]", "[attack, ^attack]", "twice"},
	// charts.yaml: terrain
	{"charts.yaml", "open: {tac: 1", "open: {tac: ^one", "or P where movement is prohibited"},
	{"charts.yaml", "open: {tac: 1", "open: {tac: ^0", "costs something"},
	{"charts.yaml", "open: {tac: 1", "open: {tac: ^61", "more than any unit has"},
	{"charts.yaml", "open: {tac: 1", "open: {tac: ^1/61", "more than 60 parts"},
	{"charts.yaml", "  rough: {tac: 4, truck: P,", "  ^rough: {tac: 4,", "truck is missing"},
	{"charts.yaml", "  rough: {tac: 4, truck: P, leg: 2,", "  ^rough: {", "leg is missing"},
	{"charts.yaml", "blocking: yes}\n  woods", "blocking: ^always}\n  woods", "neither yes nor no"},
	{"charts.yaml", "blocking: yes}\n  woods", "^block: yes}\n  woods", "unknown field"},
	{"charts.yaml", "truck: P, leg: 1}\n\n# What a step", "truck: P, leg: 1, ^blocking: yes}\n\n# What a step", "unknown field"},
	{"charts.yaml", "  river: {tac: 2", "  ^woods: {tac: 2", "woods is terrain already"},
	{"charts.yaml", "msr: any", "msr: ^some", "no msr"},
	{"charts.yaml", "rating: 3", "rating: ^high", "whole number from 0 to 9"},
	{"charts.yaml", "  track: {", "  ^rough: {", "rough is terrain already"},
	// charts.yaml: tables
	{"charts.yaml", "  snafu:\n    dice: 2", "  snafu:\n    dice: ^4", "whole number from 1 to 3"},
	{"charts.yaml", "  snafu:\n", "  ^snafoo:\n    dice: 2\n  snafu:\n", "unknown field"},
	{"charts.yaml", "optimal: {n: +1}", "optimal: {n: ^+21}", "whole number"},
	{"charts.yaml", "optimal: {n: +1}", "^optimal: {}", "n is missing"},
	{"charts.yaml", "optimal: {n: +1}", "^sunny: {n: +1}", `"sunny" is no condition of the table snafu; known are fresh,`},
	{"charts.yaml", "optimal: {n: +1}", "optimal: {n: +1, when: ^assist}", `"assist" is no condition of the table snafu`},
	{"charts.yaml", "assist: {n: +1}", "assist: {n: +1, when: ^\"assist, streams\"}", `"streams" is no condition of the table combat`},
	{"charts.yaml", "assist: {n: +1}", "assist: {n: +1, when: ^acting:brave}", "known are light, hard"},
	{"charts.yaml", "assist: {n: +1}", "assist: {n: +1, when: ^terrain:river}", "no such terrain"},
	{"charts.yaml", "assist: {n: +1}", "assist: {n: +1, when: ^hexside:woods}", "no such hexside"},
	{"charts.yaml", "- {2-6: fail, 7-8: partial,", "- {2-6: fail, ^8: partial,", "a gap between 2-6 and 8"},
	{"charts.yaml", "- {2-6: fail, 7-8: partial,", "- {2-6: fail, ^6-8: partial,", "2-6 and 6-8 overlap"},
	{"charts.yaml", "- {2-6: fail, 7-8: partial,", "- {2-6: fail, 7-8: ^half,", "no result of the table snafu"},
	{"charts.yaml", "- {2-7: denied", "- ^{when: fresh, 2-7: denied", "it has no when"},
	{"charts.yaml", "- {2-7: denied", "- {when: ^supported, 2-7: denied", `"supported" is no condition of the table second`},
	{"charts.yaml", "- {2-7: denied", "- ^{2-12: granted}\n      - {2-7: denied", "those below it never do"},
	{"charts.yaml", "- {2-7: denied", "- ^{when: fresh}\n      - {2-7: denied", "no rolls"},
	{"charts.yaml", "{2-5: a1,", "{2-5: ^a1(against:brave),", `"against:brave" is no condition`},
	{"charts.yaml", "{2-5: a1,", "{2-5: ^f1,", "no result of the table combat"},
	{"charts.yaml", "other: 5-6", "other: ^five", "no faces of a die"},
	{"charts.yaml", "{hard: 6, city", "{^hard: 6, town", "row city of the table barrage is missing"},
	// map.yaml
	{"map.yaml", `victory: ["10.10"]`, `victory: [^"10.21"]`, "not on the map"},
	{"map.yaml", `victory: ["10.10"]`, `victory: ["10.10", ^"10.10"]`, "twice"},
	{"map.yaml", "cases: blank", "cases: ^full", "no ground for cases"},
	// units.yaml
	{"units.yaml", "deployed: ar4 tac8 arrow av5/2", "deployed: ^ar4 tank8 arrow av5/2", `"tank8" is nothing that a counter shows`},
	{"units.yaml", "deployed: ar4 tac8 arrow av5/2", "deployed: ^ar4 tac8 tac9", "a movement allowance a second time"},
	{"units.yaml", "deployed: ar4 tac8 arrow av5/2", "deployed: ^ar4 tac8 arrow av5", `"av5" is nothing`},
	{"units.yaml", "deployed: ar4 tac8 arrow av5/2", "deployed: ^ar4 tac8 arrow light", "there is no AV"},
	{"units.yaml", "deployed: ar4 tac8 arrow av5/2", "deployed: ^ar4 tac8 av5/2 light hard", "a kind of AV a second time"},
	{"units.yaml", "deployed: ar4 tac8 arrow av5/2", "deployed: ^tac8 arrow av5/2", "Action Rating is missing"},
	{"units.yaml", "deployed: ar4 tac8 arrow av5/2", "deployed: ^ar4 tac0", "whole number from 1 to 60"},
	{"units.yaml", "deployed: ar4 tac8 arrow av5/2", "deployed: ^ar10 tac8", "whole number from 0 to 9"},
	{"units.yaml", "deployed: ar4 tac8 arrow av5/2", "deployed: ^ar4 tac8 av0/2", "whole number from 1 to 20"},
	{"units.yaml", "move: ar3 tac12, steps: 4}\n  blue-mech", "move: ^quickly, steps: 4}\n  blue-mech", "nothing that a counter shows"},
	{"units.yaml", "move: ar3 tac12, steps: 4}\n  blue-mech", "move: ar3 tac12, steps: ^0}\n  blue-mech", "whole number from 1 to 20"},
	{"units.yaml", "role: hq, deployed: truck8}\n  blue-trains", "role: ^chief, deployed: ar1 truck8, steps: 1}\n  blue-trains", "no role"},
	{"units.yaml", "role: hq, deployed: truck8}\n  blue-trains", "role: hq, deployed: ^arrow truck8}\n  blue-trains", "neither an arrow"},
	{"units.yaml", "role: hq, deployed: truck8}\n  blue-trains", "role: hq, deployed: ^ar1}\n  blue-trains", "an HQ moves"},
	{"units.yaml", "blue-hq: {side: blue, symbol: headquarters, size: brigade, role: hq, deployed: truck8}",
		"^blue-hq: {side: blue, symbol: headquarters, size: brigade, role: hq}", "deployed is missing"},
	{"units.yaml", "role: hq, deployed: truck8}\n  blue-trains", "role: hq, deployed: truck8, move: ^truck9}\n  blue-trains", "have one side"},
	{"units.yaml", "role: hq, deployed: truck8}\n  blue-trains", "role: hq, deployed: truck8, arm: ^staff}\n  blue-trains", "of no arm"},
	{"units.yaml", "role: trains}\n  blue-tanks", "role: trains, deployed: ^truck8}\n  blue-tanks", "Trains have no movement"},
	{"units.yaml", "arm: infantry, deployed: ar4 tac6", "arm: ^In Fantry, deployed: ar4 tac6", "not an identifier"},
	{"units.yaml", "  lancers-1: {type: blue-tanks, name: 1 Lancers, formation: lancers}",
		"  ^lancers-1: {type: blue-tanks, name: 1 Lancers, formation: guards}", "there is no formation guards"},
	{"units.yaml", "  lancers-1: {type: blue-tanks, name: 1 Lancers, formation: lancers}",
		"  ^lancers-1: {type: blue-tanks, name: 1 Lancers, formation: rifles}", "no formation of side blue"},
	{"units.yaml", "short: HQ L, formation: lancers", "short: HQ L", "belongs to no formation"},
	{"units.yaml", "short: HQ L, formation: lancers", "short: HQ L, formation: fusiliers", "the HQ of formation fusiliers is hq-fusiliers"},
	// setup.yaml
	{"setup.yaml", "begins: blue", "begins: ^green", "no side"},
	{"setup.yaml", "teaches: blue", "teaches: ^green", "no side"},
	{"setup.yaml", "begins: blue", "begins: blue\n    visibility: ^far", "whole number from 0 to 99"},
	{"setup.yaml", "lancers: {fatigue: fresh}", "lancers: {fatigue: ^5}", "whole number from 0 to 4"},
	{"setup.yaml", "lancers: {fatigue: fresh}", "^guards: {fatigue: fresh}", "there is no formation guards"},
	{"setup.yaml", "lancers: {fatigue: fresh}", "lancers: {blocked: ^3}", "whole number from 0 to 2"},
	{"setup.yaml", "lancers: {fatigue: fresh}", "lancers: {blocked: 1, prepared: ^yes}", "4.5-6"},
	{"setup.yaml", "lancers: {fatigue: fresh}", "lancers: {tired: yes}", "unknown field"},
	{"setup.yaml", "{sappers: fusiliers,", "{^lancers-1: fusiliers,", "neither an asset nor an Independent"},
	{"setup.yaml", "{sappers: fusiliers,", "{sappers: ^rifles,", "formation rifles is of side red"},
	{"setup.yaml", "{sappers: fusiliers,", "{sappers: ^guards,", "there is no formation guards"},
	{"setup.yaml", "points: {blue: {other: 1}", "points: {^green: {other: 1}", "no side"},
	{"setup.yaml", "points: {blue: {other: 1}", "points: {blue: {other: ^few}", "whole number"},
	{"setup.yaml", "{av: 1}}\n    setup:\n", "{av: 1}}\n    states: {^nobody: {up: move}}\n    setup:\n", "there is no unit nobody"},
	{"setup.yaml", "{av: 1}}\n    setup:\n", "{av: 1}}\n    states: {hq-rifles: {up: ^move}}\n    setup:\n", "has one side"},
	{"setup.yaml", "{av: 1}}\n    setup:\n", "{av: 1}}\n    states: {rifles-1: {up: ^back}}\n    setup:\n", "no side of a counter"},
	{"setup.yaml", "{av: 1}}\n    setup:\n", "{av: 1}}\n    states: {rifles-1: {steps: ^5}}\n    setup:\n", "whole number from 1 to 4"},
	{"setup.yaml", `{at: "6.06", units: [lancers-2]}`, `{at: ^"6.08", units: [lancers-2]}`, "3 units, 1 more"},
	{"setup.yaml", "air: 1}\n      - {turn: 3", "air: ^none}\n      - {turn: 3", "whole number"},
}

func TestModule_Mistakes(t *testing.T) {
	for _, c := range mistakes {
		src := files(t)
		text, at := string(src[c.file]), ""
		if strings.Count(text, c.old) != 1 {
			t.Errorf("%s has %d times %q", c.file, strings.Count(text, c.old), c.old)
			continue
		}
		text = strings.Replace(text, c.old, c.new, 1)
		if before, _, marked := strings.Cut(text, "^"); marked {
			line := strings.Count(before, "\n") + 1
			at = fmt.Sprintf("%s:%d:%d: ", c.file, line, len(before)-strings.LastIndex(before, "\n"))
			text = strings.Replace(text, "^", "", 1)
		}
		src[c.file] = []byte(text)
		_, err := dialects().Unpack(modules.Pack(src))
		lines := strings.Split(fmt.Sprint(err), "\n")
		told := slices.ContainsFunc(lines, func(l string) bool {
			return strings.HasPrefix(l, at) && strings.Contains(l, c.want)
		})
		nowhere := at != "" && slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, ".yaml: ") })
		if err == nil || !told || nowhere {
			t.Errorf("%s with %q: told is\n%v\nwant %s%s", c.file, c.new, err, at, c.want)
		}
	}
}

// The game in miniature in the comment of Dialect can be compiled, and without a warning.
func TestDialect_Miniature(t *testing.T) {
	doc := must.Get(os.ReadFile("dialect.go"))(t)
	_, part, _ := strings.Cut(string(doc), "in a game in miniature:")
	part, _, _ = strings.Cut(part, "// Conditions lists")
	src, name := modules.Source{}, ""
	for line := range strings.Lines(part) {
		line = strings.TrimPrefix(strings.TrimPrefix(line, "//"), "\t")
		if file, is := strings.CutPrefix(strings.TrimSpace(line), "# "); is && strings.HasSuffix(file, ".yaml") {
			name = file
		} else if name != "" {
			src[name] = append(src[name], line...)
		}
	}
	d := must.Get(dialects().Unpack(modules.Pack(src)))(t)
	if own := data.Of(d); len(own.Formations) != 2 || len(own.Tables) != 2 || len(own.Victory) != 1 || len(d.Warnings) > 0 {
		t.Errorf("the game is %+v with the warnings %v", own, d.Warnings)
	}
	start := d.Scenarios[0].Own.(data.Start)
	if start.Seen != 4 || start.Units["r-1"] != (data.Doing{Steps: 2, Dropped: true}) || start.Assigned["r-2"] != "rifles" ||
		!start.Formations["rifles"].Coordinated || start.Air["blue"] != 1 || start.Points["red"].AV != 1 {
		t.Errorf("it begins with %+v", start)
	}
}

// A kind of terrain has the use that the charts give it.
func TestModule_UseOfTerrain(t *testing.T) {
	src := files(t)
	src[modules.Overlay+"charts.yaml"] = []byte("roads: {railroad: ~}\nhexsides: {railroad: {}}\n")
	_, err := dialects().Unpack(modules.Pack(src))
	const want = "overlay/charts.yaml:2:12: railroad is hexside here and road on the map"
	if err == nil || err.Error() != want {
		t.Errorf("told is %v, want %s", err, want)
	}
}

// Each key changes the data of the module or its units.
func TestModule_EachKeyActs(t *testing.T) {
	was := drill(t)
	for _, c := range []struct{ file, text string }{
		{"game.yaml", "formations: {rifles: {name: Jaeger}}"},
		{"game.yaml", "formations: {rifles: {radius: 9}}"},
		{"game.yaml", "formations: {rifles: {arty: 0}}"},
		{"game.yaml", "formations: {rifles: {support: []}}"},
		{"game.yaml", "formations: {rifles: {support: [av3/1 3 stand-off]}}"},
		{"game.yaml", "formations: {rifles: {support: [av3/1 3 light]}}"},
		{"game.yaml", "formations: {rifles: {shares: [hussars]}}"},
		{"game.yaml", "formations: {rifles: {blob: [\"14.14\"]}}"},
		{"game.yaml", "assets: {red-guns: {arty: 3}}"},
		{"game.yaml", "assets: {red-anti-tank: {support: av4/3 2}}"},
		{"game.yaml", "stacking: 3"},
		{"game.yaml", "hidden: yes"},
		{"game.yaml", "objectives: {partial: 1}"},
		{"game.yaml", "tires: [attack]"},
		{"charts.yaml", "origin: mine"},
		{"charts.yaml", "terrain: {rough: {tac: 3}}"},
		{"charts.yaml", "terrain: {rough: {terrain: no}}"},
		{"charts.yaml", "terrain: {rough: {blocking: yes}}"},
		{"charts.yaml", "terrain: {rough: {key: yes}}"},
		{"charts.yaml", "terrain: {rough: {stop: yes}}"},
		{"charts.yaml", "hexsides: {river: {truck: 3}}"},
		{"charts.yaml", "hexsides: {river: {key: yes}}"},
		{"charts.yaml", "roads: {track: {leg: 1/2}}"},
		{"charts.yaml", "roads: {track: {msr: main}}"},
		{"charts.yaml", "support: {rating: 4}"},
		{"charts.yaml", "tables: {snafu: {dice: 1}}"},
		{"charts.yaml", "tables: {snafu: {modifiers: {fresh: {n: 2}}}}"},
		{"charts.yaml", "tables: {snafu: {modifiers: {fresh: {name: rested}}}}"},
		{"charts.yaml", "tables: {snafu: {modifiers: {fresh: {when: optimal}}}}"},
		{"charts.yaml", "tables: {snafu: {modifiers: {fresh: {group: rest}}}}"},
		{"charts.yaml", "tables: {second: {breaks: [{2-6: denied, 7-12: granted}]}}"},
		{"charts.yaml", "tables: {barrage: {dice: 2}}"},
		{"charts.yaml", "tables: {barrage: {modifiers: {wood: {n: -1, when: terrain:woods}}}}"},
		{"charts.yaml", "tables: {barrage: {faces: {city: 5+}}}"},
		{"map.yaml", "victory: [\"10.11\"]"},
		{"units.yaml", "types: {red-foot: {deployed: ar4 leg4 arrow}}"},
		{"units.yaml", "types: {red-foot: {move: ar2 truck11}}"},
		{"units.yaml", "types: {red-foot: {move: ~}}"},
		{"units.yaml", "types: {red-foot: {steps: 5}}"},
		{"units.yaml", "types: {red-foot: {arm: dual}}"},
	} {
		d := drill(t, c.file, c.text+"\n")
		if fmt.Sprint(d.Own.Digest(), d.Units) == fmt.Sprint(was.Own.Digest(), was.Units) {
			t.Errorf("%s does nothing", c.text)
		}
	}
}

// Each key of another series in a module is reported once, at its place.
func TestModule_MixesSeries(t *testing.T) {
	both := dialects()
	both[scsdata.SeriesName] = scs.Series{}.Dialect()
	src := files(t)
	src["game.yaml"] = append(src["game.yaml"], "overrun: any\n"...)
	_, err := both.Unpack(modules.Pack(src))
	if err == nil || strings.Count(err.Error(), "\n") > 0 || !strings.Contains(err.Error(), `unknown field "overrun"`) {
		t.Errorf("told is %v", err)
	}
}

// The tables that an owner of a game enters lie over those of the drill, and replace the breaks as a whole.
func TestOverlay_PrintedTables(t *testing.T) {
	d := data.Of(drill(t, "charts.yaml", `origin: ~
tables:
  engagement:
    modifiers:
      hard: {n: -1, when: "against:hard", group: armour}
      breakthrough: {n: +2, when: "acting:breakthrough, not support", group: armour}
      quick: {n: unknown, when: "acting:hard", group: armour}
    breaks:
      - {when: support, 3-: f1 traffic, 4-10: -, 11+: t1 f1 / support drop}
      - {2-5: f1(against:infantry), 6-8: -, 9-11: t1, 12: unknown}
  snafu:
    modifiers: {streams: ~, optimal: {n: 2}}
  fatigue: ~
  barrage: {faces: {hard: unknown}}
support: {rating: unknown}
`))
	e := d.Tables[data.Engagement]
	with := func(hold ...string) func(string) bool {
		return func(c string) bool { return slices.Contains(hold, c) }
	}
	for _, c := range []struct {
		roll int
		hold []string
		want string
	}{
		{-2, []string{"support"}, "f1 traffic"}, {3, []string{"support"}, "f1 traffic"}, {10, []string{"support"}, "-"},
		{14, []string{"support"}, "t1 f1"}, {4, nil, "f1(against:infantry)"}, {9, nil, "t1"}, {12, nil, "unknown"},
		{15, nil, "unknown"},
	} {
		if got, _ := e.Read(c.roll, with(c.hold...)); got.Text != c.want || got.Unknown != (c.want == "unknown") {
			t.Errorf("%d with %q is %+v, want %s", c.roll, c.hold, got, c.want)
		}
	}
	names := func(hold ...string) (out []string) {
		for _, m := range e.Applies(with(hold...)) {
			out = append(out, fmt.Sprintf("%s %+d %t", m.Name, m.N, m.Unknown))
		}
		return out
	}
	if got := names("against:hard", "acting:breakthrough"); !slices.Equal(got, []string{"breakthrough +2 false"}) {
		t.Errorf("of a group count %q", got)
	}
	if got := names("against:hard", "acting:breakthrough", "support"); !slices.Equal(got, []string{"hard -1 false"}) {
		t.Errorf("with Support count %q", got)
	}
	if got := names("against:hard", "acting:breakthrough", "acting:hard"); !slices.Equal(got, []string{"quick +0 true"}) {
		t.Errorf("of a group with an unknown modifier count %q", got)
	}
	if got := names("acting:hard"); !slices.Equal(got, []string{"quick +0 true"}) {
		t.Errorf("an unknown modifier is %q", got)
	}
	if got := d.Tables[data.Snafu].Modifiers; len(got) != 8 || got[1].N != 2 || len(d.Tables[data.Snafu].Breaks) != 1 {
		t.Errorf("SNAFU has the modifiers %+v", got)
	}
	if f := d.Tables[data.Barrage].Faces; !f["hard"].Unknown || f["hard"].Has(6) || !f["other"].Has(5) {
		t.Errorf("barrage has %+v", f)
	}
	if d.Tables[data.Fatigue] != nil || d.Title != "" || d.Support.Rating >= 0 {
		t.Errorf("left are fatigue %+v, title %q and rating %d", d.Tables[data.Fatigue], d.Title, d.Support.Rating)
	}
}

// A copy of the drill without tables is still a game. Its Guesses name each table that it lacks.
func TestGuesses_NameMissingTables(t *testing.T) {
	d := drill(t, "charts.yaml", "tables: ~\nsupport: ~\norigin: ~\n")
	var got []string
	for _, g := range d.Own.Guesses(d) {
		if !g.Missing || g.In != modules.InCharts {
			t.Errorf("%s is missing %t in %q", g.What, g.Missing, g.In)
		}
		got = append(got, g.What)
	}
	want := []string{"table snafu", "table second", "table fatigue", "table engagement", "table combat", "table barrage",
		"the Action Rating of Support"}
	if !slices.Equal(got, want) {
		t.Errorf("missing are %q, want %q", got, want)
	}
	for _, name := range data.TableNames() {
		if data.Of(d).Tables[name] != nil {
			t.Errorf("the table %s is there", name)
		}
	}
	own := drill(t)
	for _, g := range own.Own.Guesses(own) {
		if g.Missing || !strings.Contains(g.What, "our own tables") {
			t.Errorf("of the drill: %q, missing %t", g.What, g.Missing)
		}
	}
}

// A table in which something is unknown counts as missing. Its Guess says if only some of the table is unknown.
func TestGuesses_NameWhatIsUnknown(t *testing.T) {
	d := drill(t, "charts.yaml", `origin: ~
tables:
  snafu: {breaks: [{2-12: unknown}]}
  second: {modifiers: ~, breaks: [{2-12: unknown}]}
  barrage: {faces: {hard: unknown}}
`)
	var got []string
	for _, g := range d.Own.Guesses(d) {
		if !g.Missing {
			t.Errorf("%s is not missing", g.What)
		}
		got = append(got, g.What)
	}
	if want := []string{"what is unknown of table snafu", "table second", "what is unknown of table barrage"}; !slices.Equal(
		got, want) {
		t.Errorf("missing are %q, want %q", got, want)
	}
}

// The blank tables can be laid over the drill as they are: then every result is unknown.
func TestBlank_LiesOverTheDrill(t *testing.T) {
	text := "tables:\n"
	for _, name := range data.TableNames() {
		text += "  " + name + ":\n    " + strings.ReplaceAll(strings.TrimSpace(data.Blank(name)), "\n", "\n    ") + "\n"
	}
	d := data.Of(drill(t, "charts.yaml", text))
	for _, name := range data.TableNames() {
		table := d.Tables[name]
		if name == data.Barrage {
			for row, f := range table.Faces {
				if !f.Unknown {
					t.Errorf("%s has faces", row)
				}
			}
			continue
		}
		for roll := -3; roll < 20; roll++ {
			if r, ok := table.Read(roll, noneHolds); !ok || !r.Unknown {
				t.Errorf("%s at %d is %+v", name, roll, r)
			}
		}
		for _, m := range table.Modifiers {
			if !m.Unknown {
				t.Errorf("%s: the modifier %s is %d", name, m.Name, m.N)
			}
		}
	}
	for _, g := range d.Guesses(nil) {
		if ofTable := strings.HasPrefix(g.What, "table "); ofTable != g.Missing || ofTable && strings.Contains(g.What, ",") {
			t.Errorf("%q, missing %t", g.What, g.Missing)
		}
	}
	if n := len(d.Tables[data.CombatT].Modifiers); n < 20 {
		t.Errorf("combat has %d modifiers", n)
	}
}

// A case's row replaces that of the charts, but for costs that it leaves out; the scale follows.
func TestSetTerrain(t *testing.T) {
	set := func(kind, text string) (*data.Data, error) {
		n, err := node(text)
		must.Do(t, err)
		e, err := data.ReadEffects(n)
		if err != nil {
			return nil, err
		}
		d, err := drill(t).With(modules.Edit{Own: edited(func(ed *modules.Editor) {
			data.Of(ed.Def).SetTerrain(ed, kind, e)
		})})
		if err != nil {
			return nil, err
		}
		return data.Of(d), nil
	}
	d, err := set("woods", "{tac: 0.25, truck: P, leg: 2, key: true, stop: true}")
	must.Do(t, err)
	if want := (data.Row{Cost: [3]int{1, data.Closed, 8}, Use: "terrain", Key: true, Stop: true}); d.Terrain["woods"] != want ||
		d.Scale != 4 || d.Terrain["primary"].Cost != [3]int{2, 2, 4} || d.Terrain["railroad"].Cost[0] != data.NoCost {
		t.Errorf("woods are %+v of scale %d, a primary road %+v", d.Terrain["woods"], d.Scale, d.Terrain["primary"])
	}
	if d, err = set("woods", "{key: true}"); err != nil || d.Terrain["woods"].Cost != [3]int{6, data.Closed, 4} {
		t.Errorf("woods without costs: %v", err)
	}
	for text, want := range map[string]string{"{tac: fast}": "expected a number", "{tac: 99}": "more than any unit has",
		"{height: 3}": "unknown key height", "{key: 1}": "expected true or false"} {
		if _, err := set("woods", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := set("woods", "{tac: 0}"); err == nil || !strings.Contains(err.Error(), "woods costs something") {
		t.Errorf("woods for nothing: %v", err)
	}
	if d, err = set("river", "{tac: 0, key: true}"); err != nil || d.Terrain["river"].Cost != [3]int{0, data.Closed, 2} {
		t.Errorf("a river that adds nothing: %v", err)
	}
	for kind, want := range map[string]string{"sand": "no terrain chart", "river": "river is a hexside"} {
		if _, err := set(kind, "{tac: 1, blocking: true}"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

type edited func(*modules.Editor)

func (e edited) Make(ed *modules.Editor) { e(ed) }
