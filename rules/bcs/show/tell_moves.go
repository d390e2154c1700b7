package show

import (
	"slices"

	"grognard/rules/bcs/combat"
	"grognard/rules/bcs/costs"
	"grognard/rules/bcs/game"
	"grognard/rules/handicap"
	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// howMoved is what a map shows of a move, and the message about it, by state.Moved.How.
type howMoved struct {
	kind view.MapEventKind
	text string
}

// ways has how units move, by state.Moved.How.
var ways = map[string]howMoved{"lost": {view.Died, "told.lost"}, "gone": {view.Gone, "bcs.told.gone"},
	"return": {view.Placed, "bcs.told.returns"}, "advance": {view.Advanced, "bcs.told.advances"},
	"rebuilt": {view.Placed, "bcs.told.rebuilt"}, "arrive": {view.Came, "bcs.told.arrives"},
	"setup": {view.Placed, "told.place"}, "trains": {view.Marched, "bcs.told.trains"},
	"retreat": {view.Retreated, "bcs.told.retreats"}, "jumped": {view.Retreated, "bcs.told.trains"}}

// wayOf returns how units moved, zero if that is not told. Units that leave the map have a message of their own.
func wayOf(ev state.Moved) howMoved {
	how, onMap := ways[ev.How], len(ev.Path) > 0
	switch {
	case ev.How == "gone" && ev.Box == state.Dead: // with reinforcements of their Formation
		how.text = "bcs.told.dead-again"
	case ev.How == "trains" && !onMap:
		return howMoved{view.Gone, "bcs.told.trains-off"}
	case ev.How == "jumped" && !onMap:
		return howMoved{}
	case ev.How == "retreat" && !onMap:
		return howMoved{view.Gone, "bcs.told.retreats-off-" + ev.Rule}
	case ev.How == "retreat" && (ev.Rule == "7.5-4" || ev.Rule == "9.1g-1"):
		how.text = "bcs.told.falls-back"
	case how.text == "":
		return howMoved{view.Marched, "told.march"}
	}
	return how
}

// movedUnits tells of units that move, and what the move has cost. Others are told which units they see, the top of
// the moving stack, and how many there are. If some are hidden the cost is not told, as it would show how these move.
// Units that die, leave the map or come onto it are seen.
func (t *teller) movedUnits(ev state.Moved) {
	how := wayOf(ev)
	if ev.How == "retreat" && len(t.was.from) == 0 { // an HQ that was jumped
		how = howMoved{view.Placed, "bcs.told.retreats-jumped"}
	}
	if u := t.st.Piece(ev.Units[0]); ev.How == "return" && t.g.IsCombat(u) && t.g.FormationOf(u) != nil {
		how.text = "bcs.told.returns-near"
	}
	t.cost = nil
	if how.text == "" {
		return
	}
	l := t.moveOf(ev, how, ev.Units)
	if ev.How != "move" {
		t.all(l)
		return
	}
	cost := costs.Points(t.g, ev.Cost)
	t.cost, t.moved = &cost, ev.Cost
	l.Cost = &cost
	if len(t.seen(ev.Units)) == len(ev.Units) {
		t.all(l)
		return
	}
	t.apart(t.st.Piece(ev.Units[0]).Side, l, new(t.moveOf(ev, how, t.seen(ev.Units))))
}

// moveOf returns the line of a move for a reader who can identify the units in seen.
func (t *teller) moveOf(ev state.Moved, how howMoved, seen []order.UnitID) view.Line {
	start, side := hex.None, t.st.Piece(ev.Units[0]).Side
	if len(t.was.from) > 0 {
		start = t.was.from[0]
	}
	to := start
	if len(ev.Path) > 0 {
		to = ev.Path[len(ev.Path)-1]
	}
	l := view.Line{Rule: view.Rule(ev.Rule), Text: view.T(how.text, "units", t.names(seen),
		"more", len(ev.Units)-len(seen), "side", side, "from", start, "to", to, "path", ev.Path)}
	path := slices.Concat(t.was.from, ev.Path)
	if how.kind == view.Placed || how.kind == view.Came {
		path = ev.Path
	}
	if len(path) > 0 {
		l.MapEvent = &view.MapEvent{Kind: how.kind, Side: side, Path: path, Count: len(ev.Units)}
		for _, id := range seen {
			l.MapEvent.Units = append(l.MapEvent.Units, t.g.Counter(t.st.Piece(id)))
		}
	}
	return l
}

// noted tells of facts that change nothing.
func (t *teller) noted(ev state.Noted) {
	text := t.noteText(ev)
	if text.ID == "" {
		return
	}
	l := view.Line{Text: text, Rule: view.Rule(ev.Rule)}
	if ev.What == "objective" || ev.What == "no-recon" {
		t.recon(&l, ev)
	}
	t.all(l)
}

// noteText returns what is told of a fact, the zero Text if it is not told.
func (t *teller) noteText(ev state.Noted) view.Text {
	formation := ""
	if len(ev.Units) > 0 {
		formation = t.g.FormationName(t.st.Piece(ev.Units[0]).Group)
	}
	switch ev.What {
	case "partial-at-best":
		return view.T("bcs.told.partial-at-best")
	case handicap.Note:
		return t.g.Def.Handicaps.Told(ev.Side, ev.N)
	case series.Passed:
		return view.T("bcs.told.no-second", "side", ev.Side)
	case "objective", combat.Suppression, game.Traffic:
		return view.T("bcs.told."+ev.What, "side", ev.Side, "hex", ev.Hex)
	case "drops", "no-retreat":
		return view.T("bcs.told."+ev.What, "units", t.names(ev.Units))
	case "support-lost":
		return view.T("bcs.told.support-lost", "side", ev.Side, "n", ev.N)
	case "dissolved", "cut-off":
		return view.T("bcs.told."+ev.What, "formation", formation)
	case "recovers":
		level := t.st.Tally(game.Of(game.FatigueOf, t.st.Piece(ev.Units[0]).Group))
		return view.T("bcs.told.recovers", "formation", formation, "level", level)
	case "no-recon", "jumped", "hq-jumped":
		return view.T("bcs.told."+ev.What, "units", t.names(ev.Units), "hex", ev.Hex)
	case "holds":
		return view.T("bcs.told.holds", "side", ev.Side, "units", t.names(ev.Units), "hex", ev.Hex)
	}
	return view.Text{}
}

// recon adds the die of a reconnaissance to its line. BCS 4.3-6: it succeeds with at most the unit's Action Rating.
func (t *teller) recon(l *view.Line, ev state.Noted) {
	if t.rolled == nil || t.rolled.For != "recon" {
		return
	}
	r := view.Reckoning{Text: l.Text, Rule: "4.3-6", Side: t.st.Phase().Side, Target: hex.None, Alone: true,
		Roll: t.rolled.Faces[0], Result: "found"}
	if ev.What == "no-recon" {
		r.Result = "nothing"
	}
	l.Reckoned, l.Dice, l.Roll = &r, t.rolled.Faces, int(t.rolled.Number)
	t.rolled = nil
}
