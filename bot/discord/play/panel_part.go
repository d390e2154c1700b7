package play

import (
	"context"
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// movableIn returns the units of a stack that can still go and that the player may order, the top first.
func movableIn(p Player, st view.Stack) []view.Counter {
	return slices.DeleteFunc(slices.Clone(st.Known), func(c view.Counter) bool {
		done, _ := p.View.Board().ProgressOf(c.ID)
		return done.Left == nil || !mayOrder(p, c.ID)
	})
}

// movableAt returns the player's units in a hex that can still go.
func movableAt(p Player, at hex.Hex) (units []order.UnitID) {
	if st, ok := wording.StackAt(p.View.Board(), at); ok && st.Side == p.View.Side() {
		for _, c := range movableIn(p, st) {
			units = append(units, c.ID)
		}
	}
	return units
}

// fitRow reports whether units have buttons on the page of their stack: there are several, and they fit a row.
func fitRow(units []order.UnitID) bool { return len(units) > 1 && len(units) <= page.RowLimit }

// partButtons returns the buttons by which some units of a stack are chosen to go. As long as none is, all go; so a
// single unit is chosen by one tap. Each button carries the choice as it will be after it, as those of attackers do. A
// unit that cannot go with those that are chosen is chosen alone.
func partButtons(p Player, s stackRef, units []order.UnitID, name string,
	joins func(view.Pick) bool) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, id := range units {
		pick := view.Pick{Unit: id}
		bit, to := bitsOf(p, s.at, []view.Pick{pick}), stackRef{at: s.at}
		label, style := unitName(p, string(id)), discordgo.SecondaryButton
		switch {
		case bit == 0:
			continue // more units than a stackRef can name
		case s.units&bit != 0:
			label, style = p.Say("pick.chosen", "unit", wording.InWords(label)), discordgo.SuccessButton
			to.units = s.units &^ bit
		case joins(pick):
			to.units = s.units | bit
		default:
			to.units = bit
		}
		buttons = append(buttons, page.Button(label, page.PressID(name, p.Table.Game, to.String()), style))
	}
	return buttons
}

// pressedPart shows the units of a stack that are too many for its page, with those that are chosen so far.
func pressedPart(ctx context.Context, p Player, d ask.Pressed) ([]rest.Message, error) {
	var s stackRef
	for _, text := range append(slices.Clone(d.Chosen), d.What) {
		one, err := readStackRef(text)
		if err != nil {
			return nil, err
		}
		s.at, s.units = one.at, s.units|one.units
	}
	units := movableAt(p, s.at)
	switch {
	case len(units) == 0:
		return nil, page.ErrStale
	case len(d.Chosen) > 0 || len(units) <= page.RowLimit:
		return stackPage(ctx, p, s)
	}
	all := stackRef{at: s.at}
	last := []discordgo.MessageComponent{page.Button(p.Say("button.back"), page.PressID(PressStack, p.Table.Game,
		all.String()), discordgo.SecondaryButton)}
	pg := page.Page[view.Secret]{Text: p.Say("panel.choose-part", "hex",
		wording.InWords(p.Request.Localizer.Hex(s.at)))}
	if len(units) > MostToggles {
		pg.Rows = []discordgo.MessageComponent{page.Row(partMenu(p, all, units)), page.Row(last...)}
		return p.Open(p.Table, p.View, pg)
	}
	if s.units != 0 {
		show := page.Button(p.Say("panel.show-part"), page.PressID(PressStack, p.Table.Game, s.String()),
			discordgo.PrimaryButton)
		last = append([]discordgo.MessageComponent{show}, last...)
	}
	pg.Rows = append(page.Rows(partButtons(p, s, units, pressPart, func(view.Pick) bool { return true })),
		page.Row(last...))
	return p.Open(p.Table, p.View, pg)
}

// partMenu returns the menu from which units of a stack are chosen that are too many for buttons.
func partMenu(p Player, s stackRef, units []order.UnitID) discordgo.SelectMenu {
	board := p.View.Board()
	menu := discordgo.SelectMenu{CustomID: page.PressID(pressPart, p.Table.Game, s.String()),
		Placeholder: p.Say("pick.unit")}
	for _, id := range units {
		bit := bitsOf(p, s.at, []view.Pick{{Unit: id}})
		if bit == 0 {
			continue
		}
		c, _, _ := board.Find(id)
		done, _ := board.ProgressOf(id)
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: wording.Clip(p.Request.Localizer.Unit(c, board.Marks)+plainText(p.Request.Localizer, done.Text),
				100), Description: c.Formation,
			Value: stackRef{at: s.at, units: bit}.String()})
	}
	menu = page.Limited(p.Request.Localizer, menu)
	menu.MaxValues = len(menu.Options)
	return menu
}
