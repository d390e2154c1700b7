package play

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"grognard/bot/discord/heads"
	"grognard/bot/discord/page"
	"grognard/bot/discord/pagenames"
	"grognard/bot/discord/panelpages"
	"grognard/bot/discord/regions"
	"grognard/bot/discord/stackpages"
	"grognard/bot/discord/wording"
	"grognard/bot/discord/workplace"
	"grognard/bot/referee/api"
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// stackButtons is how many stacks have a button of their own on a page of the panel: two rows of them, each of which is
// two lines on a phone, so that the picture above is seen with them.
const stackButtons = 8

// PageOfBeginning is the page with the stacks nearest to where the player is at work, pageSeldom that of seldom.Page.
const PageOfBeginning, pageSeldom = -1, -2

// PanelPageID returns the custom ID of a button that shows the panel's page number, from 0, or one of the above.
func PanelPageID(game api.GameID, number int) string {
	return page.PressID(PressPanel, game, strconv.Itoa(number))
}

// ReadPanelPage reads the number in PanelPageID. Buttons of older panels have /HEX or =HEX after it, which is ignored.
func ReadPanelPage(text string) (number int, err error) {
	if _, err = fmt.Sscanf(text, "%d", &number); err != nil {
		return 0, page.ErrStale
	}
	return number, nil
}

// beginning returns the hex at which the panel begins: that of its news, or else what workedAt returns for the stacks.
// Without a hex in the news it is hex.None if the player turned to one of several pages, or if no stack can move.
func beginning(p Player, n News, number int, stacks []heads.Stack) hex.Hex {
	if n.Begin != hex.None || len(stacks) == 0 || len(stacks) > stackButtons && number >= 0 {
		return n.Begin
	}
	return workedAt(p, stacks, func(m heads.Stack) hex.Hex { return m.At })
}

// workedAt returns the hex where the player is at work: where something happened last, else what he looked at last in
// this phase, else that of the element of list with most enemies around it. at returns the hex of an element.
func workedAt[T any](p Player, list []T, at func(T) hex.Hex) hex.Hex {
	board := p.View.Board()
	return cmp.Or(workplace.ActedAt(board), p.Desk.worked.Last(string(p.Table.Game), p.Request.Cmd.User, board),
		stackpages.Busiest(board.Map.Grid, list, at, FrontOf(board, p.View.Side()).Enemies))
}

// stackName returns what is looked for on the map: the first unit, how many others, the hex. Each stack has its own.
func stackName(p Player, m heads.Stack, at string) string {
	return p.Say("panel.stack", "unit", wording.InWords(wording.Clip(wording.Brief(m.Units[0]), nameRoom)),
		"more", wording.InWords(m.Others()), "hex", wording.InWords(at))
}

// nameRoom is how many characters of a unit's name are in that of a stack, so that there is room for its hex.
const nameRoom = 40

// stackRows returns rows of buttons for stacks, those in crowded hexes first and then along the front: green for those
// that have not moved, blue with their movement points for those that can go on. Those beyond the part of the map that
// is shown have an arrow; beyond reports whether there are any.
func stackRows(p Player, f front, crowded []hex.Hex, shown []heads.Stack,
	part hex.Part) (rows []discordgo.MessageComponent, beyond bool) {
	rank := func(m heads.Stack) int { return min(slices.Index(crowded, m.At), 0) } // -1 for all others
	shown = slices.SortedStableFunc(slices.Values(shown), func(a, b heads.Stack) int {
		if p.View.Board().Phase.Group != "" { // so that a move leaves the buttons in their places
			return cmp.Or(rank(b)-rank(a), cmp.Compare(a.Units[0].ID, b.Units[0].ID))
		}
		return cmp.Or(rank(b)-rank(a), f.Compare(a.At, b.At))
	})
	for some := range slices.Chunk(shown, stackButtons/2) {
		var buttons []discordgo.MessageComponent
		for _, st := range some {
			b := stackButton(p, st)
			if slices.Contains(crowded, st.At) {
				b.Label = joinParts(b.Label, p.Say("panel.crowded"))
			}
			arrow := regions.Arrow(f.Grid, part, st.At)
			b.Label, beyond = pointed(b.Label, arrow), beyond || arrow != ""
			buttons = append(buttons, b)
		}
		rows = append(rows, page.Row(buttons...))
	}
	return rows, beyond
}

