package play

import (
	"grognard/bot/discord/page"

	"github.com/bwmarrin/discordgo"
)

// The panel is the one message from which a player plays: it shows what he owes or can do, and a tap on it edits it.
// Its presses are NAME:GAME, and what follows. STACK is a stackRef. Nothing about a panel is needed to answer a press
// on it, so that it works after a restart.
const (
	PressPanel     = "panel"       // :PAGE, of the menu of stacks, and perhaps /HEX, after which its buttons begin
	PressStack     = "panel-stack" // :STACK, or a menu with such values: where the stack can go
	pressPart      = "panel-part"  // :STACK, or a menu with such values: which of its units go
	pressGo        = "panel-go"    // :CHECK:STACK:HEX, and perhaps :DIGEST of the warnings that are accepted
	pressPanelUndo = "panel-undo"  // :NAME, of an order
)

// BackToPanel returns the button that leads back to the panel from a page that has taken its place without being a step
// of an order.
func BackToPanel(p Player) []discordgo.MessageComponent {
	if !EditsInPlace(p.Request) {
		return nil
	}
	return []discordgo.MessageComponent{page.OrdersButton(p.Request.Localizer, p.Table.Game)}
}
