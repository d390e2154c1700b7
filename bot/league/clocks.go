package league

import (
	"fmt"
	"slices"

	"grognard/bot/league/season"
)

// clockActs returns the acts that stop the clocks of games while a season is paused, and make them run again
// afterwards. It returns acts for all open games if e has paused the season or ended its pause, and for a game that is
// opened during a pause. before is the stage before e. Earlier such acts that are still to be done are dropped.
func (h *held) clockActs(e season.Event, before season.Stage) (list []act) {
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

// isDropped reports whether an act of a season that is over need not be tried again after a start. Only clocks must be
// made to run again: a game of a cancelled season goes on without the season.
func (h *held) isDropped(a act) bool {
	g := h.now.Game(a.game)
	return a.kind != runs || g == nil || g.ID != a.id || g.IsOver()
}
