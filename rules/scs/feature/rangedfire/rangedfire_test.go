package rangedfire_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/catalogue"
	"grognard/render"
	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/dice"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/rulebook"
	"grognard/rules/standing"
	"grognard/rules/view"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

const games = "testdata/modules"

// gunnery is the game of the tests.
func gunnery(t *testing.T) *modules.Definition {
	t.Helper()
	own, err := adjudicate.Games(games)
	if err != nil || len(own.Games) != 1 {
		t.Fatalf("%d games: %v", len(own.Games), err)
	}
	return own.Games[0]
}

// beside is the game for cases, with its book.
func beside(t *testing.T) adjudicate.Beside {
	t.Helper()
	text := must.Get(os.ReadFile(games + "/gunnery/rulebook.txt"))(t)
	book := must.Get(rulebook.Parse("gunnery", string(text)))(t)
	return adjudicate.Beside{Games: []*modules.Definition{gunnery(t)}, Books: []rulebook.Book{book}}
}

// TestCoverage: each paragraph of the game's book has a case that passes, and each that can refuse an order refuses one.
func TestCoverage(t *testing.T) {
	var gaps strings.Builder
	beside(t).Coverage(&gaps, false, games+"/gunnery/cases")
	for gap := range strings.Lines(gaps.String()) {
		t.Error(gap)
	}
}

// edited loads the game after replacing a text in one file.
func edited(t *testing.T, file, old, replacement string) (*modules.Definition, error) {
	t.Helper()
	in := fstest.MapFS{}
	names := must.Get(filepath.Glob(games + "/gunnery/*.yaml"))(t)
	for _, name := range names {
		text := must.Get(os.ReadFile(name))(t)
		if filepath.Base(name) == file {
			if !bytes.Contains(text, []byte(old)) {
				t.Fatalf("%s has no %s", file, old)
			}
			text = bytes.Replace(text, []byte(old), []byte(replacement), 1)
		}
		in[filepath.Base(name)] = &fstest.MapFile{Data: text}
	}
	d, _, err := rules.Modules().Folder(modules.Folder{ID: "gunnery", Where: "own/gunnery", Files: in})
	return d, err
}

// TestTwoDice: a table can be read with two dice.
func TestTwoDice(t *testing.T) {
	text := must.Get(os.ReadFile(games + "/gunnery/charts.yaml"))(t)
	_, table, _ := strings.Cut(string(text), "ranged-fire:\n")
	d, err := edited(t, "charts.yaml", table, `  dice: 2d6
  columns: [1]
  rows: {2: [D], 3: ["-"], 4: ["-"], 5: ["-"], 6: ["-"], 7: ["-"], 8: ["-"], 9: ["-"], 10: ["-"], 11: ["-"], 12: [K]}
`)
	must.Do(t, err)
	for _, c := range []struct {
		faces []int
		want  string
	}{{[]int{1, 1}, "D"}, {[]int{1, 2}, "-"}, {[]int{6, 6, 1, 1}, "K"}} {
		_, told := fires(t, begin(t, d, map[order.UnitID]string{"r-3-inf": "5.03"}), "5.03",
			&dice.Script{Faces: c.faces}, "b-1-art")
		if r := told.Public()[0].Reckoned; r == nil || r.Roll != c.faces[0]+c.faces[1] || r.Result != c.want {
			t.Errorf("%v: %+v, want %s", c.faces, r, c.want)
		}
	}
}

