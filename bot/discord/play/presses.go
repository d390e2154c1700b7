package play

import (
	"context"

	"grognard/bot/discord/page"
	"grognard/rules/order"

	"github.com/bwmarrin/discordgo"
)

// The panel is the one message from which a player plays: it shows what he owes or can do, and a tap on it edits it.
// The custom IDs of its presses are NAME:GAME and what is said here. To answer one the bot needs to remember nothing
// about the panel, so that the press works after a restart.
const (
	PressPanel     = "panel"       // :PAGE of its stacks
	PressStack     = "panel-stack" // :HEX, or a menu with such values: where the stack there can go
	pressPanelUndo = "panel-undo"  // :NAME, of an order, and :VERB of the page to show again, if it is no panel
)

// BackToPanel returns the button back to the panel from a page that took its place and is no step of an order.
func BackToPanel(p Player) []discordgo.MessageComponent {
	if !EditsInPlace(p.Request) {
		return nil
	}
	return []discordgo.MessageComponent{page.Button(p.Say("button.back"), page.PressID(page.PressOrders, p.Table.Game),
		discordgo.SecondaryButton)}
}

// undoButton returns the button that undoes the player's last order, which with ofList it calls a line; nil for none.
// on is the verb of the page on which it stands, none for the panel.
func undoButton(ctx context.Context, p Player, ofList bool, on ...order.Verb) ([]discordgo.MessageComponent, error) {
	name, ended, err := p.Desk.undos.Undoable(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User)
	if err != nil || name == "" {
		return nil, err
	}
	label := p.Say(map[bool]string{true: "button.undo-line", false: "button.undo"}[ofList])
	if ended != "" {
		label = p.Say("button.undo-" + ended)
	}
	for _, v := range on {
		name += ":" + string(v)
	}
	return []discordgo.MessageComponent{page.Button(label, page.PressID(pressPanelUndo, p.Table.Game, name),
		discordgo.SecondaryButton)}, nil
}
