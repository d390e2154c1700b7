package wording

import (
	"strings"
	"testing"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Each side that has something besides its units has a line about it; a side with nothing has none.
func TestStocks(t *testing.T) {
	b := &view.Board{Turn: 3, Turns: 10, Map: &view.Map{Title: "Autumn",
		Sides: []order.Nation{{ID: "german", Name: "German"}}},
		Stocks: []view.Stock{{Side: "german", Dead: 1,
			Items: []view.Item{{What: "air-strike", N: 1}, {What: "breakdown", N: 2}, {What: "replacement", N: 1},
				{What: "garrison", N: 7}}}, {Side: "soviet"}}}
	loc := english(t).On(b.Map)
	const want = "\nGerman: 1 air strike, 2 breakdowns, 1 replacement, 7 reserve garrisons, 1 unit destroyed"
	if got := loc.Header(b); !strings.HasSuffix(got, want) {
		t.Errorf("the header is %q, want it to end in %q", got, want)
	}
	if got := loc.Alt(b); !strings.Contains(got, want[1:]+".") {
		t.Errorf("the picture's words lack what the header shows: %q", got)
	}
}

// The last word of a name that abbreviates the unit's size is left out, unless a bare number would remain.
func TestBrief(t *testing.T) {
	for _, c := range []struct{ name, size, want string }{
		{"25 Pz Rgt", "regiment", "25 Pz"}, {"206 Inf Div", "division", "206 Inf"}, {"900 Inf Bde", "brigade", "900 Inf"},
		{"SS Der Führer Rgt", "regiment", "SS Der Führer"}, {"117 Div", "division", "117 Div"},
		{"1 Lancers", "battalion", "1 Lancers"}, {"2 Infantry", "division", "2 Infantry"}, {"Guard", "", "Guard"},
		{"Garrison 3", "regiment", "Garrison 3"},
	} {
		if got := Brief(view.Counter{Name: c.name, Size: c.size}); got != c.want {
			t.Errorf("%s of a %s is %q, want %q", c.name, c.size, got, c.want)
		}
	}
}

// A factor that is not printed is a dash on its own, neither a hyphen nor a minus before the next.
func TestFactors(t *testing.T) {
	for want, c := range map[string]view.Counter{
		"9-5-10": {Ratings: factorsOf(9, 5, 10)}, "– 4-0": {Ratings: factorsOf(view.Blank, 4, 0)},
		"2 – 6": {Ratings: factorsOf(2, view.Blank, 6)},
	} {
		if got := english(t).Factors(c); got != want {
			t.Errorf("factors %q, want %q", got, want)
		}
	}
}

// A unit of any series is told by its ratings with their classes, by the side that is up and by its steps.
func TestUnit_OfAnotherSeries(t *testing.T) {
	u := view.Counter{Name: "17 Bn", Steps: 1, MaxSteps: 3, Up: view.Up{Face: 1, Name: "upended"},
		Ratings: []view.Rating{{Kind: "quality", N: 4, Text: "4"}, {Kind: "speed", N: 12, Text: "12", Class: "hover"},
			{Kind: "guns"}}}
	if got, want := english(t).Unit(u, nil), "17 Bn quality 4, speed 12 hover (upended, 1 of 3 steps)"; got != want {
		t.Errorf("%q; want %q", got, want)
	}
	card := view.Card{ID: "a1", Name: "17 Bn", Side: "blue", Symbol: "infantry", Size: "battalion", Steps: 1,
		Faces: []view.Face{{Name: "upright", Ratings: u.Ratings[:1]}, {Name: "upended", Ratings: u.Ratings}}}
	u.ID, u.MaxSteps = "a1", 1
	b := &view.Board{Map: &view.Map{Cards: []view.Card{card}},
		Stacks: []view.Stack{{Hex: hex.Hex{Col: 1, Row: 1}, Height: 1, Known: []view.Counter{u}}}}
	got := english(t).Card(b, card, "")
	for _, want := range []string{"**4** · upended **quality 4, speed 12 hover** · 1 step", "upended: 1 step left"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

// Facts about groups stand below those about sides, a line for each group, in words and in the picture's text.
func TestHeader_Groups(t *testing.T) {
	b := &view.Board{Turn: 3, Turns: 10,
		Map: &view.Map{Title: "Drill", Sides: []order.Nation{{ID: "blue", Name: "Blue"}}},
		Facts: []view.Fact{{Kind: "weariness", Side: "blue", Group: "A", N: 2},
			{Kind: "guns", Side: "blue", Group: "A", N: 1},
			{Kind: "guns", Side: "blue", Group: "B"}, {Kind: "prizes", Side: "blue", N: 4}}}
	loc := english(t).On(b.Map)
	const want = " · Blue 4 prizes\nBlue A: weariness 2, guns 1\nBlue B: guns 0"
	if got := loc.Header(b); !strings.HasSuffix(got, want) {
		t.Errorf("%q; want it to end in %q", got, want)
	}
	if got := loc.Alt(b); !strings.Contains(got, "Blue 4 prizes. Blue A: weariness 2, guns 1. Blue B: guns 0.") {
		t.Errorf("the picture's words are %q", got)
	}
	if f := b.Score(); f == nil || f.N != 4 || b.Fact("guns") != nil || b.GroupFact("guns", "B") == nil {
		t.Errorf("the score is %+v", f)
	}
}

// In a table without columns the odds of a fight are the difference of the strengths.
func TestOdds_TableWithoutColumns(t *testing.T) {
	r := view.Reckoning{Strength: "quality", Against: "quality", Attack: chart.Whole(4), Defence: chart.Whole(2),
		Attackers: []view.Counter{{ID: "a1", Name: "17 Bn", Side: "blue",
			Ratings: []view.Rating{{Kind: "quality", N: 4, Text: "4"}}}},
		Defender: []view.Counter{{ID: "r1", Name: "31 Bn", Side: "red",
			Ratings: []view.Rating{{Kind: "quality", N: 2, Text: "2"}}}},
		ByNet: true, Net: 2}
	got := english(t).Odds(view.Odds{Best: r, Worst: r, AttackSteps: 1,
		Results: []view.ResultChance{{Result: "hit", Chance: view.Chance{Least: 18, Most: 18}}}})
	if !strings.Contains(got, "\nNet +2\n**hit** 50%") || strings.Contains(got, "column") {
		t.Errorf("%q", got)
	}
	if r.Heading() != "+2" {
		t.Errorf("it is read under %q", r.Heading())
	}
}

// A decision is asked for in the catalogue's words for its rule, or if there are none in those for its kind.
func TestAsked_WordsOfARule(t *testing.T) {
	at, tanks := hex.Hex{Col: 7, Row: 12}, []view.Counter{{ID: "tanks", Name: "Tanks"}}
	for rule, want := range map[view.Rule]string{
		"7.5-14": "retreat Tanks from 7.12: to the HQ or adjacent to it (`/retreat`). Units that retreat flip to their Move side (7.5-14)",
		"9.1f-1": "retreat an HQ from 7.12 (`/retreat`) to a hex with a road, three hexes away, or farther to where its MSR is complete: Tanks (9.1f-1)",
		"chess":  "retreat 2 hexes from 7.12, or hold: Tanks",
	} {
		if got := english(t).Asked(view.Prompt{Kind: "retreat", Rule: rule, N: 2, Hex: at, Units: tanks}); got != want {
			t.Errorf("by %s: %q; want %q", rule, got, want)
		}
	}
}

// An activation has its own Formation's name, though lines in it name others, and though it began before the lines.
func TestRecap_NamesTheActiveFormation(t *testing.T) {
	line := func(id string, args ...any) view.Line { return view.Line{Text: view.T(id, args...)} }
	blocked := line("bcs.told.blocked", "formation", "Hussar Brigade", "level", 1)
	ends := line("bcs.told.ends", "formation", "Lancer Brigade")
	begins := line("bcs.told.activates", "side", "blue", "formation", "Lancer Brigade")
	for _, told := range [][]view.Line{{begins, blocked}, {blocked, ends}} {
		r := english(t).Recap(told, &view.Board{Phase: view.Phase{Group: "lancers"}})
		if said := Joined(r)[0]; len(r) != 1 || !strings.Contains(said, "Lancer Brigade") ||
			!strings.Contains(said, "Hussar Brigade: MSR Blocked 1") {
			t.Errorf("%d parts: %q", len(r), said)
		}
	}
}

// An activation is told in the order of events: fights in lines of their own, Fatigue once.
func TestRecap_InOrder(t *testing.T) {
	at := hex.Hex{Col: 7, Row: 12}
	moved := func(name string) view.Line {
		return view.Line{Text: view.T("told.march", "side", "blue", "units", []view.Name{{Name: name}}, "more", 0, "to", at)}
	}
	rolled := func(id, result string, at hex.Hex) view.Line {
		return view.Line{Text: view.T("bcs.told."+id, "formation", "Lancer Brigade", "side", "blue", "hex", at),
			Reckoned: &view.Reckoning{Target: at, Result: result}}
	}
	told := []view.Line{{Text: view.T("bcs.told.activates", "side", "blue", "formation", "Lancer Brigade")},
		rolled("rolls-snafu", "full", hex.None), moved("1 Lancers"), rolled("attacks", "d1", at), moved("2 Lancers"),
		rolled("rolls-fatigue", "1", hex.None),
		{Text: view.T("bcs.told.fatigue", "formation", "Lancer Brigade", "was", "Fresh", "level", "Fatigue 0")}}
	got, after := Joined(english(t).Recap(told, &view.Board{Phase: view.Phase{Group: "lancers"}}))[0], 0
	for _, want := range []string{"Lancer Brigade**: SNAFU", "; 1 Lancers", "\n  ◦ ", "7.12", "d1", "\n  ◦ 2 Lancers", "; Fresh → Fatigue 0"} {
		i := strings.Index(got[after:], want)
		if i < 0 {
			t.Fatalf("%q is missing or too early in %q", want, got)
		}
		after += i
	}
	if strings.Count(got, "Fatigue") != 1 {
		t.Errorf("Fatigue is told twice: %q", got)
	}
}

// A picture of what happened in a phase names that phase, in its title and in its alternative text, although the next
// one has begun.
func TestAPictureNamesThePhaseThatEnded(t *testing.T) {
	p := newPlayed(t, "drill")
	loc := english(t).On(p.match.Public().Board().Map)
	for checked := 0; checked < 8; {
		was, pictures := p.match.Standing(), len(p.boards)
		p.apply(p.match.Decide(p.by(), p.match.Order("end", nil), p.roll))
		now := p.match.Standing()
		for _, b := range p.boards[pictures:] {
			if checked++; b.Phase != now.Phase {
				t.Fatalf("the game is in %v, not in %v", b.Phase, now.Phase)
			}
			then := *b
			then.Turn, then.Phase, then.Closed = was.Turn, was.Phase, nil
			if got, want := b.Shown(), (view.Moment{Turn: was.Turn, Phase: was.Phase}); got != want {
				t.Errorf("after %v the title is %+v", want, got)
			}
			if got, want := loc.Header(b), loc.When(&then)+": ended"; !strings.Contains(got, want) {
				t.Errorf("the heading is %q; want %q", got, want)
			}
			head := loc.Say("alt.map", "title", InWords(b.Map.Title), "when", InWords(loc.When(&then)))
			if got := loc.Alt(b); !strings.HasPrefix(got, head) {
				t.Errorf("the alternative text is %q; want %q first", got, head)
			}
		}
	}
}