// pointed returns the label of a button with an arrow, for which it is shortened if need be; an arrow of "" is none.
func pointed(label, arrow string) string {
	return wording.Clip(label, page.LabelLimit-utf8.RuneCountInString(arrow)) + arrow
}

// stackButton returns the button that shows where a stack can go, with the points left if all its units have moved.
func stackButton(p Player, st heads.Stack) discordgo.Button {
	label, style := stackName(p, st, st.At.String()), discordgo.SuccessButton
	if done, _ := p.View.Board().ProgressOf(st.Units[0].ID); st.Idle == 0 && done.Left != nil {
		var left []chart.Fraction
		for _, u := range st.Units {
			if of, _ := p.View.Board().ProgressOf(u.ID); of.Left != nil {
				left = append(left, *of.Left)
			}
		}
		label = p.Say("button.go-on", "stack", wording.InWords(label), "left",
			slices.MinFunc(left, chart.Fraction.Compare), "most", slices.MaxFunc(left, chart.Fraction.Compare))
		style = discordgo.PrimaryButton
	}
	b := page.Button(label, page.PressID(PressStack, p.Table.Game, st.Key()), style)
	b.Emoji = p.Request.Localizer.Emojis.Of(st.Units[0]).Component()
	return b
}

// turnButtons returns the buttons that turn the stacks back and on, if they have several pages. now is the number of
// the page that is shown, and row has the stacks that have buttons on it.
func turnButtons(p Player, pages panelpages.Pages, now int, row []heads.Stack) []discordgo.MessageComponent {
	to := pages.Turns(now, row)
	return page.NamedPages(p.Request.Localizer, now, len(to), func(n int) string {
		return PanelPageID(p.Table.Game, to[n])
	}, func(n int) string { return pagenames.Area(p.Request.Localizer, pages.Names[to[n]]) })
}

// stackMenu returns the row of the menu of stacks, nil if no stack can move. If a menu has no room for all, it lists
// their pages instead, each with the hexes and the first unit of its stacks.
func stackMenu(p Player, stacks []heads.Stack, pages panelpages.Pages, now int) []discordgo.MessageComponent {
	if len(stacks) == 0 {
		return nil
	}
	if len(stacks) > page.MenuLimit {
		return page.OneRow(page.PageMenu(page.PressID(PressPanel, p.Table.Game), p.Say("pick.turn"), now,
			len(pages.Lists), func(n int) discordgo.SelectMenuOption {
				hexes, units := pages.InWords(n)
				return discordgo.SelectMenuOption{Value: strconv.Itoa(n), Description: units,
					Label: pagenames.Area(p.Request.Localizer, pages.Names[n]) + ": " + hexes}
			}))
	}
	menu, goOn := discordgo.SelectMenu{CustomID: page.PressID(PressStack, p.Table.Game)}, heads.GoingOn(stacks)
	menu.Placeholder = p.Say("panel.stacks", "n", len(stacks)-goOn, "on", goOn)
	for _, st := range stacks {
		known, _ := wording.StackAt(p.View.Board(), st.At)
		label := stackName(p, st, p.Request.Localizer.Hex(st.At))
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: wording.Clip(label, 100),
			Value: st.Key(), Emoji: p.Request.Localizer.Emojis.Of(st.Units[0]).Component(),
			Description: wording.Clip(p.Request.Localizer.StackUnits(p.View.Board(), ownPart(p, known), false), 100)})
	}
	return page.OneRow(menu)
}

// ownPart returns a stack without the units that others of the player's team command.
func ownPart(p Player, st view.Stack) view.Stack {
	st.Known = slices.DeleteFunc(slices.Clone(st.Known), func(c view.Counter) bool { return !mayOrder(p, c.ID) })
	st.Height = len(st.Known)
	return st
}
