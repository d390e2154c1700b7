// Package likely says what a fight is likely to do before it is chosen to its end.
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

const (
	mostOptions = 4 // picked until an order is complete
	mostTargets = 3 // whose chances are said of a unit
)

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

// InWords returns what an order is likely to do that begins with some picks: for each of a few hexes that it can be
// aimed at, where none is picked. It returns "" if nothing is known, and in series without groups that are activated.
func (a Ask) InWords(ctx context.Context, loc wording.Localizer, b *view.Board, v order.Verb,
	picks []view.Pick) string {
	if spec, ok := order.Find(b.Map.Orders, v); !ok || !spec.Fight || len(b.Map.Groups) == 0 {
		return ""
	}
	if slices.ContainsFunc(picks, func(q view.Pick) bool { return q.Hex != hex.None }) {
		if odds, _ := a.Foresee(ctx, v, picks); odds != nil {
			return InWords(loc, odds.Gist, true)
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
				wording.InWords(InWords(loc, odds.Gist, true)))
		}
	}
	if words != "" && len(targets) > mostTargets {
		words += loc.Say("likely.others", "n", len(targets)-mostTargets)
	}
	return strings.TrimPrefix(words, " · ")
}

// InWords returns what a fight is likely to do, with the losses of the acting side or without.
func InWords(loc wording.Localizer, g view.Gist, own bool) string {
	acting := map[bool]int{true: g.Acting, false: -1}[own]
	return loc.Say("fightways.chances", "against", g.Against, "retreat", g.Retreat, "acting", acting)
}

// Ahead says that units can overrun as they move, where some of the hexes to which they can go are beside an enemy whom
// their player sees: until they are there, no button does. It is "" where nobody overruns.
func Ahead(loc wording.Localizer, v view.Secret, next []view.Pick) string {
	_, overruns := loc.Spec(order.Overrun)
	for _, st := range v.Board().Stacks {
		if overruns && st.Side != v.Side() && slices.ContainsFunc(next, func(q view.Pick) bool {
			return q.Hex != hex.None && v.Board().Map.Grid.Touch(q.Hex, st.Hex)
		}) {
			return loc.Say("pick.overruns")
		}
	}
	return ""
}
