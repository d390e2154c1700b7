package discord

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// entry is a line of a menu: one pick, or several that are picked together.
type entry struct {
	picks []view.Pick
	at    hex.Hex // of several: the hex that they share, hex.None for all that can
}

// group is the entries of one kind that fill the same option; each group has a menu.
type group struct {
	kind    string
	arg     uint8
	entries []entry
}

// grouped sorts picks by kind and option, in the order in which they come. Within a group what lies toward the enemy
// comes first, after what can be picked together; of targets those in whose fight most units can take part.
func (p player) grouped(ctx context.Context, c choice, next []view.Pick) []group {
	f := frontOf(p.view.Board(), p.view.Side())
	picks := f.picks(next)
	if p.atTarget(c) {
		picks = mostFirst(p.able(c.verb), picks, f.placeOf)
	}
	var groups []group
	for _, pick := range picks {
		i := slices.IndexFunc(groups, func(g group) bool { return g.has(pick) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{kind: kindOf(pick), arg: pick.Arg})
		}
		groups[i].entries = append(groups[i].entries, entry{picks: []view.Pick{pick}})
	}
	slices.SortStableFunc(groups, func(a, b group) int {
		return slices.IndexFunc(next, a.has) - slices.IndexFunc(next, b.has)
	})
	for i := range groups {
		groups[i].entries = append(p.together(ctx, f, c, groups[i]), groups[i].entries...)
	}
	return groups
}

// has says whether a pick belongs to the group.
func (g group) has(p view.Pick) bool { return kindOf(p) == g.kind && p.Arg == g.arg }

func kindOf(p view.Pick) string {
	switch {
	case p.Unit != "":
		return "unit"
	case p.Hex == hex.None:
		return "count"
	case p.N == 1:
		return "step"
	}
	return "hex"
}

// pages is how many pages the menu of a group needs.
func (g group) pages() int { return (len(g.entries) + menuLimit - 1) / menuLimit }

// page is the entries on a page of the group, or on its last one if it has fewer.
func (g group) page(number int) []entry {
	from := min(number, g.pages()-1) * menuLimit
	return g.entries[from:min(from+menuLimit, len(g.entries))]
}

// pagesOf is how many pages the longest menu needs, at least one.
func pagesOf(groups []group) int {
	n := 1
	for _, g := range groups {
		n = max(n, g.pages())
	}
	return n
}

// fewPages is how many pages are turned by buttons alone.
const fewPages = 2

// roomOf says whether rows of buttons for units have room in a message together with so many menus, the menu of pages
// and the row of the other buttons, and how many of the menus have. An option without a menu cannot be chosen beside
// buttons for units, so that these are shown only with all menus. Beside other menus it is offered once an earlier one
// is filled; it can also be typed.
func roomOf(toggles, menus, pages int) (toggled bool, shown int) {
	room := rowsLimit - 1
	if pages > fewPages {
		room--
	}
	return toggles+menus <= room, min(menus, room)
}

// menus are a menu for each option that can be filled next, all turned to the same page.
func (p player) menus(ctx context.Context, c choice, offer view.Offer, groups []group,
	number int) []discordgo.MessageComponent {
	var rows []discordgo.MessageComponent
	for _, g := range groups {
		var options []discordgo.SelectMenuOption
		for _, e := range g.page(number) {
			if o, ok := p.option(ctx, c, offer, e); ok {
				options = append(options, o)
			}
		}
		// The number of the row makes the custom IDs of two menus differ. It stands
		// in place of the page, which a pick does not need.
		id, ok := c.encode(actPick, len(rows), p.roster)
		if !ok || len(options) == 0 {
			continue
		}
		rows = append(rows, row(discordgo.SelectMenu{CustomID: id, Placeholder: p.placeholder(c.verb, g, number),
			Options: options}))
	}
	return rows
}

