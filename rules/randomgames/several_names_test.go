package randomgames

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// A name that several units on the map have is answered with all of them, even if only one could carry out the order.
// The exact name, the identifier and the hex of a unit name that unit alone.
func TestParse_NameOfSeveralUnits(t *testing.T) {
	t.Parallel()
	asked, settled := map[order.Verb]int{}, map[order.Verb]int{}
	for _, scenario := range []string{"skirmish", "campaign", "historical"} {
		p := playerIn(t, scenario)
		for n := 0; n < 150 && !p.board.Over; n++ {
			p.order(p.acting())
			side := p.acting()
			for _, v := range p.m.Verbs(side) {
				spec, _ := order.Find(p.m.Specs(), v)
				if _, _, ok := spec.Option("units"); ok && !spec.Arrives && v != "place" {
					p.nameSeveral(t, side, spec, asked, settled)
				}
			}
		}
	}
	t.Log(asked, "asked back,", settled, "settled")
	for _, v := range []order.Verb{"move", "attack", "overrun", "losses", "retreat", "advance"} {
		if asked[v] == 0 && settled[v] == 0 {
			t.Errorf("no /%s names one of several units", v)
		}
	}
}

// nameSeveral names every unit of the side by the first word of its name, in an order and in the answer to a decision.
func (p *randomPlayer) nameSeveral(t *testing.T, side order.Side, spec order.Spec, asked, settled map[order.Verb]int) {
	t.Helper()
	board := p.own[side]
	names := board.Map.Names(side)
	var onMap, due []order.UnitID
	for _, st := range board.Stacks {
		for _, c := range st.Known {
			onMap = append(onMap, c.ID)
		}
	}
	if board.Due != nil && board.Due.Kind == string(spec.Verb) {
		for _, c := range board.Due.Units {
			due = append(due, c.ID)
		}
	}
	for i, c := range board.Map.Cards {
		word := strings.Fields(c.Name)[0]
		means := names.Full(word).Units
		if len(means) == 0 {
			means = names.Short(word).Units
		}
		var fit []order.UnitID
		for _, among := range [][]order.UnitID{due, onMap} {
			fit = within(means, among)
			if len(fit) > 0 {
				break
			}
		}
		if c.Side != side || i%7 != 0 || len(fit) == 0 || len(within(means, onMap)) < 2 {
			continue
		}
		text := "/" + string(spec.Verb) + " units:" + word
		for _, opt := range spec.Said() {
			if opt.Name != "units" && opt.Name != "path" || opt.Name == "path" && opt.Required {
				_, at, _ := board.Find(fit[0])
				text += " " + opt.Name + ":" + nextTo(p, at).String()
			}
		}
		read, err := p.m.Parse(side, text)
		var problem *order.Problem
		switch {
		case len(fit) == 1 && err == nil && slices.Equal(read.Order.Units("units"), fit):
			settled[spec.Verb]++
		case len(fit) > 1 && errors.As(err, &problem) && len(within(fit, meant(problem))) == len(fit):
			asked[spec.Verb]++
		default:
			t.Errorf("%s: %s is read as %v, %v; it can mean %v", side, text, read.Order.Units("units"), err, fit)
		}
	}
}

func nextTo(p *randomPlayer, at hex.Hex) hex.Hex {
	for h := range p.def.Grid.Neighbours(at) {
		return h
	}
	return at
}

func meant(p *order.Problem) (out []order.UnitID) {
	for _, c := range p.Means {
		out = append(out, c.Unit)
	}
	return out
}

// within returns those of some units that are among others.
func within(some, others []order.UnitID) []order.UnitID {
	return slices.DeleteFunc(slices.Clone(some), func(id order.UnitID) bool { return !slices.Contains(others, id) })
}

// The name of a place of two hexes is answered with both, whichever of them the unit could enter.
func TestParse_PlaceOfSeveralHexes(t *testing.T) {
	t.Parallel()
	def := load(t, "afb")
	for text, phase := range map[string]string{"/place units:g-7-pz hex:Smolensk": view.SetUp,
		"/move units:g-7-pz to:Smolensk": "movement", "/attack target:Smolensk units:g-7-pz": "combat"} {
		pos := setUp(t, def, "historical")
		pos.Phase = view.Phase{Side: "german", Name: phase}
		var problem *order.Problem
		if _, err := playerOf(t, def, pos, 3).m.Parse("german", text); !errors.As(err, &problem) ||
			problem.ID != "order.which-hex" || len(problem.Means) != 2 {
			t.Errorf("%s is read with %v", text, err)
		}
	}
}
