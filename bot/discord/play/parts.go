package play

import (
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/discord/heads"
	"grognard/bot/discord/page"
	"grognard/bot/discord/setout"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// wholeOf returns the picks of all units that an offer leaves to choose, where they can go together and most players
// would have them do so: the stack that goes somewhere, or all that can take part in a fight whose target has just been
// picked. It returns nil if some have been picked, if the order is complete, or if the rules leave a choice among them.
func wholeOf(ctx context.Context, p Player, c page.Choice, offer view.Offer) []view.Pick {
	spec, _ := p.Request.Localizer.Spec(c.Verb)
	fight := hasTarget(p, c.Verb) && len(c.Picks) == 1
	if offer.Done || len(offer.Next) < 2 || !fight && (!setout.Whole(spec) || len(c.Picks) > 0) {
		return nil
	}
	at := FrontOf(p.View.Board(), p.View.Side()).Places
	e := entry{picks: byUnit(offer.Next), at: at[offer.Next[0].Unit]}
	for _, pick := range offer.Next {
		if !isBare(pick) || !fight && (at[pick.Unit] != e.at || e.at == hex.None) {
			return nil
		}
	}
	if fight {
		e.at = hex.None
	}
	whole := entryPicks(ctx, p, c, e)
	if len(whole) < 2 || fight && len(whole) < len(offer.Next) {
		return nil
	}
	if !fight && c.Question == 0 {
		return setOut(ctx, p, c.Verb, whole)
	}
	return whole
}

// partsOf returns the buttons, or for many units the menu, by which some units of a stack are chosen to go; none if
// there is nothing to choose. Each button carries the choice as it will be after the tap. A tap chooses a unit alone if
// all go, in games without formations, or if the unit cannot go with those that are chosen.
func partsOf(ctx context.Context, p Player, c page.Choice) (t toggles, err error) {
	spec, _ := p.Request.Localizer.Spec(c.Verb)
	n := slices.IndexFunc(c.Picks, func(q view.Pick) bool { return !isBare(q) })
	if n < 0 {
		n = len(c.Picks)
	}
	if n == 0 || !setout.Whole(spec) {
		return t, nil
	}
	empty, units := page.Choice{Question: c.Question, Verb: c.Verb}, c.Picks[:n]
	if n < len(c.Picks) { // the units can still be chosen if settle picked the rest
		settled, _, err := settle(ctx, p, page.Choice{Question: c.Question, Verb: c.Verb, Picks: units})
		if err != nil || !slices.Equal(settled.Picks, c.Picks) {
			return t, err
		}
	}
	at := FrontOf(p.View.Board(), p.View.Side()).Places
	e := entry{at: at[c.Picks[0].Unit]}
	first, err := p.offer(ctx, c.Verb, nil)
	if err != nil || e.at == hex.None {
		return t, err
	}
	for _, q := range first.Next {
		if isBare(q) && at[q.Unit] == e.at {
			e.picks = append(e.picks, q)
		}
	}
	if len(e.picks) < 2 {
		return t, nil
	}
	e.picks = byUnit(e.picks)
	t.able = e.picks // with formations, whose stacks are small, the units that go are marked, and a tap takes one off
	t.whole = len(p.View.Board().Map.Groups) == 0 && slices.Equal(entryPicks(ctx, p, empty, e), units)
	if len(e.picks) > page.RowLimit {
		t.rows = partMenu(p, empty, e.picks)
		return t, nil
	}
	var buttons []discordgo.MessageComponent
	for _, q := range e.picks {
		to, i := []view.Pick{q}, slices.Index(units, q)
		switch {
		case t.whole: // the unit goes alone
		case i >= 0:
			if to = slices.Delete(slices.Clone(units), i, i+1); len(to) == 0 {
				to = setOut(ctx, p, c.Verb, entryPicks(ctx, p, empty, e)) // nobody is left: all go again
			}
		default: // units are picked in the order of their identifiers
			both := byUnit(append(slices.Clip(units), q))
			if _, err := p.offer(ctx, c.Verb, both); err == nil {
				to = both
			}
		}
		part := page.Choice{Question: c.Question, Verb: c.Verb, Picks: to}
		buttons = append(buttons, toggleButton(p, part, toggleOf(p.Roster, q.Unit), unitName(p, string(q.Unit)),
			!t.whole && i >= 0)...)
	}
	t.rows = page.Rows(buttons)
	return t, nil
}

// menuOfParts is the number of the menu of a stack's units. Other menus of a message have lower ones, those of rows.
const menuOfParts = RowsLimit

// partMenu returns the menu from which units of a stack are chosen that are too many for buttons. c has no picks.
func partMenu(p Player, c page.Choice, units []view.Pick) []discordgo.MessageComponent {
	id, fits := c.Encode(page.ActPick, menuOfParts, p.Roster)
	if !fits {
		return nil
	}
	menu := discordgo.SelectMenu{CustomID: id, Placeholder: p.Say("pick.part")}
	for _, q := range units {
		label, more := unitLabel(p, q)
		if code, ok := p.Roster.EncodeAll([]view.Pick{q}); ok {
			menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: wording.Clip(label, 100),
				Description: wording.Clip(more, 100), Value: code,
				Emoji: p.Request.Localizer.Emojis.Pick(p.View.Board(), q)})
		}
	}
	menu = page.Limited(p.Request.Localizer, menu)
	menu.MaxValues = len(menu.Options)
	return page.OneRow(menu)
}

// joinable returns those of some picks of units that can follow a choice together: the first that can, and each other
// that can join those before it. behind says why the others cannot, a line for each.
func joinable(ctx context.Context, p Player, c page.Choice, picks []view.Pick) (together []view.Pick, behind string) {
	var lines []string
	for _, q := range byUnit(picks) {
		with := append(slices.Clip(together), q)
		_, err := p.offer(ctx, c.Verb, withPicks(p, c, with).Picks)
		if denial, isDenied := errors.AsType[*view.Denial](err); isDenied {
			lines = append(lines, p.Say("behind.unit", "unit", wording.InWords(unitName(p, string(q.Unit))),
				"why", denial.Why))
		} else if err == nil {
			together = with
		}
	}
	return together, strings.Join(lines, "\n")
}

// setOut returns those of a stack's picks with which a page of its moves begins: as many from the top as can stop
// somewhere, and no headquarters unless there is nothing else.
func setOut(ctx context.Context, p Player, v order.Verb, whole []view.Pick) []view.Pick {
	return setout.First(p.View.Board(), heads.Together(p.View.Board(), whole),
		func(picks []view.Pick) (view.Offer, error) { return p.offer(ctx, v, picks) })
}
