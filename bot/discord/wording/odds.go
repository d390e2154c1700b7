package wording

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/view"
)

// Warning returns one thing that an order costs, with its rule. If there are many units only the first are named, so
// that it fits a small screen.
func (loc Localizer) Warning(w view.Warning) string {
	const most = 6
	args := slices.Clone(w.Text.Args)
	for i, arg := range args {
		if list := reflect.ValueOf(arg); list.Kind() == reflect.Slice && list.Len() > most {
			args[i] = InWords(loc.Say("warn.more", "units", list.Slice(0, most).Interface(), "n", list.Len()-most))
		}
	}
	return loc.Say(w.Text.ID, args...) + string(Citation(w.Rule))
}

// Risk returns what a pick may cost, with its rule.
func (loc Localizer) Risk(r view.Risk) string { return loc.Text(r.Text) + string(Citation(r.Rule)) }

// Warned returns warnings, a line for each.
func (loc Localizer) Warned(warnings []view.Warning) string {
	lines := make([]string, len(warnings))
	for i, w := range warnings {
		lines[i] = "• " + loc.Warning(w)
	}
	return strings.Join(lines, "\n")
}

// Odds returns the odds of a fight in words: the strengths, then the chances. Where a series has several ways to fight
// the chances come first, as they are what is compared.
func (loc Localizer) Odds(o view.Odds) string {
	var lines []string
	if o.Planned {
		lines = append(lines, loc.Say("odds.planned"))
	}
	from := len(lines) // lines[from:to] will be about the strengths
	if reflect.DeepEqual(o.Best.Terms, o.Worst.Terms) {
		lines = append(lines, reckoningLines(loc, o, o.Best, o.Worst)...)
	} else { // which terms count depends on the terrain that is best for the defender: afb 1.3b
		lines = append(append(lines, loc.Say("odds.at-best")), reckoningLines(loc, o, o.Best, o.Best)...)
		lines = append(append(lines, loc.Say("odds.at-worst")), reckoningLines(loc, o, o.Worst, o.Worst)...)
	}
	if !o.Whole() {
		lines = append(lines, loc.Say("odds.doubt"))
	}
	switch {
	case o.Best.Column == NoColumn:
		lines = append(lines, loc.Say("odds.no-roll", "least", InWords(o.Best.Least)))
	case o.Worst.Column == NoColumn:
		lines = append(lines, loc.Say("odds.maybe-no-roll", "least", InWords(o.Worst.Least)))
	}
	to := len(lines)
	for _, t := range o.Aside {
		lines = append(lines, loc.Text(t))
	}
	if len(o.BestResults) > 0 {
		lines = append(lines, loc.Say("odds.best", "column", InWords(columnName(loc, o.Best)), "results",
			results(loc, o.BestResults, o.Means)), loc.Say("odds.worst", "column", InWords(columnName(loc, o.Worst)),
			"results", results(loc, o.WorstResults, o.Means)))
	} else if len(o.Results) > 0 {
		lines = append(lines, string(results(loc, o.Results, o.Means)))
	}
	for _, t := range o.Outlook {
		lines = append(lines, loc.Text(t))
	}
	if o.Gist != (view.Gist{}) { // the series has several ways to fight
		lines = slices.Concat(lines[:from], lines[to:], lines[from:to]) // the strengths last
	}
	return strings.Join(lines, "\n")
}

// results returns results with what they do and with their chances, in one line.
func results(loc Localizer, list []view.ResultChance, means map[string][]view.Text) InWords {
	words := make([]string, len(list))
	for i, r := range list {
		words[i] = Result(loc, r.Result, means[r.Result])
		if means[r.Result] != nil {
			words[i] += ":"
		}
		words[i] += " " + string(percent(r.Chance))
	}
	return InWords(strings.Join(words, " · "))
}

// Result returns the result of a roll, with its meaning in brackets. For a dash it returns only the meaning.
func Result(loc Localizer, code string, means []view.Text) string {
	if strings.Trim(code, "-– ") == "" {
		return cmp.Or(loc.Value(means), loc.Say("result.none"))
	}
	return loc.Say("result.meant", "result", InWords("**"+code+"**"), "means", means)
}

