package show

import (
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/view"
)

// howMoved is what a map shows of a move, and the message about it, by state.Moved.How.
type howMoved struct {
	kind view.MapEventKind
	text string
}

// wayOf is how units moved. Those that leave the map have a message of their own.
func wayOf(ev state.Moved) howMoved {
	onMap := len(ev.Path) > 0
	switch ev.How {
	case "lost":
		return howMoved{view.Died, "told.lost"}
	case "gone":
		return howMoved{view.Gone, "bcs.told.gone"}
	case "return":
		return howMoved{view.Placed, "bcs.told.returns"}
	case "advance":
		return howMoved{view.Advanced, "bcs.told.advances"}
	case "rebuilt":
		return howMoved{view.Placed, "bcs.told.rebuilt"}
	case "arrive":
		return howMoved{view.Came, "bcs.told.arrives"}
	case "setup":
		return howMoved{view.Placed, "told.place"}
	case "trains":
		if !onMap {
			return howMoved{view.Gone, "bcs.told.trains-off"}
		}
		return howMoved{view.Marched, "bcs.told.trains"}
	case "jumped":
		if !onMap {
			return howMoved{}
		}
		return howMoved{view.Retreated, "bcs.told.trains"}
	}
	return howMoved{view.Marched, "told.march"}
}

// movedUnits tells of units that move, and what it has cost.
func (t *teller) movedUnits(ev state.Moved) {
	first, how := t.st.Piece(ev.Units[0]), wayOf(ev)
	t.cost = nil
	if how.text == "" {
		return
	}
	start := hex.None
	if len(t.was.from) > 0 {
		start = t.was.from[0]
	}
	to := start
	if len(ev.Path) > 0 {
		to = ev.Path[len(ev.Path)-1]
	}
	l := view.Line{Rule: view.Rule(ev.Rule), Text: view.T(how.text, "units", t.names(ev.Units), "more", 0,
		"side", first.Side, "from", start, "to", to, "path", ev.Path)}
	path := slices.Concat(t.was.from, ev.Path)
	if how.kind == view.Placed || how.kind == view.Came {
		path = ev.Path
	}
	if len(path) > 0 {
		l.MapEvent = &view.MapEvent{Kind: how.kind, Side: first.Side, Path: path, Count: len(ev.Units)}
		for _, id := range ev.Units {
			l.MapEvent.Units = append(l.MapEvent.Units, t.g.Counter(t.st.Piece(id)))
		}
	}
	if ev.How == "move" {
		cost := points(t.g, ev.Cost)
		t.cost, t.moved = &cost, ev.Cost
		l.Cost = &cost
	}
	t.all(l)
}
