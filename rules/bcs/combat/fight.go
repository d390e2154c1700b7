// Package combat says what is legal in fights, chapter by chapter: Attacks, Shock Attacks, advances, barrages, Attacks
// by Fire, losses and voluntary retreats. It reads a law.Position and changes none. The box Retreat Execution and the
// retreats of HQs are in package law, since zones and MSRs decide them.
//
// It may import data, game and law. It must not roll dice, nor know what an order does.
package combat

import (
	"cmp"
	"strings"

	"grognard/rules/bcs/data"
	"grognard/rules/bcs/game"
	"grognard/rules/bcs/law"
	"grognard/rules/chart"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/order"
)

// Fight is an Attack (BCS 7.2) or a Shock Attack (BCS 7.3) that could be made.
type Fight struct {
	Unit     *state.Piece
	Assists  []*state.Piece
	Hex      hex.Hex
	Defender *state.Piece // the unit whose Action Rating counts, nil if no combat unit is left
	Shock    bool
	Mission  Mission
}

// AssistOption is the option of an order of attack by which units assist.
const AssistOption = "assist"

// FightOf returns the fight that an order /attack or /shock makes. The order must be legal.
func FightOf(p *law.Position, o order.Order) Fight {
	f := Fight{Unit: p.St.Piece(o.Units("unit")[0]), Hex: o.Hex("target"), Shock: o.Verb == game.Shock,
		Mission: Mission{Kind: o.Word(MissionOption), Arty: o.N(game.ArtyOption), Air: o.N(game.AirOption)}}
	for _, id := range o.Units(AssistOption) {
		f.Assists = append(f.Assists, p.St.Piece(id))
	}
	f.Defender = Defending(p, f.Hex)
	return f
}

// Defending returns the unit whose Action Rating counts in a hex that is attacked: the best one, of equal ones the
// upper; nil for none. In a module that hides stacks it is the uppermost one: see hidden.go.
func Defending(p *law.Position, h hex.Hex) (best *state.Piece) {
	for u := range p.St.Pile(h) {
		if p.G.IsCombat(u) && (best == nil || !p.G.Data.Hidden && p.G.Face(u).AR > p.G.Face(best).AR) {
			best = u
		}
	}
	return best
}

// ConditionsOfFight returns a function that reports whether a condition of the Combat Table holds for a fight.
//
// RULING: 7.2-2: The condition off-map never holds. For: who attacks stands on the map, where reinforcements come
// before activations. Against: games print a modifier for attacks from off the map.
//
// RULING: 7.2-4: The condition support holds in combat where the attacking unit or the one whose Action Rating counts
// has Support. For: Support fires in Engagements alone. Against: it may stand for other units in the hex, too.
func ConditionsOfFight(p *law.Position, f *Fight) func(string) bool {
	return func(word string) bool {
		switch {
		case word == "assist":
			return len(f.Assists) > 0
		case word == Suppression:
			return f.Mission.Kind == Suppression
		case word == "double-objective":
			return objectiveZonesAt(p, p.G.FormationOf(f.Unit), f.Hex) >= 2
		case word == "support":
			return p.HasSupport(f.Unit) || f.Defender != nil && p.HasSupport(f.Defender)
		case word == data.ActingIs+data.IsPrepared: // it weakens all attacks of its Formation
			own := p.G.FormationOf(f.Unit)
			return own != nil && p.G.IsPrepared(p.St, own)
		case strings.HasPrefix(word, data.ActingIs):
			return p.GunIs(fighter(p, f.Unit), word[len(data.ActingIs):])
		case strings.HasPrefix(word, data.AgainstIs):
			return f.Defender != nil && p.GunIs(fighter(p, f.Defender), word[len(data.AgainstIs):])
		}
		return law.PlaceIs(p, f.Unit.At.Hex, f.Hex, word)
	}
}

// fighter returns a unit in a fight, with the AV and the Action Rating of the face that is up.
func fighter(p *law.Position, u *state.Piece) *law.Gun {
	return &law.Gun{Unit: u, AV: p.G.Face(u).AV, Rating: p.G.Face(u).AR}
}

// objectiveZonesAt returns in how many Objective Zones of a Formation a hex lies (BCS 4.3-2).
func objectiveZonesAt(p *law.Position, f *data.Formation, h hex.Hex) int {
	if f == nil {
		return 0
	}
	isNear := func(goal hex.Hex) bool { return p.G.Def.Grid.Distance(goal, h) <= law.ObjectiveZone }
	return first.Count(law.Objectives(p, f), isNear)
}

// RatingsOfFight returns the calculation of a fight before its modifiers: the two Action Ratings and their difference.
func RatingsOfFight(p *law.Position, f *Fight) state.Reckoned {
	attack, defence := p.G.Face(f.Unit).AR, p.G.Face(f.Defender).AR
	return state.Reckoned{By: state.ByNet, Attack: chart.Whole(attack), Defence: chart.Whole(defence),
		Net: attack - defence, Table: data.CombatT, Hex: f.Hex, Terms: []state.Term{
			{Side: f.Unit.Side, Unit: f.Unit.ID, N: attack, Rule: "7.2", Label: law.RatingTerm},
			{Side: f.Defender.Side, Unit: f.Defender.ID, N: defence, Rule: "7.2-4", Label: law.RatingTerm}}}
}

// ReckonedFight returns the calculation of a fight without its roll: both Action Ratings, the modifiers and their sum.
func ReckonedFight(p *law.Position, f *Fight) state.Reckoned {
	r := RatingsOfFight(p, f)
	for _, m := range p.G.Data.Tables[data.CombatT].Applies(ConditionsOfFight(p, f)) {
		r.Net += m.N
		r.Terms = append(r.Terms, state.Term{N: m.N, Rule: cmp.Or(m.Clause(), "7.2"), Label: m.Name})
	}
	return r
}