// reckoningLines returns lines with both strengths and their modifiers, the odds and the column. A value that is not
// the same in best and in worst is written as a range. Both must have the same modifiers.
func reckoningLines(loc Localizer, o view.Odds, best, worst view.Reckoning) []string {
	if !best.HasStrengths() {
		words := loc.Text(best.Brief)
		for _, m := range best.Terms {
			words += ", " + loc.Say("fight.side-adds", "side", m.Side, "reason", m.Reason, "add", Signed(m.N))
		}
		return []string{words + string(Citation(best.Rule))}
	}
	defenders := strengths(loc, best.Defender, best.Terms, best.Against, best.Defence)
	attackRules, defenceRules, columnRules := modifierRules(best)
	if o.Unseen > 0 {
		unseen := loc.Say("odds.unseen", "n", o.Unseen, "strength", rangeOf(o.Least, o.Most)) +
			reasonsFor(loc, "", best.Terms)
		if o.Besides.ID != "" {
			unseen += loc.Text(o.Besides)
		}
		defenceRules = append(defenceRules, o.BesidesRule)
		defenders = InWords(strings.Join(append(unitStrengths(loc, best.Defender, best.Terms, best.Against), unseen), " + ") +
			" = " + string(rangeOf(best.Defence, worst.Defence)))
	}
	lines := []string{
		loc.Say("odds.attack", "units", strengths(loc, best.Attackers, best.Terms, best.Strength, best.Attack)) +
			string(Citation(attackRules...)),
		loc.Say("odds.defence", "units", defenders) + string(Citation(defenceRules...)),
	}
	words := loc.Say("odds.odds", "odds", rangeOf(worst.Compared(), best.Compared()))
	isWhole := func(a, b chart.Fraction) bool { return b.Zero() || a.Over(b).Denominator() == 1 }
	if a, d := best.Attack, best.Defence; a == worst.Attack && d == worst.Defence && !isWhole(a, d) && !isWhole(d, a) {
		words += loc.Say("odds.rounded")
	}
	if best.ByNet {
		words = loc.Say("odds.net", "net", rangeOf(worst.Compared(), best.Compared()))
	}
	words += unshifted(loc, worst, best)
	sidesAdd := bare(best) != best.Compared() // modifiers of a side are added to the difference
	if sidesAdd {
		words = loc.Say("odds.bare", "kind", InWords(best.Strength), "attack", best.Attack.String(), "defence",
			rangeOf(best.Defence, worst.Defence), "net", rangeOf(bare(worst), bare(best)))
	}
	for _, m := range best.Terms {
		switch {
		case m.Unit != (view.Name{}):
		case m.N != 0:
			words += ", " + loc.Say("fight.side-adds", "side", m.Side, "reason", m.Reason, "add", Signed(m.N))
		case m.Shift != 0:
			words += ", " + loc.Say("odds.shift", "reason", m.Reason, "shift", Signed(m.Shift), "n", m.Shift)
		}
	}
	if sidesAdd {
		words += loc.Say("fight.net", "net", rangeOf(worst.Compared(), best.Compared()))
	}
	if best.Column != "" || worst.Column != "" { // else the table has no columns
		words += loc.Say("odds.column", "column", rangeOf(columnName(loc, worst), columnName(loc, best)))
	}
	return append(lines, words+string(Citation(columnRules...)))
}

// modifierRules returns the rules of the modifiers of the attackers, of the defenders and of the column.
func modifierRules(f view.Reckoning) (attack, defence, column []view.Rule) {
	column = []view.Rule{f.ColumnRule}
	for _, m := range f.Terms {
		mine := func(c view.Counter) bool { return c.ID == m.Unit.ID }
		switch {
		case slices.ContainsFunc(f.Attackers, mine):
			attack = append(attack, m.Rule)
		case m.Unit != (view.Name{}), m.N == 0 && m.Shift == 0: // a factor without a unit is for unseen units
			defence = append(defence, m.Rule)
		default:
			column = append(column, m.Rule)
		}
	}
	return attack, defence, column
}

// Columns returns the column of a fight, such as 3:1. If it is not known, it returns the worst and the best column that
// the fight can have, and why.
func (loc Localizer) Columns(o view.Odds) string {
	from, to := columnName(loc, o.Worst), columnName(loc, o.Best)
	if from == to {
		return from
	}
	return loc.Say("odds.columns", "from", InWords(from), "to", InWords(to), "unseen", o.Unseen,
		"below", InWords(loc.Say("odds.none", "least", InWords(to))))
}

// columnName returns the heading of a fight's column, or that its odds are below the table's first column.
func columnName(loc Localizer, f view.Reckoning) string {
	if f.Column == NoColumn {
		return loc.Say("odds.none", "least", InWords(f.Least))
	}
	return f.Heading()
}

// unshifted returns the column from which the shifts count, unless its heading is what is compared: → column 6:1+.
func unshifted(loc Localizer, worst, best view.Reckoning) string {
	worst.Column, best.Column = worst.Unshifted, best.Unshifted
	if worst.Column+best.Column == "" {
		return ""
	}
	return loc.Say("fight.column", "column", rangeOf(columnName(loc, worst), columnName(loc, best)))
}

// rangeOf returns a range, or one value if both ends are the same.
func rangeOf(from, to any) InWords {
	a, b := fmt.Sprint(from), fmt.Sprint(to)
	if a == b {
		return InWords(a)
	}
	return InWords(a + "–" + b)
}
