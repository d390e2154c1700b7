package randomgames

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Every unit that its side's board shows is read by its identifier and its name, alone and with its hex; where
// several units of a side have the same name, it is among the candidates.
func TestParse_OwnUnitsByName(t *testing.T) {
	t.Parallel()
	for _, scenario := range []string{"skirmish", "campaign", "historical"} {
		p := playerIn(t, scenario)
		for range 60 {
			p.order(p.acting())
		}
		for _, s := range p.def.Sides {
			for _, st := range p.own[s.ID].Stacks {
				for _, c := range st.Known {
					if st.Side == s.ID {
						checkNames(t, p.m, s.ID, c, st.Hex)
					}
				}
			}
		}
	}
}

// playerIn returns a player of a scenario, on the map and with the units that its module has.
func playerIn(t testing.TB, scenario string) *randomPlayer {
	t.Helper()
	for _, id := range []string{"drill", "afb"} {
		def := load(t, id)
		if _, ok := def.Scenario(scenario); !ok {
			continue
		}
		return playerOf(t, def, setUp(t, def, scenario), 3)
	}
	t.Fatalf("no scenario %s", scenario)
	return nil
}

// checkNames checks that each way to name a unit that stands in a hex means this unit, or has it among the candidates.
func checkNames(t *testing.T, m *rules.Match, by order.Side, c view.Counter, at hex.Hex) {
	t.Helper()
	for _, words := range []string{string(c.ID), c.Name, strings.ToUpper(c.Name), at.String() + " " + c.Name,
		c.Name + " " + at.String(), string(c.ID) + " " + at.String()} {
		for _, verb := range []string{"/losses", "/attack target:1.01"} {
			read, err := m.Parse(by, verb+" units:"+words)
			var p *order.Problem
			if errors.As(err, &p) && slices.ContainsFunc(p.Means,
				func(c2 order.Candidate) bool { return c2.Unit == c.ID }) {
				continue
			}
			if err != nil || !slices.Equal(read.Order.Units("units"), []order.UnitID{c.ID}) {
				t.Errorf("%s: %q is read as %v, %v; want %s", by, words, read.Order.Units("units"), err, c.ID)
			}
		}
	}
}

// In random games legal orders are written with the hexes of their units. Most are read as legal orders of at least as
// many units, and all other units there are reported as staying. Few are asked back, or refused with all units there.
func TestParse_HexesMeanWhoCan(t *testing.T) {
	t.Parallel()
	read, asked, refused := map[order.Verb]int{}, 0, 0
	for _, tt := range []struct {
		module string
		orders int // to give; after each, one more is read and not given
	}{{"drill", 400}, {"skirmish", 300}, {"afb", 150}} {
		p := newPlayer(t, tt.module, 8)
		for n := 0; n < tt.orders && !p.board.Over; n++ {
			p.order(p.acting())
			if p.board.Over {
				break
			}
			side := p.acting()
			o := p.choose(side)
			hexes, there := whereStand(p.own[side], partsOf(p.m, o).Units)
			if len(hexes) == 0 {
				continue
			}
			got, err := p.m.Parse(side, spelled(p.m, o, hexes))
			if err != nil {
				asked++
				continue
			}
			if _, err := p.m.Decide(side, got.Order, p.roll); err != nil {
				refused++
				// Where none or several of the choices among the units there are legal, Parse takes all of them.
				if len(partsOf(p.m, got.Order).Units) != len(there) {
					t.Errorf("%v of %v is read as %v and refused: %v", o, hexes, got.Order, err)
				}
				continue
			}
			read[o.Verb]++
			all := slices.Clone(partsOf(p.m, got.Order).Units)
			for i, unit := range got.Behind {
				all = append(all, unit.ID)
				if got.Why[i].ID == "" {
					t.Errorf("%v of %v: nothing keeps %s", o, hexes, unit)
				}
			}
			slices.Sort(all)
			named := len(slices.Compact(slices.Sorted(slices.Values(partsOf(p.m, o).Units))))
			if len(partsOf(p.m, got.Order).Units) < named || !slices.Equal(all, there) {
				t.Errorf("%v of %v with %v is read as %v without %v", o, hexes, there, got.Order, got.Behind)
			}
		}
	}
	t.Log(read, asked, "asked back,", refused, "refused")
	for _, v := range []order.Verb{"move", "attack", "advance", "retreat", "overrun"} {
		if read[v] == 0 {
			t.Errorf("no /%s is read", v)
		}
	}
	if sum := asked + refused; sum > 100 {
		t.Errorf("%d orders are asked back, %d refused", asked, refused)
	}
}

// whereStand returns the hexes of units on the map, and the identifiers of all units that stand there.
func whereStand(b *view.Board, units []order.UnitID) (hexes []hex.Hex, there []order.UnitID) {
	for _, id := range units {
		if _, at, _ := b.Find(id); at != hex.None && !slices.Contains(hexes, at) {
			hexes = append(hexes, at)
		}
	}
	for _, st := range b.Stacks {
		for _, c := range st.Known {
			if slices.Contains(hexes, st.Hex) {
				there = append(there, c.ID)
			}
		}
	}
	slices.Sort(there)
	return hexes, there
}

