// Package workplace finds the part of the map that the picture above a panel shows: the active formation with the
// enemies nearest to it, else the place where its player gives orders. It remembers that place.
//
//	part := workplace.Part(board, "red", nil)
//
// Limits: of a formation that is wider than a picture it shows the largest part with its headquarters. After a restart
// of the program it remembers nothing.
package workplace

import (
	"cmp"
	"slices"

	"grognard/bot/discord/heads"
	"grognard/bot/discord/regions"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// How many rows of hexes a picture shows above its middle, and as many below: of a formation so many that units can be
// told apart, of other places so many that they can be read beside all the buttons.
const (
	MostRows  = 7
	UsualRows = 3
)

// enemies is how many of the nearest enemy stacks are shown if there is room.
const enemies = 2

// trains is the symbol of the counters that supply a formation.
const trains = "supply"

// Part returns the part of the map in the picture above a side's panel. As far as can be read it has the active
// formation without its trains, hexes in their order, and the nearest enemies but their headquarters and trains.
// With neither formation nor hexes it has the units nearest to an enemy, without headquarters and trains; in a game
// without formations, or with units of one side alone, all of these, or the whole map if they need too many rows.
func Part(b *view.Board, side order.Side, hexes []hex.Hex) hex.Part {
	g, rows, shown := b.Map.Grid, UsualRows, Formation(b)
	_, rear, _ := b.Find(TrainsOf(b).ID)
	if last := len(shown) - 1; last > 0 && shown[last] == rear { // trains far behind would make all else small
		shown = shown[:last]
	}
	n := len(shown) // hexes of the formation
	if n > 0 {
		rows = MostRows
	}
	mayFight := func(st view.Stack) bool {
		return len(st.Known) == 0 || st.Known[0].Symbol != trains && st.Known[0].Symbol != heads.Headquarters
	}
	others := stacks(b, func(st view.Stack) bool { return st.Side != side && mayFight(st) })
	if shown = slices.Concat(shown, hexes); len(shown) > 0 {
		from := shown[:max(1, n)] // enemies near the other hexes would take the room of those near these
		shown = append(shown, nearest(g, from, others, enemies)...)
		return regions.Foremost(g, shown[:1], shown[1:], rows)
	}
	own := stacks(b, func(st view.Stack) bool { return st.Side == side && mayFight(st) })
	if all := slices.Concat(own, others); len(b.Map.Groups) == 0 || len(own) == 0 || len(others) == 0 {
		if len(all) == 0 || regions.Window(g, all).Rows > MostRows {
			return hex.Part{} // the whole map
		}
		return regions.Window(g, all)
	}
	for _, h := range nearest(g, others, own, len(own)) {
		shown = append(shown, h, nearest(g, []hex.Hex{h}, others, 1)[0])
	}
	return regions.Foremost(g, shown[:1], shown[1:], UsualRows)
}

// Taught returns the hexes that the step of a tutorial names, those of the unit that it names, and those of all units
// of the formation that it names; nil for none.
func Taught(b *view.Board) (hexes []hex.Hex) {
	step, _ := b.Guide.Arg("text").(view.Text)
	for _, arg := range step.Args {
		if h, is := arg.(hex.Hex); is && b.Map.Grid.Contains(h) {
			hexes = append(hexes, h)
		}
	}
	unit, _ := step.Arg("unit").(view.Name)
	return append(hexes, stacks(b, func(st view.Stack) bool {
		return slices.ContainsFunc(st.Known, func(c view.Counter) bool {
			return c.ID == unit.ID || c.Formation != "" && c.Formation == step.Arg("formation")
		})
	})...)
}

// UnitsOf returns the units of a formation that stand on the map, nil for "".
func UnitsOf(b *view.Board, g order.GroupID) (units []order.UnitID) {
	for _, st := range b.Stacks {
		for _, c := range st.Known {
			if g != "" && c.Formation == b.Map.GroupName(g) {
				units = append(units, c.ID)
			}
		}
	}
	return units
}

// Formation returns the hexes of the active formation: first that of its headquarters, then those of its units from
// there outward, last that of trains alone. It returns nil if no formation is active.
func Formation(b *view.Board) (hexes []hex.Hex) {
	if b.Phase.Group == "" {
		return nil
	}
	head, rank := hex.None, map[hex.Hex]int{} // rank: 2 for hexes with trains alone, 1 for others
	for _, st := range b.Stacks {
		for _, c := range st.Known {
			if c.Formation != b.Map.GroupName(b.Phase.Group) {
				continue
			}
			if head == hex.None || c.Symbol == heads.Headquarters { // without headquarters, the first unit
				head = st.Hex
			}
			if _, is := rank[st.Hex]; !is {
				hexes, rank[st.Hex] = append(hexes, st.Hex), 2
			}
			if c.Symbol != trains {
				rank[st.Hex] = 1
			}
		}
	}
	slices.SortFunc(hexes, func(x, y hex.Hex) int {
		return cmp.Or(rank[x]-rank[y], b.Map.Grid.Distance(head, x)-b.Map.Grid.Distance(head, y), hex.Compare(x, y))
	})
	return hexes
}

// TrainsOf returns the trains of the active formation, a counter without identifier if they are not on the map.
func TrainsOf(b *view.Board) view.Counter {
	for _, st := range b.Stacks {
		for _, c := range st.Known {
			if c.Symbol == trains && c.Formation == b.Map.GroupName(b.Phase.Group) {
				return c
			}
		}
	}
	return view.Counter{}
}

// Far returns a function that ranks hexes by their distance from the active formation's nearest unit. If head is the
// hex of the headquarters, it ranks them by the length of the way from head over the hex to the trains, and equal ones
// by their distance from the trains. Far returns nil if no formation is active.
func Far(b *view.Board, head hex.Hex) func(hex.Hex) int {
	formation, g := Formation(b), b.Map.Grid
	if len(formation) == 0 {
		return nil
	}
	return func(h hex.Hex) int {
		if toTrains := g.Distance(h, formation[len(formation)-1]); head != hex.None {
			return g.Size()*(g.Distance(h, head)+toTrains) + toTrains
		}
		return regions.Away(g, h, formation)
	}
}

// ActedAt returns the hex to which the order in b.Told has moved units, or else where it fought or did something, or
// where the last unit stands that it names; hex.None if it tells of no place.
func ActedAt(b *view.Board) hex.Hex {
	goes := []view.MapEventKind{view.Marched, view.Placed, view.Came, view.Retreated}
	at, named := hex.None, hex.None
	for _, l := range slices.Backward(b.Told) {
		if e := l.MapEvent; e != nil && len(e.Path) > 0 {
			end := e.Path[len(e.Path)-1]
			if slices.Contains(goes, e.Kind) {
				return end
			}
			at = cmp.Or(at, end)
		}
		for _, arg := range l.Text.Args {
			if h, is := arg.(hex.Hex); is && l.MapEvent == nil {
				at = cmp.Or(at, h)
			} else if unit, is := arg.(view.Name); is && named == hex.None {
				_, named, _ = b.Find(unit.ID)
			}
		}
	}
	return cmp.Or(at, named)
}

// HasFought reports whether units fought, were fired at, gave way or lost steps.
func HasFought(told []view.Line) bool {
	kinds := []view.MapEventKind{view.Struck, view.Retreated, view.Advanced, view.Died, view.Reduced}
	return slices.ContainsFunc(told, func(l view.Line) bool {
		return l.Reckoned != nil && l.Reckoned.OnMap() || l.MapEvent != nil && slices.Contains(kinds, l.MapEvent.Kind)
	})
}

// stacks returns the hexes of the stacks that are wanted.
func stacks(b *view.Board, isWanted func(view.Stack) bool) (hexes []hex.Hex) {
	for _, st := range b.Stacks {
		if isWanted(st) {
			hexes = append(hexes, st.Hex)
		}
	}
	return hexes
}

// nearest sorts list by the distance to the nearest hex of from, and returns its first most hexes.
func nearest(g hex.Grid, from, list []hex.Hex, most int) []hex.Hex {
	slices.SortFunc(list, func(x, y hex.Hex) int {
		return cmp.Or(regions.Away(g, x, from)-regions.Away(g, y, from), hex.Compare(x, y))
	})
	return list[:min(len(list), most)]
}

// Crowded returns the overstacked hexes that units must leave before the phase ends; move is the verb of moves.
func Crowded(tasks []view.Task, move order.Verb) (hexes []hex.Hex) {
	for _, task := range tasks {
		if task.Must && task.Verb == move && task.Text.ID == "task.crowded" {
			hexes = append(hexes, task.Hexes...)
		}
	}
	return hexes
}
