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
	folder := os.DirFS("../../modules/bcs-drill")
	files := fstest.MapFS{}
	for _, name := range must(fs.Glob(folder, "*.yaml"))(t) {
		text := strings.Replace(string(must(fs.ReadFile(folder, name))(t)), "id: bcs-drill", "id: changed", 1)
		if name == file {
			text = change(text)
		}
		files[path.Base(name)] = &fstest.MapFile{Data: []byte(text)}
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
