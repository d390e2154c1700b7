// Package idle finds what does nothing in a module of the Battalion Combat Series, though the module can be played:
// marks, points that nobody counts, entries of tables that no roll comes to. Its Dialect is that of package data, with
// the method Proofread added.
package idle

import (
	"fmt"
	"maps"
	"slices"

	"grognard/rules/bcs/data"
	"grognard/rules/document"
	"grognard/rules/modules"
	"grognard/rules/proofread"
)

// Dialect describes how modules of the series are written.
type Dialect struct{ data.Dialect }

// Proofread warns of what does nothing in a module of the series.
func (Dialect) Proofread(p *modules.Proof) {
	d := data.Of(p.Definition)
	proofread.Module(p)
	proofread.Points(p, d.Score.CountsPoints())
	proofread.Marks(p, func(string) bool { return false }) // the series puts no mark of a module on units
	strongest := 0                                         // the greatest AR plus AV of a counter
	for _, id := range p.Roster {
		for _, f := range data.UnitOf(p.Units[id]).Faces {
			strongest = max(strongest, f.AR+f.AV.Value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(d.Tables)) {
		net := 0
		if name == data.CombatT || name == data.Engagement {
			net = strongest
		}
		table(p, name, d.Tables[name], net)
	}
}

// table warns of the entries of a table that no roll reaches. A roll is the sum of the dice, the modifiers, and the net
// of the two sides, which lies between -net and net.
func table(p *modules.Proof, name string, t *data.Table, net int) {
	least, most := t.Dice-net, 6*t.Dice+net
	groups := map[string]data.Modifier{}
	for i, m := range t.Modifiers {
		if m.Unknown {
			return
		}
		if m.Group == "" {
			m.Group = fmt.Sprint(i)
		}
		if was := groups[m.Group]; m.N*was.N < 0 {
			return // which modifier of the group counts can't be seen here
		} else if max(m.N, -m.N) > max(was.N, -was.N) {
			groups[m.Group] = m
		}
	}
	for _, m := range groups {
		least, most = least+min(m.N, 0), most+max(m.N, 0)
	}
	reason := fmt.Sprintf("with the modifiers of the table %s rolls go from %d to %d", name, least, most)
	for _, row := range slices.Sorted(maps.Keys(t.Faces)) {
		if f := t.Faces[row]; f.From > most || f.From > 0 && f.To < least {
			proofread.Unreached(p, p.At(modules.InCharts, "tables", name, "faces", row), []string{row}, reason)
		}
	}
	for i, b := range t.Breaks {
		var first document.Spot
		var names []string
		for j, r := range b.Rows {
			above, below := r.From > most && j > 0, r.To < least && j < len(b.Rows)-1
			if !above && !below || len(b.Rows) == 1 {
				continue
			}
			names = append(names, r.Rolls())
			if len(names) == 1 {
				first = p.At(modules.InCharts, "tables", name, "breaks", i)
			}
		}
		proofread.Unreached(p, first, names, reason)
	}
}
