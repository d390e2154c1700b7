package discord

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// ableIn are the units of a stack that can still go and that the player may order, the top first.
func (p player) ableIn(st view.Stack) (units []order.UnitID) {
	for _, c := range st.Known {
		if done, ok := p.view.Board().ProgressOf(c.ID); ok && done.Left != nil && p.commands(c.ID) {
			units = append(units, c.ID)
		}
	}
	return units
}

// ableAt are the player's units in a hex that can still go.
func (p player) ableAt(at hex.Hex) []order.UnitID {
	for _, st := range p.view.Board().Stacks {
		if st.Hex == at && st.Side == p.view.Side() {
			return p.ableIn(st)
		}
	}
	return nil
}

// rowHolds says whether units have buttons on the page of their stack: there are several, and they fit a row.
func rowHolds(units []order.UnitID) bool { return len(units) > 1 && len(units) <= rowLimit }

// partButtons are the buttons by which some units of a stack are chosen to go. As long as none is, all go; so a single
// unit is chosen by one tap. Each button carries the choice as it will be after it, as those of attackers do. A unit
// that cannot go with those that are chosen is chosen alone.
func (p player) partButtons(s stackRef, units []order.UnitID, name string,
	joins func(view.Pick) bool) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, id := range units {
		pick := view.Pick{Unit: id}
		bit, to := p.bits(s.at, []view.Pick{pick}), stackRef{at: s.at}
		label, style := p.named(string(id)), discordgo.SecondaryButton
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
		buttons = append(buttons, button(label, pressID(name, p.table.Game, to.String()), style))
	}
	return buttons
}

// pressedPart shows the units of a stack that are too many for its page, with those that are chosen so far.
func (p player) pressedPart(ctx context.Context, d pressed) ([]rest.Message, error) {
	var s stackRef
	for _, text := range append(slices.Clone(d.chosen), d.what) {
		one, err := readStackRef(text)
		if err != nil {
			return nil, err
		}
		s.at, s.units = one.at, s.units|one.units
	}
	units := p.ableAt(s.at)
	switch {
	case len(units) == 0:
		return nil, errStale
	case len(d.chosen) > 0 || len(units) <= rowLimit:
		return p.stack(ctx, s)
	}
	all := stackRef{at: s.at}
	last := []discordgo.MessageComponent{button(p.Say("button.back"), pressID(pressStack, p.table.Game, all.String()),
		discordgo.SecondaryButton)}
	pg := page[view.Secret]{text: p.Say("panel.choose-part", "hex", wording.InWords(p.Hex(s.at)))}
	if len(units) > mostToggles {
		pg.rows = []discordgo.MessageComponent{row(p.partMenu(all, units)), row(last...)}
		return p.open(p.request, p.table, p.view, pg)
	}
	if s.units != 0 {
		show := button(p.Say("panel.show-part"), pressID(pressStack, p.table.Game, s.String()), discordgo.PrimaryButton)
		last = append([]discordgo.MessageComponent{show}, last...)
	}
	pg.rows = append(rows(p.partButtons(s, units, pressPart, func(view.Pick) bool { return true })), row(last...))
	return p.open(p.request, p.table, p.view, pg)
}

// partMenu is the menu from which units of a stack are chosen that are too many for buttons.
func (p player) partMenu(s stackRef, units []order.UnitID) discordgo.SelectMenu {
	board := p.view.Board()
	menu := discordgo.SelectMenu{CustomID: pressID(pressPart, p.table.Game, s.String()), Placeholder: p.Say("pick.unit")}
	for _, id := range units {
		bit := p.bits(s.at, []view.Pick{{Unit: id}})
		if bit == 0 || len(menu.Options) == menuLimit {
			continue
		}
		c, _, _ := board.Find(id)
		done, _ := board.ProgressOf(id)
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: wording.Clip(p.Unit(c, board.Marks)+p.textOf(done.Text), 100), Description: c.Formation,
			Value: stackRef{at: s.at, units: bit}.String()})
	}
	menu.MaxValues = len(menu.Options)
	return menu
}
