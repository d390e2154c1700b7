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
const stackButtons = page.RowLimit

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

// indexIn returns with which of the stacks, sorted toward the enemy, the row begins; -1 if the first one follows the
// last.
func indexIn(b Beginning, f front, list []movable) int {
	if b.At == hex.None {
		return 0
	}
	away := f.Distance(b.At)
	return slices.IndexFunc(list, func(m movable) bool {
		c := cmp.Or(cmp.Compare(f.Distance(m.at), away), hex.Compare(m.at, b.At))
		return c > 0 || c == 0 && !b.Past
	})
}

// beginningAt returns the stacks, sorted toward the enemy, in the order in which the row goes through them.
func beginningAt(b Beginning, f front, list []movable) []movable {
	i := max(indexIn(b, f, list), 0)
	return slices.Concat(list[i:], list[:i])
}

// unmoved returns the stacks of which nothing has moved.
func unmoved(stacks []movable) []movable {
	return slices.DeleteFunc(slices.Clone(stacks), func(m movable) bool { return !m.idle })
}

// stackRow returns a row of buttons for stacks that have not moved; others is the button that turns it to the next
// ones, if it has not room for all. It is turned apart from the menu of stacks, whose pages have those too that have
// moved and can go on.
func stackRow(p Player, stacks []movable, begin Beginning, number int) (list,
	others []discordgo.MessageComponent) {
	idle := unmoved(stacks)
	if len(idle) == 0 {
		return nil, nil
	}
	if len(idle) > stackButtons {
		idle = beginningAt(begin, FrontOf(p.View.Board(), p.View.Side()), idle)[:stackButtons]
		others = append(others, page.Button(p.Say("panel.others"),
			PanelPageID(p.Table.Game, number, Beginning{At: idle[stackButtons-1].at,
				Past: true}), discordgo.SecondaryButton))
	}
	var buttons []discordgo.MessageComponent
	for _, st := range idle {
		buttons = append(buttons, page.Button(p.Say("panel.stack", "hex", st.at, "n", len(st.units)),
			page.PressID(PressStack, p.Table.Game, stackRef{at: st.at}.String()), discordgo.SuccessButton))
	}
	return page.Rows(buttons), others
}

// stackMenu returns the row of a page of the menu of all stacks that can move, unless each of them has a button.
func stackMenu(p Player, stacks []movable, number int) []discordgo.MessageComponent {
	if len(stacks) <= stackButtons && len(unmoved(stacks)) == len(stacks) {
		return nil
	}
	shown := stacks[number*page.MenuLimit:]
	shown = shown[:min(len(shown), page.MenuLimit)]
	menu := discordgo.SelectMenu{CustomID: page.PressID(PressStack, p.Table.Game, stackRef{}.String()),
		Placeholder: p.Say("panel.stacks", "n", len(stacks), "span", // a phone shows about 35 characters of it
			wording.InWords(SpanInWords(p.Request.Localizer, shown[0].at.String(), shown[len(shown)-1].at.String())))}
	for _, st := range shown {
		known, _ := wording.StackAt(p.View.Board(), st.at)
		label := p.Say("panel.stack", "hex", wording.InWords(p.Request.Localizer.Hex(st.at)), "n", len(st.units))
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: wording.Clip(label, 100),
			Value:       stackRef{at: st.at}.String(),
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