// TestBadInput: each error in a module is reported with file, line and column.
func TestBadInput(t *testing.T) {
	const game, charts, units = "game.yaml", "charts.yaml", "units.yaml"
	for name, c := range map[string]struct{ file, old, replacement, want string }{
		"a strength that is no number": {units, "barrage: 12-4", "barrage: x-4",
			`units.yaml:3:100: "x-4" is not strength-range`},
		"a range that is no number": {units, "barrage: 12-4", "barrage: 12-far",
			`units.yaml:3:100: "12-far" is not strength-range`},
		"no range": {units, "barrage: 12-4", "barrage: 12",
			`units.yaml:3:100: "12" is not strength-range`},
		"a range of nothing": {units, "barrage: 12-4", "barrage: 12-0",
			`units.yaml:3:100: "12-0" is not strength-range`},
		"a reduced side that is not there": {units, "full: 1-1-5, barrage: 4-5",
			"full: 1-1-5, barrage: 4-5, reduced-barrage: 2-5", "units.yaml:4:106: the type has no reduced side"},
		"a reduced barrage alone": {units, "full: 6-7-4, reduced: 3-4-4",
			"full: 6-7-4, reduced: 3-4-4, reduced-barrage: 2-5", "a reduced-barrage needs a barrage"},
		"a throw of three dice": {charts, "dice: 1d6", "dice: 3d6", `charts.yaml:30:9: "3d6" is no dice`},
		"columns that go down": {charts, "[1, 5, 11]", "[1, 5, 4]",
			"charts.yaml:31:19: the columns of ranged fire go up: 4 comes after 5"},
		"a column that is no number": {charts, "[1, 5, 11]", "[1, five, 11]",
			`charts.yaml:31:16: "five" is not a whole number`},
		"a row too short": {charts, `1: ["-", "-", D]`, `1: ["-", D]`,
			"charts.yaml:33:5: the row has 2 results for 3 columns"},
		"a roll without a row": {charts, `    4: [D,   "1", D1]`, "",
			"charts.yaml:30:9: the table of ranged fire has no row for a roll of 4"},
		"a row without a roll": {charts, `6: [D1,  K,   D2]`, `7: [D1,  K,   D2]`,
			`charts.yaml:38:5: "7" is not a roll of 1d6`},
		"a table by one die for two": {charts, "dice: 1d6", "dice: 2d6",
			`charts.yaml:33:5: "1" is not a roll of 2d6`},
		"a result that nobody knows": {charts, `6: [D1,  K,   D2]`, `6: [D1,  X,   D2]`,
			`charts.yaml:38:14: "X" is not a result of ranged fire: -, D, 1, 2, D1, D2, K, DK`},
		"a shift that is no number": {charts, "ranged-fire: -1}", "ranged-fire: much}",
			`charts.yaml:4:68: "much" is not a whole number`},
		"a mark that is not there": {game, "ranged-fire: {mark: dg}", "ranged-fire: {mark: shaken}",
			"game.yaml:25:21: \"shaken\" is no mark of this game"},
		"a D without a mark": {game, "ranged-fire: {mark: dg}", "",
			"charts.yaml:33:19: the result D needs a mark of ranged fire in game.yaml"},
		"no paragraph for the spotter": {game, `, spotting: "2.2"`, "",
			"game.yaml:15:10: ranged-fire needs the game's own paragraphs under rules"},
		"a phase and no paragraphs": {game, `rules: {ranged-fire: "2.1", spotting: "2.2"}`, "rules: {}",
			"game.yaml:15:10: ranged-fire needs the game's own paragraphs under rules"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := edited(t, c.file, c.old, c.replacement); err == nil ||
				!strings.Contains(err.Error(), "own/gunnery/") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %s, got %v", c.want, err)
			}
		})
	}
}

// TestKeysWithoutTheRule: a game without the rule cannot use its keys, and one with it needs all of them.
func TestKeysWithoutTheRule(t *testing.T) {
	const game, table = "phases: {blue: [barrage, supply], red: [supply]}\nrules: {ranged-fire: \"2.1\", spotting: \"2.2\"}\n",
		"ranged-fire: {dice: 1d6}\n"
	for name, c := range map[string]struct{ file, text, want string }{
		"guns": {"units.yaml", "types: {blue-infantry: {barrage: 12-4}}\n",
			"units.yaml:1:34: barrage is for ranged fire, which the game does not have"},
		"a shift": {"charts.yaml", "terrain: {blue: {swamp: {ranged-fire: -1}}}\n",
			"charts.yaml:1:39: ranged-fire shifts the column of ranged fire, which the game does not have"},
		"a mark": {"game.yaml", "ranged-fire: {mark: oos}\n",
			"game.yaml:1:21: a mark of ranged fire, which the game does not have"},
		"a table": {"charts.yaml", table, "charts.yaml:1:21: a table of ranged fire, which the game does not have"},
		"no phase": {"game.yaml", "rules: {ranged-fire: \"2.1\", spotting: \"2.2\"}\n",
			"game.yaml: ranged fire needs a phase in which a side fires: barrage or defensive-barrage"},
		"all but the table": {"game.yaml", game, "game.yaml:1:17: the table of ranged fire is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := rules.Modules().Folder(modules.Folder{ID: "drill", Where: "own/drill",
				Files: fstest.MapFS{c.file: {Data: []byte(c.text)}}})
			if err == nil || !strings.Contains(err.Error(), "own/drill/"+c.want) {
				t.Errorf("want %s, got %v", c.want, err)
			}
		})
	}
}

