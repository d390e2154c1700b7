package render

import (
	"path/filepath"
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/seriestest"
	"grognard/rules/view"
)

// A game of another series is drawn as any: its activation on the plate, its one rating on the
// counters, steps lost under a counter of one side, its mark, its overlay.
func TestAnotherSeries(t *testing.T) {
	t.Parallel()
	def, _, err := rules.Modules(seriestest.Series{}).Folder(seriestest.Bridge())
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.Setup(def, "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := rules.New(def, pos)
	if err != nil {
		t.Fatal(err)
	}
	script := &dice.Script{Faces: []int{5, 4, 6, 1}}
	rec, err := m.Begin(script)
	if err != nil {
		t.Fatal(err)
	}
	told, err := m.Apply(1, rec)
	if err != nil {
		t.Fatal(err)
	}
	accounts := []view.Account{told}
	for i, text := range []string{"/activate formation:guard", "/march units:b-1,b-2 to:4.03",
		"/strike unit:b-2 target:5.03", "/strike unit:b-1 target:5.03"} {
		read, err := m.Parse("blue", text)
		if err != nil {
			t.Fatal(err)
		}
		if rec, err = m.Decide("blue", read.Order, script); err != nil {
			t.Fatal(err)
		}
		if told, err = m.Apply(uint64(i+2), rec); err != nil {
			t.Fatal(err)
		}
		accounts = append(accounts, told)
	}
	p := painter(t).In(rendertest.English(t, seriestest.Words...))
	board, err := p.board(m.Public(view.Layer{Kind: "camps"}).After(accounts...).Board(), Paper(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("testdata", "pocket.png"), board)
	unit, err := p.unit(m.Public().Board(), Paper(), "r-1")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("testdata", "pocket-unit.png"), unit)
}
