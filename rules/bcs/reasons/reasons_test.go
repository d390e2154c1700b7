package reasons_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/first"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// fives rolls fives alone.
type fives struct{}

func (fives) Roll(_ uint64, n int) ([]int, error) { return slices.Repeat([]int{5}, n), nil }

// table is a game of the drill that is being played.
type table struct {
	t    testing.TB
	m    *rules.Match
	seq  uint64
	told view.Account // of the last order
}

// newTable is a scenario of the drill with other places for some units.
func newTable(t *testing.T, scenario string, places ...string) *table {
	t.Helper()
	folder, files := os.DirFS("../../modules/bcs-drill"), fstest.MapFS{}
	for _, name := range must.Get(fs.Glob(folder, "*.yaml"))(t) {
		text := strings.Replace(string(must.Get(fs.ReadFile(folder, name))(t)), "id: bcs-drill", "id: changed", 1)
		files[path.Base(name)] = &fstest.MapFile{Data: []byte(strings.NewReplacer(places...).Replace(text))}
	}
	d, _, err := rules.Modules().Folder(modules.Folder{ID: "changed", Where: "changed", Files: files})
	must.Do(t, err)
	p := &table{t: t, m: must.Get(rules.New(d, must.Get(rules.Setup(d, scenario))(t)))(t)}
	p.apply(must.Get(p.m.Begin(fives{}))(t))
	return p
}

func (p *table) apply(r rules.Record) {
	p.t.Helper()
	p.seq++
	p.told = must.Get(p.m.Apply(p.seq, r))(p.t)
}

// acts is the side that has to say something.
func (p *table) acts() order.Side {
	if due := p.m.Public().Board().Due; due != nil {
		return due.Side
	}
	return p.m.Standing().Phase.Side
}

// says gives orders of whoever acts.
func (p *table) says(orders ...string) {
	p.t.Helper()
	for _, text := range orders {
		side := p.acts()
		p.apply(must.Get(p.m.Decide(side, must.Get(p.m.Parse(side, text))(p.t).Order, fives{}))(p.t))
	}
}

// line is the first public line whose text has an identifier, as it is written.
func (p *table) line(id string) string {
	l, _ := first.In(p.told.Public(), func(l view.Line) bool { return l.Text.ID == id })
	return l.Text.String()
}

// Trains that the enemy's move puts in no Legal Hex are told of as it happens, with hex and cause, and again as their
// side's Replacement Points cannot be used: the phase passes by itself (9.4-1, 10.3-8). An order out of its time says so too.
func TestWithheld_TrainsCutOff(t *testing.T) {
	p := newTable(t, "kessing", `"6.07", units: [hq-lancers]`, `"9.15", units: [hq-lancers]`, `"6.09", units: [lancers-1, lancers-3]`, `"10.17", units: [lancers-1, lancers-3]`)
	p.says("/end", "/end", "/activate formation:hussars", "/snafu", "/end", "/fallback units:hussars-1 to:6.16", "/end", "/pass", "/activate formation:lancers", "/snafu", "/end", "/move units:lancers-1 to:7.16")
	why := "why=[bcs.because why=bcs.trains-barred blocks=[bcs.barred-zone hexes=[6.15 6.16] bcs.barred-fire hexes=[6.17] by=[bcs.fire-by unit=lancers-1 at=7.16 range=2 support=]] rule=10.3-8]"
	if got := p.line("bcs.told.trains-illegal"); got != "bcs.told.trains-illegal formation=Hussar Brigade "+why {
		t.Errorf("the move is told by %q", got)
	}
	j := newTable(t, "kessing") // while an HQ that was jumped has no hex, nothing is said of its Trains
	j.says("/end", "/end", "/activate formation:hussars", "/snafu", "/objective hex:6.09", "/end", "/move units:hussars-scouts to:6.07")
	b, jump := j.m.Public().Board(), j.line("bcs.told.trains-illegal")
	j.says("/retreat units:hq-lancers to:6.04")
	if after := j.line("bcs.told.trains-legal"); b.Due == nil || strings.Contains(fmt.Sprint(b.Stacks), "[no-safe") || jump != "" || after != "bcs.told.trains-legal formation=Lancer Brigade" {
		t.Errorf("the jump is told by %q and the retreat by %q; meanwhile %v", jump, after, b.Stacks)
	}
	q := newTable(t, "kessing", `red: {av: 1, other: 1}}`, `red: {other: 1}}`) // a point that only other units can take
	q.says("/end", "/end", "/activate formation:hussars", "/snafu", "/end", "/fallback units:hussars-1 to:6.16", "/end")
	for _, p := range []*table{p, q} {
		for p.m.Standing().Turn == 1 {
			p.says(map[bool]string{true: "/pass", false: "/end"}[p.m.Public().Board().Due != nil])
		}
	}
	refused := "bcs.refit-trains formation=Hussar Brigade " + why
	got, other := p.line("bcs.told.withheld"), q.line("bcs.told.withheld")
	if got != "bcs.told.withheld side=red why=bcs.shut-in before= why="+refused+" rule=" || p.acts() != "blue" || !strings.HasSuffix(other, " why=bcs.other-point unit=[hussars-1] kind=av rule=") {
		t.Errorf("%s acts, and it is told %q and %q", p.acts(), got, other)
	}
	p.says("/end")
	_, err := p.m.Decide("red", must.Get(p.m.Parse("red", "/refit unit:hussars-1 kind:av"))(t).Order, fives{})
	if d, ok := err.(*view.Denial); !ok || d.Why.String() != refused {
		t.Errorf("the order is refused by %v", err)
	}
	p.says("/end")
	if got := p.m.View("red").Board().Tasks; len(got) == 0 || got[len(got)-1].Text.String() != "bcs.task.trains formation=Hussar Brigade" {
		t.Errorf("in %v the tasks are %v", p.m.Standing().Phase, got)
	}
}

// An HQ or a unit that zones shut in has no button: the tasks say why, by hex and clause, each clause once (6.1-7, 6.0-2).
func TestCheck_ShutIn(t *testing.T) {
	for f, want := range map[string]string{"lancers": "by=[bcs.fire-by unit=hussars-2 at=6.15 range=2 support=] hex=6.13 rule=6.1-7", "fusiliers": "unit=[fusiliers-3 sappers] why=bcs.shut-in before= why=bcs.zone-to-zone unit=fusiliers-3 hex=14.15 rule=6.0-2"} {
		p := newTable(t, "valley", `"6.07", units: [hq-l`, `"6.12", units: [hq-l`, `"13.08", units: [f`, `"14.14", units: [f`, `"13.13", units: [rifles-2]`, `"13.16", units: [rifles-2]`)
		p.says("/end", "/end", "/activate formation:"+f, "/snafu", "/end")
		if got := p.m.View("blue").Board().Tasks; !slices.ContainsFunc(got, func(k view.Task) bool { return strings.Contains(k.Text.String(), want) }) {
			t.Errorf("the tasks are %v", got)
		}
	}
}