// option is an entry of a menu in words; false for one that does not fit or cannot be picked together after all.
func (p player) option(ctx context.Context, c choice, offer view.Offer,
	e entry) (o discordgo.SelectMenuOption, ok bool) {
	label, more := "", ""
	if len(e.picks) == 1 {
		label, more = p.lineOf(ctx, c, offer, e.picks[0])
	} else {
		if e.picks = p.ofEntry(ctx, c, e); len(e.picks) < 2 {
			return o, false
		}
		label, more = p.bundleLabel(c.verb, e)
	}
	code, ok := p.roster.encodeAll(e.picks)
	return discordgo.SelectMenuOption{Label: wording.Clip(label, 100), Value: code,
		Description: wording.Clip(more, 100)}, ok && len(code) <= valueLimit
}

// lineOf is a pick that follows a choice in words, and what else is to be said of it: what it costs, where it leads.
func (p player) lineOf(ctx context.Context, c choice, offer view.Offer, pick view.Pick) (label, more string) {
	label, more = p.label(c.verb, pick)
	switch kindOf(pick) {
	case "count":
		more = p.cost(ctx, c.with(pick))
	case "hex", "step":
		label = p.hexFrom(p.view.Board().Map.Grid, p.origin(c), pick.Hex)
	}
	if p.atTarget(c) {
		if n := p.able(c.verb)[pick.Hex]; n > 0 {
			more = besides(p.Say("pick.able", "n", n), more)
		}
	}
	if cost, ok := offer.CostOf(pick); ok {
		more = besides(p.Text(cost.Text), more)
	}
	return label, more
}

