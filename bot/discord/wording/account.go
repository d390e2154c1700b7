package wording

import (
	"strings"

	"grognard/rules/chart"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Account returns what happened, a line for each event, with its rule. Equal events by several rules are one line.
func (loc Localizer) Account(lines []view.Line) string {
	var out []string
	for lines = WithPassed(lines); len(lines) > 0; {
		var also []view.Rule
		first := lines[0]
		for lines = lines[1:]; len(lines) > 0 && lines[0].Text.String() == first.Text.String() &&
			len(lines[0].Dice) == 0 && lines[0].Cost == nil && lines[0].Rule != first.Rule; lines = lines[1:] {
			also = append(also, lines[0].Rule)
		}
		out = append(out, loc.Line(first, also...))
	}
	return strings.Join(out, "\n")
}

// WithPassed returns lines in which each phase that passed has, in place of its heading, one line that says so. If the
// next line says so already the heading is dropped; a heading that another from the same row follows becomes that line.
func WithPassed(lines []view.Line) (out []view.Line) {
	for i, l := range lines {
		if l.Text.ID == "told.phase" && i+1 < len(lines) {
			switch next := lines[i+1]; {
			case next.Text.ID == "told.idle":
				continue
			case next.Text.ID == l.Text.ID && next.Seq == l.Seq:
				l.Text.ID = "told.idle"
			}
		}
		out = append(out, l)
	}
	return out
}

// Line returns one event of an account, with its cost and its dice, and at its end its rule and those in also.
func (loc Localizer) Line(l view.Line, also ...view.Rule) string {
	words, rules := loc.Text(l.Text), append([]view.Rule{l.Rule}, also...)
	if l.Cost != nil {
		words += loc.Say("account.cost", "cost", *l.Cost)
	}
	switch {
	case l.Reckoned != nil:
		words = "**" + loc.Text(l.Text) + "**: " + fight(loc, *l.Reckoned, l)
		rules = append(rules, fightRules(*l.Reckoned)...)
	case len(l.Dice) > 0:
		words += "; " + roll(loc, l)
	}
	return words + string(Citation(rules...))
}

// fightRules returns the rules to be cited after a fight: those of its modifiers, except the ones for the roll, and if
// no die is rolled its column's.
func fightRules(f view.Reckoning) (rules []view.Rule) {
	for _, m := range f.Terms {
		if !addsToRoll(m) {
			rules = append(rules, m.Rule)
		}
	}
	if f.Column == NoColumn {
		rules = append(rules, f.ColumnRule)
	}
	return rules
}

// addsToRoll reports whether a modifier counts for the roll alone, not for a unit or side: its rule stands beside it.
func addsToRoll(m view.Term) bool { return m.N != 0 && m.Side == "" && m.Unit == (view.Name{}) }

// roll returns the faces of the dice, their sum, and the roll's number, by which it can be checked after the game.
func roll(loc Localizer, l view.Line) string {
	if l.SingleFaces {
		return loc.Say("account.apart", "roll", l.Roll, "faces", InWords(loc.Emojis.Dice(l.Dice)))
	}
	return loc.Say("account.roll", "roll", l.Roll, "faces", InWords(loc.Emojis.Dice(l.Dice)), "sum", view.Sum(l.Dice))
}

// fight returns how an attack was resolved: the units of both sides, each modifier, the roll and the result.
func fight(loc Localizer, f view.Reckoning, l view.Line) string {
	var steps []string
	attackers := strengths(loc, f.Attackers, f.Terms, f.Strength, f.Attack)
	switch {
	case !f.OnMap() || !f.HasStrengths(): // there is nothing to add up
	case f.Alone:
		steps = append(steps, string(attackers)+unshifted(loc, f, f))
	default:
		steps = append(steps, loc.Say("fight.sum", "attackers", attackers, "defenders",
			strengths(loc, f.Defender, f.Terms, f.Against, f.Defence), "odds", InWords(bare(f)))+unshifted(loc, f, f))
	}
	for _, m := range f.Terms {
		switch {
		case m.Unit != (view.Name{}):
		case addsToRoll(m):
			steps = append(steps, loc.Say("fight.roll-adds", "reason", m.Reason, "add", Signed(m.N), "rule",
				Citation(m.Rule)))
		case m.N != 0:
			steps = append(steps, loc.Say("fight.side-adds", "side", m.Side, "reason", m.Reason, "add", Signed(m.N)))
		default:
			steps = append(steps, loc.Say("fight.shift", "reason", m.Reason, "shift", Signed(m.Shift)))
		}
	}
	if len(steps) > 0 && bare(f) != f.Compared() {
		steps[len(steps)-1] += loc.Say("fight.net", "net", InWords(f.Compared()))
	}
	switch {
	case f.Column == NoColumn:
		return strings.Join(steps, "; ") +
			loc.Say("fight.no-column", "least", InWords(f.Least), "result", InWords(Result(loc, f.Result, f.Means)))
	case f.Column != "" && f.Column != f.Compared():
		steps[len(steps)-1] += loc.Say("fight.column", "column", InWords(f.Column))
	}
	if len(l.Dice) > 0 {
		steps = append(steps, rolled(loc, f, l))
	}
	out := strings.Join(steps, "; ")
	if f.Result != "" {
		out += loc.Say("fight.result", "result", InWords(Result(loc, f.Outcome(), f.Means)))
	}
	return out
}

// bare returns the comparison of the strengths of a fight, before modifiers of a side are added to their difference.
func bare(f view.Reckoning) string {
	for _, m := range f.Terms {
		if f.ByNet && m.Unit == (view.Name{}) && !addsToRoll(m) {
			f.Net -= m.N
		}
	}
	return f.Compared()
}

// rolled returns the roll of a fight, with its total if modifiers are added to it.
func rolled(loc Localizer, f view.Reckoning, l view.Line) string {
	words, sum, added := roll(loc, l), view.Sum(l.Dice), 0
	if f.ByNet {
		added = f.Net
	}
	for _, m := range f.Terms {
		if addsToRoll(m) {
			added += m.N
		}
	}
	if added == 0 || f.Roll != sum+added {
		return words
	}
	return loc.Say("account.modified", "roll", InWords(words), "add", Signed(added), "total", f.Roll)
}

// NoColumn is the column of a fight that is decided without a roll of dice.
const NoColumn = "none"

// strengths lists units with their strengths and modifiers, and the sum unless it is what is printed on a single unit.
func strengths(loc Localizer, units []view.Counter, reasons []view.Term, kind string, sum chart.Fraction) InWords {
	words := strings.Join(unitStrengths(loc, units, reasons, kind), " + ")
	if len(units) == 1 && chart.Whole(units[0].Rating(kind).N) == sum {
		return InWords(words)
	}
	return InWords(words + " = " + sum.String())
}

// unitStrengths lists units, each with its strength and modifiers.
func unitStrengths(loc Localizer, units []view.Counter, reasons []view.Term, kind string) []string {
	parts := make([]string, len(units))
	for i, c := range units {
		value, why := " "+printed(c.Rating(kind)), reasonsFor(loc, c.ID, reasons)
		if name, ok := loc.Try("strength." + kind); ok {
			value = " " + name + value
		}
		if c.Rating(kind).Text == "" && why != "" { // no strength is printed on the unit
			value = ""
		}
		parts[i] = loc.Emojis.Unit(c, c.Name) + value + why
	}
	return parts
}

// reasonsFor returns the modifiers of u's strength: " ×0.5 [swamp]". For "" they are the factors of unseen units.
func reasonsFor(loc Localizer, u order.UnitID, reasons []view.Term) string {
	var b strings.Builder
	for _, m := range reasons {
		switch {
		case m.Unit.ID != u || m.Shift != 0 || m.N != 0 && u == "":
		case m.N != 0:
			b.WriteString(loc.Say("fight.adds", "add", Signed(m.N), "reason", m.Reason))
		default:
			b.WriteString(loc.Say("fight.times", "times", m.Times, "reason", m.Reason))
		}
	}
	return b.String()
}
