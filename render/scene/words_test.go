package scene

import (
	"testing"

	"grognard/render/internal/rendertest"
	"grognard/rules/hex"
	"grognard/rules/view"
)

func TestSteps(t *testing.T) {
	for want, n := range map[string][2]int{"●●  2 steps": {2, 2}, "●○  1 of 2 steps": {1, 2}, "": {0, 0},
		"○  0 of 1 steps": {0, 1}, "●  1 step": {5, 1}} {
		if got := Steps(rendertest.English(t), view.Counter{Steps: n[0], MaxSteps: n[1]}); got != want {
			t.Errorf("%d of %d steps: %q; want %q", n[0], n[1], got, want)
		}
	}
}

func TestDates(t *testing.T) {
	for _, c := range []struct {
		first      string
		days, turn int
		gap, want  string
	}{
		{"1941-07-10", 6, 1, "", "10–15 Jul"}, {"1941-07-10", 6, 4, "", "28 Jul–2 Aug"},
		{"1941-12-28", 6, 1, " ", "28 Dec–2 Jan 1942"}, {"1944-06-06", 1, 2, " ", "7 Jun 1944"},
		{"", 6, 1, "", ""}, {"1941-07-10", 0, 1, "", ""}, {"1941-07-10", 6, 0, "", ""},
	} {
		if got := dates(rendertest.English(t), &view.Map{FirstDay: c.first, TurnDays: c.days}, c.turn,
			c.gap); got != c.want {
			t.Errorf("turn %d of %d days from %q: %q, want %q", c.turn, c.days, c.first, got, c.want)
		}
	}
}

func TestPhaseNames(t *testing.T) {
	for id, want := range map[string]string{"dg-removal": "DG Removal", "set-up": "Set Up", "combat": "Combat",
		"of-a-game": "Of a game", "": ""} {
		if got := PhaseName(rendertest.English(t), id); got != want {
			t.Errorf("%q is %q, want %q", id, got, want)
		}
	}
	for id, want := range map[string]string{"light-woods": "Light woods", "combat": "Combat", "": "", "öde": "Öde"} {
		if got := labelOf(id); got != want {
			t.Errorf("spell(%q) = %q; want %q", id, got, want)
		}
	}
}

// A factor that is not printed is a dash on its own.
func TestFoot(t *testing.T) {
	for want, f := range map[string][]int{"4-6-5": {4, 6, 5}, "12-10-12": {12, 10, 12}, "0-2-0": {0, 2, 0},
		"– 6-5": {view.Blank, 6, 5}, "4 – 5": {4, view.Blank, 5}, "– 2 –": {view.Blank, 2, view.Blank}} {
		if got, _ := Foot(rendertest.Factors(f...), " "); got != want {
			t.Errorf("the foot of %v is %q; want %q", f, got, want)
		}
	}
}

// A text among the arguments of a text is in words too: a reach of three units says how many they are.
func TestTextsWithinTexts(t *testing.T) {
	head := view.T("reach.print-left", "unit", view.T("reach.print-stack", "n", 3), "left", 10)
	if got, want := Say(rendertest.English(t), head), "3 units  ·  10 MP left"; got != want {
		t.Errorf("%q; want %q", got, want)
	}
}

// A marker whose name has several words is known by their initials.
func TestAbbreviation(t *testing.T) {
	for mark, want := range map[string]string{"oos": "OOS", "isolated": "ISO", "dg": "DG", "no-safe-path": "NSP",
		"msr-blocked-1": "MB1", "out-of-reach-now": "OOR", "-": "-"} {
		if got := Abbreviation(mark); got != want {
			t.Errorf("%s is %s; want %s", mark, got, want)
		}
	}
}

// A game that ended early has played the turns up to its last: the others are to come for ever, without units due.
func TestTurnOf_GameOver(t *testing.T) {
	b := rendertest.Board(rendertest.Map(9, 9, hex.Even))
	b.Turn, b.Turns, b.OffMap = 2, 10, []view.Pile{{Side: "blue", Turn: 3, Count: 1}}
	for over, want := range map[bool]map[int]Turn{
		false: {1: {Tense: Past}, 2: {Tense: Present}, 3: {Tense: Future, Arriving: 1}, 10: {Tense: Future}},
		true:  {1: {Tense: Past}, 2: {Tense: Past}, 3: {Tense: Future}, 10: {Tense: Future}},
	} {
		b.Over = over
		for n, w := range want {
			if got := TurnOf(nil, b, n); got.Tense != w.Tense || got.Arriving != w.Arriving {
				t.Errorf("over is %t: turn %d is %+v", over, n, got)
			}
		}
	}
}

// What one side comes to alone is explained by a column of its own table, for it has no odds.
func TestASampleWithoutOdds(t *testing.T) {
	b := rendertest.Moves()
	for alone, want := range map[bool]string{true: "11", false: "3:1"} {
		b.Told = []view.Line{{Reckoned: &view.Reckoning{Side: "blue", Target: rendertest.At("7.02"), Sign: view.Burst,
			Note: view.T("Bombardment"), Column: "11", Result: "D", Alone: alone}}}
		s := Of(b)
		if notes := toldNotes(rendertest.English(t), &s); len(notes) != 1 || notes[0].Sample.Told[0].Reckoned.Column != want {
			t.Errorf("alone %v: %+v", alone, notes)
		}
	}
	b.Told[0].Reckoned = &view.Reckoning{Side: "blue", Target: rendertest.At("7.02"), Sign: view.Burst, ByNet: true, Net: 1, Result: "-"}
	s := Of(b)
	if like := toldNotes(rendertest.English(t), &s)[0].Sample.Told[0].Reckoned; like.Heading() != "+1" || like.Result != "-" {
		t.Errorf("a fight by its net has the sample %q, %q", like.Heading(), like.Result)
	}
}

// What several lines have in common is explained once, and markers only in a part of the map, which has no legend.
func TestNotesOfFormsAreExplainedOnce(t *testing.T) {
	s := Of(rendertest.Forms())
	s.Board.Marks, s.Board.Stacks = []view.MarkLegend{{ID: "oos", Name: "Out of Supply"}}, []view.Stack{{Hex: rendertest.At("3.03"), Height: 1, Marks: []string{"oos"}}}
	_, notes := Explain(rendertest.English(t), &s)
	if len(notes) != 1 || notes[0].Text != "Line of fire" {
		t.Errorf("two lines of fire are explained by %+v", notes)
	}
	m := []view.Form{{Shape: view.CrossHatch, Hexes: rendertest.Path("5.03")}}
	s.Board.Overlays = []view.Overlay{{Forms: m, Notes: []view.Note{{Text: view.T("sign.moved"), Sample: m}}}}
	for at, want := range map[string]int{"3.03": 3, "2.03": 2} { // the edge cuts off 5.03, or it lies beyond
		cut := s.Within(hex.Part{Around: rendertest.At(at), Radius: 1})
		if _, notes = Explain(rendertest.English(t), &cut); len(notes) != want {
			t.Errorf("beside %s there are %d notes, want %d", at, len(notes), want)
		}
	}
}
