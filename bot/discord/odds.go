package discord

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// oddsVerb asks for the odds of a fight.
const oddsVerb = order.PlannedAttack

// fights are those of the orders that start a fight. Its odds are shown before they are given.
func fights(specs []order.Spec) (verbs []order.Verb) {
	for _, s := range specs {
		if s.Fight {
			verbs = append(verbs, s.Verb)
		}
	}
	return verbs
}

// starts says whether an order starts a fight.
func (b *bot) starts(v order.Verb) bool {
	s, ok := order.Find(b.specs, v)
	return ok && s.Fight
}

// planFight shows the odds of a fight that was typed, with a button that gives the order.
func (b *bot) planFight(ctx context.Context, req request, v order.Verb,
	values map[string]string) ([]rest.Message, error) {
	plan, err := b.referee.ReadOdds(ctx, req.cmd.Channel, req.cmd.User, v, values)
	if err != nil {
		return nil, err
	}
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	var notes []string
	if behind := p.stayedBehind(plan.Behind, plan.Why); behind != "" {
		notes = append(notes, strings.TrimPrefix(behind, "\n"))
	}
	return p.show(ctx, choice{verb: v, picks: plan.Picks}, 0, notes...)
}

// odds is /odds: of a hypothetical fight, or in a game of a fight that can be started now, or else of an attack that
// can still be made in this player turn.
func (b *bot) odds(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	if paper, err := onPaper(values); err != nil {
		return nil, err
	} else if paper {
		return b.lookUp(ctx, req, typedCommand{oddsVerb, values})
	}
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	var why error
	for _, v := range append(fights(p.view.Board().Map.Orders), oddsVerb) {
		plan, err := b.referee.ReadOdds(ctx, req.cmd.Channel, req.cmd.User, v, values)
		if err == nil {
			return p.showOdds(plan)
		}
		if closeness(err) >= closeness(why) {
			why = err
		}
	}
	return nil, why
}

// closeness ranks refusals by how much they say about what was asked: least that the game has no such order, then that
// it belongs to another phase.
func closeness(err error) int {
	var d *view.Denial
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &d):
		return 3
	case d.Why.ID == "deny.no-such-order":
		return 1
	case d.Why.ID == "deny.wrong-phase":
		return 2
	}
	return 3
}

// showOdds is the page of odds, with a button that goes on to the order.
func (p player) showOdds(plan referee.FightOdds) ([]rest.Message, error) {
	o := plan.Odds.Order
	spec, ok := p.Spec(o.Verb)
	if !ok {
		return nil, errStale
	}
	pg := page[view.Secret]{text: p.headed(spec, o) + p.stayedBehind(plan.Behind, plan.Why) + "\n" + p.Odds(plan.Odds)}
	buttons := []discordgo.MessageComponent{p.ordersButton(p.table.Game)}
	id, fits := choice{verb: o.Verb, picks: plan.Picks}.encode(actShow, 0, p.roster)
	if fits && !plan.Odds.Planned {
		buttons = append([]discordgo.MessageComponent{button(p.Verb(o.Verb), id, discordgo.PrimaryButton)}, buttons...)
	}
	pg.rows = rows(buttons)
	return p.open(p.request, p.table, p.view, pg)
}

// confirmation is the button that gives an order, and what its player reads before he presses it.
type confirmation struct {
	words  string // what the order leads to: lines, each after a line feed
	action byte   // of the button
	digest int    // of the odds of a fight, and in the lowest bits of the warnings; it is in the custom ID
	danger bool   // the fight may be at odds so bad that no die is rolled
}

// warnedBits is how many bits of a digest belong to the warnings.
const warnedBits = 16

// confirm is the confirmation of the order picked so far.
func (p player) confirm(ctx context.Context, c choice, offer view.Offer) (confirmation, error) {
	at := confirmation{action: actGive}
	if !offer.Done {
		return at, nil
	}
	if p.starts(c.verb) {
		o, err := p.referee.OrderOf(ctx, p.cmd.Channel, p.cmd.User, c.verb, c.picks)
		if err != nil {
			return at, err
		}
		plan, err := p.referee.Odds(ctx, p.cmd.Channel, p.cmd.User, o)
		if err != nil {
			return at, err
		}
		at = confirmation{"\n" + p.Odds(plan.Odds), actAccept, plan.Odds.Digest() << warnedBits,
			plan.Odds.Worst.Column == wording.NoColumn}
	}
	if warnings := p.warnings(ctx, c); len(warnings) > 0 { // they have been read: there is no second question
		at.words += "\n" + p.Warned(warnings)
		at.action, at.digest = actAccept, at.digest|int(view.Digest(warnings))
	}
	return at, nil
}

// commit gives the order of a fight if its odds are still those that were shown; else it shows the odds anew. A button
// from before odds were shown has no digest.
func (p player) commit(ctx context.Context, c choice, o order.Order, e referee.Expect) ([]rest.Message, error) {
	err := referee.ErrOdds
	if e.Odds != 0 {
		var out referee.Outcome
		if out, err = p.referee.Give(ctx, p.cmd, o, e); err == nil {
			return p.done(ctx, p.request, out)
		}
	}
	if caution := (*referee.Caution)(nil); errors.As(err, &caution) || errors.Is(err, referee.ErrOdds) {
		return p.show(ctx, c, 0, p.Say("odds.changed"))
	}
	return nil, err
}
