package adjudicate

import (
	"grognard/rules/casefile"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
)

// readUnits reads the units in the order written: the first in a hex is on top.
func (c *Case) readUnits(n casefile.Node) error {
	pairs, err := n.Mapping()
	if err != nil {
		return err
	}
	c.units = []unit{}
	c.edit.Units = []modules.Counter{}
	for _, p := range pairs {
		u, err := c.readUnit(p)
		if err != nil {
			return err
		}
		c.units = append(c.units, u)
		c.edit.Units = append(c.edit.Units, u.counter)
	}
	return nil
}

func (c *Case) readUnit(p casefile.Pair) (unit, error) {
	k := modules.Counter{ID: order.UnitID(p.Key)}
	var side string
	var dead, waits bool
	steps, within := 0, 0
	keys := casefile.Keys{
		"side":   casefile.Into(&side, casefile.Node.Word),
		"at":     casefile.Into(&k.At, casefile.Node.Hex),
		"within": casefile.Into(&within, casefile.Node.Whole),
		"steps":  casefile.Into(&steps, casefile.Node.Whole),
		"dead":   casefile.Into(&dead, casefile.Node.Yes),
		"arrives": func(n casefile.Node) error {
			return n.Fields(casefile.Keys{"turn": casefile.Into(&k.Due, casefile.Node.Whole),
				"at":            casefile.Into(&k.Entry, hexes),
				"if-controlled": casefile.Into(&waits, casefile.Node.Yes)})
		},
	}
	own := c.own.Unit()
	if err := p.Value.FieldsOf(c.own.Series(), keys.Beside(own.Keys)); err != nil {
		return unit{}, err
	}
	var whole bool
	k.Side = order.Side(side)
	k.Own, whole = own.Unit.Own()
	u := unit{counter: k, within: within, spot: p.At}
	u.placed.ID, u.placed.At, u.placed.Steps, u.placed.Due, u.placed.Entry = k.ID, k.At, steps, k.Due, k.Entry
	u.placed.Waits, u.placed.Marks = waits, own.Unit.Marks()
	places := 0
	for _, is := range []bool{k.At != hex.None, k.Due > 0, dead} {
		if is {
			places++
		}
	}
	if places != 1 || k.Side == "" || !whole {
		return u, casefile.Mistake(p.At, "unit %s needs side, %s, and one of at, arrives and dead", k.ID, own.Needs)
	}
	return u, nil
}
