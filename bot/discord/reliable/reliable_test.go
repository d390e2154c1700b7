package reliable_test

import (
	"errors"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/reliable"
	"grognard/bot/league/reliability"
	"grognard/rules/must"
)

// A few games are counted; with more there are percents too. A refusal says what lacks.
func TestWords_CountsAndPercents(t *testing.T) {
	loc := must.Get(ask.NewWords(nil))(t).InChannel()
	type record = reliability.Record
	for name, c := range map[string]struct {
		r                    record
		short, line, refused string
	}{
		"nothing": {},
		"a few": {r: record{Asked: 9, InTime: 2, Begun: 4}, short: "in time 2/9, finished 0/4",
			line: "Your reliability: 2 of 9 answers in time, 0 of 4 games finished."},
		"excused": {r: record{Asked: 1, InTime: 1, Excused: 2}, short: "in time 1/1",
			line: "Your reliability: 1 of 1 answers in time, 0 of 0 games finished. " +
				"Not counted: 2 delays due to vacations or outages."},
		"enough": {r: record{Asked: 40, InTime: 39, Begun: 5, Finished: 5}, short: "in time 97% of 40, finished 100% of 5",
			line: "Your reliability: 39 of 40 answers in time (97%), 5 of 5 games finished (100%)."},
		"late": {r: record{Asked: 40, InTime: 35, Begun: 5, Finished: 5}, short: "in time 87% of 40, finished 100% of 5",
			line: "Your reliability: 35 of 40 answers in time (87%), 5 of 5 games finished (100%).",
			refused: "This season requires 90% reliability. You gave 35 of 40 answers in time (87%). You finished " +
				"enough games; 10 more answers in time are enough."},
		"gives up": {r: record{Asked: 40, InTime: 40, Begun: 9, Finished: 8}, short: "in time 100% of 40, finished 88% of 9",
			line: "Your reliability: 40 of 40 answers in time (100%), 8 of 9 games finished (88%).",
			refused: "This season requires 90% reliability. You finished 8 of 9 games (88%). You gave " +
				"enough answers in time; one more game finished is enough."},
		"both": {r: record{Asked: 10, InTime: 8, Begun: 9, Finished: 8}, short: "in time 80% of 10, finished 88% of 9",
			line: "Your reliability: 8 of 10 answers in time (80%), 8 of 9 games finished (88%).",
			refused: "This season requires 90% reliability. You gave 8 of 10 answers in time (80%) and finished 8 of 9 " +
				"games (88%). Still missing: answers in time 10, games finished 1."},
	} {
		t.Run(name, func(t *testing.T) {
			if short, line := reliable.Short(loc, c.r), reliable.Line(loc, c.r); short != c.short || line != c.line {
				t.Errorf("%q\n%q", short, line)
			}
			said := ""
			if why, ok := errors.AsType[ask.TextError](reliable.Admit(c.r, 90)); ok {
				said = loc.Text(why.Text)
			}
			if said != c.refused {
				t.Errorf("refused is %q", said)
			}
		})
	}
}