// begun begins the game of the tests, with some units elsewhere than in the set-up.
func begun(t *testing.T, elsewhere map[order.UnitID]string) *rules.Match {
	t.Helper()
	return begin(t, gunnery(t), elsewhere)
}

// begin begins a game with some units elsewhere than in the set-up.
func begin(t *testing.T, d *modules.Definition, elsewhere map[order.UnitID]string) *rules.Match {
	t.Helper()
	pos := must.Get(rules.Setup(d, ""))(t)
	for i, u := range pos.Units {
		if h, ok := elsewhere[u.ID]; ok {
			pos.Units[i].At = at(t, h)
		}
	}
	m := must.Get(rules.New(d, pos))(t)
	rec := must.Get(m.Begin(nil))(t)
	must.Get(m.Apply(1, rec))(t)
	return m
}

func at(t *testing.T, s string) hex.Hex {
	t.Helper()
	return must.Get(hex.Parse(s))(t)
}

// fires gives an order to fire, and returns its record in the log and what is told of it.
func fires(t *testing.T, m *rules.Match, target string, roller dice.Roller,
	units ...order.UnitID) (logged []byte, told view.Account) {
	t.Helper()
	o := order.Order{Verb: "barrage"}.WithHexes("target", at(t, target)).WithUnits("units", units...)
	rec := must.Get(m.Decide("blue", o, roller))(t)
	logged = must.Get(json.Marshal(rec))(t)
	told = must.Get(m.Apply(m.Seq()+1, rec))(t)
	return logged, told
}

// TestRecord: the log says which strengths, table, column and shift led to a result.
func TestRecord(t *testing.T) {
	logged, told := fires(t, begun(t, nil), "7.06", &dice.Script{Faces: []int{3}}, "b-1-art", "b-2-art")
	for _, want := range []string{`"by":"sum"`, `"table":"ranged-fire"`, `"hex":"7.06"`, `"column":"1"`, `"shift":-2`,
		`"roll":3`, `"result":"D"`,
		`{"unit":"b-1-art","n":12,"rule":"gunnery 2.1","label":"barrage"}`,
		`{"unit":"b-2-art","n":12,"rule":"gunnery 2.1","label":"barrage"}`,
		`{"shift":-2,"rule":"gunnery 2.1","label":"city"}`, `"for":"ranged fire"`} {
		if !bytes.Contains(logged, []byte(want)) {
			t.Errorf("no %s in\n%s", want, logged)
		}
	}
	var from [][]hex.Hex
	for _, l := range told.Public() {
		for _, f := range l.Forms {
			from = append(from, f.Hexes)
		}
	}
	if want := [][]hex.Hex{{at(t, "6.06"), at(t, "7.06")}, {at(t, "5.04"), at(t, "7.06")}}; !reflect.DeepEqual(from,
		want) {
		t.Errorf("lines of fire are %v, want %v", from, want)
	}
}

// TestEndOfThePhase: ending the phase warns of guns that can still fire.
func TestEndOfThePhase(t *testing.T) {
	m := begun(t, nil)
	end := order.Order{Verb: "end"}
	warned := func() string {
		for _, w := range m.Warnings("blue", end) {
			if w.Text.ID == "warn.could-fire" {
				return w.Text.String()
			}
		}
		return ""
	}
	if before := warned(); !strings.Contains(before, "b-1-art") || !strings.Contains(before, "b-1-rkt") ||
		strings.Contains(before, "b-1-inf") {
		t.Errorf("before anybody fires: %s", before)
	}
	fires(t, m, "7.06", &dice.Script{Faces: []int{1}}, "b-1-art", "b-2-art")
	if after := warned(); strings.Contains(after, "b-1-art") || !strings.Contains(after, "b-1-rkt") {
		t.Errorf("after the guns have fired: %s", after)
	}
}

