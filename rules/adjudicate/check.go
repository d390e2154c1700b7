package adjudicate

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grognard/rules"
	"grognard/rules/casefile"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// number reads a number and returns its canonical text, so that equal numbers compare equal.
func number(n casefile.Node) (string, error) {
	f, err := n.Fraction()
	return f.String(), err
}

// cost returns the first cost that was told of; ok is false if there is none.
func cost(told rules.Told) (points string, ok bool) {
	for _, l := range told.Lines {
		if l.Cost != nil {
			return l.Cost.String(), true
		}
	}
	return "", false
}

// faces reads a list of faces as faceText writes it.
func faces(n casefile.Node) (string, error) {
	list, err := casefile.Each(n, die)
	return faceText(list), err
}

// thrown returns the faces of all dice that were told of, as faceText writes them; ok is false if there are none.
func thrown(told rules.Told) (text string, ok bool) {
	var faces []int
	for _, l := range told.Lines {
		faces = append(faces, l.Dice...)
	}
	return faceText(faces), len(faces) > 0
}

func faceText(faces []int) string {
	s := make([]string, len(faces))
	for i, f := range faces {
		s[i] = strconv.Itoa(f)
	}
	return strings.Join(s, " ")
}

// readExpect reads what must be true in the end.
func (c *Case) readExpect(n casefile.Node) (err error) {
	c.expect, err = casefile.Checks[rules.Seen]{
		"phase": casefile.Is(casefile.Node.Word, phase),
		"turn": casefile.Is(casefile.Node.Whole, func(seen rules.Seen) (int, bool) {
			return seen.Public.Turn, true
		}),
		"pending": func(n casefile.Node) (casefile.Check[rules.Seen], error) {
			c.owed = n.Text
			return expectsDue(n)
		},
		"control": expectsHolders,
		"sees":    expectsSights,
		"units":   c.expectsUnits,
	}.Beside(c.own.Expects()).Read(n, c.own.Series())
	return err
}

func phase(seen rules.Seen) (text string, ok bool) {
	return fmt.Sprintf("%s %s", seen.Public.Phase.Side, seen.Public.Phase.Name), true
}

// expectsDue reads the pending decision: SIDE KIND [NUMBER], or none. The number is checked only if it is written.
func expectsDue(n casefile.Node) (casefile.Check[rules.Seen], error) {
	want, err := n.Word()
	if err != nil {
		return nil, err
	}
	numbered := len(strings.Fields(want)) == 3
	return casefile.Is(casefile.Node.Word, func(seen rules.Seen) (string, bool) {
		due := seen.Public.Due
		switch {
		case due == nil:
			return "none", true
		case numbered:
			return fmt.Sprintf("%s %s %d", due.Side, due.Kind, due.N), true
		}
		return fmt.Sprintf("%s %s", due.Side, due.Kind), true
	})(n)
}

// expectsHolders reads which side must control each of some hexes.
func expectsHolders(n casefile.Node) (casefile.Check[rules.Seen], error) {
	wanted, err := holders(n)
	return func(seen rules.Seen) error {
		for _, h := range slices.SortedFunc(maps.Keys(wanted), hex.Compare) {
			if got := holder(seen.Public, h); got != wanted[h] {
				return fmt.Errorf("of %v is %q; must be %q", h, got, wanted[h])
			}
		}
		return nil
	}, err
}

func holder(b *view.Board, h hex.Hex) order.Side {
	held, _ := first.In(b.Control, func(c view.Held) bool { return c.Hex == h })
	return held.Side
}

// sight is what a viewer (a side, or public) must be able to identify in a hex.
type sight struct {
	viewer string
	hex    hex.Hex
	units  []order.UnitID
}

func expectsSights(n casefile.Node) (casefile.Check[rules.Seen], error) {
	viewers, err := n.Mapping()
	if err != nil {
		return nil, err
	}
	var sights []sight
	for _, v := range viewers {
		put := func(h hex.Hex, ids []string) {
			s := sight{viewer: v.Key, hex: h}
			for _, id := range ids {
				s.units = append(s.units, order.UnitID(id))
			}
			sights = append(sights, s)
		}
		if err := casefile.Keyed(v.Value, casefile.Pair.HexKey, texts, put); err != nil {
			return nil, err
		}
	}
	return func(seen rules.Seen) error {
		for _, s := range sights {
			if err := s.check(seen); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

func (s sight) check(seen rules.Seen) error {
	b := seen.Own[order.Side(s.viewer)]
	if s.viewer == "public" {
		b = seen.Public
	}
	if b == nil {
		return fmt.Errorf("of %s is nothing: there is no such side", s.viewer)
	}
	var got []order.UnitID
	for _, st := range b.Stacks {
		if st.Hex == s.hex {
			for _, k := range st.Known {
				got = append(got, k.ID)
			}
		}
	}
	if !slices.Equal(got, s.units) {
		return fmt.Errorf("of %s in %v is %v; must be %v", s.viewer, s.hex, got, s.units)
	}
	return nil
}

// expectsUnits reads what must be true of units: where they stand, how many steps they have, and what the series adds.
func (c *Case) expectsUnits(n casefile.Node) (casefile.Check[rules.Seen], error) {
	pairs, err := n.Mapping()
	if err != nil {
		return nil, err
	}
	keys := casefile.Checks[rules.Found]{
		"at":    casefile.Is(casefile.Node.Hex, func(u rules.Found) (hex.Hex, bool) { return u.At, u.At != hex.None }),
		"steps": casefile.Is(casefile.Node.Whole, steps),
	}.Beside(c.own.ExpectsOfUnit())
	checks := make([]casefile.Check[rules.Found], len(pairs))
	for i, p := range pairs {
		if checks[i], err = keys.Read(p.Value, c.own.Series()); err != nil {
			return nil, err
		}
	}
	return func(seen rules.Seen) error {
		for i, p := range pairs {
			u, ok := seen.Find(order.UnitID(p.Key))
			if !ok {
				return fmt.Errorf("%s: there is no such unit", p.Key)
			}
			if err := checks[i](u); err != nil {
				return fmt.Errorf("%s: %w", p.Key, err)
			}
		}
		return nil
	}, nil
}

// dead is the box of destroyed units.
const dead = "dead"

// steps returns the number of steps that a unit has left.
func steps(u rules.Found) (int, bool) {
	if u.Box == dead {
		return 0, true
	}
	return u.Unit.Steps, true
}
