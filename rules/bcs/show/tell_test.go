package show_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/chart"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// begun returns a table in the first activation of the Lancers: their SNAFU roll showed two fives, objectives follow.
func begun(t *testing.T) *table {
	t.Helper()
	p := newTable(t, drill(t), 1)
	p.goesOn(5, "/end", "/end", "/activate formation:lancers", "/snafu")
	return p
}

// line is the first public line whose text has an identifier.
func line(t *testing.T, a view.Account, id string) view.Line {
	t.Helper()
	l, ok := first.In(a.Public(), func(l view.Line) bool { return l.Text.ID == id })
	if !ok {
		t.Fatalf("%v: nothing of %q", a.Public(), id)
	}
	return l
}

// reasons lists the names of the modifiers of a calculation.
func reasons(r *view.Reckoning) (names []string) {
	for _, m := range r.Terms {
		for _, a := range m.Reason.Args {
			if name, ok := a.(string); ok && name != "name" {
				names = append(names, name)
			}
		}
	}
	return names
}

// A roll of command is told with its faces, its modifiers by name and its result.
func TestTell_RollOfCommand(t *testing.T) {
	p := begun(t)
	l := line(t, p.told, "bcs.told.rolls-snafu")
	r := l.Reckoned
	if r == nil || r.Result != "full" || r.Means != nil || r.Roll != 12 ||
		!slices.Equal(l.Dice, []int{5, 5}) || l.Rule != "sequence" || r.OnMap() {
		t.Fatalf("%+v: %+v", l, r)
	}
	if got := reasons(r); !slices.Equal(got, []string{"fresh", "optimal"}) || r.Terms[0].Rule != "10.4-13" ||
		r.Terms[1].Rule != "10.3-17" {
		t.Errorf("its modifiers are %+v", r.Terms)
	}
}

// Each step in which the player of an activation has something to decide is told as it begins.
func TestTell_Steps(t *testing.T) {
	p := begun(t)
	line(t, p.told, "bcs.told.step-objectives")
	if tasks := p.m.View("blue").Board().Tasks; len(tasks) == 0 || tasks[0].Text.ID != "bcs.task.objective" {
		t.Errorf("the tasks do not say what objectives are for: %v", tasks)
	}
	if told := p.says("blue", "/end").Public(); len(told) != 1 || told[0].Text.ID != "bcs.told.step-activities" {
		t.Errorf("the end of the objectives is told by %v", told)
	}
	if told := p.says("blue", "/end").Public(); len(told) != 2 || told[0].Text.ID != "bcs.told.no-fatigue" ||
		told[1].Text.ID != "bcs.told.step-second" {
		t.Errorf("the end of the activities is told by %v", told)
	}
	p.says("blue", "/pass")
	p.says("red", "/activate formation:rifles")
	line(t, p.says("red", "/snafu", 1, 1), "bcs.told.step-snafu")
	line(t, p.says("red", "/end"), "bcs.told.no-fatigue")
}

// Units that a clause stops together are told in one line.
func TestTell_StopsOfSeveral(t *testing.T) {
	p := inActivities(t, drill(t))
	var stops []view.Line
	for _, l := range p.says("blue", "/move units:lancers-1,lancers-3 to:6.12").Public() {
		if l.Text.ID == "bcs.told.stops" {
			stops = append(stops, l)
		}
	}
	if len(stops) != 2 || stops[0].Rule != "6.0-4" || stops[1].Rule != "6.0-9" {
		t.Fatalf("two units stop by %v", stops)
	}
	for _, l := range stops {
		if units := l.Text.Args[1].([]view.Name); len(units) != 2 {
			t.Errorf("by %s stop %v", l.Rule, units)
		}
	}
}

// BCS 4.5-3: in Prepared Defense a full result is told as the partial one that it is.
func TestTell_PreparedDefense(t *testing.T) {
	p := newTable(t, drill(t), 1)
	p.says("blue", "/end")
	p.says("red", "/end")
	p.says("blue", "/activate formation:lancers")
	for _, c := range [][2]string{{"/prepare", "told.marked"}, {"/unprepare", "bcs.told.unmarked"},
		{"/prepare", "told.marked"}} {
		want := c[1] + " units=Lancer Brigade mark=Prepared Defense"
		if got := line(t, p.says("blue", c[0]), c[1]).Text.String(); got != want {
			t.Errorf("%s is told by %q; want %q", c[0], got, want)
		}
	}
	told := p.says("blue", "/snafu", 6, 6)
	if r := line(t, told, "bcs.told.rolls-snafu").Reckoned; r.Result != "partial" {
		t.Errorf("the result is %q", r.Result)
	}
	line(t, told, "bcs.told.partial-at-best")
}

