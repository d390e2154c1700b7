package law

import (
	"cmp"

	"grognard/rules/bcs/data"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
)

// Reckoned returns the calculation of an Engagement without its roll: AVs, Action Ratings, modifiers and their sum.
func Reckoned(p *Position, a *Aim) state.Reckoned {
	attack, defence := a.Firer.Strength(), a.Target.Strength()
	r := state.Reckoned{By: state.ByNet, Attack: chart.Whole(attack), Defence: chart.Whole(defence),
		Net: attack - defence, Table: data.Engagement, Hex: a.Hex, Terms: StrengthTerms(p, a)}
	for _, m := range p.G.Data.Tables[data.Engagement].Applies(ConditionsOf(p, a)) {
		r.Net += m.N
		r.Terms = append(r.Terms, state.Term{N: m.N, Rule: cmp.Or(m.Clause(), "7.1"), Label: m.Name})
	}
	return r
}

// Armed lists the combat units with an AV in a hex, the uppermost first: they share the losses of an Engagement.
func Armed(p *Position, h hex.Hex) (units []*state.Piece) {
	for u := range p.St.Pile(h) {
		if p.G.IsCombat(u) && p.G.Face(u).AV.Value > 0 {
			units = append(units, u)
		}
	}
	return units
}

// StrengthTerms lists the AV and the Action Rating of both sides of an Engagement.
func StrengthTerms(p *Position, a *Aim) (terms []state.Term) {
	own := a.Firer.Unit.Side
	terms = appendStrength(terms, a.Firer, state.Term{Side: own})
	return appendStrength(terms, a.Target, state.Term{Side: p.G.Enemy(own)})
}

// The labels of the terms of an Engagement that are no modifiers.
const (
	AVTerm     = "av"
	RatingTerm = "rating"
)

func appendStrength(to []state.Term, g *Gun, t state.Term) []state.Term {
	t.Rule = "7.1"
	t.N, t.Label = g.AV.Value, AVTerm
	to = append(to, t)
	t.N, t.Label = g.Rating, RatingTerm
	return append(to, t)
}
