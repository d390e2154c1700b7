package scene

import (
	"strings"

	"grognard/rules/view"
)

// noColumn is the column of a fight without a roll.
const noColumn = "none"

// Words returns the odds and the result of the last fight, and if there were others before it, how many fights there
// were and what the last three of the others did.
func (c Battle) Words(l Labels) (odds, result, before string) {
	last := c.Last()
	odds, result = last.Heading(), outcome(last)
	if last.Alone && (last.Column == noColumn || last.Column == "") {
		odds = "–"
	}
	var earlier []string
	for _, l := range c.Told[max(0, len(c.Told)-4) : len(c.Told)-1] {
		if told := outcome(l.Reckoned); told != "–" {
			earlier = append(earlier, told)
		}
	}
	if len(c.Told) > 1 {
		before = Say(l, view.T("picture.fights", "n", len(c.Told), "earlier", strings.Join(earlier, ", ")))
	}
	return odds, result, before
}

// outcome returns the result of a fight as the table has it, or a dash if nothing happens.
func outcome(f *view.Reckoning) string {
	if f.Outcome() == "-" || f.NoEffect {
		return "–"
	}
	return f.Outcome()
}
