// Package seldom makes a page of a panel of its own for the orders that are seldom given and for the buttons that give
// no order, so that a phone shows the picture above the other buttons.
//
//	own := seldom.Page{Orders: trains, ID: "panel:g1:-2", Back: "panel:g1:-1"}
//	rows := own.Rows(loc, parts, 5) // of the panel
//	own.Shown = true
//	rows = own.Rows(loc, parts, 5) // of the page
//
// Limits: what is on the page takes one tap more.
package seldom

import (
	"slices"

	"grognard/bot/discord/page"
	"grognard/bot/discord/panelrows"
	"grognard/bot/discord/wording"

	"github.com/bwmarrin/discordgo"
)

// A panel has at most mostButtons of orders and looks, besides its stacks and its last row, where that is possible. A
// page has at least leastButtons: fewer would save no line.
const mostButtons, leastButtons = 7, 3

// Page is a page of a panel. It exists only where the panel would have too many buttons.
type Page struct {
	Orders   []discordgo.MessageComponent // buttons of orders without odds, such as to move Trains
	ID, Back string                       // the custom IDs that show the page, and the panel
	Shown    bool                         // the page is shown, not the panel
}

// Rows returns the rows of a panel, at most room, with the page's orders among the others. If that makes too many
// buttons, one that opens the page stands for the looks on it, and for orders, those with the longest labels first; or
// else it returns the rows of the page.
func (pg Page) Rows(loc wording.Localizer, panel panelrows.Parts, room int) []discordgo.MessageComponent {
	orders, own := slices.Clone(pg.Orders), slices.Clone(panel.Looks)
	for len(orders) > 0 && len(panel.Buttons)+len(orders)+1 > mostButtons {
		longest := slices.MaxFunc(orders, func(a, b discordgo.MessageComponent) int { return length(a) - length(b) })
		own = append(own, longest)
		orders = slices.DeleteFunc(orders, func(b discordgo.MessageComponent) bool { return b == longest })
	}
	if len(own) < leastButtons || len(panel.Buttons)+len(pg.Orders)+len(panel.Looks) <= mostButtons {
		panel.Buttons = slices.Concat(panel.Buttons, pg.Orders)
		return panel.RowsWithin(room)
	}
	if pg.Shown {
		return page.Rows(append(own, page.Button(loc.Say("button.back"), pg.Back, discordgo.SecondaryButton)))
	}
	more := page.Button(loc.Say("button.seldom", "n", len(own)), pg.ID, discordgo.SecondaryButton)
	panel.Buttons, panel.Looks = slices.Concat(panel.Buttons, orders, []discordgo.MessageComponent{more}), nil
	return panel.RowsWithin(room)
}

// length returns how many bytes the label of a button has.
func length(b discordgo.MessageComponent) int { return len(b.(discordgo.Button).Label) }
