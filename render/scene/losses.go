package scene

import (
	"slices"

	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// addLoss adds units that left the map to those of the same side that left it in the same hex. A unit counts in the hex
// where it died, which after a retreat need not be the hex of the fight.
func (s *Events) addLoss(line *view.Line) {
	d := line.MapEvent
	for i, at := range d.Path {
		l := Loss{At: at, Side: d.Side, Gone: d.Kind == view.Gone, Known: d.Units, Count: d.Count}
		switch {
		case len(d.Path) == 1: // all units stood in this hex
		case len(d.Where) == len(d.Units) && len(d.Units) == d.Count:
			l.Known = nil
			for j, u := range d.Units {
				if d.Where[j] == at {
					l.Known = append(l.Known, u)
				}
			}
			l.Count = len(l.Known)
		default: // it is not told which unit stood where: one is put into each hex, and the rest into the first
			l.Known, l.Count = nil, 1
			if i == 0 {
				l.Count = max(1, d.Count-len(d.Path)+1)
			}
		}
		k := first.OrAdd(&s.Losses, func(k Loss) bool { return k.At == l.At && k.Side == l.Side && k.Gone == l.Gone },
			Loss{At: at, Side: l.Side, Gone: l.Gone})
		k.Known, k.Told = slices.Concat(k.Known, l.Known), append(k.Told, line)
		k.Count += l.Count
	}
}

// addStep adds a lost step to those of its hex if its unit is still there, else to the fight in which it was lost. It
// adds none if the top counter of the stack already shows the loss, or if another side's stack now stands there.
func (s *Events) addStep(v *view.Board, line int) {
	l := &v.Told[line]
	d := l.MapEvent
	lost := Tally{d.Path[len(d.Path)-1], d.Side, 1, []*view.Line{l}}
	if !isStillThere(v, line) {
		if i := s.fightBefore(v, line); i >= 0 {
			addTally(&s.Fights[i].Lost, lost)
			return
		}
	}
	for _, st := range v.Stacks {
		top, seen := st.At(0)
		isShown := seen && has(d.Units, top.ID) && top.LostUnseen() > 0
		if st.Hex == lost.At && (isShown || st.Side != d.Side) {
			return
		}
	}
	addTally(&s.Steps, lost)
}

// isStillThere reports whether the unit that a line tells of is still in the hex of the event, as far as is visible.
func isStillThere(v *view.Board, line int) bool {
	d := v.Told[line].MapEvent
	at := d.Path[len(d.Path)-1]
	for _, u := range d.Units {
		if _, now, known := v.Find(u.ID); known && now != at {
			return false
		}
		if went := lastSeen(v, line, u.ID); went != hex.None && went != at {
			return false
		}
	}
	return slices.ContainsFunc(v.Stacks, func(st view.Stack) bool { return st.Hex == at && st.Side == d.Side })
}

// lastSeen returns the last hex to which a line after the given one moved a unit, hex.None if none did.
func lastSeen(v *view.Board, line int, unit order.UnitID) (at hex.Hex) {
	for _, l := range v.Told[line+1:] {
		if d := l.MapEvent; d != nil && len(d.Path) > 0 && has(d.Units, unit) {
			at = d.Path[len(d.Path)-1]
		}
	}
	return at
}

// fightBefore returns the index in s.Fights of the last fight before a line in which the line's unit took part, -1 for
// none. It took part if it is named there, or if the event is in one of the hexes of the fight.
func (s *Events) fightBefore(v *view.Board, line int) int {
	d := v.Told[line].MapEvent
	at := d.Path[len(d.Path)-1]
	for i := line - 1; i >= 0; i-- {
		f := v.Told[i].Reckoned
		if f == nil || !f.OnMap() {
			continue
		}
		named := slices.ContainsFunc(d.Units,
			func(u view.Counter) bool { return has(f.Attackers, u.ID) || has(f.Defender, u.ID) })
		if named || f.Target == at || slices.Contains(f.From, at) {
			return slices.IndexFunc(s.Fights, func(c Battle) bool { return c.At == f.Target })
		}
	}
	return -1
}

// has reports whether a unit is one of some counters.
func has(units []view.Counter, unit order.UnitID) bool {
	return slices.ContainsFunc(units, func(u view.Counter) bool { return u.ID == unit })
}

// Changed reports whether another side holds the place than before.
func (c Capture) Changed() bool { return c.From != c.By }
