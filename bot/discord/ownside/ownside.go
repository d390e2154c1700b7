// Package ownside says in a few lines what a side has and what is due, for a player whose stacks are many.
//
//	text := ownside.InShort(loc, v, "tasks")
//
// Limits: units on the map are counted, not named.
package ownside

import (
	"slices"
	"strings"

	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// How many stacks are listed beside the map, units of a pile named, and hexes named for what must be done, at most.
const (
	listed      = 12
	namedAtMost = 20
	fewHexes    = 3
)

// InShort returns how the game stands, the tasks of its player, what is due by name with the hexes of its entry areas,
// what the next turn brings in one line, and how many units are where, in lines that a phone shows with the map; "" if
// the side's stacks are so few that all are listed.
func InShort(loc wording.Localizer, v view.Secret, tasks string) string {
	board, units, stacks := v.Board(), 0, 0
	for _, st := range board.Stacks {
		if st.Side == v.Side() {
			units, stacks = units+st.Height, stacks+1
		}
	}
	if stacks <= listed {
		return ""
	}
	var lists [3][]string // 0: due in this turn, 1: due in the next one, 2: other piles
	stock, soon := board.StockOf(v.Side()), loc.Say("pile.arrival", "turn", board.Turn+1)
	for i, items := range [][]view.Item{stock.Now, stock.Next} {
		if words := wording.Goods(loc, items...); words != "" {
			lists[i] = append(lists[i], loc.Say("side.pile", "place", loc.Say("pile.arrival", "turn", board.Turn+i),
				"hexes", "", "n", 0, "units", words, "undrawn", 0))
		}
	}
	for _, pile := range board.OffMap {
		if pile.Side != v.Side() || pile.Turn > board.Turn+1 {
			continue
		}
		edge, where, to, undrawn := alongEdge(loc, board, pile.Entry), loc.Where(pile), 2, pile.Count-len(pile.Known)
		if pile.Turn > board.Turn {
			if to = 1; len(lists[1]) > 0 && where != soon { // the line begins with soon
				where = strings.TrimLeft(strings.TrimPrefix(where, soon), ", ")
			}
		} else if edge != "" {
			to = 0
		}
		if pile.Waits {
			where += loc.Say("pile.waits", "side", pile.Side, "hex", pile.Letter)
		}
		if pile.Count > namedAtMost {
			pile.Known = nil
		}
		lists[to] = append(lists[to], loc.Say("side.pile", "place", wording.InWords(where), "hexes", edge, "n",
			pile.Count, "units", pile.Known, "undrawn", undrawn))
	}
	lines := slices.Concat([]string{loc.PanelHeader(board, v.Side()), tasks}, lists[0],
		[]string{strings.Join(lists[1], "; ")}, lists[2], []string{loc.Say("side.many", "n", units, "stacks", stacks)})
	return strings.Join(slices.DeleteFunc(lines, func(s string) bool { return s == "" }), "\n")
}

// Supply returns which stacks of a side no supply line reaches, as the overlay of supply has it; "" without one.
func Supply(loc wording.Localizer, v view.Secret) string {
	o, _ := v.Board().Overlay("supply")
	for _, t := range o.Texts {
		if slices.Contains(t.Args, any(v.Side())) {
			return loc.Text(t)
		}
	}
	return ""
}

// alongEdge returns the hexes of an entry area, from the first to the last; "" where the map does not know it.
func alongEdge(loc wording.Localizer, b *view.Board, area string) wording.InWords {
	for _, a := range b.Map.Entry {
		if a.Name == area && len(a.Hexes) > 0 {
			return loc.Span(slices.MinFunc(a.Hexes, hex.Compare).String(),
				slices.MaxFunc(a.Hexes, hex.Compare).String())
		}
	}
	return ""
}

// Tasks returns tasks in one line, with the hexes of what must be done. Where the player shares the side with others,
// it tells which are the whole side's.
func Tasks(loc wording.Localizer, tasks []view.Task, shares bool) string {
	var words []string
	for _, task := range tasks {
		if slices.Contains([]string{"task.air-strikes", "task.breakdowns", "task.garrisons"}, task.Text.ID) {
			continue // the header has them
		}
		text := loc.Text(task.Text)
		if shares && task.Verb != "" && task.Each == nil {
			text = loc.Say("panel.whole-side", "task", wording.InWords(text))
		}
		if task.Must {
			if n := len(task.Hexes); n > 0 && n <= fewHexes {
				text = loc.Say("panel.task-at", "task", wording.InWords(text), "hexes", task.Hexes)
			}
			text = "**" + text + "**"
		}
		words = append(words, text)
	}
	return strings.Join(words, " · ")
}

// LayerButtons returns a button for each overlay of the whole map that a game has, such as supply, except the one named
// shown. The custom ID of a button is press with the overlay's name.
func LayerButtons(loc wording.Localizer, m *view.Map, press, shown string) (buttons []discordgo.MessageComponent) {
	for _, l := range m.Layers {
		if l.Of == view.OfMap && l.Name != shown {
			name := wording.InWords(loc.Describe("layer."+l.Name, l.Name))
			buttons = append(buttons, page.Button(loc.Say("button.layer", "layer", name), press+l.Name,
				discordgo.SecondaryButton))
		}
	}
	return buttons
}
