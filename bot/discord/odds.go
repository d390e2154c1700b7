package discord

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// oddsVerb asks what a fight would come to.
const oddsVerb = order.PlannedAttack

// fights are the orders among these that start one: what it would come to is shown before they
// are given.
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

// planFight shows a fight that was typed, with a button that gives the order.
func (b *bot) planFight(ctx context.Context, req request, v order.Verb, values map[string]string) ([]rest.Message, error) {
	plan, err := b.referee.Plan(ctx, req.cmd.Channel, req.cmd.User, v, values)
	if err != nil {
		return nil, err
	}
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	var notes []string
	if behind := p.behind(plan.Behind, plan.Why); behind != "" {
		notes = append(notes, strings.TrimPrefix(behind, "\n"))
	}
	return p.show(ctx, choice{verb: v, picks: plan.Picks}, 0, notes...)
}

// odds is /odds: of a fight on paper, or in a game what one would come to that can be started
// now, or else an attack that can still be made in this player-turn.
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
		plan, err := b.referee.Plan(ctx, req.cmd.Channel, req.cmd.User, v, values)
		if err == nil {
			return p.showOdds(plan)
		}
		if closeness(err) >= closeness(why) {
			why = err
		}
	}
	return nil, why
}

// closeness is how close to what was asked a refusal comes: that the game has no such order
// says least, then that it belongs to another phase.
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

// showOdds is the page of odds that were asked for alone, with a button to the order.
func (p player) showOdds(plan referee.Plan) ([]rest.Message, error) {
	o := plan.Odds.Order
	spec, ok := p.form(o.Verb)
	if !ok {
		return nil, errStale
	}
	pg := page[view.Secret]{text: p.headed(spec, o) + p.behind(plan.Behind, plan.Why) + "\n" + p.weighed(plan.Odds)}
	buttons := []discordgo.MessageComponent{p.ordersButton(p.table.Game)}
	id, fits := choice{verb: o.Verb, picks: plan.Picks}.encode(actShow, 0, p.roster)
	if fits && !plan.Odds.Planned {
		buttons = append([]discordgo.MessageComponent{button(p.verb(o.Verb), id, discordgo.PrimaryButton)}, buttons...)
	}
	pg.rows = rows(buttons)
	return p.open(p.request, p.table, p.view, pg)
}

// confirmation is the button that gives an order, with what its player reads before he presses it.
type confirmation struct {
	words  string // what giving the order means: a line for each thing, with a line feed before it
	action byte   // of the button
	digest int    // of the odds of a fight, and in the lowest bits of the warnings; the button carries it
	danger bool   // the fight may be at odds so bad that no die is rolled
}

// warnedBits is how many bits of a digest are of warnings.
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
		at = confirmation{"\n" + p.weighed(plan.Odds), actAccept, plan.Odds.Digest() << warnedBits, plan.Odds.Worst.Column == noColumn}
	}
	if warnings := p.warnings(ctx, c); len(warnings) > 0 { // who has read them is not asked again
		at.words += "\n" + p.warned(warnings)
		at.action, at.digest = actAccept, at.digest|int(view.Digest(warnings))
	}
	return at, nil
}

// commit gives the order of a fight, if it comes to what was shown; else it shows anew
// what it comes to now. A button that was made before odds were shown has none.
func (p player) commit(ctx context.Context, c choice, o order.Order, e referee.Expect) ([]rest.Message, error) {
	err := referee.ErrOdds
	if e.Odds != 0 {
		var out referee.Outcome
		if out, err = p.referee.Give(ctx, p.cmd, o, e); err == nil {
			return p.done(ctx, p.request, out)
		}
	}
	if caution := (*referee.Caution)(nil); errors.As(err, &caution) || errors.Is(err, referee.ErrOdds) {
		return p.show(ctx, c, 0, p.say("odds.changed"))
	}
	return nil, err
}

