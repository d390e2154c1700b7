package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/fightodds"
	"grognard/bot/discord/fightways"
	"grognard/bot/discord/heads"
	"grognard/bot/discord/likely"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/discord/workplace"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// StartsFight reports whether an order starts a fight in the asker's game: an order of the same name may do so only in
// another series. It is false for an asker without a game.
func (d Desk) StartsFight(ctx context.Context, req ask.Request, v order.Verb) bool {
	if s, ok := order.Find(d.Specs, v); !ok || !s.Fight {
		return false
	}
	p, err := d.Player(ctx, req)
	return err == nil && p.startsFight(v)
}

// startsFight reports whether an order starts a fight in the game.
func (p Player) startsFight(v order.Verb) bool {
	return slices.Contains(fightodds.Verbs(p.View.Board().Map.Orders), v)
}

// PlanFight shows the odds of a fight whose options, values, were typed, with a button that gives the order.
func (d Desk) PlanFight(ctx context.Context, req ask.Request, v order.Verb, values map[string]string) ([]rest.Message,
	error) {
	plan, err := d.orders.ReadOdds(ctx, req.Cmd.Channel, req.Cmd.User, v, values)
	if err != nil {
		return nil, err
	}
	p, err := d.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	var notes []string
	if behind := tell.StayedBehind(p.Request.Localizer, plan.Behind, plan.Why); behind != "" {
		notes = append(notes, strings.TrimPrefix(behind, "\n"))
	}
	return ShowChoice(ctx, p, page.Choice{Verb: v, Picks: plan.Picks}, 0, notes...)
}

// AnswerOdds answers /odds about a fight in the asker's game: each kind that can be started now, or else an attack that
// can still be made in this player turn.
func (d Desk) AnswerOdds(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	p, err := d.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	if len(values) == 0 {
		return showFights(ctx, p)
	}
	plans, err := fightodds.Question{Loc: p.Request.Localizer, Board: p.View.Board(), Side: p.View.Side(),
		Ask: p.asker(), Planned: look.OddsVerb, Odds: p.plan,
		Read: func(ctx context.Context, v order.Verb, set map[string]string) (ordering.FightOdds, error) {
			return d.orders.ReadOdds(ctx, req.Cmd.Channel, req.Cmd.User, v, set)
		}}.Plans(ctx, values)
	if err != nil {
		return nil, err
	}
	return showOdds(p, plans)
}

// showFights returns the page of the fights that the panel compares, or of why there is none; else page.ErrStale.
func showFights(ctx context.Context, p Player) ([]rest.Message, error) {
	loc, board := p.Request.Localizer, p.View.Board()
	verbs, err := p.verbs(ctx)
	if err != nil {
		return nil, err
	}
	var buttons []discordgo.MessageComponent
	for _, odds := range fightways.Fights(ctx, loc, board, p.asker()) {
		plan, err := p.plan(ctx, odds.Order)
		id, fits := page.Choice{Verb: odds.Order.Verb, Picks: plan.Picks}.Encode(page.ActShow, 0, p.Roster)
		if name := wording.InWords(orderName(p, odds.Order.Verb)); err == nil && fits {
			label := p.Say("panel.target", "order", name, "hex", odds.Order.Hex("target"), "top", "")
			buttons = append(buttons, page.Button(label, id, discordgo.PrimaryButton))
		}
	}
	ways := waysToFight(ctx, p, verbs, hex.None)
	if len(buttons) == 0 && len(ways.Not) == 0 {
		return nil, page.ErrStale
	}
	pg := page.Page[view.Secret]{Text: JoinLines(slices.Concat([]string{p.Say("odds.which")}, ways.Lines, ways.Not)),
		Rows: page.Rows(append(buttons, page.OrdersButton(loc, p.Table.Game)))}
	return p.Open(p.Table, p.View, pg)
}

// SuggestFight completes with an attack that can still be made in this player turn, or else with any fight.
func (d Desk) SuggestFight(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	return d.SuggestPicks(ctx, req, t, append([]order.Verb{look.OddsVerb}, fightodds.Verbs(d.Specs)...)...)
}

