package show_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/view"
)

// changed is a game like the drill with the text of one of its files changed. Under another name it is no overlay.
func changed(t *testing.T, file string, change func(string) string) *modules.Definition {
	t.Helper()
	return rewritten(t, func(name, text string) string {
		if name == file {
			return change(text)
		}
		return text
	})
}

// rewritten returns a game like the drill with the texts of all its files changed.
func rewritten(t *testing.T, change func(file, text string) string) *modules.Definition {
	t.Helper()
	folder := os.DirFS("../../modules/bcs-drill")
	files := fstest.MapFS{}
	for _, name := range must(fs.Glob(folder, "*.yaml"))(t) {
		text := strings.Replace(string(must(fs.ReadFile(folder, name))(t)), "id: bcs-drill", "id: changed", 1)
		files[path.Base(name)] = &fstest.MapFile{Data: []byte(change(name, text))}
	}
	d, _, err := rules.Modules().Folder(modules.Folder{ID: "changed", Where: "changed", Files: files})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A copy of the drill without tables starts, shows none, and refuses what needs one by its name.
func TestReference_WithoutTables(t *testing.T) {
	d := changed(t, "charts.yaml", func(text string) string {
		return regexp.MustCompile(`(?ms)^tables:\n.*\z`).ReplaceAllString(text, "")
	})
	if ref := must(rules.HandbookOf(d))(t).Reference(); len(ref.Tables) > 0 || len(ref.Terrain) != 1 {
		t.Errorf("it shows %d tables and %d terrain charts", len(ref.Tables), len(ref.Terrain))
	}
	p := newTable(t, d, 1)
	p.says("blue", "/end")
	p.says("red", "/end")
	p.says("blue", "/activate formation:lancers")
	for _, c := range []struct{ typed, rule string }{{"/snafu", "table snafu"},
		{"/engage unit:lancers-scouts target:7.12", "sequence"}} {
		_, err := p.m.Decide("blue", must(p.m.Parse("blue", c.typed))(t).Order, p.dice)
		if denied, is := err.(*view.Denial); !is || string(denied.Rule) != c.rule {
			t.Errorf("%s: %v; want a refusal by %q", c.typed, err, c.rule)
		}
	}
	p.says("blue", "/end") // an activation can still be ended
	if got := p.m.Public().Board().Phase; got.Side != "red" || got.Group != "" {
		t.Errorf("the game is in %+v", got)
	}
}

// A scenario can begin with units that have lost steps, show their other side or have dropped their Support.
func TestBoard_StatesOfAScenario(t *testing.T) {
	d := changed(t, "setup.yaml", func(text string) string {
		return strings.Replace(text, "    arrivals:\n",
			"    states: {lancers-1: {steps: 1, up: move}, fusiliers-1: {dropped: yes}}\n    arrivals:\n", 1)
	})
	p := newTable(t, d, 1)
	b := p.m.Public().Board()
	up, _, _ := b.Find("lancers-1")
	if whole, _, _ := b.Find("lancers-2"); up.Steps != 1 || up.Up.Name != "move" || whole.Steps != whole.MaxSteps {
		t.Errorf("lancers-1 begins as %+v, lancers-2 as %+v", up, whole)
	}
	marks(t, p, "fusiliers-1", "dropped-support")
}
