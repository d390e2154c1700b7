package scene

import (
	"strings"

	"grognard/rules/view"
)

// noColumn is the column of a fight without a roll.
const noColumn = "none"

// mostResults is how many earlier results with an effect are listed at most.
const mostResults = 2

// Words returns the odds and the result of the last fight, and if there were others before it, how many fights there
// were and what the others did.
func (c Battle) Words(l Labels) (odds, result, before string) {
	last := c.Last()
	odds, result = last.Heading(), outcome(last)
	if last.Alone && (last.Column == noColumn || last.Column == "") {
		odds = "–"
	}
	if len(c.Told) == 1 {
		return odds, result, ""
	}
	var effects []string
	for _, l := range c.Told[:len(c.Told)-1] {
		if told := outcome(l.Reckoned); told != nothing {
			effects = append(effects, told)
		}
	}
	if len(effects) > mostResults {
		effects = nil
	}
	return odds, result, Say(l, view.T("picture.fights", "n", len(c.Told), "earlier", strings.Join(effects, ", ")))
}

// nothing is the outcome of a fight without any effect.
const nothing = "–"

// outcome returns the result of a fight as the table has it, or nothing.
func outcome(f *view.Reckoning) string {
	if f.Result == "-" || f.NoEffect {
		return nothing
	}
	return f.Result
}