// showOdds returns the page of odds, with a button for each fight that goes on to its order.
func showOdds(p Player, plans []ordering.FightOdds) ([]rest.Message, error) {
	loc := p.Request.Localizer
	var fights []string
	var buttons []discordgo.MessageComponent
	for _, plan := range plans {
		o := plan.Odds.Order
		fights = append(fights, orderLine(p, o)+tell.StayedBehind(loc, plan.Behind, plan.Why)+"\n"+
			loc.InPictures(emojis.All).Odds(plan.Odds))
		id, fits := page.Choice{Verb: o.Verb, Picks: plan.Picks}.Encode(page.ActShow, 0, p.Roster)
		if fits && !plan.Odds.Planned {
			buttons = append(buttons, page.Button(loc.Verb(o.Verb), id, discordgo.PrimaryButton))
		}
	}
	pg := page.Page[view.Secret]{Text: strings.Join(fights, "\n\n"),
		Rows: page.Rows(append(buttons, page.OrdersButton(loc, p.Table.Game)))}
	return p.Open(p.Table, p.View, pg)
}

// confirmation is the button that gives an order, and what its player reads before he presses it.
type confirmation struct {
	words        string                       // what the order leads to: lines, each after a line feed
	inShort      string                       // the odds of a fight, for the button
	action       byte                         // of the button
	digest       int                          // for the custom ID, of odds and warnings: see page.WarnedBits
	danger       bool                         // the fight may be at odds so bad that no die is rolled
	fewer, table []discordgo.MessageComponent // buttons: to do without units who change no chance; the table of results
}

// confirmationOf returns the confirmation of the order picked so far. Its costs are told as soon as they are known.
func confirmationOf(ctx context.Context, p Player, c page.Choice, offer view.Offer) (confirmation, error) {
	confirm := confirmation{action: page.ActGive}
	if offer.Done && p.startsFight(c.Verb) {
		odds, err := p.odds(ctx, c.Verb, c.Picks)
		if err != nil {
			return confirm, err
		}
		shown, short := odds, columnInShort(p, odds)
		if len(p.View.Board().Map.Groups) > 0 { // the outlook stands for the results, which /odds has, too
			shown.Results, short = nil, inShort(p, likely.Short(p.Request.Localizer, odds.Gist), odds.Outlook...)
		}
		confirm = confirmation{words: "\n" + p.Request.Localizer.InPictures(emojis.All).Odds(shown), inShort: short,
			action: page.ActAccept, digest: odds.Digest() << page.WarnedBits,
			danger: odds.Worst.Column == wording.NoColumn}
		read := ask.TypedCommand{Verb: look.CrtVerb, Values: map[string]string{"table": odds.Table,
			look.GameValue: p.View.Board().Map.Title}} // in direct messages nothing else says which game it is
		if odds.Worst.HasStrengths() && odds.Worst.Heading() == odds.Best.Heading() && !confirm.danger {
			read = read.With("odds", odds.Worst.Heading())
		}
		if id, fits := read.ID(page.PressAside); fits && odds.Table != "" {
			confirm.table = []discordgo.MessageComponent{page.Button(p.Say("button.results-table"), id,
				discordgo.SecondaryButton)}
		}
		if needed, spare := spareUnits(ctx, p, c, odds); len(spare) > 0 {
			confirm.words += "\n" + p.Say("odds.spare", "units", spare)
			if id, fits := needed.Encode(page.ActToggle, 0, p.Roster); fits {
				label := p.Say("button.needed", "n", chosenUnits(needed))
				confirm.fewer = []discordgo.MessageComponent{page.Button(label, id, discordgo.PrimaryButton)}
			}
		}
		if c.Question == 0 { // a fight that is owed has no other way
			confirm.words = JoinLines([]string{confirm.words,
				fightways.Instead(ctx, p.Request.Localizer, p.View.Board(), p.asker(), odds.Order)})
		}
	}
	if warnings := warnings(ctx, p, c); len(warnings) > 0 && (offer.Done || len(c.Picks) > 0) {
		for _, w := range warnings {
			confirm.inShort = inShort(p, confirm.inShort, w.Text)
		}
		confirm.words += "\n" + p.Request.Localizer.Warned(warnings)
		confirm.action, confirm.digest = page.ActAccept, confirm.digest|int(view.Digest(warnings)) // not asked again
	}
	return confirm, nil
}

// inShort returns words for a button. For those of texts that the catalogue has an in-short text for, it adds this.
func inShort(p Player, words string, texts ...view.Text) string {
	for _, t := range texts {
		more, _ := p.Request.Localizer.Try("in-short."+t.ID, "words", wording.InWords(words))
		words = cmp.Or(more, words)
	}
	return words
}

