package rules

import (
	"bytes"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// StandingChoices returns the answers that a player can leave behind: the ready-made sets first, standing.Ask last.
func (m *Match) StandingChoices() []standing.Choice {
	return append(m.engine.StandingChoices(), standing.Choice{ID: standing.Ask, Name: view.T("standing.ask")})
}

// CheckStanding returns why a side cannot leave answers behind, nil if it can: ErrNotYours, or a *view.Mistake about a
// set, an answer, a hex, a unit or the hours. It does not tell another side's unit from one that does not exist.
// Answers stay valid for the whole game: they do not depend on the position.
func (m *Match) CheckStanding(by order.Side, a standing.Answers) error {
	choices := m.StandingChoices()
	sets := slices.DeleteFunc(slices.Clone(choices), func(c standing.Choice) bool { return !c.IsSet })
	switch {
	case !slices.ContainsFunc(m.def.Sides, func(s order.Nation) bool { return s.ID == by }):
		return ErrNotYours
	case a.Set != "" && !slices.ContainsFunc(sets, func(c standing.Choice) bool { return c.ID == a.Set }):
		return &view.Mistake{Why: view.T("standing.no-set", "set", view.Typed(a.Set), "sets", choiceNames(sets))}
	case a.Hours < 0 || a.Hours > standing.MostHours:
		return &view.Mistake{Why: view.T("standing.hours", "most", standing.MostHours)}
	case len(a.Exceptions) > standing.MostExceptions:
		return standing.ErrMany
	}
	for _, e := range a.Exceptions {
		if why, ok := m.checkException(by, e); !ok {
			return &view.Mistake{Why: why}
		}
	}
	return nil
}

// checkException reports whether a side can leave an exception behind; why says what is wrong with it if not.
func (m *Match) checkException(by order.Side, e standing.Exception) (why view.Text, ok bool) {
	c, known := standing.Find(m.StandingChoices(), e.Answer)
	unit, exists := m.def.Units[e.Unit]
	switch {
	case e.Unit != "" && (!exists || unit.Side != by):
		return view.T("standing.no-unit", "unit", view.Typed(e.Unit)), false
	case e.Hex != hex.None && !m.def.Grid.Contains(e.Hex):
		return view.T("standing.off-map", "hex", e.Hex), false
	case (e.Unit == "") == (e.Hex == hex.None):
		return view.T("standing.hex-or-unit"), false
	case !known:
		return view.T("standing.no-answer", "answer", view.Typed(e.Answer), "answers",
			choiceNames(m.StandingChoices())), false
	case e.To != hex.None && !c.TakesHex:
		return view.T("standing.no-hex", "answer", c.Name), false
	case e.To != hex.None && !m.def.Grid.Contains(e.To):
		return view.T("standing.off-map", "hex", e.To), false
	}
	return why, true
}

func choiceNames(choices []standing.Choice) (list []view.Text) {
	for _, c := range choices {
		list = append(list, c.Name)
	}
	return list
}

// SayStanding names an exception, or the set: what it is for, and what it answers.
func (m *Match) SayStanding(e standing.Exception) view.Text {
	c, _ := standing.Find(m.StandingChoices(), e.Answer)
	answer := c.Name
	if e.To != hex.None {
		answer = view.T("standing.to", "answer", c.Name, "hex", e.To)
	}
	switch {
	case e.Unit != "":
		return view.T("standing.for-unit", "unit", view.Name{ID: e.Unit, Name: m.def.Units[e.Unit].Name},
			"answer", answer)
	case e.Hex != hex.None:
		return view.T("standing.at-hex", "hex", e.Hex, "answer", answer)
	}
	return answer
}

// WhyPays says why the units that an order names lose steps or are removed. spelled is the order as Spell returns it,
// before it is carried out. If byAnswer is true a standing answer gave it, else the game did in place of the side. ok
// is false for other orders, and for those that would not be given now. The text is for that side alone.
func (m *Match) WhyPays(by order.Side, spelled []byte, byAnswer bool) (why view.Text, ok bool) {
	if m.Standing().By != by || m.Standing().Owed == 0 {
		return why, false
	}
	list := m.engine.Payments(m.look(by))
	if !byAnswer {
		list = list[max(len(list)-1, 0):] // the game's own answer is the last
	}
	for _, p := range list {
		if s, err := m.Spell(p.Order); err == nil && bytes.Equal(s, spelled) {
			return view.T("told.pays", "units", p.Units, "why", p.Why), true
		}
	}
	return why, false
}

// Answer returns how answers that a side has left behind decide what it owes. ok is false where the side owes nothing,
// or where none is about the decision and can be carried out: its owner is asked. It uses only what the side may know.
func (m *Match) Answer(by order.Side, a standing.Answers) (answer standing.Chosen, ok bool) {
	if !slices.ContainsFunc(m.def.Sides, func(s order.Nation) bool { return s.ID == by }) {
		return standing.Chosen{}, false
	}
	asked, owed := m.engine.Asked(m.look(by))
	if !owed {
		return standing.Chosen{}, false
	}
	return a.Choose(asked)
}
