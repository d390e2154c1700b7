package adjudicate

import (
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/scs"
	"grognard/rules/view"
)

// readUnits reads the units in the order written: the first in a hex is on top.
func (c *Case) readUnits(n node) error {
	pairs, err := n.mapping()
	if err != nil {
		return err
	}
	c.units = []unit{}
	c.edit.Units = []modules.Counter{}
	for _, p := range pairs {
		u, err := readUnit(p)
		if err != nil {
			return err
		}
		c.units = append(c.units, u)
		c.edit.Units = append(c.edit.Units, u.counter)
	}
	return nil
}

func readUnit(p pair) (unit, error) {
	k, own := modules.Counter{ID: order.UnitID(p.key)}, scs.Counter{}
	var side string
	var dead, waits bool
	marks := map[string]bool{}
	steps, within := 0, 0
	err := p.value.fields(map[string]func(node) error{
		"side": into(&side, node.text),
		"at":   into(&k.At, node.hex),
		"full": into(&own.Full, factors),
		"reduced": func(n node) error {
			v, err := factors(n)
			own.Reduced = &v
			return err
		},
		"exploit":      into(&own.Exploit, node.yes),
		"within":       into(&within, node.whole),
		"steps":        into(&steps, node.whole),
		"loss-markers": into(&own.LossMarkers, node.whole),
		"dead":         into(&dead, node.yes),
		"oos":          func(n node) (err error) { marks["oos"], err = n.yes(); return err },
		"dg":           func(n node) (err error) { marks["dg"], err = n.yes(); return err },
		"arrives": func(n node) error {
			return n.fields(map[string]func(node) error{"turn": into(&k.Due, node.whole), "at": into(&k.Entry, hexes), "if-controlled": into(&waits, node.yes)})
		},
	})
	if err != nil {
		return unit{}, err
	}
	k.Side, k.Own = order.Side(side), own
	u := unit{counter: k, within: within}
	u.placed.ID, u.placed.At, u.placed.Steps, u.placed.Due, u.placed.Entry = k.ID, k.At, steps, k.Due, k.Entry
	u.placed.Waits = waits
	for _, m := range []string{"dg", "oos"} {
		if marks[m] {
			u.placed.Marks = append(u.placed.Marks, m)
		}
	}
	places := 0
	for _, is := range []bool{k.At != hex.None, k.Due > 0, dead} {
		if is {
			places++
		}
	}
	if places != 1 || k.Side == "" || own.Full == (view.Values{}) {
		return u, mistake(p.at, "unit %s needs side, full, and one of at, arrives and dead", k.ID)
	}
	return u, nil
}

// factors reads the factors of a counter's side.
func factors(n node) (view.Values, error) {
	s, err := n.text()
	if err != nil {
		return view.Values{}, err
	}
	v, err := scs.ParseValues(s)
	if err != nil {
		return v, n.mistake("%v", err)
	}
	return v, nil
}

func (c *Case) readExpect(n node) error {
	x := &c.expect
	return n.fields(map[string]func(node) error{
		"phase":   into(&x.phase, node.text),
		"turn":    into(&x.turn, node.whole),
		"pending": into(&x.pending, node.text),
		"victory": into(&x.victory, node.text),
		"control": into(&x.control, holders),
		"vp": func(n node) error {
			x.vp = map[order.Side]int{}
			return keyed(n, pair.sideName, node.whole, func(s order.Side, v int) { x.vp[s] = v })
		},
		"units": func(n node) error {
			pairs, err := n.mapping()
			for _, p := range pairs {
				u, err := readUnitCheck(p)
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

func readUnitCheck(p pair) (unitCheck, error) {
	u := unitCheck{id: order.UnitID(p.key), steps: -1}
	fields := map[string]func(node) error{"at": into(&u.at, node.hex), "steps": into(&u.steps, node.whole)}
	for _, what := range []string{"dead", "oos", "dg", "full"} {
		fields[what] = func(n node) error {
			want, err := n.yes()
			u.truths = append(u.truths, truth{what, want})
			return err
		}
	}
	return u, p.value.fields(fields)
}

func (x *expectation) readSees(n node) error {
	viewers, err := n.mapping()
	for _, v := range viewers {
		put := func(h hex.Hex, ids []string) {
			s := sight{viewer: v.key, hex: h}
			for _, id := range ids {
				s.units = append(s.units, order.UnitID(id))
			}
			x.sees = append(x.sees, s)
		}
		if err := keyed(v.value, pair.hexKey, texts, put); err != nil {
			return err
		}
	}
	return err
}
