package discord

import (
	"strconv"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/order"
	"grognard/rules/view"
)

// account is what happened, a line for each thing, with its rule.
func (loc localizer) account(lines []view.Line) string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = loc.line(l)
	}
	return strings.Join(out, "\n")
}

func (loc localizer) line(l view.Line) string {
	words := loc.text(l.Text)
	if l.Cost != nil {
		words += loc.say("account.cost", "cost", *l.Cost)
	}
	words += string(rule(l.Rule))
	switch {
	case l.Reckoned != nil:
		words = "**" + loc.text(l.Text) + "**" + string(rule(l.Rule)) + ": " + loc.fight(*l.Reckoned, l)
	case len(l.Dice) > 0:
		words += " " + loc.roll(l)
	}
	return words
}

// roll is the faces of the dice, what they count and the number of the roll, by
// which it can be checked when the game is over.
func (loc localizer) roll(l view.Line) string {
	if l.Apart {
		return loc.say("account.apart", "roll", l.Roll, "faces", inWords(faces(l.Dice)))
	}
	sum := 0
	for _, f := range l.Dice {
		sum += f
	}
	return loc.say("account.roll", "roll", l.Roll, "faces", inWords(faces(l.Dice)), "sum", sum)
}

// faces are dice as they lie.
func faces(dice []int) string {
	var out strings.Builder
	for _, f := range dice {
		out.WriteString(face(f))
	}
	return out.String()
}

// face is a die as it lies; what is no face of a six-sided die is a number.
func face(n int) string {
	if n < 1 || n > 6 {
		return "[" + strconv.Itoa(n) + "]"
	}
	return string(rune('⚀' + n - 1))
}

// fight is the reckoning of an attack: who with what against whom, each reason
// for a strength or a column with its rule, the roll and the result.
func (loc localizer) fight(f view.Reckoning, l view.Line) string {
	attackers := loc.strengths(f.Attackers, f.Terms, f.Strength, f.Attack)
	steps := []string{string(attackers)}
	if !f.Alone {
		steps[0] = loc.say("fight.sum", "attackers", attackers, "defenders", loc.strengths(f.Defender, f.Terms, f.Against, f.Defence), "odds", inWords(f.Compared()))
	}
	for _, m := range f.Terms {
		switch {
		case m.Unit != (view.Name{}):
		case m.N != 0:
			steps = append(steps, loc.say("fight.side-adds", "side", m.Side, "reason", m.Reason, "add", signed(m.N), "rule", rule(m.Rule)))
		default:
			steps = append(steps, loc.say("fight.shift", "reason", m.Reason, "shift", signed(m.Shift), "rule", rule(m.Rule)))
		}
	}
	switch {
	case f.Column == noColumn && f.Alone:
		steps[len(steps)-1] += loc.say("fight.off-table")
	case f.Column == noColumn:
		steps[len(steps)-1] += loc.say("fight.no-column")
	case f.Column == "" || f.Column == f.Compared():
	default:
		steps[len(steps)-1] += loc.say("fight.column", "column", inWords(f.Column))
	}
	if len(l.Dice) > 0 {
		steps = append(steps, loc.roll(l))
	}
	out := strings.Join(steps, "; ")
	if f.Result != "" {
		out += loc.say("fight.result", "result", inWords(f.Result))
	}
	return out
}

// noColumn is the column of a fight that is decided without a roll.
const noColumn = "none"

// strengths lists units with their strength and what changes it, and the sum
// unless it is plain to see.
func (loc localizer) strengths(units []view.Counter, reasons []view.Term, kind string, sum chart.Fraction) inWords {
	words := strings.Join(loc.each(units, reasons, kind), " + ")
	if len(units) == 1 && chart.Whole(units[0].Rating(kind).N) == sum {
		return inWords(words)
	}
	return inWords(words + " = " + sum.String())
}

// each is units, each with its strength and what changes it.
func (loc localizer) each(units []view.Counter, reasons []view.Term, kind string) []string {
	parts := make([]string, len(units))
	for i, c := range units {
		parts[i] = c.Name + " " + printed(c.Rating(kind)) + loc.reasons(c.ID, reasons)
	}
	return parts
}

// reasons is what changes one unit's strength: " ×0.5 [swamp, 7.3]".
func (loc localizer) reasons(u order.UnitID, reasons []view.Term) string {
	var b strings.Builder
	for _, m := range reasons {
		switch {
		case m.Unit.ID != u || m.Shift != 0 || m.N != 0 && u == "":
		case m.N != 0:
			b.WriteString(loc.say("fight.adds", "add", signed(m.N), "reason", m.Reason, "rule", inWords(m.Rule)))
		default:
			b.WriteString(loc.say("fight.times", "times", m.Times, "reason", m.Reason, "rule", inWords(m.Rule)))
		}
	}
	return b.String()
}

// printed is a rating as the counter shows it.
func printed(r view.Rating) string {
	if r.Text == "" {
		return "–"
	}
	return r.Text
}

// signed is a number with its sign, as shifts are said: +1, −2.
func signed(n int) inWords {
	if n < 0 {
		return inWords("−" + strconv.Itoa(-n))
	}
	return inWords("+" + strconv.Itoa(n))
}
