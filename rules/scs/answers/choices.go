// Package answers gives the answers that players have left behind for decisions of the series: which answers there are
// (choices.go), the decision that a side owes (decision.go), the order by which an answer decides it (a file for each
// kind of decision), and the fights in which players try answers out (fights.go).
//
// It may import all rooms of the series. It must not know more than the side whose player is away: it gets a sight and
// the board of that side.
package answers

import (
	"slices"

	"grognard/rules/first"
	"grognard/rules/order"
	"grognard/rules/scs/law"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// The plain answers, which decide between holding and retreating.
const (
	doHold    = "hold"
	doRetreat = "retreat"
)

// Choices lists the answers that players can leave behind, the ready-made sets first.
func Choices() (list []standing.Choice) {
	for _, s := range sets() {
		list = append(list, standing.Choice{ID: s.id, Name: s.name, About: s.about, IsSet: true})
	}
	return append(list, standing.Choice{ID: doHold, Name: view.T("standing.hold")},
		standing.Choice{ID: doRetreat, Name: view.T("standing.retreat"), TakesHex: true})
}

// set is a ready-made set of answers. Units that do not hold by it retreat toward supply. It leaves decisions of other
// kinds to the game's own answer.
type set struct {
	id          string
	name, about view.Text
	holds       func(a *owedDecision, units []order.UnitID) bool // whether the units hold and do not retreat
	pays        preference                                       // which units lose steps or are removed first
	advances    func(a *owedDecision) []advanceWay               // the ways to advance, the preferred first
}

// sets lists the ready-made sets.
func sets() []set {
	return []set{
		{id: "stubborn", name: view.T("standing.set-stubborn"), about: view.T("standing.about-stubborn"),
			holds: (*owedDecision).keepsStep,
			advances: func(a *owedDecision) []advanceWay {
				return a.ifWorthPoints(advanceWay{all: true})
			}},
		{id: "flexible", name: view.T("standing.set-flexible"), about: view.T("standing.about-flexible"),
			holds: func(a *owedDecision, units []order.UnitID) bool {
				return a.keepsStep(units) && (a.isWorthPoints(a.site(units)) || !a.canRetreatClear(units))
			},
			advances: func(a *owedDecision) (list []advanceWay) {
				if !law.InEnemyZone(a.sight, a.Hex()) {
					list = append(list, advanceWay{all: true, who: a.game.CanExploit})
				}
				return append(list, a.ifWorthPoints(advanceWay{order: preference{strongest: true}})...)
			}},
		{id: "save-the-tanks", name: view.T("standing.set-tanks"), about: view.T("standing.about-tanks"),
			holds: func(a *owedDecision, units []order.UnitID) bool {
				exploits := func(id order.UnitID) bool { return a.game.CanExploit(a.sight.Piece(id)) }
				return !slices.ContainsFunc(units, exploits) && a.keepsStep(units) && a.isWorthPoints(a.site(units))
			},
			pays: preference{sparesExploit: true},
			advances: func(a *owedDecision) []advanceWay {
				return a.ifWorthPoints(advanceWay{})
			}},
	}
}

// setByID returns the ready-made set of an answer; ok is false if it is none.
func setByID(id string) (s set, ok bool) {
	return first.In(sets(), func(s set) bool { return s.id == id })
}

// orderFor returns the order that the set gives, else the game's own answer. If there is neither, why says why not.
func (s set) orderFor(a *owedDecision, units []order.UnitID) (o order.Order, why view.Text, ok bool) {
	switch a.sight.Owed.Kind {
	case "losses":
		o, why, ok = a.lose(s.pays)
	case "retreat":
		if s.holds(a, units) {
			o, why, ok = a.hold()
		}
		if !ok {
			o, why, ok = a.retreat(units, retreatAim{toward: a.sources()})
		}
	case "advance":
		o, why, ok = a.advance(s.advances(a), units)
	case "remove":
		o, why, ok = a.remove(s.pays)
	}
	if !ok {
		if o, ok := a.byDefault(); ok {
			return o, view.Text{}, true
		}
	}
	return o, why, ok
}

// ifWorthPoints returns a way to advance if the hex to advance into is worth points, else none.
func (a *owedDecision) ifWorthPoints(way advanceWay) []advanceWay {
	if a.isWorthPoints(a.Hex()) {
		return []advanceWay{way}
	}
	return nil
}

// keepsStep reports whether units have a step left if they hold: that costs a step for each hex of the retreat.
func (a *owedDecision) keepsStep(units []order.UnitID) bool {
	steps := 0
	for _, id := range units {
		steps += a.sight.Piece(id).Steps
	}
	return steps > a.sight.Owed.N
}
