package show_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
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

// In a module that hides stacks, the public and the enemy see the top of a stack and how high it is; its own side sees
// it whole, and nobody else is told of zones or moves by which the rest would be known.
func TestBoard_ModuleThatHides(t *testing.T) {
	d := changed(t, "game.yaml", func(text string) string {
		return strings.Replace(text, "stacking: 2", "stacking: 2\nhidden: yes", 1)
	})
	p := newTable(t, d, 1)
	stack := func(b *view.Board, hex string) view.Stack {
		return b.Stacks[slices.IndexFunc(b.Stacks, func(s view.Stack) bool { return s.Hex.String() == hex })]
	}
	for _, c := range []struct {
		who   string
		board *view.Board
		known int
	}{{"the public", p.m.Public().Board(), 1}, {"red", p.m.View("red").Board(), 1},
		{"blue", p.m.View("blue").Board(), 2}} {
		if s := stack(c.board, "6.08"); s.Height != 2 || len(s.Known) != c.known {
			t.Errorf("%s sees %d of %d units", c.who, len(s.Known), s.Height)
		}
		if own := slices.ContainsFunc(c.board.Areas, func(a view.Area) bool {
			return a.Side == "blue" && strings.HasPrefix(a.Kind, "zone-")
		}); own != (c.who == "blue") {
			t.Errorf("%s is told of blue zones: %t", c.who, own)
		}
	}
	p.says("blue", "/end")
	p.says("red", "/end")
	p.says("blue", "/activate formation:lancers")
	p.says("blue", "/snafu", 5, 5)
	p.says("blue", "/end")
	told := p.says("blue", "/move units:lancers-1,lancers-3 to:7.10")
	l := line(t, told, "told.march")
	if l.Cost != nil || len(l.MapEvent.Units) != 1 || l.MapEvent.Count != 2 {
		t.Errorf("the public is told %+v of %+v", l, l.MapEvent)
	}
}