// spelled returns the text of an order with hexes in the place of its units.
func spelled(m *rules.Match, o order.Order, hexes []hex.Hex) string {
	spec, _ := order.Find(m.Specs(), o.Verb)
	named := partsOf(m, o)
	named.Units = nil
	for _, h := range hexes {
		named.Units = append(named.Units, order.UnitID(h.String()))
	}
	return order.Format(spec, named.in(m))
}

// A completion of an order's first option legally begins the order. A stack is read as all units that it names.
func TestCompletion_FirstOption(t *testing.T) {
	t.Parallel()
	picks, stacks := 0, 0
	for _, module := range []string{"drill", "afb"} {
		p := newPlayer(t, module, 5)
		for range 80 {
			p.order(p.acting())
			side := p.acting()
			for _, v := range p.m.Verbs(side) {
				spec, _ := order.Find(p.m.Specs(), v)
				for _, opt := range spec.Said() {
					c := p.m.Completion(side, v, nil, opt.Name)
					for _, pick := range c.Picks {
						picks++
						if _, err := p.m.Offer(side, v, []view.Pick{pick}); err != nil &&
							opt.Name == spec.Options[0].Name {
							t.Errorf("/%s %s: %v leads nowhere: %v", v, opt.Name, pick, err)
						}
					}
					for _, st := range c.Stacks {
						stacks++
						o := p.m.Partial(side, v, map[string]string{opt.Name: st.String()})
						if !slices.Equal(o.Units(opt.Name), st.Units) || len(st.Units) < 2 {
							t.Errorf("/%s: %s is offered as %v and read as %v", v, st, st.Units, o)
						}
					}
				}
			}
		}
	}
	if picks < 1000 || stacks < 100 {
		t.Errorf("only %d picks and %d stacks were offered", picks, stacks)
	}
}

// A unit that a side does not see is refused as one that does not exist, and a hex with the enemy as an empty one.
func TestParse_UnseenIsAsUnknown(t *testing.T) {
	t.Parallel()
	p := playerIn(t, "skirmish")
	enemy := p.board.Stacks[len(p.board.Stacks)-1]
	if enemy.Side == "blue" {
		t.Fatal("the last stack is Blue's")
	}
	reply := func(words string) string {
		read, err := p.m.Parse("blue", "/attack target:13.10 units:"+words)
		if err == nil {
			_, err = p.m.Decide("blue", read.Order, p.roll)
		}
		return strings.ReplaceAll(fmt.Sprint(err), words, "…")
	}
	if a, b := reply("r-1-mil"), reply("r-9-mil"); a != b {
		t.Errorf("the enemy's unit: %s; nobody's: %s", a, b)
	}
	if a, b := reply("r-1-mil "+enemy.Hex.String()), reply("r-9-mil "+enemy.Hex.String()); a != b {
		t.Errorf("the enemy's unit in its hex: %s; nobody's: %s", a, b)
	}
	if a, b := reply(enemy.Hex.String()), reply("3.03"); a != b {
		t.Errorf("the enemy's hex: %s; nobody's: %s", a, b)
	}
}

// A stack that is named several times counts once.
func TestParse_StackNamedSeveralTimes(t *testing.T) {
	t.Parallel()
	p := playerIn(t, "skirmish")
	read, err := p.m.Parse("blue", "/move to:8.08 units:5.09 "+strings.Repeat("5.09 ", 1000)+"b-1-mot")
	if want := []order.UnitID{"b-1-arm", "b-1-mot"}; err != nil || !slices.Equal(read.Order.Units("units"), want) {
		t.Errorf("%v, %v; want %v", read.Order.Units("units"), err, want)
	}
}

// Any words can be read without a panic, and their mistakes are reported.
func FuzzRead(f *testing.F) {
	p := playerIn(f, "skirmish")
	for _, words := range []string{"5.09", "1 Armour, 5.09", "5.09 1 Armour 1 Motorised 7.06", "1", "99.99", ",,,",
		"7.06 7.06", "- 1"} {
		f.Add(words, "7.07")
	}
	f.Fuzz(func(t *testing.T, units, to string) {
		for _, v := range []order.Verb{"move", "overrun", "stack order", "losses", "retreat"} {
			values := map[string]string{"units": units, "to": to, "target": to, "hex": to, "path": to}
			if v == "move" {
				delete(values, "path")
			}
			read, err := p.m.Read("blue", v, values)
			var problem *order.Problem
			if err != nil && !errors.As(err, &problem) {
				t.Fatalf("%q, %q: %v", units, to, err)
			}
			if len(read.Behind) != len(read.Why) {
				t.Fatalf("%q, %q: %v stay, and why is %v", units, to, read.Behind, read.Why)
			}
			p.m.Partial("blue", v, values)
		}
	})
}
