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
			return n.Fields(casefile.Keys{"turn": casefile.Into(&k.Due, casefile.Node.Whole), "at": casefile.Into(&k.Entry, hexes),
				"if-controlled": casefile.Into(&waits, casefile.Node.Yes)})
		},
	}
	own := c.own.Unit()
	if err := p.Value.Fields(keys.Beside(own.Keys)); err != nil {
		return unit{}, err
	}
	var whole bool
	k.Side = order.Side(side)
	k.Own, whole = own.Unit.Own()
	u := unit{counter: k, within: within}
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

func (c *Case) readExpect(n casefile.Node) error {
	x := &c.expect
	return n.Fields(casefile.Keys{
		"phase":   casefile.Into(&x.phase, casefile.Node.Word),
		"turn":    casefile.Into(&x.turn, casefile.Node.Whole),
		"pending": casefile.Into(&x.pending, casefile.Node.Word),
		"victory": casefile.Into(&x.victory, casefile.Node.Word),
		"control": casefile.Into(&x.control, holders),
		"vp": func(n casefile.Node) error {
			x.vp = map[order.Side]int{}
			return casefile.Keyed(n, casefile.Pair.SideName, casefile.Node.Whole, func(s order.Side, v int) { x.vp[s] = v })
		},
		"units": func(n casefile.Node) error {
			pairs, err := n.Mapping()
			for _, p := range pairs {
				u, err := c.readUnitCheck(p)
				if err != nil {
					return err
				}
				x.units = append(x.units, u)
			}
			return err
		},
		"sees": x.readSees,
	})
}

func (c *Case) readUnitCheck(p casefile.Pair) (unitCheck, error) {
	u := unitCheck{id: order.UnitID(p.Key), steps: -1}
	fields := casefile.Keys{"at": casefile.Into(&u.at, casefile.Node.Hex), "steps": casefile.Into(&u.steps, casefile.Node.Whole)}
	for _, what := range append(c.own.Marks(), "dead", "full") {
		fields[what] = func(n casefile.Node) error {
			want, err := n.Yes()
			u.truths = append(u.truths, truth{what, want})
			return err
		}
	}
	return u, p.Value.Fields(fields)
}

func (x *expectation) readSees(n casefile.Node) error {
	viewers, err := n.Mapping()
	for _, v := range viewers {
		put := func(h hex.Hex, ids []string) {
			s := sight{viewer: v.Key, hex: h}
			for _, id := range ids {
				s.units = append(s.units, order.UnitID(id))
			}
			x.sees = append(x.sees, s)
		}
		if err := casefile.Keyed(v.Value, casefile.Pair.HexKey, texts, put); err != nil {
			return err
		}
	}
	return err
}