// weighed is what a fight would come to, in words: the reckoning, then the chances.
func (loc localizer) weighed(o view.Odds) string {
	var lines []string
	if o.Planned {
		lines = append(lines, loc.say("odds.planned"))
	}
	if reflect.DeepEqual(o.Best.Terms, o.Worst.Terms) {
		lines = append(lines, loc.reckoned(o, o.Best, o.Worst)...)
	} else { // on another kind of terrain in the hex: afb 1.3b
		lines = append(append(lines, loc.say("odds.at-best")), loc.reckoned(o, o.Best, o.Best)...)
		lines = append(append(lines, loc.say("odds.at-worst")), loc.reckoned(o, o.Worst, o.Worst)...)
	}
	switch noColumn {
	case o.Best.Column:
		lines = append(lines, loc.say("odds.no-roll"))
	case o.Worst.Column:
		lines = append(lines, loc.say("odds.maybe-no-roll"))
	}
	results := make([]string, len(o.Results))
	for i, r := range o.Results {
		results[i] = "**" + r.Result + "** " + string(percent(r.Chance))
	}
	lines = append(lines, strings.Join(results, " · "))
	for _, t := range o.Outlook {
		lines = append(lines, loc.text(t))
	}
	if !o.Whole() {
		lines = append(lines, loc.say("odds.doubt"))
	}
	return strings.Join(lines, "\n")
}

// reckoned is both strengths with every modifier, the odds and the column, from one
// reckoning to another with the same modifiers.
func (loc localizer) reckoned(o view.Odds, from, to view.Reckoning) []string {
	defenders := loc.strengths(from.Defender, from.Terms, from.Against, from.Defence)
	if o.Unseen > 0 {
		unseen := loc.say("odds.unseen", "n", o.Unseen, "strength", through(o.Least, o.Most)) + loc.reasons("", from.Terms)
		if o.Besides.ID != "" {
			unseen += loc.text(o.Besides)
		}
		defenders = inWords(strings.Join(append(loc.each(from.Defender, from.Terms, from.Against), unseen), " + ") + " = " + string(through(from.Defence, to.Defence)))
	}
	lines := []string{
		loc.say("odds.attack", "units", loc.strengths(from.Attackers, from.Terms, from.Strength, from.Attack)),
		loc.say("odds.defence", "units", defenders),
	}
	column := loc.say("odds.odds", "odds", through(from.Compared(), to.Compared()))
	for _, m := range from.Terms {
		switch {
		case m.Unit != (view.Name{}):
		case m.N != 0:
			column += ", " + loc.say("fight.side-adds", "side", m.Side, "reason", m.Reason, "add", signed(m.N), "rule", rule(m.Rule))
		case m.Shift != 0:
			column += ", " + loc.say("fight.shift", "reason", m.Reason, "shift", signed(m.Shift), "rule", rule(m.Rule))
		}
	}
	return append(lines, column+loc.say("odds.column", "column", through(loc.column(from), loc.column(to))))
}

// column is a column's heading as it is printed.
func (loc localizer) column(f view.Reckoning) string {
	if f.Column == noColumn {
		return loc.say("odds.none")
	}
	return f.Column
}

// through is a range, or the one thing that both its ends are.
func through(from, to any) inWords {
	a, b := fmt.Sprint(from), fmt.Sprint(to)
	if a == b {
		return inWords(a)
	}
	return inWords(a + "–" + b)
}

// losses is the chances to lose at least so many steps.
func (loc localizer) losses(chances view.AtLeast) string {
	if len(chances) == 0 {
		return loc.say("odds.never")
	}
	parts := make([]string, len(chances))
	for i, c := range chances {
		parts[i] = strconv.Itoa(i+1) + "+ " + string(percent(c))
	}
	return strings.Join(parts, ", ")
}

// percent is a chance, rounded, and exactly behind it where rounding lost something: 17%
// (6/36).
func percent(c view.Chance) inWords {
	rounded := span(c, func(n int) int { return (200*n + view.Throws) / (2 * view.Throws) })
	exact := span(c, func(n int) int { return n }) + "/" + strconv.Itoa(view.Throws)
	if c == (view.Chance{}) || c == (view.Chance{Least: view.Throws, Most: view.Throws}) {
		return inWords(rounded + "%")
	}
	return inWords(rounded + "% (" + exact + ")")
}

// span is a range of numbers, or the one that both its ends are.
func span(c view.Span, number func(int) int) string {
	least, most := strconv.Itoa(number(c.Least)), strconv.Itoa(number(c.Most))
	if least == most {
		return least
	}
	return least + "–" + most
}
