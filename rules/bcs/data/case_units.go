package data

import (
	"grognard/rules/casefile"
	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/first"
	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// caseUnit is a unit of a case: what is printed on it, and what it has done.
type caseUnit struct {
	id   order.UnitID
	of   *seriesCase
	at   document.Spot  // where its Formation, or the last of its faces, is written
	full int            // the printed number of steps, 0: as many as it has left
	left int            // the steps that it has left
	done Doing          // all but Up, Steps and Spent
	up   string         // the face that is up
	paid chart.Fraction // the movement points that it has spent

	printed     Printed
	hasDeployed bool // the deployed face has been read
}

// Unit returns the readers of the series' keys of one unit, and adds the unit to the case.
func (c *seriesCase) Unit(id order.UnitID) series.CaseUnit {
	u := &caseUnit{id: id, of: c, up: upDeployed}
	c.units = append(c.units, u)
	d := &u.done
	steps := func(n casefile.Node) (int, error) { return within(n, 1, maxSteps) }
	return series.CaseUnit{Unit: u, Needs: "formation, deployed", Keys: casefile.Keys{
		"formation": u.readFormation,
		"deployed":  u.readSide(Deployed),
		"move":      u.readSide(Moving),
		"up":        casefile.Into(&u.up, oneOf("side of a counter", upDeployed, upMove)),
		"of":        casefile.Into(&u.full, steps),
		"stopped":   casefile.Into(&d.Stopped, casefile.Node.Yes),
		"finished":  casefile.Into(&d.Finished, casefile.Node.Yes),
		"fires":     casefile.Into(&d.Fires, func(n casefile.Node) (int, error) { return within(n, 0, 2) }),
		"spent":     casefile.Into(&u.paid, casefile.Node.Fraction),
		"dropped":   casefile.Into(&d.Dropped, casefile.Node.Yes),
		"returning": casefile.Into(&d.Returning, casefile.Node.Yes),
	}}
}

// The names of the faces of a counter in cases.
const (
	upDeployed = "deployed"
	upMove     = "move"
)

func (u *caseUnit) readFormation(n casefile.Node) error {
	id, err := group(n)
	u.at = n.Spot
	if id != nothing {
		u.printed.Formation = id
	}
	return err
}

// readSide returns the reader of one face of the counter, Deployed or Moving.
func (u *caseUnit) readSide(which int) func(casefile.Node) error {
	return func(n casefile.Node) error {
		u.at = n.Spot
		text, err := n.Word()
		if err != nil {
			return err
		}
		f, err := ParseFace(text)
		switch {
		case err != nil:
			return n.Mistake("%v", err)
		case !saysRating(text):
			return n.Mistake("the Action Rating is missing, such as ar3")
		}
		u.printed.Faces[which], u.hasDeployed = f, u.hasDeployed || which == Deployed
		u.printed.Two = u.printed.Two || which == Moving
		return nil
	}
}

// Steps stores and returns the steps that the unit has left, one if the case writes none.
func (u *caseUnit) Steps(written int) (left int) {
	u.left = max(written, 1)
	return u.left
}

// Own returns the unit's counter. ok is false if the case does not write its deployed face.
func (u *caseUnit) Own() (own any, ok bool) {
	return Counter{Printed: u.printed, Steps: max(u.full, u.left)}, u.hasDeployed
}

// Side returns the side of the unit's Formation, "" for an Independent, whose side the case must write.
func (u *caseUnit) Side() order.Side {
	own, _ := first.In(u.of.formations, func(f caseFormation) bool { return f.ID == u.printed.Formation })
	return own.Side
}

// Box returns the box of a unit that comes back in the next Reinforcements Phase, "" for any other.
func (u *caseUnit) Box() string {
	if u.done.Returning {
		return returningBox
	}
	return ""
}

// Marks returns nil: the markers of units are part of what Begins returns.
func (u *caseUnit) Marks() []string { return nil }

// check reports an unknown Formation, and a face or a number of steps that the unit cannot have.
func (u *caseUnit) check(ed *modules.Editor) {
	wrong := func(format string, args ...any) {
		ed.Expect(false, "unit %s: %v", u.id, casefile.Mistake(u.at, format, args...))
	}
	_, known := Of(ed.Def).Formation(u.printed.Formation)
	switch {
	case u.printed.Formation != "" && !known:
		wrong("%q is no formation", u.printed.Formation)
	case u.up == upMove && !u.printed.Two:
		wrong("it has no move side that could be up")
	case u.full > 0 && u.left > u.full:
		wrong("it has %d steps left of %d", u.left, u.full)
	}
}

// doing returns the unit's state with the points spent in 1/scale; an error if they are no whole number of those.
func (u *caseUnit) doing(scale int) (Doing, error) {
	d := u.done
	d.Steps = u.left
	if u.up == upMove {
		d.Up = Moving
	}
	spent := u.paid.Times(chart.Whole(scale))
	d.Spent = spent.Round()
	if spent.Denominator() != 1 {
		return d, casefile.Mistake(u.at, "unit %s cannot have spent %s points: the smallest part is 1/%d", u.id, u.paid,
			scale)
	}
	return d, nil
}
