package discord

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// stackButtons is how many stacks have a button of their own on the panel.
const stackButtons = rowLimit

// beginning is with which of the stacks that have not moved the row of buttons begins: that of a hex, or the first one
// after it where it has none or is passed over. The last stack is followed by the first. So the buttons go on from the
// stack that was ordered or looked at last, and those that stay put do not hold the row for the whole phase. The zero
// value begins with what lies nearest to the enemy. It is in the custom IDs of the panel, because the bot remembers
// nothing of what was looked at.
type beginning struct {
	at   hex.Hex
	past bool
}

// pageOfBeginning stands for the page of the menu of stacks that has the stack with which the buttons begin.
const pageOfBeginning = -1

// panelPageID is the custom ID of the panel on a page of its menu of stacks, with its buttons from a beginning: PAGE,
// and perhaps /HEX for those after the stack of a hex or =HEX for those from it.
func panelPageID(game referee.GameID, number int, begin beginning) string {
	what := strconv.Itoa(number)
	switch {
	case begin.at == hex.None:
	case begin.past:
		what += "/" + begin.at.String()
	default:
		what += "=" + begin.at.String()
	}
	return pressID(pressPanel, game, what)
}

// readPanelPage reads PAGE and perhaps /HEX or =HEX.
func readPanelPage(text string) (number int, begin beginning, err error) {
	page, at := text, strings.IndexAny(text, "/=")
	if at >= 0 {
		page, begin.past = text[:at], text[at] == '/'
		if begin.at, err = hex.Parse(text[at+1:]); err != nil {
			return 0, beginning{}, errStale
		}
	}
	if number, err = strconv.Atoi(page); err != nil {
		return 0, beginning{}, errStale
	}
	return number, begin, nil
}

// index is with which of the stacks, sorted toward the enemy, it begins; -1 where the first one follows the last.
func (b beginning) index(f front, list []movable) int {
	if b.at == hex.None {
		return 0
	}
	away := f.distance(b.at)
	return slices.IndexFunc(list, func(m movable) bool {
		c := cmp.Or(cmp.Compare(f.distance(m.at), away), hex.Compare(m.at, b.at))
		return c > 0 || c == 0 && !b.past
	})
}

// from is a list of stacks, sorted toward the enemy, that begins as it says.
func (b beginning) from(f front, list []movable) []movable {
	i := max(b.index(f, list), 0)
	return slices.Concat(list[i:], list[:i])
}

// unmoved are the stacks of which nothing has moved.
func unmoved(stacks []movable) []movable {
	return slices.DeleteFunc(slices.Clone(stacks), func(m movable) bool { return !m.idle })
}

// stackRow is a row of buttons for stacks that have not moved; others is the button that turns it to the next ones, if
// it has not room for all. It is turned apart from the menu of stacks, whose pages have those too that have moved and
// can go on.
func (p player) stackRow(stacks []movable, begin beginning, number int) (list, others []discordgo.MessageComponent) {
	idle := unmoved(stacks)
	if len(idle) == 0 {
		return nil, nil
	}
	if len(idle) > stackButtons {
		idle = begin.from(frontOf(p.view.Board(), p.view.Side()), idle)[:stackButtons]
		others = append(others, button(p.Say("panel.others"),
			panelPageID(p.table.Game, number, beginning{idle[stackButtons-1].at, true}), discordgo.SecondaryButton))
	}
	var buttons []discordgo.MessageComponent
	for _, st := range idle {
		buttons = append(buttons, button(p.Say("panel.stack", "hex", st.at, "n", len(st.units)),
			pressID(pressStack, p.table.Game, stackRef{at: st.at}.String()), discordgo.SuccessButton))
	}
	return rows(buttons), others
}

// stackMenu is the row of a page of the menu of all stacks that can move, unless each of them has a button.
func (p player) stackMenu(stacks []movable, number int) []discordgo.MessageComponent {
	if len(stacks) <= stackButtons && len(unmoved(stacks)) == len(stacks) {
		return nil
	}
	shown := stacks[number*menuLimit:]
	shown = shown[:min(len(shown), menuLimit)]
	menu := discordgo.SelectMenu{CustomID: pressID(pressStack, p.table.Game, stackRef{}.String()),
		Placeholder: p.Say("panel.stacks", "n", len(stacks), "span", // a phone shows about 35 characters of it
			wording.InWords(p.spanned(shown[0].at.String(), shown[len(shown)-1].at.String())))}
	for _, st := range shown {
		known, _ := wording.StackAt(p.view.Board(), st.at)
		label := p.Say("panel.stack", "hex", wording.InWords(p.Hex(st.at)), "n", len(st.units))
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: wording.Clip(label, 100),
			Value:       stackRef{at: st.at}.String(),
			Description: wording.Clip(p.StackUnits(p.view.Board(), p.share(known), false), 100)})
	}
	return []discordgo.MessageComponent{row(menu)}
}

// share is a stack without the units that others of the player's team command.
func (p player) share(st view.Stack) view.Stack {
	st.Known = slices.DeleteFunc(slices.Clone(st.Known), func(c view.Counter) bool { return !p.commands(c.ID) })
	st.Height = len(st.Known)
	return st
}
