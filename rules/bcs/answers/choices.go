// Package answers decides for players who are away: by what they have left behind (choices.go), or as a sensible player
// would (decision.go). Of all orders that answer a decision it takes the one that it likes best, by what they do
// (losses.go, retreat.go); fights.go makes the fights in which players try their answers out. Which there are:
//
//	for _, c := range answers.Choices() {
//
// It may import all rooms of the series. It must not know more than the side whose player is away: it gets that side's
// sight. It answers what the enemy forces on a side; Engagements and second activations it leaves to the one who acts.
package answers

import (
	"grognard/rules/first"
	"grognard/rules/internal/state"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// doRetreat is the plain answer by which units retreat, to a hex or as a sensible player would.
const doRetreat = "retreat"

// set is a ready-made set of answers.
type set struct {
	id          string
	name, about view.Text
	stands      bool // it stays near the front and comes along with all it has
	// who loses steps last and does not come along; nil for nobody
	spares func(a *owedDecision, u *state.Piece) bool
}

// sets lists the ready-made sets.
func sets() []set {
	return []set{
		{id: "flexible", name: view.T("standing.set-flexible"), about: view.T("bcs.standing-flexible")},
		{id: "stubborn", name: view.T("standing.set-stubborn"), about: view.T("bcs.standing-stubborn"), stands: true},
		{id: "save-the-tanks", name: view.T("standing.set-tanks"), about: view.T("bcs.standing-tanks"),
			spares: (*owedDecision).isTank},
	}
}

// setByID returns the ready-made set of an answer; ok is false if it is none.
func setByID(id string) (s set, ok bool) {
	return first.In(sets(), func(s set) bool { return s.id == id })
}

// Choices lists the answers that players can leave behind, the ready-made sets first.
func Choices() (list []standing.Choice) {
	for _, s := range sets() {
		list = append(list, standing.Choice{ID: s.id, Name: s.name, About: s.about, IsSet: true})
	}
	return append(list, standing.Choice{ID: doRetreat, Name: view.T("standing.retreat"), TakesHex: true})
}
