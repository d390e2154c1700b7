package adjudicate

import (
	"grognard/rules"
	"grognard/rules/casefile"
	"grognard/rules/document"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// unit is a unit of a case as written. finishUnits completes it.
type unit struct {
	counter modules.Counter
	placed  rules.Placed
	within  int // the distance in hexes from its place in which it may be set up; 0: not given
	dead    bool
	own     rules.CaseUnit
	spot    document.Spot
}

// readUnits reads the units in the order in which they are written: the first one in a hex is on top.
func (c *Case) readUnits(n casefile.Node) error {
	pairs, err := n.Mapping()
	if err != nil {
		return err
	}
	c.units = []unit{}
	for _, p := range pairs {
		u, err := c.readUnit(p)
		if err != nil {
			return err
		}
		c.units = append(c.units, u)
	}
	return nil
}

func (c *Case) readUnit(p casefile.Pair) (unit, error) {
	u := unit{counter: modules.Counter{ID: order.UnitID(p.Key)}, own: c.own.Unit(order.UnitID(p.Key)), spot: p.At}
	k := &u.counter
	keys := casefile.Keys{
		"side":   casefile.Into(&k.Side, casefile.Node.Side),
		"at":     casefile.Into(&k.At, casefile.Node.Hex),
		"within": casefile.Into(&u.within, casefile.Node.Whole),
		"steps":  casefile.Into(&u.placed.Steps, casefile.Node.Whole),
		"dead":   casefile.Into(&u.dead, casefile.Node.Yes),
		"arrives": func(n casefile.Node) error {
			return n.Fields(casefile.Keys{"turn": casefile.Into(&k.Due, casefile.Node.Whole),
				"at":            casefile.Into(&k.Entry, hexes),
				"if-controlled": casefile.Into(&u.placed.Waits, casefile.Node.Yes)})
		},
	}
	return u, p.Value.FieldsOf(c.own.Series(), keys.Beside(u.own.Keys))
}

// finishUnits asks the series about the units, now that it has read all of the case.
func (c *Case) finishUnits() error {
	if c.units == nil {
		return nil
	}
	c.edit.Units = []modules.Counter{}
	for i := range c.units {
		if err := c.units[i].finish(); err != nil {
			return err
		}
		c.edit.Units = append(c.edit.Units, c.units[i].counter)
	}
	return nil
}

// finish completes a unit with what the series has read of it, and checks that nothing is missing.
func (u *unit) finish() error {
	k, p, asked := &u.counter, &u.placed, u.own.Unit
	var isComplete bool
	if own, ok := asked.(rules.Stepped); ok {
		p.Steps = own.Steps(p.Steps)
	}
	k.Own, isComplete = asked.Own()
	if own, ok := asked.(rules.Sided); ok && k.Side == "" {
		k.Side = own.Side()
	}
	if own, ok := asked.(rules.Boxed); ok {
		p.Box = own.Box()
	}
	if own, ok := asked.(rules.Faced); ok {
		p.Face = own.Face()
	}
	p.ID, p.At, p.Due, p.Entry, p.Marks = k.ID, k.At, k.Due, k.Entry, asked.Marks()
	places := first.Count([]bool{k.At != hex.None, k.Due > 0, u.dead, p.Box != ""}, func(is bool) bool { return is })
	if places != 1 || k.Side == "" || !isComplete {
		return casefile.Mistake(u.spot, "unit %s needs side, %s, and one of at, arrives and dead", k.ID, u.own.Needs)
	}
	return nil
}
