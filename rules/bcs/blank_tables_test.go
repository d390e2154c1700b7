package bcs_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/adjudicate"
	"grognard/rules/bcs/data"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// Battles without a table, or with a blank one, come to an end: orders that need the table are refused, others are not.
func TestBattles_BlankTables(t *testing.T) {
	missing := map[string]string{"support": "support: ~\n"}
	for _, name := range data.TableNames() {
		missing["no "+name] = "tables: {" + name + ": ~}\n"
		missing["blank "+name] = "tables:\n  " + name + ":\n    " +
			strings.ReplaceAll(strings.TrimSpace(data.Blank(name)), "\n", "\n    ") + "\n"
	}
	for name, charts := range missing {
		t.Run(name, func(t *testing.T) {
			newBattle(t, laidOver(t, charts), compared+uint64(len(name))).plays() // TestBattles compares boards
		})
	}
}

// A refusal names what the charts do not say: a table, a modifier, rolls, a row, or the rating of Support.
func TestRefusals_NameWhatIsUnknown(t *testing.T) {
	d := changed(t, "unknown", "optimal: {n: +1}", "optimal: {n: unknown}", "9-10: d1 situational", "9-10: unknown",
		"other: 5-6", "other: unknown", "support: {rating: 3}", "")
	var out strings.Builder
	beside := adjudicate.Beside{Games: []*modules.Definition{d}}
	if _, failed := beside.Run(&out, true, "testdata/unknown.yaml"); failed > 0 {
		t.Error(out.String())
	}
	for _, want := range []string{"bcs.not-charted table=snafu entry=optimal", "bcs.not-charted table=combat entry=9-10",
		"bcs.not-charted table=barrage entry=other", "bcs.no-rating"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
}

// Without the SNAFU Table the tasks say that it is missing instead of asking for the roll. The activation can be ended.
func TestTasks_NoSnafuTable(t *testing.T) {
	p := newTableOf(t, laidOver(t, "tables: {snafu: ~}\n"), 0)
	says := func(text string) {
		side := p.acts()
		said := must.Get(p.m.Parse(side, text))(t)
		p.apply(must.Get(p.m.Decide(side, said.Order, dice{p.random}))(t))
	}
	for p.m.Standing().Phase.Name != "activation" {
		says("/end")
	}
	says("/activate formation:lancers")
	if tasks := p.m.View("blue").Board().Tasks; len(tasks) != 1 || tasks[0].Must || tasks[0].Text.ID != "bcs.no-table" {
		t.Errorf("the tasks are %+v", tasks)
	}
	says("/end")
}

// laidOver returns the drill with charts of its own over those that ship.
func laidOver(t *testing.T, charts string) *modules.Definition {
	t.Helper()
	d, _, err := rules.Modules().Folder(modules.Folder{ID: "bcs-drill", Where: "bcs-drill",
		Files: fstest.MapFS{modules.InCharts: {Data: []byte(charts)}}})
	return must.Get(d, err)(t)
}
