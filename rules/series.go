package rules

import (
	"fmt"

	"grognard/rules/bcs"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/scs"
	"grognard/rules/scs/feature/accent"
	"grognard/rules/scs/feature/airstrikes"
	"grognard/rules/scs/feature/cup"
	"grognard/rules/scs/feature/garrisons"
	"grognard/rules/scs/feature/rangedfire"
	"grognard/rules/scs/feature/replacements"
	"grognard/rules/scs/feature/victory"
	"grognard/rules/scs/feature/withdrawal"
)

// allSeries lists every series that the program plays, with the optional rules of single games. A new series needs
// a folder and an entry here.
var allSeries = []series.Series{scs.Series{Features: []scs.Feature{airstrikes.Feature(), garrisons.Feature(),
	cup.Feature(), replacements.Feature(), withdrawal.Feature(), accent.Feature(), victory.Feature(),
	rangedfire.Feature()}}, bcs.Series{}}

// Modules reads modules of every series that the program plays. A module is played by the series that read it.
func Modules() modules.Dialects {
	out := modules.Dialects{}
	for _, s := range allSeries {
		out[s.Name()] = &playable{s.Dialect(), s}
	}
	return out
}

// playable is the dialect of a series together with its rules.
type playable struct {
	modules.Dialect
	series series.Series
}

// Case is what an adjudication case says in the words of its series.
type Case = series.Case

// CaseUnit reads what a case says of a unit in the words of its series, and what its Unit may implement.
type (
	CaseUnit = series.CaseUnit
	Sided    = series.Sided
	Boxed    = series.Boxed
	Faced    = series.Faced
	Stepped  = series.Stepped
)

// What a case checks: what a command told, what everybody sees in the end, and a unit in that.
type (
	Told  = series.Told
	Seen  = series.Seen
	Found = series.Found
)

// CaseOf reads what a case of a module says in the words of its series.
func CaseOf(d *modules.Definition) (Case, error) {
	s, err := seriesOf(d)
	if err != nil {
		return nil, err
	}
	return s.Case(), nil
}

// engineFor returns the rules that a module is played by.
func engineFor(d *modules.Definition) (series.Engine, error) {
	s, err := seriesOf(d)
	if err != nil {
		return nil, err
	}
	return s.New(d)
}

// seriesOf returns the series whose dialect read a module.
func seriesOf(d *modules.Definition) (series.Series, error) {
	if p, ok := d.By.(*playable); ok {
		return p.series, nil
	}
	return nil, fmt.Errorf("%s was not read as a module of any series that this program plays", d.Title)
}