// spareUnits returns the names of units of a fight that can all stay out of it without a change of any chance, whatever
// unseen units defend, the weakest first, and the choice without them. Its page still has their buttons.
func spareUnits(ctx context.Context, p Player, c page.Choice, with view.Odds) (needed page.Choice, names []string) {
	strength := func(q view.Pick) int {
		one, _, _ := p.View.Board().Find(q.Unit)
		return one.Rating(with.Worst.Strength).N
	}
	if !hasTarget(p, c.Verb) || with.ByDefence == 0 {
		return c, nil
	}
	units := slices.Clone(c.Picks[1 : 1+chosenUnits(c)])
	slices.SortStableFunc(units, func(a, b view.Pick) int { return cmp.Compare(strength(a), strength(b)) })
	for _, q := range units {
		fewer := toggled(c, q)
		o, err := p.odds(ctx, fewer.Verb, fewer.Picks)
		if err == nil && o.ByDefence == with.ByDefence {
			c, names = fewer, append(names, unitName(p, string(q.Unit)))
		}
	}
	return c, names
}

// chanceOfRecon returns, for the button of a reconnaissance, the best chance in percent that the offers of units name.
func chanceOfRecon(ctx context.Context, p Player) string {
	best := 0
	offer, _ := p.offer(ctx, "recon", nil) // empty if there is an error
	for _, q := range offer.Next {
		unit, _ := p.offer(ctx, "recon", []view.Pick{q})
		for _, note := range unit.Notes {
			percent, _ := note.Arg("percent").(int)
			best = max(best, percent)
		}
	}
	return p.Say("panel.chance", "percent", best, "only", len(offer.Next) == 1)
}

// waysToFight compares the ways in which the active Formation can fight, once its activities have begun. If acted is a
// hex with units of the player's side, Ways.Not is about these units alone: for others it would be no news.
func waysToFight(ctx context.Context, p Player, verbs []order.Verb, acted hex.Hex) (none fightways.Ways) {
	board := p.View.Board()
	if !slices.Contains(verbs, "engage") && !slices.Contains(verbs, tell.MoveVerb(board.Map)) {
		return none
	}
	isOwn := slices.ContainsFunc(board.Stacks, func(st view.Stack) bool {
		return st.Hex == acted && st.Side == p.View.Side()
	})
	units := slices.DeleteFunc(workplace.UnitsOf(board, board.Phase.Group), func(u order.UnitID) bool {
		c, at, _ := board.Find(u)
		idle := c.Symbol == heads.Headquarters || slices.Contains(c.Marks, "finished") // they fight nobody
		return idle || !mayOrder(p, u) || isOwn && at != acted
	})
	return fightways.Panel(ctx, p.Request.Localizer, board, p.asker(), units)
}

// columnInShort returns the column of a fight on its table, or the two between which it lies; "" without strengths.
func columnInShort(p Player, o view.Odds) string {
	if !o.Worst.HasStrengths() {
		return ""
	}
	id, name := "pick.odds", "odds"
	if o.Worst.ByNet {
		id, name = "odds.net", "net"
	}
	return p.Say(id, name, wording.InWords(p.Request.Localizer.Columns(o)))
}

// oddsAt returns the odds of the fight that a choice leads to if all who can take part do. ok is false if more has to
// be chosen, or if the fight compares no strengths.
func oddsAt(ctx context.Context, p Player, c page.Choice) (o view.Odds, ok bool) {
	if !p.startsFight(c.Verb) {
		return o, false
	}
	c, offer, err := settle(ctx, p, c)
	if err != nil || !offer.Done {
		return o, false
	}
	o, err = p.odds(ctx, c.Verb, c.Picks)
	return o, err == nil && o.Worst.HasStrengths() // what is wrong is said by the offer of the choice
}

// giveFight gives the order o of a fight if its odds and costs are still those that were shown, whose digests e has;
// else it shows the choice c again. If e.Odds is 0, as for a button without a digest, no odds were shown.
func giveFight(ctx context.Context, p Player, c page.Choice, o order.Order, e ordering.Expect) ([]rest.Message, error) {
	if e.Odds == 0 {
		return ShowChoice(ctx, p, c, 0)
	}
	out, err := p.Desk.orders.Give(ctx, p.Request.Cmd, o, e)
	if err == nil {
		return p.Desk.outcomePage(ctx, p.Request, out)
	}
	if _, hasCosts := errors.AsType[*api.Caution](err); hasCosts || errors.Is(err, api.ErrOdds) {
		return ShowChoice(ctx, p, c, 0, p.Say("odds.changed"))
	}
	return nil, err
}
