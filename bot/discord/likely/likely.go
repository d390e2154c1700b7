// Package likely says what a fight is likely to do before its order is complete.
//
//	ask := likely.Ask{Offer: offer, Odds: odds} // of the player who looks
//	line := ask.InWords(ctx, loc, board, "engage", picks)
//
// Limits: a fight with a choice of further options is reckoned with the first of them.
package likely

import (
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// How many options are picked to complete an order, and how many hexes have their chances listed while none is picked.
const mostOptions, mostTargets = 4, 3

// Ask puts questions to the referee in the name of a player.
type Ask struct {
	Offer func(context.Context, order.Verb, []view.Pick) (view.Offer, error)
	Odds  func(context.Context, order.Verb, []view.Pick) (view.Odds, error)
}

// Foresee returns the odds of an order that begins with some picks; an error says what is against it. Both are nil if
// the order cannot be completed in a few picks.
func (a Ask) Foresee(ctx context.Context, v order.Verb, picks []view.Pick) (*view.Odds, error) {
	picks = slices.Clip(picks)
	offer, err := a.Offer(ctx, v, picks)
	for n := 0; err == nil && !offer.Done && len(offer.Next) > 0 && n < mostOptions; n++ {
		picks = append(picks, offer.Next[0])
		offer, err = a.Offer(ctx, v, picks)
	}
	if err != nil || !offer.Done {
		return nil, err
	}
	odds, err := a.Odds(ctx, v, picks)
	if err != nil {
		return nil, err
	}
	return &odds, nil
}

// InWords returns what an order that begins with picks is likely to do to the hex among them, or, if they have none, to
// each of the first mostTargets offered; "" if nothing is known, for other orders than fights, or without Map.Groups.
func (a Ask) InWords(ctx context.Context, loc wording.Localizer, b *view.Board, v order.Verb,
	picks []view.Pick) string {
	if spec, ok := order.Find(b.Map.Orders, v); !ok || !spec.Fight || len(b.Map.Groups) == 0 {
		return ""
	}
	if slices.ContainsFunc(picks, func(q view.Pick) bool { return q.Hex != hex.None }) {
		if odds, _ := a.Foresee(ctx, v, picks); odds != nil {
			return InWords(loc, odds.Gist)
		}
		return ""
	}
	offer, err := a.Offer(ctx, v, picks)
	if err != nil {
		return ""
	}
	words := ""
	targets := slices.DeleteFunc(slices.Clone(offer.Next), func(q view.Pick) bool { return q.Hex == hex.None })
	for _, q := range targets[:min(len(targets), mostTargets)] {
		if odds, _ := a.Foresee(ctx, v, append(slices.Clip(picks), q)); odds != nil {
			words += loc.Say("fightways.target", "hex", q.Hex, "by", "", "chances",
				wording.InWords(InWords(loc, odds.Gist)))
		}
	}
	if words != "" && len(targets) > mostTargets {
		words += loc.Say("likely.others", "n", len(targets)-mostTargets)
	}
	return strings.TrimPrefix(words, " · ")
}

// InWords returns what a fight is likely to do, with the losses of the acting side if it can have any.
func InWords(loc wording.Localizer, g view.Gist) string {
	return loc.Say("fightways.chances", "against", g.Against, "drop", g.Drop, "retreat", g.Retreat, "dies", g.Dies,
		"acting", g.Acting)
}

// Short returns what a fight is likely to do, for a button.
func Short(loc wording.Localizer, g view.Gist) string {
	return loc.Say("fightways.short", "against", g.Against, "drop", g.Drop, "retreat", g.Retreat, "acting", g.Acting,
		"dies", g.Dies)
}

// Effect returns how likely a fight hurts its target, robs it of Support or drives it away, to compare fights.
func Effect(o *view.Odds) int { return o.Gist.Against + o.Gist.Drop + o.Gist.Retreat }

// Ahead returns what a move offer notes about its units, such as that they may overrun, if a hex where they can go is
// beside an enemy their player sees: the button for it appears only there. It returns "" if none is in reach.
func Ahead(loc wording.Localizer, v view.Secret, offer view.Offer) (notes string) {
	if !slices.ContainsFunc(v.Board().Stacks, func(st view.Stack) bool {
		return st.Side != v.Side() && slices.ContainsFunc(offer.Next, func(q view.Pick) bool {
			return q.Hex != hex.None && v.Board().Map.Grid.Touch(q.Hex, st.Hex)
		})
	}) {
		return ""
	}
	for _, note := range offer.Notes {
		notes += loc.Text(note)
	}
	return notes
}
