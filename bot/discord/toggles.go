package discord

import (
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/rules/order"
	"grognard/rules/view"
)

// mostToggles is how many units can be chosen by buttons: what fits a message above the row of the other buttons. More
// are chosen from a menu.
const mostToggles = 20

// targets says whether an order starts a fight whose target is picked before the units.
func (p player) targets(v order.Verb) bool {
	spec, _ := p.Spec(v)
	said := spec.Said()
	return spec.Fight && len(said) > 1 && said[0].Kind == order.Hex && said[1].Kind == order.Units
}

// atTarget says whether the next pick of a choice is the target of a fight.
func (p player) atTarget(c choice) bool { return len(c.picks) == 0 && p.targets(c.verb) }

// toggles are the buttons by which units are chosen for a fight. Each button carries the choice as it will be after
// it, so that the bot remembers nothing, and a second tap on the same button changes nothing more.
type toggles struct {
	able []view.Pick                  // the units that have a button
	rows []discordgo.MessageComponent // one for each unit
	all  []discordgo.MessageComponent // the button that chooses all of them
}

// toggles are the buttons for the units of a choice; none where its target is not picked yet, where they are too many,
// or where there is nothing to choose among. A page on which they leave no room for the menus of what else can be
// picked has a menu of units in their place.
func (p player) toggles(ctx context.Context, c choice, offer view.Offer) (t toggles, err error) {
	if len(c.picks) == 0 || !p.targets(c.verb) {
		return t, nil
	}
	target := choice{c.question, c.verb, c.picks[:1]}
	if len(c.picks) > 1 {
		if offer, err = p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, c.verb, target.picks); err != nil {
			return t, err
		}
	}
	able := slices.DeleteFunc(slices.Clone(offer.Next), func(q view.Pick) bool {
		return q.Unit == "" || q != (view.Pick{Unit: q.Unit})
	})
	if len(able) < 2 || len(able) > mostToggles {
		return t, nil
	}
	var buttons []discordgo.MessageComponent
	for _, q := range frontOf(p.view.Board(), p.view.Side()).picks(able) {
		id, fits := c.toggled(q).encode(actToggle, p.roster.toggleOf(q.Unit), p.roster)
		if !fits {
			return t, nil
		}
		label, style := "", discordgo.SecondaryButton
		if label, _ = p.unitLabel(q); slices.Contains(c.picks, q) {
			label, style = p.Say("pick.chosen", "unit", wording.InWords(label)), discordgo.SuccessButton
		}
		buttons = append(buttons, button(label, id, style))
	}
	t = toggles{able: able, rows: rows(buttons)}
	if everybody := p.ofEntry(ctx, target, entry{picks: able}); len(everybody) > chosenUnits(c) {
		all := choice{c.question, c.verb, slices.Concat(target.picks, everybody, c.afterUnits())}
		if id, fits := all.encode(actToggle, 0, p.roster); fits {
			label := p.Say("button.all-able", "n", len(everybody))
			t.all = append(t.all, button(label, id, discordgo.PrimaryButton))
		}
	}
	return t, nil
}

// firstToggle is the number that a button has for the first unit of the roster. Smaller ones name no unit: 0 is the button
// for all, and buttons of earlier messages counted the units of their message.
const firstToggle = mostToggles + 1

// toggleOf is the number of the button for a unit.
func (r unitIndex) toggleOf(u order.UnitID) int {
	i, _ := slices.BinarySearch(r.units, u)
	return firstToggle + i
}

// toggle shows a choice after a tap on its button with a number. If the rules forbid what the tap makes of it, the choice
// stays as it was before, after the reason.
func (p player) toggle(ctx context.Context, c choice, number int) ([]rest.Message, error) {
	list, err := p.show(ctx, c, 0)
	denial := (*view.Denial)(nil)
	if !errors.As(err, &denial) || len(c.picks) == 0 {
		return list, err
	}
	if i := number - firstToggle; i >= 0 && i < len(p.roster.units) {
		c = c.toggled(view.Pick{Unit: p.roster.units[i]})
	} else {
		c.picks = slices.Concat(c.picks[:1], c.afterUnits())
	}
	list, still := p.show(ctx, c, 0, p.Denial(denial))
	if still != nil {
		return nil, err
	}
	return list, nil
}

// without are the picks that have no button.
func (t toggles) without(next []view.Pick) []view.Pick {
	return slices.DeleteFunc(slices.Clone(next), func(q view.Pick) bool { return slices.Contains(t.able, q) })
}

// toggled is the choice of a fight with a unit more, or without it if it is chosen already.
func (c choice) toggled(unit view.Pick) choice {
	units := c.picks[1 : 1+chosenUnits(c)]
	if i := slices.Index(units, unit); i >= 0 {
		units = slices.Delete(slices.Clone(units), i, i+1)
	} else {
		units = byUnit(append(slices.Clip(units), unit))
	}
	c.picks = slices.Concat(c.picks[:1], units, c.afterUnits())
	return c
}

// adding is the choice with more picks from a menu. Units of a fight are put beside those that are chosen already,
// before what was picked after these.
func (p player) adding(c choice, picks []view.Pick) choice {
	at := len(c.picks)
	if at > 0 && p.targets(c.verb) && picks[0] == (view.Pick{Unit: picks[0].Unit}) {
		at = 1 + chosenUnits(c)
	}
	c.picks = slices.Concat(c.picks[:at], picks, c.picks[at:])
	return c
}

// chosenUnits is how many units of a fight are picked after its target.
func chosenUnits(c choice) int {
	n := slices.IndexFunc(c.picks[1:], func(q view.Pick) bool { return q != (view.Pick{Unit: q.Unit}) || q.Unit == "" })
	if n < 0 {
		return len(c.picks) - 1
	}
	return n
}

// afterUnits is what is picked of a fight after its units.
func (c choice) afterUnits() []view.Pick { return c.picks[1+chosenUnits(c):] }
