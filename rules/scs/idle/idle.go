// Package idle finds what does nothing in a module of the Standard Combat Series, though it can be played: marks that
// nothing puts, points that nobody counts, rows and columns of the combat table that no fight comes to, what concerns
// an exploitation phase that a side does not have. Its Dialect is that of package data, and proofreads modules besides.
package idle

import (
	"slices"
	"strconv"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/proofread"
	"grognard/rules/scs/data"
)

// Dialect describes how modules of the series are written.
type Dialect struct{ data.Dialect }

// symbolsWithoutRules are symbols for which players expect rules, but the series has none.
var symbolsWithoutRules = []string{"air", "headquarters", "supply"}

// Proofread warns of what does nothing in a module of the series.
func (d Dialect) Proofread(p *modules.Proof) {
	own := data.Of(p.Definition)
	proofread.Module(p)
	puts := []string{own.Stacking.Retreat}
	for _, s := range p.Sides {
		if slices.Contains(own.Phases[s.ID], data.Supply) {
			puts = append(puts, data.Oos)
		}
	}
	counted := false
	for _, f := range d.Features.Wordings() {
		if f.IsUsedBy(own) {
			puts = append(puts, f.Marks...)
		}
		if does, ok := own.Own[f.Name].(interface{ Puts() string }); ok {
			puts = append(puts, does.Puts())
		}
		if does, ok := own.Own[f.Name].(interface{ Proofread(*modules.Proof) }); ok {
			does.Proofread(p)
		}
		if does, ok := own.Own[f.Name].(interface{ CountsPoints() bool }); ok {
			counted = counted || does.CountsPoints()
		}
	}
	proofread.Points(p, counted)
	proofread.Marks(p, func(mark string) bool { return slices.Contains(puts, mark) })
	warnExploits(p, own)
	warned := map[string]bool{} // by type
	for _, id := range p.Roster {
		if u := p.Units[id]; slices.Contains(symbolsWithoutRules, u.Symbol) && !warned[u.Type] {
			warned[u.Type] = true
			p.Warn(p.At(modules.InUnits, modules.Types, u.Type, "symbol"),
				"the series has no rules for the symbol %s: units of the type %s play as infantry", u.Symbol, u.Type)
		}
	}
	warnRows(p, own)
	bySide := map[order.Side]proofread.Strengths{}
	for _, s := range p.Sides {
		bySide[s.ID] = strengths(p.Definition, own, s.ID)
	}
	proofread.Columns(p, own.Combat, bySide)
}

// warnExploits warns of what a module says of exploitation for a side that has no exploitation phase.
func warnExploits(p *modules.Proof, d *data.Data) {
	warned := map[string]bool{} // by type
	sidesWithout := 0
	for _, s := range p.Sides {
		if slices.Contains(d.Phases[s.ID], data.Exploitation) {
			continue
		}
		sidesWithout++
		if d.Overrun == "exploit" {
			p.Warn(p.At(modules.InGame, "overrun"), "overrun: exploit, and side %s has no phase exploitation", s.ID)
			continue
		}
		for _, id := range p.Roster {
			if u := data.UnitOf(p.Units[id]); u.Side == s.ID && u.Exploit && !warned[u.Type] {
				warned[u.Type] = true
				p.Warn(p.At(modules.InUnits, modules.Types, u.Type, "exploit"),
					"the type %s exploits, and side %s has no phase exploitation", u.Type, s.ID)
			}
		}
	}
	for _, m := range p.Marks {
		if data.MarkOf(m).NoExploit && sidesWithout == len(p.Sides) && d.Overrun != "exploit" {
			p.Warn(p.At(modules.InGame, "marks", m.ID, "exploit"),
				"the mark %s takes away exploitation, and the game has no phase exploitation", m.ID)
		}
	}
}

// warnRows warns of rows of the combat table that no throw of its dice gives, because nothing modifies the dice.
func warnRows(p *modules.Proof, d *data.Data) {
	var first document.Spot
	var names []string
	for _, roll := range d.Combat.Rolls() {
		if chart.Throws(d.Combat.Dice, roll) > 0 {
			continue
		}
		if len(names) == 0 {
			first = p.At(modules.InCharts, "combat", "rows", roll)
		}
		names = append(names, strconv.Itoa(roll))
	}
	proofread.Unreached(p, first, names,
		"these rolls are none of "+d.Combat.Dice+", and nothing modifies a roll for combat")
}

// strengths returns what the odds of a side's attacks are computed from.
func strengths(def *modules.Definition, d *data.Data, s order.Side) proofread.Strengths {
	const around = 6 // the hexes from which a hex can be attacked
	out := proofread.Strengths{Attackers: around * d.Stacking.Limit, Stronger: 1, Weaker: 1,
		Defenders: 10 * d.Stacking.Limit} // more than any overstacked hex holds
	for _, id := range def.Roster {
		u := data.UnitOf(def.Units[id])
		for _, v := range [...]data.Values{u.Full, u.Reduced} {
			if v == (data.Values{}) {
				continue
			}
			if u.Side == s {
				out.Attack = append(out.Attack, v.Attack)
			} else {
				out.Defence = append(out.Defence, max(v.Defence, 0))
			}
		}
	}
	for _, kind := range d.Kinds {
		row := d.Charts[s][kind]
		out.Left, out.Right = out.Left+min(row.Shift, 0), out.Right+max(row.Shift, 0)
		out.Change(row.Attack, row.Defence)
	}
	for _, m := range def.Marks {
		out.Change(data.MarkOf(m).Attack, data.MarkOf(m).Defence)
	}
	return out
}
