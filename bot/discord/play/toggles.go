package play

import (
	"context"
	"errors"
	"slices"

	"grognard/bot/discord/fightodds"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// MostToggles is how many units can have a button each, above the row of other buttons. More are chosen from a menu.
const MostToggles = 20

// hasTarget reports whether an order starts a fight whose target is picked before the units.
func hasTarget(p Player, v order.Verb) bool {
	spec, _ := p.Request.Localizer.Spec(v)
	said := spec.Said()
	return spec.Fight && len(said) > 1 && said[0].Kind == order.Hex && said[1].Name == order.ListUnits
}

// atTarget reports whether the next pick of a choice is the target of a fight.
func atTarget(p Player, c page.Choice) bool { return len(c.Picks) == 0 && hasTarget(p, c.Verb) }

// toggles are the buttons by which units of a fight or of a stack are chosen. Each button carries the choice as it will
// be after it, so that the bot remembers nothing, and a second tap on the same button changes nothing more.
type toggles struct {
	able []view.Pick                  // the units that have a button
	kept []entry                      // those of them, or of their stacks, that keep their letters
	rows []discordgo.MessageComponent // of a button for each unit, or of a menu of many
	all  []discordgo.MessageComponent // the button that chooses all of them

	mayBeMenu bool // if room is short, a menu of the units may replace rows
	whole     bool // all units of a stack are to move, in a game without formations
}

// togglesOf returns the buttons for the units of a choice; none if the target of a fight is not picked yet, if the
// units are too many, or if there is nothing to choose among. offer is what can follow the choice.
func togglesOf(ctx context.Context, p Player, c page.Choice, offer view.Offer) (t toggles, err error) {
	if !hasTarget(p, c.Verb) {
		if t, err = helpersOf(ctx, p, c); err != nil {
			return t, err
		}
		words, err := wordToggles(ctx, p, c)
		rows := slices.Concat(t.rows, words)
		if t.rows = rows[:min(len(rows), RowsLimit-1)]; err != nil || t.rows != nil { // the last row gives the order
			return t, err
		}
		return partsOf(ctx, p, c)
	}
	if len(c.Picks) == 0 {
		return t, nil
	}
	target := page.Choice{Question: c.Question, Verb: c.Verb, Picks: c.Picks[:1]}
	if len(c.Picks) > 1 {
		if offer, err = p.offer(ctx, c.Verb, target.Picks); err != nil {
			return t, err
		}
	}
	able := slices.DeleteFunc(slices.Clone(offer.Next), func(q view.Pick) bool { return q.Unit == "" || !isBare(q) })
	if len(able) < 2 || len(able) > MostToggles {
		return t, nil
	}
	briefly := func(q view.Pick) string { // two of them fit a line of a phone
		unit, at, _ := p.View.Board().Find(q.Unit)
		return p.Say("panel.stack", "unit", wording.InWords(wording.Brief(unit)), "more", wording.InWords(""),
			"hex", wording.InWords(at.String()))
	}
	var buttons []discordgo.MessageComponent
	for _, q := range FrontOf(p.View.Board(), p.View.Side()).Picks(able) {
		label := briefly(q)
		if slices.ContainsFunc(able, func(o view.Pick) bool { return o != q && briefly(o) == label }) {
			label, _ = unitLabel(p, q)
		}
		button := toggleButton(p, toggled(c, q), toggleOf(p.Roster, q.Unit), label, slices.Contains(c.Picks, q))
		if button == nil {
			return t, nil
		}
		buttons = append(buttons, button...)
	}
	t.able, t.mayBeMenu = able, true
	if t.rows = page.Rows(append(buttons, stackToggles(p, c, able)...)); len(t.rows) >= RowsLimit {
		t.rows = page.Rows(buttons)
	}
	if everybody := entryPicks(ctx, p, target, entry{picks: able}); len(everybody) > chosenUnits(c) {
		all := page.Choice{Question: c.Question, Verb: c.Verb, Picks: slices.Concat(target.Picks, everybody,
			afterUnits(c))}
		if id, fits := all.Encode(page.ActToggle, 0, p.Roster); fits {
			label := p.Say("button.all-able", "n", len(everybody))
			t.all = append(t.all, page.Button(label, id, discordgo.PrimaryButton))
		}
	}
	return t, nil
}

// helpersOf returns the buttons for the units that help in a fight, once a helper or the number that follows is chosen;
// until then they are picked as anything else is. For units that arrive it returns buttons once their hex is chosen.
func helpersOf(ctx context.Context, p Player, c page.Choice) (t toggles, err error) {
	spec, _ := p.Request.Localizer.Spec(c.Verb)
	arrives := spec.Arrives && len(c.Picks) > 1 && c.Picks[len(c.Picks)-1].Hex != hex.None
	helps := func(q view.Pick) bool { return q.Unit != "" && (q.Arg > 0 || arrives) }
	begin := slices.IndexFunc(c.Picks, func(q view.Pick) bool { return helps(q) || kindOf(q) == "count" })
	if begin < 0 {
		return t, nil
	}
	end := begin // the helpers that are chosen are c.Picks[begin:end]
	for end < len(c.Picks) && helps(c.Picks[end]) {
		end++
	}
	before := page.Choice{Question: c.Question, Verb: c.Verb, Picks: c.Picks[:begin]}
	offer, err := p.offer(ctx, c.Verb, before.Picks)
	if err != nil {
		return t, err
	}
	able := slices.DeleteFunc(slices.Clone(offer.Next), func(q view.Pick) bool { return !helps(q) })
	if arrives {
		hexes, err := arrivalHexes(ctx, p, before, able)
		if err != nil {
			return t, err
		}
		able = slices.DeleteFunc(able, func(q view.Pick) bool { // no button for the only unit chosen
			return !slices.Contains(hexes[q], c.Picks[end].Hex) || end == 1 && q == c.Picks[0]
		})
	}
	var buttons []discordgo.MessageComponent
	if was, err := chooserOf(ctx, p, before, offer, 0); err == nil && !arrives { // the page before a helper was chosen
		list, _ := was.shown()
		t.kept, _ = letterButtons(ctx, p, was, list)
	}
	for _, q := range able {
		label, tapped := unitName(p, string(q.Unit)), toggledIn(c, q, begin, end)
		if !arrives {
			label = assistLabel(ctx, p, tapped, c, label)
		}
		if i := slices.IndexFunc(t.kept, func(e entry) bool { return e.picks[0] == q }); i >= 0 {
			label = joinParts(letterOf(p, c.Verb, t.kept, i), label)
		}
		isChosen := slices.Contains(c.Picks[begin:end], q)
		if button := toggleButton(p, tapped, toggleOf(p.Roster, q.Unit), label, isChosen); button != nil {
			t.able, buttons = append(t.able, q), append(buttons, button...)
		}
	}
	t.rows = page.Rows(buttons)
	return t, nil
}

// assistLabel returns the label of a unit that assists: its name, and how much more is added to the roll with than
// without. If that is not more, as when the tap takes the unit off, it returns the name alone.
func assistLabel(ctx context.Context, p Player, with, without page.Choice, name string) string {
	label := p.Say("pick.assists", "unit", wording.InWords(name))
	a, err := p.odds(ctx, with.Verb, with.Picks)
	b, other := p.odds(ctx, without.Verb, without.Picks)
	if n := a.Worst.Net - b.Worst.Net; err == nil && other == nil && n > 0 {
		return p.Say("pick.assist-adds", "unit", wording.InWords(label), "add", wording.Signed(n))
	}
	return label
}

// wordToggles returns the buttons for the words, such as missions, of an option that an order can do without, once one
// is chosen: a tap takes it off, with what was picked after it, or puts another in its place. Below are buttons for its
// points. If the order needs a word, it has buttons for points alone, or none where it leaves a choice of words.
func wordToggles(ctx context.Context, p Player, c page.Choice) (rows []discordgo.MessageComponent, err error) {
	spec, _ := p.Request.Localizer.Spec(c.Verb)
	i := slices.IndexFunc(c.Picks, func(q view.Pick) bool { return fightodds.IsWord(spec, q) })
	for at := max(i, 0); i >= 0 && at < min(i+2, len(c.Picks)); at++ { // the word, and the pick after it
		before := page.Choice{Question: c.Question, Verb: c.Verb, Picks: slices.Clip(c.Picks[:at])}
		offer, err := p.offer(ctx, c.Verb, before.Picks)
		if needed := at == i && !offer.Done; err != nil || needed && len(offer.Next) > 1 {
			return nil, err
		} else if needed {
			continue
		}
		var buttons []discordgo.MessageComponent
		for n, q := range offer.Next {
			isMission := fightodds.IsWord(spec, q)
			if isMission != (at == i) || kindOf(q) != "count" {
				continue
			}
			to, label := before.With(q), countLabel(p, c.Verb, q)
			if q == c.Picks[at] && isMission {
				to = before
			} else if !isMission {
				label = named(p, c.Verb, q, label)
			}
			added := slices.Index(c.Picks[at+1:], q) // points beside others are taken off again
			if added >= 0 {
				to.Picks = slices.Delete(slices.Clone(c.Picks), at+1+added, at+2+added)
			}
			number := firstToggle + len(p.Roster.Units) + n
			buttons = append(buttons, toggleButton(p, to, number, label, q == c.Picks[at] || added >= 0)...)
		}
		if at == i || len(buttons) > 1 { // the only points that there can be are no choice
			rows = append(rows, page.Rows(buttons)...)
		}
	}
	return rows, nil
}

// stackToggles returns a button for each hex with several units that can take part, where there are several hexes: it
// takes off all of them if all are chosen, and else chooses all.
func stackToggles(p Player, c page.Choice, able []view.Pick) (buttons []discordgo.MessageComponent) {
	f := FrontOf(p.View.Board(), p.View.Side())
	var hexes []hex.Hex
	at := map[hex.Hex][]view.Pick{}
	for _, q := range f.Picks(able) {
		h := f.PlaceOf(q)
		if at[h] = append(at[h], q); len(at[h]) == 1 {
			hexes = append(hexes, h)
		}
	}
	for i, h := range hexes {
		stack, with := at[h], c
		left := slices.DeleteFunc(slices.Clone(stack), func(q view.Pick) bool { return slices.Contains(c.Picks, q) })
		taps := left
		if len(left) == 0 {
			taps = stack
		}
		for _, q := range taps {
			with = toggled(with, q)
		}
		if len(stack) > 1 && len(hexes) > 1 {
			buttons = append(buttons, toggleButton(p, with, firstToggle+len(p.Roster.Units)+i,
				p.Say("pick.stack-takes-part", "hex", h, "n", len(stack)), len(left) == 0)...)
		}
	}
	return buttons
}

// toggleButton returns a button that is marked if chosen; nil if its custom ID would be too long. It carries to, the
// choice after the tap, and the number that toggleOf returns for a unit, or a higher one for anything else.
func toggleButton(p Player, to page.Choice, number int, label string, chosen bool) []discordgo.MessageComponent {
	id, fits := to.Encode(page.ActToggle, number, p.Roster)
	if !fits {
		return nil
	}
	style := discordgo.SecondaryButton
	if chosen {
		label, style = p.Say("pick.chosen", "unit", wording.InWords(label)), discordgo.PrimaryButton
	}
	b := page.Button(label, id, style)
	if i := number - firstToggle; i < len(p.Roster.Units) {
		b.Emoji = p.Request.Localizer.Emojis.Pick(p.View.Board(), view.Pick{Unit: p.Roster.Units[i]})
	}
	return []discordgo.MessageComponent{b}
}

// firstToggle is the number on the button of the roster's first unit. The buttons for all units, or all needed, have 0.
const firstToggle = 1

// toggleOf returns the number of the button for a unit.
func toggleOf(r page.UnitIndex, u order.UnitID) int {
	i, _ := slices.BinarySearch(r.Units, u)
	return firstToggle + i
}

// toggle shows a choice after a tap on the button with a number. If the rules forbid what the tap makes of a fight, it
// shows the reason, and the choice as it was: without the tap, or without any unit if the button is for several.
func toggle(ctx context.Context, p Player, c page.Choice, number int) ([]rest.Message, error) {
	if !hasTarget(p, c.Verb) {
		return ShowChoice(ctx, p, c, 0)
	}
	offer, err := p.offer(ctx, c.Verb, c.Picks)
	var denial *view.Denial
	switch {
	case err == nil:
		return showPicked(ctx, p, c, offer, 0)
	case !errors.As(err, &denial) || len(c.Picks) == 0:
		return nil, err
	}
	if i := number - firstToggle; i >= 0 && i < len(p.Roster.Units) {
		c = toggled(c, view.Pick{Unit: p.Roster.Units[i]})
	} else {
		c.Picks = slices.Concat(c.Picks[:1], afterUnits(c))
	}
	offer, still := p.offer(ctx, c.Verb, c.Picks)
	if still != nil {
		return nil, err
	}
	return showPicked(ctx, p, c, offer, 0, p.Request.Localizer.Denial(denial))
}

// toggled returns the choice of a fight with a unit more, or without it if it is chosen already.
func toggled(c page.Choice, unit view.Pick) page.Choice {
	return toggledIn(c, unit, 1, 1+chosenUnits(c))
}

// toggledIn returns the choice with a unit more among its picks in [from, to), or without it if it is there.
func toggledIn(c page.Choice, unit view.Pick, from, to int) page.Choice {
	units := c.Picks[from:to]
	if i := slices.Index(units, unit); i >= 0 {
		units = slices.Delete(slices.Clone(units), i, i+1)
	} else {
		units = byUnit(append(slices.Clip(units), unit))
	}
	c.Picks = slices.Concat(c.Picks[:from], units, c.Picks[to:])
	return c
}

// withPicks returns the choice with more picks. Units of a fight come after its units so far and before what was picked
// after these. A single unit that arrives or advances takes its place by identifier among the units, as orders have it.
func withPicks(p Player, c page.Choice, picks []view.Pick) page.Choice {
	at := len(c.Picks)
	if spec, _ := p.Request.Localizer.Spec(c.Verb); gathers(spec) && len(picks) == 1 && picks[0].Unit != "" {
		c.Picks = byUnit(append(slices.Clip(c.Picks), picks...))
		return c
	}
	if at > 0 && hasTarget(p, c.Verb) && isBare(picks[0]) {
		at = 1 + chosenUnits(c)
	}
	c.Picks = slices.Concat(c.Picks[:at], picks, c.Picks[at:])
	return c
}

// chosenUnits returns how many units of a fight are picked after its target, which must be picked.
func chosenUnits(c page.Choice) int {
	n := slices.IndexFunc(c.Picks[1:], func(q view.Pick) bool { return !isBare(q) || q.Unit == "" })
	if n < 0 {
		return len(c.Picks) - 1
	}
	return n
}

// afterUnits returns what is picked of a fight after its units.
func afterUnits(c page.Choice) []view.Pick { return c.Picks[1+chosenUnits(c):] }
