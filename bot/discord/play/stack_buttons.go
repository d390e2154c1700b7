package play

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// stackButtons is how many stacks have a button of their own on the panel.
const stackButtons = 2 * page.RowLimit

// pageOfBeginning stands for the page of the menu of stacks that has the stack with which the buttons begin.
const pageOfBeginning = -1

// PanelPageID returns the custom ID of the panel on a page of its menu of stacks, with its buttons from a beginning:
// PAGE, and perhaps /HEX for those after the stack of a hex or =HEX for those from it.
func PanelPageID(game api.GameID, number int, begin Beginning) string {
	what := strconv.Itoa(number)
	switch {
	case begin.At == hex.None:
	case begin.Past:
		what += "/" + begin.At.String()
	default:
		what += "=" + begin.At.String()
	}
	return page.PressID(PressPanel, game, what)
}

// ReadPanelPage reads PAGE and perhaps /HEX or =HEX.
func ReadPanelPage(text string) (number int, begin Beginning, err error) {
	digits, at := text, strings.IndexAny(text, "/=")
	if at >= 0 {
		digits, begin.Past = text[:at], text[at] == '/'
		if begin.At, err = hex.Parse(text[at+1:]); err != nil {
			return 0, Beginning{}, page.ErrStale
		}
	}
	if number, err = strconv.Atoi(digits); err != nil {
		return 0, Beginning{}, page.ErrStale
	}
	return number, begin, nil
}

// indexIn returns with which of the stacks, as movableStacks has them, the row begins; -1 if the first one follows the
// last.
func indexIn(b Beginning, f front, list []movable) int {
	if b.At == hex.None {
		return 0
	}
	return slices.IndexFunc(list, func(m movable) bool {
		c := f.compareStacks(m.at, b.At)
		return c > 0 || c == 0 && !b.Past
	})
}

// beginningAt returns the stacks, as movableStacks has them, in the order in which the row goes through them.
func beginningAt(b Beginning, f front, list []movable) []movable {
	i := max(indexIn(b, f, list), 0)
	return slices.Concat(list[i:], list[:i])
}

// unmoved returns the stacks in which something has not moved, with only that.
func unmoved(stacks []movable) (list []movable) {
	for _, m := range stacks {
		if m.units = m.units[:m.idle]; m.idle > 0 {
			list = append(list, m)
		}
	}
	return list
}

// inRow returns the stacks that have not moved and have a button of their own: those that come next, and those nearest
// to the stack that was ordered or looked at last. more is that after which the next ones follow, hex.None if all have
// a button.
func inRow(p Player, stacks []movable, begin Beginning) (row []movable, more hex.Hex) {
	idle := unmoved(stacks)
	if len(idle) <= stackButtons {
		return idle, hex.None
	}
	f := FrontOf(p.View.Board(), p.View.Side())
	idle = beginningAt(begin, f, idle)
	next := stackButtons
	if begin.At != hex.None {
		next = page.RowLimit
		slices.SortStableFunc(idle[next:], func(a, b movable) int {
			return cmp.Compare(f.Grid.Distance(a.at, begin.At), f.Grid.Distance(b.at, begin.At))
		})
	}
	return idle[:stackButtons], idle[next-1].at
}

// stackName returns what a player looks for on the map: the first unit of a stack, how many others there are, and their
// hex. No two stacks have the same name.
func stackName(p Player, m movable, at string) string {
	more := ""
	if n := len(m.units) - 1; n > 0 {
		more = strconv.Itoa(n)
	}
	return p.Say("panel.stack", "unit", wording.InWords(wording.Clip(wording.Brief(m.units[0]), nameRoom)),
		"more", wording.InWords(more), "hex", wording.InWords(at))
}

// nameRoom is how many characters of a unit's name are in that of a stack, so that there is room for its hex.
const nameRoom = 40

// stackRow returns rows of buttons for stacks; others is the button that turns them to the next ones, if there are
// more. They are turned apart from the menu of stacks, whose pages have those too that have moved and can go on.
func stackRow(p Player, row []movable, more hex.Hex, number int) (list, others []discordgo.MessageComponent) {
	if more != hex.None {
		others = append(others, page.Button(p.Say("panel.others"),
			PanelPageID(p.Table.Game, number, Beginning{more, true}), discordgo.SecondaryButton))
	}
	var buttons []discordgo.MessageComponent
	for _, st := range row {
		buttons = append(buttons, page.Button(stackName(p, st, st.at.String()),
			page.PressID(PressStack, p.Table.Game, st.at.String()), discordgo.SuccessButton))
	}
	return page.Rows(buttons), others
}

// stackMenu returns the row of a page of the menu of all stacks that can move, none if none can.
func stackMenu(p Player, stacks []movable, number int) []discordgo.MessageComponent {
	if len(stacks) == 0 {
		return nil
	}
	shown := menuPage(stacks, number)
	menu := discordgo.SelectMenu{CustomID: page.PressID(PressStack, p.Table.Game),
		Placeholder: p.Say("panel.stacks", "n", len(stacks), "span", // a phone shows about 35 characters of it
			wording.InWords(menuSpan(p, stacks, number)))}
	for _, st := range shown {
		known, _ := wording.StackAt(p.View.Board(), st.at)
		label := stackName(p, st, p.Request.Localizer.Hex(st.at))
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: wording.Clip(label, 100),
			Value:       st.at.String(),
			Description: wording.Clip(p.Request.Localizer.StackUnits(p.View.Board(), ownPart(p, known), false), 100)})
	}
	return page.OneRow(menu)
}

// menuPage returns the stacks on a page of the menu.
func menuPage(stacks []movable, number int) []movable {
	from := number * page.MenuLimit
	return stacks[from:min(from+page.MenuLimit, len(stacks))]
}

// menuSpan names a page of the menu by the first and the last hex on it.
func menuSpan(p Player, stacks []movable, number int) string {
	shown := menuPage(stacks, number)
	return SpanInWords(p.Request.Localizer, shown[0].at.String(), shown[len(shown)-1].at.String())
}

// ownPart returns a stack without the units that others of the player's team command.
func ownPart(p Player, st view.Stack) view.Stack {
	st.Known = slices.DeleteFunc(slices.Clone(st.Known), func(c view.Counter) bool { return !mayOrder(p, c.ID) })
	st.Height = len(st.Known)
	return st
}