// A second activation that is denied says what was needed.
func TestTell_DeniedActivation(t *testing.T) {
	p := begun(t)
	for p.m.Public().Board().Due == nil {
		p.says("blue", "/end", 3, 3)
	}
	means := line(t, p.says("blue", "/second", 1, 1), "bcs.told.rolls-second").Reckoned.Means
	if want := "[bcs.result-needed n=8]"; fmt.Sprint(means) != want {
		t.Errorf("it means %v, want %s", means, want)
	}
}

// If units of different classes move together, the line tells what the one that paid most has paid.
func TestTell_CostOfTheDearest(t *testing.T) {
	p := inActivities(t, drill(t))
	l := line(t, p.says("blue", "/move units:lancers-1,lancers-3 to:7.10"), "told.march")
	if l.Cost == nil || *l.Cost != chart.Frac(3, 2) {
		t.Errorf("it costs %v; want 1½", l.Cost)
	}
	if e := l.MapEvent; e == nil || e.Kind != view.Marched || len(e.Units) != 2 || e.Path[0] != at(t, "6.08") {
		t.Errorf("the map shows %+v", e)
	}
}

// The odds of an Engagement have its net, reasons and chances, and its account has the faces of the dice. The account
// of a unit that enters the zone of a printed AV has the clauses by which it stops.
func TestTell_Engagement(t *testing.T) {
	p := inActivities(t, drill(t))
	told := p.says("blue", "/move units:lancers-1 to:7.11")
	var clauses []view.Rule
	for _, l := range told.Public() {
		if l.Text.ID == "bcs.told.stops" {
			clauses = append(clauses, l.Rule)
		}
	}
	if !slices.Equal(clauses, []view.Rule{"6.0-4", "6.0-9"}) {
		t.Errorf("it stops by %q", clauses)
	}
	const typed = "/engage unit:lancers-1 target:7.12"
	odds := must(p.m.Odds("blue", must(p.m.Parse("blue", typed))(t).Order))(t)
	if odds.Best.Net != 5 || odds.Best.Attack != chart.Whole(9) || odds.Best.Defence != chart.Whole(4) {
		t.Errorf("odds: %+v", odds.Best)
	}
	want := []view.ResultChance{{Result: "-", Chance: view.Chance{Least: 3, Most: 3}},
		{Result: "t1", Chance: view.Chance{Least: 33, Most: 33}}}
	if !slices.Equal(odds.Results, want) {
		t.Errorf("chances: %+v; want %+v", odds.Results, want)
	}
	if odds.AttackSteps != 4 || odds.DefenceSteps.Most != 2 || len(odds.Outlook) < 2 {
		t.Errorf("odds: %+v", odds)
	}
	l := line(t, p.says("blue", typed, 6, 5), "bcs.told.engages")
	if fmt.Sprint(l.Reckoned.Means) != "[bcs.result-target n=1]" || l.Reckoned.Net != 5 || l.Reckoned.Roll != 16 ||
		!slices.Equal(l.Dice, []int{6, 5}) || l.Rule != "7.1" {
		t.Errorf("%+v: %+v", l, l.Reckoned)
	}
	if c, _, _ := p.m.Public().Board().Find("hussars-scouts"); c.Steps != 1 {
		t.Errorf("the target has %d steps", c.Steps)
	}
	marks(t, p, "lancers-1", "stopped", "fire-1")
}

// marks checks that a unit shows these markers, perhaps among others.
func marks(t *testing.T, p *table, id order.UnitID, want ...string) {
	t.Helper()
	c, _, _ := p.m.Public().Board().Find(id)
	for _, m := range want {
		if !slices.Contains(c.Marks, m) {
			t.Errorf("%s has the marks %q, without %s", id, c.Marks, m)
		}
	}
}

func at(t *testing.T, text string) hex.Hex {
	t.Helper()
	return must(hex.Parse(text))(t)
}

// What is told of a random game has words and clauses, and nothing that is told to one side alone.
func TestTell_Everybody(t *testing.T) {
	p := newTable(t, drill(t), 11)
	for n := 0; n < 200 && !p.m.Standing().Over; n++ {
		o := p.random()
		public := p.told.Public()
		if len(public) == 0 && o.Verb != "end" && o.Verb != "unprepare" {
			t.Errorf("/%s is told to nobody", o.Verb)
		}
		for _, l := range public {
			if l.Text.ID == "" || l.Rule == "" {
				t.Errorf("/%s: %+v lacks a text or a clause", o.Verb, l)
			}
		}
		for _, s := range p.m.Sides() {
			if own := p.told.For(s.ID); len(own) != len(public) {
				t.Errorf("/%s: %s is told %d lines, everybody %d", o.Verb, s.ID, len(own), len(public))
			}
		}
	}
}

