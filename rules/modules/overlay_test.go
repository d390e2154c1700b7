package modules_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules/geography"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/scs/data"
)

// laid is an operator's folder with these files: name, text, name, text …
func laid(id string, files ...string) modules.Folder {
	in := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		in[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return modules.Folder{ID: id, Where: "own/" + id, Files: in}
}

func mustLoad(t testing.TB, f modules.Folder) (*modules.Definition, []byte) {
	t.Helper()
	d, blob, err := games().Folder(f)
	must.Do(t, err)
	return d, blob
}

// Keys merge at every depth; scalars and lists replace; ~ removes; a key without a value changes nothing.
func TestOverlayMerges(t *testing.T) {
	drill := load(t, "drill")
	d, _ := mustLoad(t, laid("drill", "game.yaml", "title: Another Drill\nmarks:\nstacking: {limit: 4}\n",
		"units.yaml", `types:
  blue-infantry: {full: 9-9-9, reduced: ~}
  blue-guards: {side: blue, symbol: infantry, size: division, full: 7-7-7}
  red-infantry:
units:
  b-1-inf: {type: blue-guards}
  b-1-mil: {name: Home Guard}
`,
		"charts.yaml", "terrain: {blue: {mud: {move: 4}}, red: {mud: {move: 3}}}\ncombat: {rows: {\"7\": [A1, A1, A1, A1, A1, A1, A1, A1]}}\n",
		"map.yaml", "across: 3 km\nhexes: {\"10.10\": [mud]}\nsupply: {blue: [\"1.01\"]}\n",
		"notes.txt", "not for the program"))
	for what, ok := range map[string]bool{
		"a scalar": d.Title == "Another Drill" && data.Of(d).Stacking.Limit == 4,
		"a key beside it": d.Turns == drill.Turns &&
			reflect.DeepEqual(data.Of(d).Stacking.Phases, data.Of(drill).Stacking.Phases),
		"nothing behind a key": reflect.DeepEqual(d.Marks, drill.Marks) &&
			reflect.DeepEqual(d.Units["r-1-inf"], drill.Units["r-1-inf"]),
		"a type":            data.UnitOf(d.Units["b-2-inf"]).Full == data.Values{Attack: 9, Defence: 9, Move: 9},
		"a side taken away": d.Units["b-2-inf"].Steps == 1 && drill.Units["b-2-inf"].Steps == 2,
		"a new type":        d.Units["b-1-inf"].Type == "blue-guards" && d.Units["b-1-inf"].Name == "1 Infantry",
		"a name": d.Units["b-1-mil"].Name == "Home Guard" &&
			data.UnitOf(d.Units["b-1-mil"]).Full == data.UnitOf(drill.Units["b-1-mil"]).Full,
		"others as they were": reflect.DeepEqual(d.Units["r-1-arm"], drill.Units["r-1-arm"]) &&
			len(d.Units) == len(drill.Units),
		"a row of a chart": data.Of(d).Charts["red"]["mud"].Move == 3*data.Of(d).Scale &&
			reflect.DeepEqual(data.Of(d).Charts["red"]["open"], data.Of(drill).Charts["red"]["open"]),
		"a row of the table": data.Of(d).Combat.Rows[7][7].String() == "A1" &&
			reflect.DeepEqual(data.Of(d).Combat.Rows[8], data.Of(drill).Combat.Rows[8]),
		"a hex": slices.Equal(d.Kinds(hx(t, "10.10")), []string{"mud"}) &&
			slices.Equal(d.Kinds(hx(t, "10.11")), []string{"open"}),
		"a length": d.Across == geography.Length{Tenths: 30, Unit: "km"} &&
			drill.Across == geography.Length{},
		"a list": slices.Equal(d.Sources["blue"], []modules.SupplySource{{Hex: hx(t, "1.01")}}) &&
			len(d.Sources["red"]) == 20,
		"the order of the game's": reflect.DeepEqual(d.Scenarios, drill.Scenarios),
		"a hash of its own":       d.Hash != drill.Hash,
	} {
		if !ok {
			t.Errorf("%s is not as it should be", what)
		}
	}
}

// A module does not change when it is laid over itself, nor under files with only comments.
func TestOverlayThatChangesNothing(t *testing.T) {
	for _, id := range modules.Embedded() {
		d := load(t, id)
		files := filesOf(t, id)
		var same, empty []string
		for _, name := range slices.Sorted(maps.Keys(files)) {
			same = append(same, name, string(files[name]))
			empty = append(empty, name, "# to be filled in\n")
		}
		for how, f := range map[string]modules.Folder{"itself": laid(id, same...), "comments": laid(id, empty...),
			"with a byte order mark": laid(id, "game.yaml", "\ufefftitle: "+d.Title),
			"lines of Windows":       laid(id, "game.yaml", "title:\r\n  "+d.Title+"\r\n")} {
			over, _ := mustLoad(t, f)
			if !over.Origin.Overlaid || d.Origin.Overlaid || len(over.Origin.Differences)+len(d.Origin.Differences) > 0 {
				t.Errorf("%s under %s does not say that it is an overlay that changes nothing: %+v", id, how, over.Origin)
			}
			over.Hash, over.Origin = d.Hash, d.Origin
			if !reflect.DeepEqual(d, over) {
				t.Errorf("%s under %s is another game", id, how)
			}
		}
	}
}

// A mistake is reported where it is: in the overlay, or in a shipped file that needs what the overlay has removed.
func TestOverlayFindings(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"units.yaml", "types:\n  red-armour: {full: 8-6}",
			`own/drill/units.yaml:2:22: "8-6" is not attack-defence-movement`},
		{"units.yaml", "typos: {}", `own/drill/units.yaml:1:1: unknown field "typos"`},
		{"units.yaml", "types:\n  red-armour: {ful: 8-6-8, siz: x}", `own/drill/units.yaml:2:28: unknown field "siz"`},
		{"units.yaml", "types:\n  red-armour: [8-6-8]",
			"own/drill/units.yaml:2:15: here should stand keys with values, not a list"},
		{"units.yaml", "- types", "own/drill/units.yaml:1:1: here should stand keys with values, not a list"},
		{"units.yaml", "types: {", "own/drill/units.yaml:1:8: "},
		{"units.yaml", "types: {a: {side: red}, a: {side: red}}", "own/drill/units.yaml:1:25: "},
		{"units.yaml", "units: {b-9-inf: {type: blue-infantry, name: 9 Infantry}}",
			"own/drill/units.yaml:1:9: unit b-9-inf is in no scenario"},
		{"units.yaml", "units: {b-1-inf: {type: no-such}}", `own/drill/units.yaml:1:25: "no-such" is no type of unit`},
		{"units.yaml", "units:\n  b-9-inf: ~", "own/drill/units.yaml:2:3: there is no b-9-inf here to take away"},
		// An overlay that renames a unit: the set-up that ships knows only the old name.
		{"units.yaml", "units:\n  b-1-inf: ~\n  b-9-inf: {type: blue-infantry, name: 1 Infantry}",
			"embedded drill/setup.yaml:8:32: there is no unit b-1-inf, with what own/drill changes"},
		{"map.yaml", `hexes: {"30.30": [open]}`, "own/drill/map.yaml:1:9: hex 30.30 is not on the map"},
		{"map.yaml", `hexes: {"10.10": [quicksand]}`, `own/drill/map.yaml:1:19: "quicksand" is in no terrain chart`},
		{"map.yaml", `hexes: {10.10: [open]}`, `own/drill/map.yaml:1:9: write the hex in quotes: "10.10"`},
		{"map.yaml", "columns: 12", "embedded drill/setup.yaml:16:16: hex 13.06 is not on the map"},
		{"charts.yaml", "combat: {rows: {7: ~}}",
			"embedded drill/charts.yaml:33:9: the combat table has no row for a roll of 7, with what own/drill changes"},
		{"game.yaml", "turns: ~", "own/drill/game.yaml: turns is missing"},
		{"game.yaml", "id: drill-2", `own/drill/game.yaml:1:5: the module's id is "drill-2", and its folder is named drill`},
		{"unit.yaml", "types: {}", "own/drill/unit.yaml: is not a file of a module"},
		{"units.yml", "types: {}", "own/drill/units.yml: is not a file of a module"},
		{"units.yaml", strings.Repeat("#\n", 200<<10), "own/drill/units.yaml: is larger than"},
		{"notes.txt", "", "own/drill: holds no game.yaml"},
	} {
		d, blob, err := games().Folder(laid("drill", c.file, c.text))
		if err == nil || d != nil || blob != nil || !strings.Contains("\n"+err.Error(), "\n"+c.want) {
			t.Errorf("%s: %.80s: want %s, got\n%v", c.file, c.text, c.want, err)
		}
	}
}