// besides joins what is said of a line of a menu.
func besides(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// origin is the hex where the units of a choice are, or where the path goes on; hex.None for none.
func (p player) origin(c choice) hex.Hex {
	for _, pick := range slices.Backward(c.picks) {
		if kindOf(pick) == "step" {
			return pick.Hex
		}
		if _, at, _ := p.view.Board().Find(pick.Unit); pick.Unit != "" && at != hex.None {
			return at
		}
	}
	return hex.None
}

func (p player) placeholder(v order.Verb, g group, number int) string {
	words := p.Describe("pick."+g.kind+"."+string(v), "pick."+g.kind)
	spec, _ := p.Spec(v)
	if at := g.entries[0].picks[0].Part(spec.Options); at >= 0 {
		o := spec.Options[at]
		if g.arg > 0 || o.Kind == order.Word || o.Kind == order.Group {
			words = p.Describe("option."+string(v)+"."+o.Name, "option."+o.Name)
		}
	}
	if g.pages() > 1 {
		words += p.Say("pick.page", "page", wording.InWords(p.pageName(v, g, number)))
	}
	return wording.Clip(words, 150)
}

// pageName names a page of a group by the first and the last entry on it.
func (p player) pageName(v order.Verb, g group, number int) string {
	list := g.page(number)
	return p.spanned(p.shortly(v, list[0]), p.shortly(v, list[len(list)-1]))
}

// shortly is an entry as the name of a page has it: a hex, or the name of a unit.
func (p player) shortly(v order.Verb, e entry) string {
	switch first := e.picks[0]; {
	case len(e.picks) > 1 && e.at == hex.None:
		label, _ := p.bundleLabel(v, e)
		return label
	case len(e.picks) > 1:
		return p.Hex(e.at)
	case kindOf(first) == "unit":
		return p.named(string(first.Unit))
	default:
		label, _ := p.label(v, first)
		return label
	}
}

// turner is the menu of pages, each named by what is on it. Of more pages than a menu has room for it shows those about
// the current one.
func (p player) turner(c choice, id string, groups []group, pages, current int) discordgo.SelectMenu {
	m := discordgo.SelectMenu{CustomID: id, Placeholder: p.Say("pick.turn")}
	longest := groups[slices.IndexFunc(groups, func(g group) bool { return g.pages() == pages })]
	first := min(max(current-menuLimit/2, 0), max(pages-menuLimit, 0))
	for i := first; i < min(first+menuLimit, pages); i++ {
		m.Options = append(m.Options, discordgo.SelectMenuOption{
			Label: wording.Clip(p.pageName(c.verb, longest, i), 100), Value: strconv.Itoa(i), Default: i == current})
	}
	return m
}

// controls are the buttons that go back, or turn a page.
func (p player) controls(ctx context.Context, c choice, number, pages int) ([]discordgo.MessageComponent, error) {
	var buttons []discordgo.MessageComponent
	goesBack, err := p.goesBack(ctx, c)
	if err != nil {
		return nil, err
	}
	if goesBack {
		back, _ := c.encode(actBack, 0, p.roster)
		buttons = append(buttons, button(p.Say("button.back"), back, discordgo.SecondaryButton))
	}
	if number > 0 {
		id, _ := c.encode(actShow, number-1, p.roster)
		buttons = append(buttons, button(p.Say("button.earlier"), id, discordgo.SecondaryButton))
	}
	if number < pages-1 {
		id, _ := c.encode(actShow, number+1, p.roster)
		buttons = append(buttons, button(p.Say("button.later"), id, discordgo.SecondaryButton))
	}
	return buttons, nil
}

// goesBack says whether there is a page before that of a choice. A decision with a single answer begins with the page
// of that answer, so that nothing lies before what was picked for it.
func (p player) goesBack(ctx context.Context, c choice) (bool, error) {
	if c.question == 0 {
		return true, nil
	}
	if _, some, err := p.back(ctx, c); some || err != nil {
		return some, err
	}
	verbs, err := p.referee.Verbs(ctx, p.cmd.Channel, p.cmd.User)
	return len(verbs) > 1, err
}

// label is a pick for an order in words, and what else is to be said of it.
func (p player) label(v order.Verb, pick view.Pick) (label, more string) {
	switch kindOf(pick) {
	case "unit":
		return p.unitLabel(pick)
	case "count":
		return p.counted(v, pick), ""
	}
	if st, ok := wording.StackAt(p.view.Board(), pick.Hex); ok {
		more = p.Side(st.Side) + ": " + p.Stack(st, p.view.Board().Marks)
	}
	return p.Hex(pick.Hex), more
}

// counted is a number, or the word that it stands for.
func (p player) counted(v order.Verb, pick view.Pick) string {
	spec, _ := p.Spec(v)
	at := pick.Part(spec.Options)
	if at < 0 {
		return strconv.Itoa(int(pick.N))
	}
	var held order.Arg
	pick.Add(&held, spec.Options[at])
	word := spec.Options[at].Text(held)
	if pick.N > 0 && held.N > 0 { // a number that can be picked alone
		return strconv.Itoa(int(pick.N))
	}
	return p.Describe("word."+word, word)
}

// unitLabel is a unit with its factors and where it is; more is how far it has come in the phase, and its formation.
func (p player) unitLabel(pick view.Pick) (label, more string) {
	board := p.view.Board()
	c, at, known := board.Find(pick.Unit)
	if !known {
		return string(pick.Unit), ""
	}
	label, more = p.Unit(c, board.Marks), c.Formation
	if at != hex.None {
		label = p.Say("pick.unit-at", "unit", wording.InWords(label), "hex", at)
	}
	if pile, ok := wording.PileOf(board, c.ID); ok {
		more = p.Where(pile)
	}
	if pick.Hex != hex.None {
		label += " → " + p.Hex(pick.Hex)
	}
	return label, besides(p.progress(board, c.ID), more)
}

// progress is what a unit has done in the phase and can still do, "" where nothing is to be said.
func (loc localizer) progress(b *view.Board, id order.UnitID) string {
	i := slices.IndexFunc(b.Progress, func(p view.Progress) bool { return p.Unit == id })
	if i < 0 || b.Progress[i].Text.ID == "" {
		return ""
	}
	return strings.TrimPrefix(loc.Text(b.Progress[i].Text), ", ")
}
