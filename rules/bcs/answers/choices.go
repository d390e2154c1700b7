// Package answers decides for players who are absent: by the standing answers that they chose (choices.go), or as a
// sensible player would (decision.go). Of all orders that answer a decision it takes the one with the best rating
// (losses.go, retreat.go); fights.go makes the fights in which players try their answers out. The possible answers are:
//
//	for _, c := range answers.Choices() {
//
// It may import all packages of the series. It must not know more than the side whose player is absent: it gets that
// side's sight. It answers what the enemy forces on a side; Engagements and second activations wait for the player.
package answers

import (
	"grognard/rules/first"
	"grognard/rules/internal/state"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// doRetreat is the answer, in no ready-made set, that units retreat, to a given hex or as a sensible player would.
const doRetreat = "retreat"

// set is a ready-made set of answers. The zero set answers as a sensible player would.
type set struct {
	id          string
	name, about view.Text
	stands      bool // units stay near the front, and as many as possible advance
	// reports whether a unit loses steps last and does not advance along; nil: no unit is spared
	spares func(a *pendingDecision, u *state.Piece) bool
}

// sets lists the ready-made sets.
func sets() []set {
	return []set{
		{id: "flexible", name: view.T("standing.set-flexible"), about: view.T("bcs.standing-flexible")},
		{id: "stubborn", name: view.T("standing.set-stubborn"), about: view.T("bcs.standing-stubborn"), stands: true},
		{id: "save-the-tanks", name: view.T("standing.set-tanks"), about: view.T("bcs.standing-tanks"),
			spares: (*pendingDecision).isTank},
	}
}

// setByID returns the ready-made set of an answer; ok is false if it is none.
func setByID(id string) (s set, ok bool) {
	return first.In(sets(), func(s set) bool { return s.id == id })
}

// Choices lists the standing answers that players can choose, the ready-made sets first.
func Choices() (list []standing.Choice) {
	for _, s := range sets() {
		list = append(list, standing.Choice{ID: s.id, Name: s.name, About: s.about, IsSet: true})
	}
	return append(list, standing.Choice{ID: doRetreat, Name: view.T("standing.retreat"), TakesHex: true})
}