// TestTargets: what the guns can still do names the hexes that an order to fire begins with, not those of the guns.
func TestTargets(t *testing.T) {
	m := begun(t, nil)
	targets := func() (hexes []hex.Hex) {
		for _, task := range m.View("blue").Board().Tasks {
			if task.Verb == "barrage" {
				hexes = append(hexes, task.Hexes...)
			}
		}
		return hexes
	}
	before := targets()
	for _, h := range before {
		if _, err := m.Offer("blue", "barrage", []view.Pick{{Hex: h}}); err != nil {
			t.Errorf("%s is named: %v", h, err)
		}
	}
	if !slices.Contains(before, at(t, "7.06")) || !slices.Contains(before, at(t, "7.03")) {
		t.Errorf("the targets are %v", before)
	}
	fires(t, m, "7.06", &dice.Script{Faces: []int{3}}, "b-1-art")
	if after := targets(); slices.Contains(after, at(t, "7.06")) {
		t.Errorf("after the fire at 7.06 the targets are %v", after)
	}
}

// TestIdle: the phase is idle when everybody can see that no gun can fire in it. A hidden unit is
// assumed to be the gun of its side with the longest range.
func TestIdle(t *testing.T) {
	away := map[order.UnitID]string{"b-1-inf": "4.06", "b-1-art": "4.06", "b-2-inf": "4.03"}
	armour := maps.Clone(away)
	armour["b-1-arm"] = "9.04"
	for name, c := range map[string]struct {
		elsewhere map[order.UnitID]string
		idle      bool
	}{
		"as they are set up":                {nil, false},
		"nobody spots":                      {away, true},
		"armour spots, and guns lie hidden": {armour, false},
		"a hidden unit might fire five hexes": {map[order.UnitID]string{"b-1-inf": "4.06", "b-1-art": "4.06",
			"b-1-arm": "4.03", "b-2-art": "4.02", "b-2-inf": "2.03", "r-1-inf": "12.08", "r-1-art": "12.08",
			"r-2-inf": "12.01", "r-1-rkt": "12.01", "b-3-inf": "9.08", "b-1-rkt": "9.08", "r-3-inf": "9.07"}, false},
		"but no farther": {map[order.UnitID]string{"b-1-inf": "2.06", "b-1-art": "2.06", "b-1-arm": "3.03",
			"b-2-art": "3.03", "b-2-inf": "2.03", "b-1-rkt": "1.03", "r-1-inf": "12.08", "r-1-art": "12.08",
			"r-2-inf": "12.01", "r-1-rkt": "12.01", "b-3-inf": "10.05"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, idle := begun(t, c.elsewhere).Idle(); idle != c.idle {
				t.Errorf("idle is %v", idle)
			}
		})
	}
}

// TestPictures: the picture shows the lines of fire, the burst, and the ratings of guns on their counters.
func TestPictures(t *testing.T) {
	m := begun(t, nil)
	_, town := fires(t, m, "7.06", &dice.Script{Faces: []int{3}}, "b-1-art", "b-2-art")
	_, wood := fires(t, m, "7.03", &dice.Script{}, "b-1-rkt")
	words := must.Get(catalogue.New(nil))(t)
	painter := must.Get(render.New(words.In(catalogue.Default)))(t)
	fire, err := render.Draw(painter, m.Public().After(town, wood), render.Paper(),
		render.Options{Part: hex.Part{Around: at(t, "6.04"), Radius: 3}, HexSize: 72})
	must.Do(t, err)
	golden(t, "fire.png", fire.PNG())
	gun := must.Get(render.DrawUnit(painter, m.Public(), render.Paper(), "b-1-art"))(t)
	golden(t, "gun.png", gun.PNG())
}

// golden compares a picture with the stored one, pixel by pixel.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", "pictures", name)
	if *update {
		must.Do(t, os.WriteFile(file, got, 0o644))
		return
	}
	want := must.Get(os.ReadFile(file))(t)
	a, errA := png.Decode(bytes.NewReader(got))
	b, errB := png.Decode(bytes.NewReader(want))
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%s looks different; look at it and renew it with -update", file)
	}
}

// TestStandingAnswersTakeLosses: standing answers take the losses of fire for a player who is away.
func TestStandingAnswersTakeLosses(t *testing.T) {
	m := begun(t, nil)
	fires(t, m, "7.03", &dice.Script{Faces: []int{4}}, "b-1-art")
	due := m.Public().Board().Due
	if due == nil || due.Side != "red" || due.Kind != "losses" || due.N != 1 {
		t.Fatalf("owed is %+v", due)
	}
	if a, ok := m.Answer("red", standing.Answers{Set: "flexible"}); !ok || len(a.Order.Units("units")) != 1 ||
		a.Order.Units("units")[0] != "r-2-inf" {
		t.Errorf("%+v", a)
	}
}
