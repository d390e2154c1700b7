// Package fightodds finds the fights that /odds asks about, from what its asker has named.
//
//	question := fightodds.Question{Loc: loc, Board: board, Side: "blue", Planned: "odds", Read: read}
//	plans, err := question.Plans(ctx, options)
//
// Limits: it gives no order; without a fight that can be started now it looks for one order of planned attacks.
package fightodds

import (
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/barred"
	"grognard/bot/discord/fightways"
	"grognard/bot/discord/likely"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/ordering"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Question is what is asked, and of whom. Odds returns an order's odds, Read those of an order with typed options.
type Question struct {
	Loc     wording.Localizer
	Board   *view.Board
	Side    order.Side
	Ask     likely.Ask
	Planned order.Verb // of an attack that can still be made in this player turn
	Odds    func(context.Context, order.Order) (ordering.FightOdds, error)
	Read    func(context.Context, order.Verb, map[string]string) (ordering.FightOdds, error)
}

// Verbs returns those of the orders that start a fight. The odds of a fight are shown before its order is given.
func Verbs(specs []order.Spec) (verbs []order.Verb) {
	for _, s := range specs {
		if s.Fight {
			verbs = append(verbs, s.Verb)
		}
	}
	return verbs
}

// Plans returns the odds of each kind of fight that can be started now as the options say, or else of a planned one.
// The error says why there is none: an ask.TextError, or that of Read.
func (q Question) Plans(ctx context.Context, options map[string]string) (plans []ordering.FightOdds, err error) {
	sets, hasGroups, specs := []map[string]string{options}, len(q.Board.Map.Groups) > 0, q.Board.Map.Orders
	if options["units"] == "" {
		sets = fightways.Beside(q.Board, q.Side, options)
	} else if hasGroups {
		sets = append(sets, fightways.Apart(q.Board, q.Side, options)...)
	}
	var why error        // the reason that is nearest to what was meant
	var refused []string // a line for each kind of fight
	for _, v := range Verbs(specs) {
		plan, denial, err := q.plan(ctx, v, options, sets, &why)
		if err == nil {
			plans = append(plans, plan)
		} else if denial != nil {
			refused = append(refused, q.Loc.Say("odds.refused", "order", wording.InWords(q.Loc.Verb(v)), "why",
				denial.Why)+string(wording.Citation(denial.Rule)))
		}
	}
	if len(plans) == 0 {
		if plan, _, err := q.plan(ctx, q.Planned, options, sets, &why); err == nil {
			plans = append(plans, plan)
		}
	}
	switch {
	case len(plans) > 0:
		return plans, nil
	case len(sets) == 0:
		return nil, ask.Refusal("odds.none-beside", "target", wording.Verbatim(options["target"]))
	case len(refused) > 1 && hasGroups: // one alone would hide the others
		return nil, ask.Refusal("odds.all-refused", "reasons", wording.InWords(strings.Join(refused, "\n")))
	}
	return nil, instead(q.Loc, why)
}

// errNone is the error of a kind of fight for which no units are named or found.
var errNone = errors.New("no units for this fight")

// plan returns the odds of a kind of fight by the first set of options that it takes. If it takes none, denial is the
// first one, nil if nothing was denied by the rules, and *why becomes the reason that is nearest to what was meant.
func (q Question) plan(ctx context.Context, v order.Verb, options map[string]string, sets []map[string]string,
	why *error) (plan ordering.FightOdds, denial *view.Denial, err error) {
	spec, _ := order.Find(q.Board.Map.Orders, v)
	if best := fightways.Best(ctx, q.Ask, q.Board, spec, options); best != nil {
		if plan, err := q.Odds(ctx, best.Order); err == nil {
			return plan, nil, nil
		}
	}
	_, _, ties := spec.Option(order.ListUnits)
	ties = ties || v == q.Planned // the reason against such a fight replaces one equally near to what was meant
	err = errNone
	for _, set := range sets {
		if plan, err = q.Read(ctx, v, spec.InRoles(set)); err == nil {
			return plan, nil, nil
		}
		if denial == nil || denial.Why.ID == "bcs.one-unit" { // denied to a stack: its units are tried one by one
			errors.As(err, &denial)
		}
		if barred.IsCloser(err, *why, ties) {
			*why = err
		}
	}
	return plan, denial, err
}

// instead returns why, or a refusal that adds how strengths can be compared meanwhile, if nothing else is possible now.
func instead(loc wording.Localizer, why error) error {
	words, _ := tell.Refuse(loc, why)
	switch denial, _ := errors.AsType[*view.Denial](why); {
	case denial != nil && denial.Why.ID == "deny.not-adjacent-unit":
		return ask.Refusal("odds.not-beside", "why", wording.InWords(words))
	case denial != nil && denial.Why.ID == "deny.not-your-phase":
		return ask.Refusal("odds.not-now", "why", wording.InWords(words))
	}
	return why
}

// IsWord reports whether a pick is the word of an option, such as a mission.
func IsWord(spec order.Spec, q view.Pick) bool {
	at := q.Part(spec.Options)
	return at >= 0 && spec.Options[at].Kind == order.Word
}

// LacksPoints reports whether picks end with a mission that needs points, which are what can be picked next.
func LacksPoints(spec order.Spec, picks []view.Pick, o view.Offer) bool {
	return spec.Fight && !o.Done && len(picks) > 0 && len(o.Next) > 0 && o.Next[0].Unit == "" &&
		IsWord(spec, picks[len(picks)-1])
}

// AddsPoints reports whether a pick gives a mission that has points others beside them.
func AddsPoints(spec order.Spec, picks []view.Pick, q view.Pick) bool {
	before := len(picks) - 2
	return spec.Fight && q.Unit == "" && before >= 0 && IsWord(spec, picks[before])
}

// IsOneOfCounts reports whether an option is a number and its order has other numbers too.
func IsOneOfCounts(spec order.Spec, o order.Option) bool {
	return o.Kind == order.Count && slices.ContainsFunc(spec.Said(), func(other order.Option) bool {
		return other.Kind == order.Count && other.Name != o.Name
	})
}