// The tables of the drill are marked as our own wherever they are seen.
func TestReference_OwnTables(t *testing.T) {
	d := drill(t)
	ref := must(rules.HandbookOf(d))(t).Reference()
	var ids []string
	for _, table := range ref.Tables {
		ids = append(ids, table.ID)
		if !strings.Contains(table.Title.String(), "our own tables") {
			t.Errorf("the table %s is not marked as our own: %v", table.ID, table.Title)
		}
	}
	if want := []string{"snafu", "second", "fatigue", "engagement", "combat", "barrage"}; !slices.Equal(ids, want) {
		t.Errorf("the tables are %q; want %q", ids, want)
	}
}

// How a table is read says what its fights compare, and tells modifiers of one name apart by their conditions.
func TestReference_Reading(t *testing.T) {
	read := map[string]string{}
	d := changed(t, "charts.yaml", func(text string) string {
		return strings.Replace(text, "  barrage:\n", "  barrage:\n    modifiers: {mire: {n: -1, when: \"terrain:swamp\"}}\n",
			1)
	})
	for _, table := range must(rules.HandbookOf(d))(t).Reference().Tables {
		read[table.ID] = table.Read.String()
	}
	for id, want := range map[string]string{
		"snafu":      "when=[fatigue-4] n=−3]",
		"engagement": "bcs.tables.read-engagement",
		"combat":     "name=suppression n=+1]",
		"fatigue":    "bcs.tables.read",
		"barrage":    "bcs.tables.read-target-modifiers list=[bcs.tables.modifier name=bcs.why name=mire n=−1]",
	} {
		if !strings.HasSuffix(read[id], want) {
			t.Errorf("%s is read by %q; want %q", id, read[id], want)
		}
	}
}

// What an order costs beside points is said before it is confirmed: the end of a phase, of activities with Trains
// astray, the move of an HQ out of its Prepared Defense, and the voluntary retreat of a unit that does not survive it.
func TestWarnings(t *testing.T) {
	d := drill(t)
	pos := must(rules.Setup(d, ""))(t)
	for i := range pos.Units {
		if pos.Units[i].ID == "lancers-scouts" {
			pos.Units[i].Steps = 1
		}
	}
	p := newTableAt(t, d, pos, 1)
	p.says("blue", "/end")
	p.says("red", "/end")
	warned := func(typed string) (by []view.Rule) {
		t.Helper()
		for _, w := range p.m.Warnings("blue", must(p.m.Parse("blue", typed))(t).Order) {
			by = append(by, w.Rule)
		}
		return by
	}
	if got := warned("/end"); !slices.Equal(got, []view.Rule{"sequence"}) {
		t.Errorf("the end of the phase warns by %q", got)
	}
	p.goesOn(6, "/activate formation:lancers", "/prepare", "/snafu", "/end")
	if got := warned("/end"); !slices.Equal(got, []view.Rule{"sequence"}) {
		t.Errorf("the end of the activities warns by %q", got)
	}
	if got := warned("/move units:hq-lancers to:6.08"); !slices.Equal(got, []view.Rule{"4.5-5"}) {
		t.Errorf("the move of the HQ warns by %q", got)
	}
	if got := warned("/fallback units:hq-lancers to:6.04"); !slices.Equal(got, []view.Rule{"9.1f-7"}) {
		t.Errorf("the voluntary retreat of the HQ warns by %q", got)
	}
	offer := must(p.m.Offer("blue", "fallback", []view.Pick{{Unit: "hq-lancers"}}))(t)
	if cost, _ := offer.CostOf(view.Pick{Hex: at(t, "6.04")}); cost.Text.String() != "bcs.cost.hexes n=3 msr=1" {
		t.Errorf("the retreat of the HQ is %v", cost)
	}
	if got := warned("/fallback units:lancers-scouts to:7.06"); !slices.Equal(got, []view.Rule{"7.5-5"}) {
		t.Errorf("the voluntary retreat of a unit of one step warns by %q", got)
	}
	if got := warned("/fallback units:lancers-1 to:6.05"); got != nil {
		t.Errorf("the voluntary retreat of a unit of several steps warns by %q", got)
	}
	p.says("blue", "/move units:hq-lancers to:7.07") // no road joins it to the Trains
	if got := warned("/end"); !slices.Contains(got, "10.3-2") {
		t.Errorf("the end of the activities warns by %q", got)
	}
}
