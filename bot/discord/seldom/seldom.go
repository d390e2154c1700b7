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

// mostButtons is how many buttons a panel has at most for orders and to open the page, if its looks are on the page.
// Orders with odds have a button even if they are more.
const mostButtons = 7

// Page is a page of a panel. It exists only where the panel would have too many buttons.
type Page struct {
	Orders   []discordgo.MessageComponent // buttons of orders without odds, such as to move Trains
	ID, Back string                       // the custom IDs that show the page, and the panel
	Shown    bool                         // the page is shown, not the panel
}

// Rows returns the rows of a panel, at most room, with the page's orders among the others, those with short labels
// first. If that makes more buttons than a row has, one that opens the page stands for the looks, and for the orders
// that are too many. It stands in the first row of buttons, which is cut last: the page has all looks, and the orders
// that are not in that row.
func (pg Page) Rows(loc wording.Localizer, panel panelrows.Parts, room int) []discordgo.MessageComponent {
	length := func(b discordgo.MessageComponent) int { return len(b.(discordgo.Button).Label) }
	orders := slices.SortedStableFunc(slices.Values(pg.Orders), func(a, b discordgo.MessageComponent) int {
		return length(a) - length(b)
	})
	if n := len(panel.Buttons) + len(orders) + len(panel.Looks); n <= page.RowLimit || len(orders) == 0 {
		panel.Buttons = slices.Concat(panel.Buttons, orders)
		return panel.RowsWithin(room)
	}
	if pg.Shown {
		back := page.Button(loc.Say("button.back"), pg.Back, discordgo.SecondaryButton)
		orders = orders[min(len(orders), max(page.RowLimit-1-len(panel.Buttons), 0)):]
		return page.Rows(append(slices.Concat(orders, panel.Looks), back))
	}
	kept := min(len(orders), max(mostButtons-1-len(panel.Buttons), 0))
	more := []discordgo.MessageComponent{page.Button(loc.Say("button.seldom"), pg.ID, discordgo.SecondaryButton)}
	shown := slices.Concat(panel.Buttons, orders[:kept])
	panel.Buttons, panel.Looks = slices.Insert(shown, min(len(shown), page.RowLimit-1), more...), nil
	return panel.RowsWithin(room)
}
