package rules

import (
	"errors"
	"slices"

	"grognard/rules/internal/series"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// ErrNoStandingOrders: nobody can leave standing orders in a game of this series.
var ErrNoStandingOrders = errors.New("the series has no standing orders")

// ReadySet is standing orders that a game offers ready-made.
type ReadySet = series.ReadySet

// StandingWords returns the vocabulary of a side's standing orders in the game, from which menus are made. The error
// is ErrNotYours or ErrNoStandingOrders.
func (m *Match) StandingWords(by order.Side) (standing.Words, error) {
	i := slices.IndexFunc(m.def.Sides, func(s order.Nation) bool { return s.ID == by })
	switch {
	case i < 0:
		return standing.Words{}, ErrNotYours
	case m.standing == nil:
		return standing.Words{}, ErrNoStandingOrders
	}
	return m.standing[i], nil
}

// StandingSets returns the ready-made standing orders that the game offers, if any.
func (m *Match) StandingSets() []ReadySet {
	if engine, ok := m.engine.(series.StandingEngine); ok {
		return engine.StandingSets()
	}
	return nil
}

// ReadStanding reads standing orders of a side. The error is a *standing.Problem, ErrNotYours or ErrNoStandingOrders.
// The set stays valid for the whole game: it names units and hexes and does not depend on the position.
func (m *Match) ReadStanding(by order.Side, text string) (standing.Set, error) {
	words, err := m.StandingWords(by)
	if err != nil {
		return standing.Set{}, err
	}
	return standing.Read(text, words)
}

// SayStanding puts standing orders of a side into plain words, line by line, for that side alone.
func (m *Match) SayStanding(by order.Side, set standing.Set) []view.Text {
	words, err := m.StandingWords(by)
	if err != nil {
		return nil
	}
	out := make([]view.Text, len(set.Lines))
	for i, l := range set.Lines {
		out[i] = l.Say(words)
	}
	return out
}

// Answer returns what a side's standing orders answer to the decision that it owes. ok is false where the side owes
// none, or where no line both matches and can be carried out: then Why says what failed, and the owner has to
// be asked. Answer uses only what the side may know.
func (m *Match) Answer(by order.Side, set standing.Set) (answer view.StandingAnswer, ok bool) {
	words, err := m.StandingWords(by)
	if err != nil {
		return view.StandingAnswer{}, false
	}
	engine := m.engine.(series.StandingEngine) // an engine without standing orders has no words for them
	asked, owed := engine.Asked(m.look(by), func() *view.Board { return m.board(by, nil) })
	if !owed {
		return view.StandingAnswer{}, false
	}
	c, ok := set.Choose(words, asked)
	return view.StandingAnswer(c), ok
}

// standingWords returns the vocabulary of each side's standing orders; none where the game has none.
func standingWords(p *Prepared) (out []standing.Words) {
	engine, ok := p.engine.(series.StandingEngine)
	if !ok {
		return nil
	}
	for i, side := range p.def.Sides {
		names := standing.Names{Grid: p.def.Grid, Find: p.named[i], Places: p.printed.Places, Areas: p.printed.Entry}
		for _, c := range p.printed.Cards {
			if c.Side == side.ID {
				names.Units = append(names.Units, standing.Unit{ID: c.ID, Name: c.Name, Formation: c.Formation,
					Type: c.Symbol})
			}
		}
		out = append(out, engine.StandingWords(names))
	}
	return out
}
