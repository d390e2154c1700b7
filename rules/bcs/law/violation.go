package law

import (
	"cmp"
	"strconv"
	"strings"

	"grognard/rules/bcs/game"
	"grognard/rules/hex"
	"grognard/rules/internal/choice"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Violation names a rule that an order breaks, by its clause or by a word such as Sequence, and why.
func Violation(rule string, why view.Text) choice.Violation {
	return choice.Violates(view.Rule(rule), why)
}

// Violations lists a Violation of rule, and one of each of others, for one reason.
func Violations(rule string, why view.Text, others ...string) []choice.Violation {
	return choice.Breaks(rule, why, others...)
}

// Matters that the notes do not number, as refusals cite them.
const (
	Sequence = "sequence" // whose turn it is, and for what
	Naming   = "naming"   // who can be named
	Movement = "movement" // what a unit can pay, and who stands in its way
	Victory  = "victory"  // what places are worth
)

// Name is a unit in a text.
func (p *Position) Name(id order.UnitID) view.Name {
	return view.Name{ID: id, Name: p.G.Def.Units[id].Name}
}

// NotOwnUnit refuses a unit of the other side, or of nobody.
func NotOwnUnit(c *game.Attempt, id order.UnitID) []choice.Violation {
	if _, known := c.Sight.Def.Units[id]; !known {
		return Violations(Naming, view.T("bcs.no-such-unit", "unit", string(id)))
	}
	return Violations(Naming, view.T("bcs.not-your-unit", "unit", Of(c.Sight).Name(id)))
}

// NotOnMap refuses a unit that is off the map.
func NotOnMap(c *game.Attempt, u *state.Piece) []choice.Violation {
	return Violations(Naming, view.T("bcs.off-map", "unit", Of(c.Sight).Name(u.ID)))
}

// OffMap refuses a hex that the map lacks.
func OffMap(_ *game.Attempt, h hex.Hex) []choice.Violation {
	return Violations(Movement, view.T("bcs.no-such-hex", "hex", view.Numbers{h}))
}

// EnemyOnPath adds nothing to a refusal: the checks of this series name enemies themselves.
func EnemyOnPath(*game.Attempt, []view.Pick) []choice.Violation { return nil }

// ByBook compares clauses by their order in the notes: by section, then by clause. Naming comes before all clauses, the
// other matters without a number after them.
func ByBook(a, b view.Rule) int {
	x, y := parseClause(string(a)), parseClause(string(b))
	return cmp.Or(cmp.Compare(x.chapter, y.chapter), cmp.Compare(x.section, y.section),
		strings.Compare(x.letter, y.letter), cmp.Compare(x.number, y.number), strings.Compare(string(a), string(b)))
}

type clauseNumber struct {
	chapter, section, number int
	letter                   string
}

// parseClause reads a number such as 9.1i-3: chapter 9, section 1, letter "i", number 3.
func parseClause(rule string) (c clauseNumber) {
	section, number, _ := strings.Cut(rule, "-")
	chapter, rest, ok := strings.Cut(section, ".")
	n, err := strconv.Atoi(chapter)
	if !ok || err != nil {
		if rule == Naming {
			return clauseNumber{chapter: -1} // before all clauses
		}
		return clauseNumber{chapter: 1000} // after all clauses
	}
	c.chapter, c.letter = n, strings.TrimLeft(rest, "0123456789")
	c.section, _ = strconv.Atoi(strings.TrimSuffix(rest, c.letter)) // digits by the line above
	c.number, _ = strconv.Atoi(number)                              // 0 for a whole section
	return c
}

// Single makes a check refuse a second unit of an order that takes only one.
func Single(check func(*game.Attempt, view.Pick) []choice.Violation) func(*game.Attempt, view.Pick) []choice.Violation {
	return func(c *game.Attempt, pick view.Pick) []choice.Violation {
		if pick.Unit != "" && len(c.Units) > 0 {
			return Violations(Naming, view.T("bcs.one-unit", "order", VerbText(Of(c.Sight), c.Verb())))
		}
		return check(c, pick)
	}
}
