package data

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules/casefile"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// Shows returns the checks of a roll: of an Engagement, or for SNAFU, a Second Activation, Fatigue or Recon.
func (c *seriesCase) Shows() casefile.Checks[series.Told] {
	return casefile.Checks[series.Told]{
		"net":  series.Shows(casefile.Node.Whole, func(l *view.Line) (int, bool) { return net(l.Reckoned), true }),
		"roll": series.Shows(casefile.Node.Whole, rolled),
		"result": series.Shows(readResult, func(l *view.Line) (string, bool) {
			return inOrder(l.Reckoned.Result), true
		}),
		"drms":    showsModifiers(true),
		"no-drms": showsModifiers(false),
	}
}

// net returns what is added to the dice: the difference of the two sides and all modifiers, or only the modifiers.
func net(r *view.Reckoning) (sum int) {
	if r.ByNet {
		return r.Net
	}
	for _, t := range r.Terms {
		sum += t.N
	}
	return sum
}

// rolled returns the sum of the faces, without modifiers.
func rolled(l *view.Line) (sum int, ok bool) { return view.Sum(l.Dice), len(l.Dice) > 0 }

// readResult reads an entry of a table. Its words may stand in any order; a level of Fatigue is a number.
func readResult(n casefile.Node) (string, error) {
	s, err := n.Cited()
	return inOrder(s), err
}

// inOrder writes the words of a result in one order, so that t1 f1 equals f1 t1.
func inOrder(result string) string {
	return strings.Join(slices.Sorted(strings.FieldsSeq(result)), " ")
}

// showsModifiers checks that all of some modifiers counted, or if want is false that none of them did.
func showsModifiers(want bool) func(casefile.Node) (casefile.Check[series.Told], error) {
	return func(n casefile.Node) (casefile.Check[series.Told], error) {
		names, err := oneOrMore(n, casefile.Node.Word)
		return func(told series.Told) error {
			l := told.Reckoned()
			if l == nil {
				return fmt.Errorf("are nothing; must be of a roll")
			}
			counted := modifierNames(l.Reckoned)
			for _, name := range names {
				if slices.Contains(counted, name) != want {
					return fmt.Errorf("are %q; %s must be among them: %t", counted, name, want)
				}
			}
			return nil
		}, err
	}
}

// modifierNames lists the names of the modifiers that counted in a roll: in the reason of each term, all arguments that
// are strings but the first, which is a key.
func modifierNames(r *view.Reckoning) (names []string) {
	for _, t := range r.Terms {
		for _, arg := range t.Reason.Args[min(1, len(t.Reason.Args)):] {
			if name, ok := arg.(string); ok {
				names = append(names, name)
			}
		}
	}
	return names
}

// The markers on counters that boards show, as checks of cases know them.
const (
	markStopped   = "stopped"
	markFinished  = "finished"
	markFired     = "fire-1"
	markFired2    = "fire-2"
	markDropped   = "dropped-support"
	markSupport   = "support"
	markNoPath    = "no-safe-path"
	markNoCommand = "out-of-radius"
)

// The boxes of the series that checks know.
const (
	goneBox      = "gone"
	returningBox = "returning"
)

// ExpectsOfUnit returns the checks of what is seen of one unit.
func (c *seriesCase) ExpectsOfUnit() casefile.Checks[series.Found] {
	marked := func(mark string) func(casefile.Node) (casefile.Check[series.Found], error) {
		return casefile.Holds(func(u series.Found) bool { return u.Has(mark) })
	}
	unmarked := func(mark string) func(casefile.Node) (casefile.Check[series.Found], error) {
		return casefile.Is(casefile.Node.Yes, func(u series.Found) (bool, bool) {
			return !u.Has(mark), u.Box == "" // off the map a unit has neither a path nor an HQ in reach
		})
	}
	return casefile.Checks[series.Found]{
		"dead":      casefile.Holds(func(u series.Found) bool { return u.Box == state.Dead || u.Box == goneBox }),
		"returning": casefile.Holds(func(u series.Found) bool { return u.Box == returningBox }),
		"up": casefile.Is(oneOf("side of a counter", upDeployed, upMove),
			func(u series.Found) (string, bool) { return u.Unit.Up.Name, true }),
		"stopped":   marked(markStopped),
		"finished":  marked(markFinished),
		"fires":     casefile.Is(casefile.Node.Whole, func(u series.Found) (int, bool) { return fires(u), true }),
		"dropped":   marked(markDropped),
		"support":   marked(markSupport),
		"safe-path": unmarked(markNoPath),
		"in-radius": unmarked(markNoCommand),
	}
}

// fires returns how many Fire Events a unit has had.
func fires(u series.Found) int {
	switch {
	case u.Has(markFired2):
		return 2
	case u.Has(markFired):
		return 1
	}
	return 0
}