// A folder with another name is a new game and needs everything that a game needs.
func TestNewGame(t *testing.T) {
	var files []string
	for name, text := range ford(t) {
		files = append(files, name, string(text))
	}
	if d, blob := mustLoad(t, laid("ford", files...)); d.ID != "ford" || !bytes.Equal(blob, modules.Pack(ford(t))) {
		t.Errorf("%s is not the module of these files", d.ID)
	}
	for want, f := range map[string]modules.Folder{
		`own/crossing/game.yaml:2:5: the module's id is "ford"`: laid("crossing", files...),
		"own/ford/map.yaml: is missing":                         laid("ford", "game.yaml", "id: ford"),
		"own/ford/game.yaml: is empty":                          laid("ford", "game.yaml", "# id: ford"),
	} {
		if _, _, err := games().Folder(f); err == nil || !strings.Contains("\n"+err.Error(), "\n"+want) {
			t.Errorf("want %s, got\n%v", want, err)
		}
	}
}

// Every folder is a module, also through a link; plain and hidden files are not.
func TestFolders(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	for _, name := range []string{"drill", ".git"} {
		must.Do(t, os.Mkdir(filepath.Join(dir, name), 0o700))
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, "README.md"), nil, 0o600))
	must.Do(t, os.Symlink(elsewhere, filepath.Join(dir, "ford")))
	found := must.Get(modules.Folders("own", os.DirFS(dir)))(t)
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%s %s %v", f.ID, f.Where, f.Overlays()))
	}
	if want := []string{"drill own/drill true", "ford own/ford false"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if _, err := modules.Folders("nowhere", os.DirFS(filepath.Join(dir, "nowhere"))); err == nil ||
		!strings.Contains(err.Error(), "nowhere") {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// A file that cannot be read is a finding like others.
func TestUnreadableFile(t *testing.T) {
	dir := fstest.MapFS{"units.yaml/inside": {Data: nil}, "map.yaml": {Mode: fs.ModeNamedPipe}}
	_, _, err := games().Folder(modules.Folder{ID: "drill", Where: "own/drill", Files: dir})
	if err == nil || !strings.Contains(err.Error(), "own/drill/map.yaml: is no file") {
		t.Errorf("got %v", err)
	}
}

// Any files over a module give a game that its bytes restore without the folder, as a store keeps it, or findings.
func FuzzOverlay(f *testing.F) {
	names := []string{"game.yaml", "map.yaml", "charts.yaml", "units.yaml", "setup.yaml"}
	f.Add(3, "types: {blue-infantry: {full: 9-9-9, reduced: ~}}")
	f.Add(1, "hexes: {\"10.10\": [open], \"1.01\": ~}")
	f.Add(4, "scenarios: ~")
	f.Add(0, "marks: {oos: {attack: none}, dg: }\nturns: 3")
	f.Fuzz(func(t *testing.T, file int, text string) {
		d, blob, err := games().Folder(laid("drill", names[uint(file)%uint(len(names))], text))
		if (d == nil) == (err == nil) {
			t.Fatalf("definition %v, error %v", d, err)
		}
		if err != nil {
			return
		}
		again, err := games().Unpack(blob)
		if err != nil || !reflect.DeepEqual(d, again) {
			t.Fatalf("the bytes give another game: %v", err)
		}
	})
}
