package playeraid

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules/chart"
	"grognard/rules/document"
	"grognard/rules/order"
	"grognard/rules/view"
)

// kind is a kind of terrain as the file has it: keys in its order.
type kind struct {
	name document.Word
	keys []document.Item
}

// actingKeys are the keys by which a kind of terrain acts in fights; all others are columns.
var actingKeys = []string{"shift", "roll", "attack", "defence", "rule"}

// terrain reads the charts of terrain: of kinds, or of sides with kinds.
func (r *reader) terrain(n *document.Node) {
	if n == nil {
		return
	}
	if n.What != document.Mapping || len(n.Items) == 0 {
		r.Add(n.Spot, "here should stand kinds of terrain, each with keys and values")
		return
	}
	sides := n.Items
	if !bySide(n) {
		r.chart(nil, n) // of all sides
		sides = nil
	}
	for _, it := range sides {
		if it.Value == nil || it.Value.What != document.Mapping {
			r.Add(it.Key.Spot, "%q is no side with kinds of terrain below it, as the others are", it.Key.Text)
			continue
		}
		side := order.Nation{ID: order.Side(slug(it.Key.Text)), Name: r.name(it.Key, it.Key.Spot, "name"),
			Color: colour(len(r.aid.Sides))}
		if slices.ContainsFunc(r.aid.Sides, func(o order.Nation) bool { return o.ID == side.ID }) {
			r.Add(it.Key.Spot, "%q stands twice", it.Key.Text)
		}
		r.aid.Sides = append(r.aid.Sides, side)
		r.chart([]order.Side{side.ID}, it.Value)
	}
	r.terrainModifiers()
}

// colour is the colour of a side in pictures of charts, which say nothing of its printed one.
func colour(side int) string {
	all := []string{"#6b7a80", "#a8623c", "#6f8550", "#8a6a94", "#b09a4a", "#4f7f95"}
	return all[side%len(all)]
}

// bySide reports whether the first value has kinds of terrain below it.
func bySide(n *document.Node) bool {
	first := n.Items[0].Value
	return first != nil && len(first.Items) > 0 && first.Items[0].Value != nil &&
		first.Items[0].Value.What == document.Mapping
}

// chart reads a chart of terrain. What acts becomes a modifier, once for equal ones of several sides.
func (r *reader) chart(sides []order.Side, n *document.Node) {
	var kinds []kind
	var columns []string
	acts := false
	for _, it := range n.Items {
		if it.Value != nil && it.Value.What != document.Mapping {
			r.Add(it.Key.Spot, "%q has no keys with values, such as {move: 2, shift: -1}", it.Key.Text)
			continue
		}
		for _, other := range kinds {
			if slug(other.name.Text) == slug(it.Key.Text) {
				r.Add(it.Key.Spot, "%q stands twice", it.Key.Text)
			}
		}
		k := kind{name: it.Key}
		if it.Value != nil {
			k.keys = it.Value.Items
		}
		for _, key := range k.keys {
			switch known := slices.Contains(actingKeys, key.Key.Text); {
			case key.Value != nil && key.Value.What == document.Mapping:
				r.Add(it.Key.Spot, "%q has kinds of terrain below it, and stands among some: charts of sides stand below "+
					"all sides", it.Key.Text)
				return
			case key.Value == nil || key.Value.What != document.Single:
				r.Add(key.Key.Spot, "%s has no single value", key.Key.Text)
				return
			case known:
				acts = acts || key.Key.Text != "rule"
			case !slices.Contains(columns, key.Key.Text):
				columns = append(columns, key.Key.Text)
			}
		}
		kinds = append(kinds, k)
	}
	if len(kinds) > maxKinds || len(columns) > maxColumns {
		r.Add(n.Spot, "has %d kinds of terrain and %d columns; at most %d and %d are read", len(kinds), len(columns),
			maxKinds, maxColumns)
		return
	}
	out := view.TerrainChart{Sides: sides}
	for _, c := range columns {
		out.Columns = append(out.Columns, words(c))
	}
	if acts {
		out.Columns = append(out.Columns, view.T("terrain.combat"))
	}
	for _, k := range kinds {
		out.Rows = append(out.Rows, r.row(sides, k, columns, acts))
	}
	r.aid.reference.Terrain = append(r.aid.reference.Terrain, out)
}

// row reads a kind of terrain.
func (r *reader) row(sides []order.Side, k kind, columns []string, acts bool) view.TerrainRow {
	out := view.TerrainRow{Kind: slug(k.name.Text), Name: words(r.name(k.name, k.name.Spot, "name"))}
	entries := make([]view.Text, len(columns), len(columns)+1)
	var f modifierFile
	known := map[string]*document.Word{"shift": &f.Shift, "roll": &f.Roll, "attack": &f.Attack, "defence": &f.Defence,
		"rule": &f.Rule}
	for _, key := range k.keys {
		w := document.Word{Spot: key.Value.Spot, Text: key.Value.Text, Number: key.Value.Number}
		if into := known[key.Key.Text]; into != nil {
			*into = w
			continue
		}
		entries[slices.Index(columns, key.Key.Text)] = words(w.Text)
	}
	out.Rule = view.Rule(f.Rule.Text)
	out.Entries = entries
	if !acts {
		return out
	}
	m := r.effect(k.name, f)
	side := ""
	if len(sides) > 0 {
		side = r.aid.Sides[len(r.aid.Sides)-1].Name // the last one read, whose chart this is
	}
	r.acting = append(r.acting, actor{k.name, side, m})
	out.Entries = append(entries, effects(m))
	return out
}

// actor is what a kind of terrain does to fights on the chart of a side, or with side "" on the only chart.
type actor struct {
	kind document.Word
	side string
	does view.Modifier
}

// terrainModifiers makes modifiers of acting terrain: one for a kind alike on every chart, else one for each side.
func (r *reader) terrainModifiers() {
	same := func(a, b view.Modifier) bool {
		return a.Shift == b.Shift && a.Roll == b.Roll && a.Attack == b.Attack && a.Defence == b.Defence
	}
	for i, a := range r.acting {
		alike, first := true, true
		for j, b := range r.acting {
			if a.kind.Text == b.kind.Text {
				alike, first = alike && same(a.does, b.does), first && j >= i
			}
		}
		if same(a.does, view.Modifier{}) || alike && !first {
			continue
		}
		if !alike {
			a.does.Name = strings.Join(strings.Fields(a.kind.Text), " ") + " (" + a.side + ")"
		}
		r.add(a.kind, a.does)
	}
}

// effects says what terrain does to a fight.
func effects(m view.Modifier) view.Text {
	var all []view.Text
	one := chart.Whole(1)
	switch {
	case m.Shift < 0:
		all = append(all, view.T("terrain.left", "n", -m.Shift))
	case m.Shift > 0:
		all = append(all, view.T("terrain.right", "n", m.Shift))
	}
	if m.Roll != 0 {
		all = append(all, view.T("terrain.die", "by", fmt.Sprintf("%+d", m.Roll)))
	}
	if !m.Attack.Zero() && m.Attack != one {
		all = append(all, view.T("terrain.attack", "times", m.Attack.Mixed()))
	}
	if !m.Defence.Zero() && m.Defence != one {
		all = append(all, view.T("terrain.defence", "times", m.Defence.Mixed()))
	}
	if len(all) == 0 {
		return view.Text{}
	}
	return view.T("terrain.effects", "effects", all)
}
