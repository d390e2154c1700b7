// Package answers gives the answers that players have left behind for decisions of the series: the words of standing
// orders (words.go), the decision that a side owes (decision.go) and the order that an act makes of it (a file for each
// kind of decision), and the fights in which players try them out (fights.go).
//
// It may import all rooms of the series. It must not know more than the side whose player is away: it gets a sight and
// the board of that side.
package answers

import (
	"slices"

	"grognard/rules/geography"
	"grognard/rules/internal/series"
	"grognard/rules/scs/game"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// The engine can answer for players who are away.

// The actions by which standing orders answer the decisions of the series.
const (
	doHold    = "hold"
	doRetreat = "retreat"
	doLose    = "lose"
	doAdvance = "advance"
	doStay    = "stay"
	doRemove  = "remove"
	doPlace   = "place"
	doAgree   = "agree"
	doDecline = "decline"
)

// The situations of the series. Kinds of terrain and markers are situations too.
const (
	isDefending = "defending"
	isAttacking = "attacking"
	isOverrun   = "overrun"
	isRiver     = "river"
	isAcross    = "across"
	isSupplied  = "supplied"
	isZone      = "zone"
	isClear     = "clear"
	isExploit   = "exploit"
)

// The quantities of the series.
const (
	countSteps     = "steps"
	countOwed      = "owed"
	countUnits     = "units"
	countAttackers = "attackers"
	countAttack    = "attack"
	countDefence   = "defence"
	countExits     = "exits"
	countVP        = "vp"
	countTurn      = "turn"
)

// The words that choose units by a property.
const (
	kindWeakest   = "weakest"
	kindStrongest = "strongest"
	kindFull      = "full"
	kindReduced   = "reduced"
	kindExploit   = "exploit"
)

// The words for the direction of a retreat or an advance.
const (
	waySupply = "supply"
	wayNorth  = "north"
	wayEast   = "east"
	waySouth  = "south"
	wayWest   = "west"
)

// StandingWords lists the words that standing orders can use in the game.
func StandingWords(g *game.Game, names standing.Names) standing.Words {
	w := standing.Words{Names: names,
		Decisions: []standing.Decision{
			{Word: "losses", Text: view.T("standing.decision", "kind", "losses")},
			{Word: "retreat", Text: view.T("standing.decision", "kind", "retreat")},
			{Word: "advance", Text: view.T("standing.decision", "kind", "advance")},
			{Word: "remove", Text: view.T("standing.decision", "kind", "remove")},
		},
		Situations: situations(g),
		Quantities: []standing.Quantity{
			{Word: countSteps, Text: view.T("standing.steps"), Max: 99},
			{Word: countOwed, Text: view.T("standing.owed"), Min: 1, Max: 99},
			{Word: countUnits, Text: view.T("standing.unit-count"), Min: 1, Max: 99},
			{Word: countAttackers, Text: view.T("standing.attackers"), Max: 99},
			{Word: countAttack, Text: view.T("standing.attack"), Max: 999},
			{Word: countDefence, Text: view.T("standing.defence"), Max: 999},
			{Word: countExits, Text: view.T("standing.exits"), Max: 6},
			{Word: countVP, Text: view.T("standing.vp"), Max: max(slices.Max(g.Vp), 1)},
			{Word: countTurn, Text: view.T("standing.turn"), Min: 1, Max: g.Def.Turns},
		},
		Kinds: []standing.Word{
			{Word: kindWeakest, Text: view.T("standing.weakest")},
			{Word: kindStrongest, Text: view.T("standing.strongest")},
			{Word: kindFull, Text: view.T("standing.full")},
			{Word: kindReduced, Text: view.T("standing.reduced")},
			{Word: kindExploit, Text: view.T("standing.exploit-units")},
		},
		Ways: []standing.Word{
			{Word: waySupply, Text: view.T("standing.supply")},
			{Word: wayNorth, Text: view.T("standing.north")},
			{Word: wayEast, Text: view.T("standing.east")},
			{Word: waySouth, Text: view.T("standing.south")},
			{Word: wayWest, Text: view.T("standing.west")},
		},
	}
	for _, q := range g.Added.Questions {
		w.Decisions = append(w.Decisions,
			standing.Decision{Word: q.Kind, Text: view.T("standing.decision", "kind", q.Kind)})
	}
	w.Actions = actions(g)
	return w
}

func situations(g *game.Game) []standing.Situation {
	out := []standing.Situation{
		{Word: isDefending, Text: view.T("standing.defending"), Beside: []string{isAttacking}},
		{Word: isAttacking, Text: view.T("standing.attacking")},
		{Word: isOverrun, Text: view.T("standing.overrun")},
		{Word: isRiver, Text: view.T("standing.river")},
		{Word: isAcross, Text: view.T("standing.across")},
		{Word: isSupplied, Text: view.T("standing.supplied")},
		{Word: isZone, Text: view.T("standing.zone")},
		{Word: isClear, Text: view.T("standing.clear")},
		{Word: isExploit, Text: view.T("standing.exploit")},
	}
	add := func(word string, text view.Text) {
		if !slices.ContainsFunc(out, func(s standing.Situation) bool { return s.Word == word }) {
			out = append(out, standing.Situation{Word: word, Text: text})
		}
	}
	for _, s := range g.Added.Situations {
		add(s.Word, s.Text)
	}
	for _, kind := range g.Data.Kinds {
		if lies(g, kind) {
			add(kind, view.T("standing.terrain", "kind", kind))
		}
	}
	for _, m := range g.Markers {
		add(m.ID, view.T("standing.marked", "mark", m.ID))
	}
	return out
}

// lies reports whether a kind of terrain is in some hex or on some hexside of the map. The charts also
// have kinds of roads.
func lies(g *game.Game, kind string) bool {
	return slices.ContainsFunc(g.Def.Terrain, func(kinds []string) bool { return slices.Contains(kinds, kind) }) ||
		slices.ContainsFunc(g.Def.Water, func(c geography.Course) bool { return c.Kind == kind })
}

// actions lists what standing orders can do, in the order of the book.
func actions(g *game.Game) []standing.Action {
	prefer := []standing.Operand{
		{Word: "first", Kind: standing.Units,
			Say: func(s standing.Said) view.Text { return view.T("standing.first", "units", s.Each) }},
		{Word: "last", Kind: standing.Units, Say: func(s standing.Said) view.Text {
			return view.T("standing.last", "units", s.Each)
		}},
	}
	toward := standing.Operand{Word: "toward", Kind: standing.Way,
		Say: func(s standing.Said) view.Text { return view.T("standing.toward", "places", s.Each) }}
	to := standing.Operand{Word: "to", Kind: standing.Hexes, Fails: true,
		Say: func(s standing.Said) view.Text { return view.T("standing.to", "places", s.Each) }}
	out := []standing.Action{
		{Word: doHold, Text: view.T("standing.hold"), Answers: []string{"retreat"}, Operands: []standing.Operand{
			{Word: "sparing", Kind: standing.Number, Fails: true,
				Say: func(s standing.Said) view.Text { return view.T("standing.sparing", "n", s.N) }},
		}},
		{Word: doRetreat, Text: view.T("standing.retreat"), Answers: []string{"retreat"}, Operands: []standing.Operand{
			to, toward,
			{Word: "along", Kind: standing.Hexes,
				Say: func(s standing.Said) view.Text { return view.T("standing.along", "places", s.Each) }},
			{Word: "hexes", Kind: standing.Number,
				Say: func(s standing.Said) view.Text { return view.T("standing.most-hexes", "n", s.N) }},
		}},
		{Word: doLose, Text: view.T("standing.lose"), Answers: []string{"losses"}, Operands: prefer},
		{Word: doAdvance, Text: view.T("standing.advance"), Answers: []string{"advance"}, Fails: true,
			Operands: []standing.Operand{
				{Word: "with", Kind: standing.Units,
					Say: func(s standing.Said) view.Text { return view.T("standing.with-units", "units", s.Each) }},
				{Word: "most", Kind: standing.Number,
					Say: func(s standing.Said) view.Text { return view.T("standing.most-units", "n", s.N) }},
				toward,
			}},
		{Word: doStay, Text: view.T("standing.stay"), Answers: []string{"advance"}},
		{Word: doRemove, Text: view.T("standing.remove"), Answers: []string{"remove"}, Operands: prefer},
	}
	var placed, declined []string
	for _, q := range g.Added.Questions {
		if q.Beside {
			placed = append(placed, q.Kind)
		}
		if q.Declined != nil {
			declined = append(declined, q.Kind)
		}
	}
	if len(placed) > 0 {
		out = append(out, standing.Action{Word: doPlace, Text: view.T("standing.place"), Answers: placed,
			Operands: append(slices.Clone(prefer), to, toward)})
	}
	if len(declined) > 0 {
		out = append(out, standing.Action{Word: doAgree, Text: view.T("standing.agree"), Answers: declined},
			standing.Action{Word: doDecline, Text: view.T("standing.decline"), Answers: declined})
	}
	return out
}

// StandingSets returns ready-made sets of standing orders. The last line of each leaves decisions outside
// fights to the game's default.
func StandingSets(g *game.Game) []series.ReadySet {
	return []series.ReadySet{
		{ID: "stubborn", Name: view.T("standing.set-stubborn"), About: view.T("standing.about-stubborn"),
			Lines: "hold if steps>owed or exits=0 else retreat toward:supply\n" + "lose first:full,strongest\n" +
				"advance if vp>0 else stay\n" +
				"remove first:weakest\n" +
				"default"},
		{ID: "flexible", Name: view.T("standing.set-flexible"), About: view.T("standing.about-flexible"),
			Lines: "hold if steps>owed and vp>0 else hold if steps>owed and not clear else retreat toward:supply\n" +
				"lose first:full,weakest\n" +
				"advance with:exploit if not zone else advance with:strongest most:1 if vp>0 else stay\n" +
				"remove first:weakest\n" +
				"default"},
		{ID: "save-the-tanks", Name: view.T("standing.set-tanks"), About: view.T("standing.about-tanks"),
			Lines: "retreat toward:supply if exploit else hold if steps>owed and vp>0 else retreat toward:supply\n" +
				"lose first:full last:exploit\n" +
				"advance with:weakest most:1 if vp>0 else stay\n" +
				"remove first:weakest last:exploit\n" +
				"default"},
	}
}
