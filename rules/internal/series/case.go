package series

import (
	"slices"

	"grognard/rules/casefile"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Case is the part of an adjudication case that depends on the series. Its keys are read together with those
// that every case has; then its methods return what the keys say.
type Case interface {
	// Series is the name of the series.
	Series() string
	// Keys are the series' keys of the case itself.
	Keys() casefile.Keys
	// Unit reads the series' keys of one more unit, which has this identifier.
	Unit(order.UnitID) CaseUnit
	// Edit is what the case changes in its module.
	Edit() modules.Change
	// Begins returns what the engine's Prepare adds to the placed units as the case begins; nil: as in the scenario.
	Begins(*modules.Definition, view.Phase) (any, error)

	// Shows returns the keys that check what a player is told of his command.
	Shows() casefile.Checks[Told]
	// Expects returns the keys that check the final position, ExpectsOfUnit those that check one unit in it.
	Expects() casefile.Checks[Seen]
	ExpectsOfUnit() casefile.Checks[Found]
}

// CaseUnit reads the keys of one unit of a case. Needs names, for the message to the author, what is missing when Own
// returns false. Unit is asked when the whole case has been read, and may implement Sided, Boxed, Faced, Stepped.
type CaseUnit struct {
	Keys  casefile.Keys
	Needs string
	Unit  interface {
		Own() (own any, ok bool) // the Own part of the unit's modules.Counter
		Marks() []string         // the markers on it
	}
}

// Sided is a unit of a case that the series can give a side. It is asked where the case writes none.
type Sided interface{ Side() order.Side }

// Boxed is a unit of a case that may lie in a box of the series, instead of standing somewhere, arriving or being dead.
// Box returns "" for one that does not.
type Boxed interface{ Box() string }

// Stepped is a unit of a case whose printed steps depend on the steps that it has left. Steps takes the number that the
// case writes, 0 for none, and returns how many steps the unit has left. It is called before Own.
type Stepped interface{ Steps(written int) (left int) }

// Faced is a unit of a case whose counter has sides; Face returns the number of the one that is up.
type Faced interface{ Face() uint8 }

// Told is what the player who gave a command was told of it.
type Told struct {
	Game  *modules.Definition
	Lines []view.Line
}

// Seen is what a case is compared with: what everybody sees and what each side sees. It does not contain the
// state, so a case cannot depend on anything that no player can see.
type Seen struct {
	Public *view.Board
	Own    map[order.Side]*view.Board
}

// Find finds a unit in its owner's view; ok is false if there is none.
func (s Seen) Find(id order.UnitID) (f Found, ok bool) {
	for side, b := range s.Own { // at most one of them owns it
		if u, at, is := b.Find(id); is && u.Side == side {
			f, ok = Found{Seen: s, Unit: u, At: at}, true
		}
		for _, p := range b.OffMap {
			if p.Side == side && slices.ContainsFunc(p.Known, func(u view.Counter) bool { return u.ID == id }) {
				f.Box = p.Box
			}
		}
	}
	return f, ok
}

// Found is a unit as its owner sees it.
type Found struct {
	Seen
	Unit view.Counter
	At   hex.Hex // None for one in a Box
	Box  string
}

// Has reports whether a marker is seen on the unit.
func (f Found) Has(mark string) bool { return slices.Contains(f.Unit.Marks, mark) }

// Reckoned returns the first line with a calculation by net: of an attack or an Engagement. Without one it returns the
// first line with any other calculation, nil if there is none.
func (t Told) Reckoned() (first *view.Line) {
	for i := range t.Lines {
		l := &t.Lines[i]
		switch {
		case l.Reckoned == nil:
		case l.Reckoned.ByNet:
			return l
		case first == nil:
			first = l
		}
	}
	return first
}

// Shows makes a key that checks one value of the Reckoned line: read reads the wanted value, find the actual one.
func Shows[V comparable](read func(casefile.Node) (V, error),
	find func(*view.Line) (V, bool)) func(casefile.Node) (casefile.Check[Told], error) {
	return casefile.Is(read, func(told Told) (found V, ok bool) {
		if l := told.Reckoned(); l != nil {
			return find(l)
		}
		return found, false
	})
}
