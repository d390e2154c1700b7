package league

import (
	"fmt"
	"slices"

	"grognard/bot/league/season"
)

// clocked are the acts by which the clocks of games stand still while a season is paused, and run again when it is not:
// for each open game after the season's stage has changed, and for a game that was on its way when the season was
// paused. Before is the stage before the event. What is to be done is what the last such event says.
func (h *held) clocked(e season.Event, before season.Stage) (list []act) {
	a := act{kind: stops, reason: h.now.Why, at: h.last.At}
	var games []season.Game
	switch {
	case before != h.now.Stage && (before == season.Paused || h.now.Stage == season.Paused):
		games = h.now.Games
		h.acts = slices.DeleteFunc(h.acts, func(a act) bool { return a.kind == stops || a.kind == runs })
	case h.now.Stage == season.Paused && e.Opened != nil:
		games = []season.Game{*h.now.Game(e.Opened.Game)}
	}
	switch h.now.Stage {
	case season.Paused:
	case season.Running:
		a.kind, a.reason = runs, "The season goes on."
	default:
		a.kind, a.reason = runs, "The season is over."
	}
	for _, g := range games {
		if g.ID == "" || g.IsOver() {
			continue
		}
		a.game, a.id = g.Number, g.ID
		a.command = fmt.Sprintf(Commands+"%s row %d game %d", h.info.ID, h.last.Seq, g.Number)
		list = append(list, a)
	}
	return list
}

// isDropped reports whether an act in a season that is over is not tried anew after a start. A game of a cancelled
// season goes on without it, and so must its clocks.
func (h *held) isDropped(a act) bool {
	g := h.now.Game(a.game)
	return a.kind != runs || g == nil || g.ID != a.id || g.IsOver()
}
