package modules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/scs/data"
)

// games reads modules of all series that the program plays.
func games() modules.Dialects { return rules.Modules() }

// ford returns the module in the comment of scs.Series, so that the comment stays correct.
func ford(t testing.TB) modules.Source {
	return commented(t, "../scs/scs.go", "// A whole game in miniature", "// and how it is used")
}

// featured returns ford with an optional rule laid over it, as the rule's package comment shows it.
func featured(t testing.TB, feature string) modules.Source {
	src := ford(t)
	for name, text := range commented(t, "../scs/feature/"+feature+"/"+feature+".go", "// Package "+feature,
		"package "+feature) {
		src[modules.Overlay+name] = text
	}
	return src
}

// Every feature shows in its package comment how the small game uses it.
func TestEveryFeatureInMiniature(t *testing.T) {
	folders, err := filepath.Glob("../scs/feature/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("%d features: %v", len(folders), err)
	}
	for _, folder := range folders {
		name := filepath.Base(folder)
		if _, err := games().Unpack(modules.Pack(featured(t, name))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// commented reads the files in a part of a comment.
func commented(t testing.TB, file, from, to string) modules.Source {
	t.Helper()
	doc := must.Get(os.ReadFile(file))(t)
	_, part, begins := strings.Cut(string(doc), from)
	part, _, ends := strings.Cut(part, to)
	src, name := modules.Source{}, ""
	head := regexp.MustCompile(`^# (\w+\.yaml)`)
	for line := range strings.Lines(part) {
		code, ok := strings.CutPrefix(line, "//\t")
		if m := head.FindStringSubmatch(code); m != nil {
			name = m[1]
		}
		if ok && name != "" {
			src[name] = append(src[name], code...)
		}
	}
	if !begins || !ends || len(src) == 0 {
		t.Fatalf("the comment in %s holds no module after %q", file, from)
	}
	return src
}

// load reads a module that ships with the program.
func load(t testing.TB, id string) *modules.Definition {
	t.Helper()
	return must.Get(games().Load(id))(t)
}

// filesOf reads the files of a module that ships with the program.
func filesOf(t testing.TB, id string) modules.Source {
	t.Helper()
	return must.Get(modules.Files(id))(t)
}

// unpack compiles the files of a module.
func unpack(t testing.TB, src modules.Source) *modules.Definition {
	t.Helper()
	return must.Get(games().Unpack(modules.Pack(src)))(t)
}

// replaceIn replaces the first old in a file of a module, which must have it.
func replaceIn(t testing.TB, src modules.Source, file, old, replacement string) {
	t.Helper()
	text := string(src[file])
	if !strings.Contains(text, old) {
		t.Fatalf("%s has no %q", file, old)
	}
	src[file] = []byte(strings.Replace(text, old, replacement, 1))
}

// refused checks that files are refused as a module, with a finding that contains want.
func refused(t testing.TB, src modules.Source, want string) {
	t.Helper()
	if _, err := games().Unpack(modules.Pack(src)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("want %q, got %v", want, err)
	}
}

// facts are values with what they should be, by what they are of.
type facts map[string]struct{ got, want any }

// hold checks each fact in a subtest.
func (all facts) hold(t *testing.T) {
	t.Helper()
	for what, f := range all {
		t.Run(what, func(t *testing.T) {
			if !reflect.DeepEqual(f.got, f.want) {
				t.Errorf("%+v, want %+v", f.got, f.want)
			}
		})
	}
}

func hx(t testing.TB, s string) hex.Hex {
	t.Helper()
	return must.Get(hex.Parse(s))(t)
}

func side(t testing.TB, s string) hex.Side {
	t.Helper()
	return must.Get(hex.ParseSide(s))(t)
}

func TestThePackageCommentIsAModule(t *testing.T) {
	d := unpack(t, ford(t))
	blue, b1, r1 := data.Of(d).Charts["blue"], data.UnitOf(d.Units["b-1"]), d.Units["r-1"]
	mark, _ := d.Mark("oos")
	oos, _ := mark.Own.(data.Impact)
	sc, _ := d.Scenario("")
	facts{
		"parts of a point, for the road costs half a one": {data.Of(d).Scale, 2},
		"cost of open ground":                             {blue["open"].Move, 2},
		"cost of woods":                                   {blue["woods"].Move, 4},
		"cost of the river":                               {blue["river"].Move, 2},
		"cost of the road":                                {blue["road"].Move, 1},
		"attacks over the river":                          {blue["river"].Attack, chart.Frac(1, 2)},
		"a hex with terrain of its own":                   {d.Kinds(hx(t, "2.01")), []string{"woods"}},
		"a hex that is not named":                         {d.Kinds(hx(t, "3.03")), []string{"open"}},
		"the brook, named the other way":                  {d.Borders[side(t, "2.01/1.02")], []string{"river"}},
		"the road, named the other way":                   {d.Roads[side(t, "2.03/2.02")], []string{"road"}},
		"a hex from side to side":                         {d.Across, geography.Length{Tenths: 75, Unit: "miles"}},
		"the first day":                                   {d.FirstDay, "1941-06-22"},
		"days of a turn":                                  {d.TurnDays, 3},
		"steps of a unit with two sides":                  {b1.Steps, 2},
		"its full side":                                   {b1.Full, data.Values{Attack: 4, Defence: 4, Move: 5}},
		"its reduced attack":                              {b1.Reduced.Attack, 2},
		"steps of a unit with one side":                   {r1.Steps, 1},
		"its side":                                        {r1.Side, order.Side("red")},
		"its name":                                        {r1.Name, "1 Mil Bde"},
		"attacks with the mark":                           {oos.Attack.Zero(), true},
		"defence with the mark":                           {oos.Defence, chart.Frac(1, 2)},
		"movement with the mark":                          {oos.Movement, chart.Whole(1)},
		"the mark takes away the zone":                    {oos.NoZone, false},
		"turns of the scenario":                           {sc.Turns, 4},
		"groups of its set-up":                            {len(sc.Setup), 2},
		"the hex of the first":                            {sc.Setup[0].At, hx(t, "2.03")},
	}.hold(t)
}

// Terrain under hexes replaces that of the land; a hex without kinds is ground.
func TestHexesLieOverLand(t *testing.T) {
	src := ford(t)
	replaceIn(t, src, "map.yaml", `{"2.01": [woods]}`, `{"2.01": [woods], "3.01": []}`)
	d := unpack(t, src)
	for h, want := range map[string]string{"1.01": "[woods]", "2.01": "[woods]", "3.01": "[open]", "2.03": "[open]"} {
		if got := fmt.Sprint(d.Kinds(hx(t, h))); got != want {
			t.Errorf("%s is %s, want %s", h, got, want)
		}
	}
}

// The page for owners lists every symbol.
func TestReadmeListsTheSymbols(t *testing.T) {
	page := must.Get(os.ReadFile("README.md"))(t)
	for _, s := range games()[scs.Series{}.Name()].Symbols() {
		if !strings.Contains(string(page), "`"+s+"`") {
			t.Errorf("README.md lacks the symbol %s", s)
		}
	}
}
