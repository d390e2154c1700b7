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

// StandingWords is what standing orders of a side can be about in the game: menus are made of it.
// The error is ErrNotYours or ErrNoStandingOrders.
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

// StandingSets are standing orders that are ready to be used, none where the game has none.
func (m *Match) StandingSets() []ReadySet {
	if absent, ok := m.engine.(series.Absent); ok {
		return absent.StandingSets()
	}
	return nil
}

// ReadStanding reads standing orders of a side. An error is a *standing.Problem, ErrNotYours or
// ErrNoStandingOrders. The set holds for the whole game: it names units and hexes, and nothing of
// how the match stands.
func (m *Match) ReadStanding(by order.Side, text string) (standing.Set, error) {
	words, err := m.StandingWords(by)
	if err != nil {
		return standing.Set{}, err
	}
	return standing.Read(text, words)
}

// SayStanding is standing orders of a side in plain words, line by line. They are for that side
// alone.
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

// Answer is what standing orders of a side say to what it owes; false where it owes nothing, or
// where no line matches that can be carried out: then Why says what failed, and the owner is to be
// asked. Nothing goes into it but what the side may know.
func (m *Match) Answer(by order.Side, set standing.Set) (view.StandingAnswer, bool) {
	words, err := m.StandingWords(by)
	if err != nil {
		return view.StandingAnswer{}, false
	}
	absent := m.engine.(series.Absent) // else it would have no words
	asked, owed := absent.Asked(m.look(by), func() *view.Board { return m.board(by, nil) })
	if !owed {
		return view.StandingAnswer{}, false
	}
	c, ok := set.Choose(words, asked)
	return view.StandingAnswer(c), ok
}

// standingWords are what standing orders can be about, side by side; none where the game has none.
func (p *Prepared) standingWords() (out []standing.Words) {
	absent, ok := p.engine.(series.Absent)
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
		out = append(out, absent.StandingWords(names))
	}
	return out
}
