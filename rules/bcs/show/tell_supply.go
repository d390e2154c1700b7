package show

import (
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/internal/state"
	"grognard/rules/order"
	"grognard/rules/view"
)

// trainsOf tells how the Trains of each Formation lie.
func trainsOf(g *game.Game, st *state.State) map[order.GroupID]string {
	pos, out := law.NewPosition(g, st), map[order.GroupID]string{}
	for i := range g.Data.Formations {
		if f := &g.Data.Formations[i]; g.Trains(st, f) != nil {
			out[f.ID] = trainsLie(pos, f)
		}
	}
	return out
}

// toldTrains tells of Trains that lie in a Legal Hex no longer, or again, by where HQs and enemies are now; before is how
// they lay. Everybody knows: zones and counters of command are open also where stacks are hidden (5.5-2).
func (t *teller) toldTrains(before map[order.GroupID]string) {
	pos := law.NewPosition(t.g, t.st)
	for i := range t.g.Data.Formations {
		f := &t.g.Data.Formations[i]
		was := before[f.ID]
		if was == "" || was == "off-map" || law.IsOff(pos, f) || (was == "illegal") != law.InLegalHex(pos, f) {
			continue
		}
		l := view.Line{Text: view.T("bcs.told.trains-legal", "formation", f.Name), Rule: "10.3-2"}
		if why := law.WhyIllegal(pos, f); why != nil {
			l.Text = view.T("bcs.told.trains-illegal", "formation", f.Name, "why", why)
		}
		t.all(l)
	}
}

// toldWithheld tells as a Reinforcements Phase ends why its side cannot use what it has: the phase may have passed by
// itself. Where stacks are hidden only the side hears which of its units wait.
func (t *teller) toldWithheld() {
	if t.was.waits == nil {
		return
	}
	side := t.was.phase.Side
	l := view.Line{Text: view.T("bcs.told.withheld", "side", side, "why", t.was.waits), Rule: "9.4-1"}
	if t.g.Data.Hidden {
		t.apart(side, l, nil)
		return
	}
	t.all(l)
}
