package scene

import "grognard/rules/view"

// noColumn is the column of a fight without a roll.
const noColumn = "none"

// mostResults is how many earlier results are listed. If there are more, only the number of fights is told.
const mostResults = 2

// Words returns the odds and the result of the last fight, and the results of those before it, "" if there are none.
func (c Battle) Words(l Labels) (odds, result, before string) {
	last := c.Last()
	odds, result = last.Heading(), outcome(last)
	if last.Alone && (last.Column == noColumn || last.Column == "") {
		odds = "–"
	}
	earlier := c.Told[:len(c.Told)-1]
	if len(earlier) > mostResults {
		return odds, result, Say(l, view.T("picture.fights", "n", len(c.Told)))
	}
	for i, l := range earlier {
		if i > 0 {
			before += ", "
		}
		before += outcome(l.Reckoned)
	}
	return odds, result, before
}

// outcome returns the result of a fight as the table has it, or a dash if nothing happens.
func outcome(f *view.Reckoning) string {
	if f.Result == "-" || f.NoEffect {
		return "–"
	}
	return f.Result
}
