package play

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/destinations"
	"grognard/bot/discord/fightodds"
	"grognard/bot/discord/page"
	"grognard/bot/discord/pagenames"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// groupPicks sorts picks by kind and option, in the order in which they come. Within a group what lies toward the enemy
// comes first, after what can be picked together; of targets those in whose fight most units can take part.
func groupPicks(ctx context.Context, p Player, c page.Choice, next []view.Pick) []group {
	f := FrontOf(p.View.Board(), p.View.Side())
	picks := f.Picks(next)
	if atTarget(p, c) {
		picks = bestFirst(ctx, p, c.Verb, picks, f.PlaceOf)
	}
	var groups []group
	for _, pick := range picks {
		i := slices.IndexFunc(groups, func(g group) bool { return g.has(pick) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{kind: kindOf(pick), arg: pick.Arg})
		}
		groups[i].entries = append(groups[i].entries, entry{picks: []view.Pick{pick}, at: headOf(p, f, c.Verb, pick)})
	}
	slices.SortStableFunc(groups, func(a, b group) int {
		return slices.IndexFunc(next, a.has) - slices.IndexFunc(next, b.has)
	})
	for i := range groups {
		groups[i].entries = append(bundles(ctx, p, f, c, groups[i]), groups[i].entries...)
	}
	return groups
}

// has reports whether a pick belongs to the group.
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

// pages returns how many pages the menu of a group needs.
func (g group) pages() int { return (len(g.entries) + page.MenuLimit - 1) / page.MenuLimit }

// page returns the entries on a page of the group, or on its last one if it has fewer.
func (g group) page(number int) []entry {
	from := min(number, g.pages()-1) * page.MenuLimit
	return g.entries[from:min(from+page.MenuLimit, len(g.entries))]
}

// fewEntries is how many things have a button each, in place of a menu.
const fewEntries = page.RowLimit

// otherRows returns a row for each option that can be filled next by what has no letter: a button for each of a few
// things, or a menu. All menus are turned to the same page.
func otherRows(ctx context.Context, p Player, ch chooser) (rows []discordgo.MessageComponent) {
	for _, g := range ch.groups {
		if len(g.entries) <= fewEntries {
			buttons := entryButtons(ctx, p, ch, g)
			if !isLongCount(p, ch.choice.Verb, g, buttons) {
				rows = append(rows, page.Rows(buttons)...)
				continue
			}
		}
		var options []discordgo.SelectMenuOption
		for _, e := range g.page(ch.number) {
			if o, ok := option(ctx, p, ch.choice, ch.offer, e); ok {
				options = append(options, o)
			}
		}
		// The number of the row makes the custom IDs of two menus differ. It stands
		// in place of the page, which a pick does not need.
		id, ok := ch.choice.Encode(page.ActPick, len(rows), p.Roster)
		if !ok || len(options) == 0 {
			continue
		}
		rows = append(rows, page.Row(discordgo.SelectMenu{CustomID: id, Options: options,
			Placeholder: placeholder(p, ch.choice.Verb, g, ch.number)}))
	}
	return rows
}

// isLongCount reports whether the buttons for numbers say more than a number each: they stand in a menu however few
// they are, so that a question has one shape.
func isLongCount(p Player, v order.Verb, g group, buttons []discordgo.MessageComponent) bool {
	spec, _ := p.Request.Localizer.Spec(v)
	at := g.entries[0].picks[0].Part(spec.Options)
	isLong := func(b discordgo.MessageComponent) bool {
		return utf8.RuneCountInString(b.(discordgo.Button).Label) > lineRoom/2
	}
	return at >= 0 && spec.Options[at].Kind == order.Count && slices.ContainsFunc(buttons, isLong)
}

// entryButtons returns a button for each of a few things that can be picked for an option, with what else is to be said
// of it.
func entryButtons(ctx context.Context, p Player, ch chooser, g group) (buttons []discordgo.MessageComponent) {
	spec, _ := p.Request.Localizer.Spec(ch.choice.Verb)
	_, of := ch.shown()
	for _, e := range g.entries {
		o, ok := option(ctx, p, ch.choice, ch.offer, e)
		if !ok {
			continue
		}
		picks, err := p.Roster.Picks(o.Value)
		id, fits := withPicks(p, ch.choice, picks).Encode(page.ActTake, 0, p.Roster)
		if err != nil || !fits {
			continue
		}
		label := joinParts(o.Label, o.Description)
		if utf8.RuneCountInString(label) > page.LabelLimit {
			label = o.Label
		}
		if isInShort(p, g, o, picks) {
			name := unitName(p, string(picks[0].Unit))
			if label = withLosses(p, picks[0], name, costsOfLoss(ctx, p, ch.choice, picks[0])); of.kind == "unit" {
				label = p.Say("pick.alone", "unit", wording.InWords(label))
			}
		}
		if slices.ContainsFunc(ch.choice.Picks, func(q view.Pick) bool { return q.Unit != "" && g.has(q) }) {
			label = p.Say("pick.also", "unit", wording.InWords(label))
		}
		if label = named(p, ch.choice.Verb, picks[0], label); fightodds.AddsPoints(spec, ch.choice.Picks, picks[0]) {
			label = p.Say("pick.besides", "pick", wording.InWords(label))
		}
		b := page.Button(label, id, answerStyle(ctx, p, withPicks(p, ch.choice, picks)))
		b.Emoji = o.Emoji
		buttons = append(buttons, b)
	}
	return buttons
}

// costsOfLoss returns what a pick of a unit costs in the answer to a decision, nil in an order.
func costsOfLoss(ctx context.Context, p Player, c page.Choice, pick view.Pick) []view.Warning {
	if c.Question == 0 {
		return nil
	}
	return warnings(ctx, p, c.With(pick))
}

// isInShort reports whether the button for a pick has no more than the name of its unit: the rest would not fit a
// phone, and stands above the buttons.
func isInShort(p Player, g group, o discordgo.SelectMenuOption, picks []view.Pick) bool {
	return len(picks) == 1 && utf8.RuneCountInString(o.Label) > lineRoom && isOnlyOfItsName(p, g, picks[0])
}

// inShortInWords returns what is to be said of the units whose buttons have no more than their names, a line for each.
func inShortInWords(ctx context.Context, p Player, ch chooser) string {
	var lines []string
	_, of := ch.shown()
	for _, g := range ch.groups {
		for _, e := range g.entries[:min(len(g.entries), fewEntries)] {
			o, ok := option(ctx, p, ch.choice, ch.offer, e)
			if ok && len(g.entries) <= fewEntries && isInShort(p, g, o, e.picks) && of.kind != "unit" { // as a stack is
				lines = append(lines, "• "+joinParts(o.Label, o.Description))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// isOnlyOfItsName reports whether a pick is a unit whose name no other unit of its group has.
func isOnlyOfItsName(p Player, g group, pick view.Pick) bool {
	n := 0
	for _, e := range g.entries {
		if pick.Unit != "" && unitName(p, string(e.picks[0].Unit)) == unitName(p, string(pick.Unit)) {
			n++
		}
	}
	return n == 1
}

// option returns an entry of a menu in words; false for one that does not fit or cannot be picked together after all.
func option(ctx context.Context, p Player, c page.Choice, offer view.Offer, e entry) (o discordgo.SelectMenuOption,
	ok bool) {
	label, more := "", ""
	if len(e.picks) == 1 {
		label, more = optionLine(ctx, p, c, offer, e.picks[0])
		spec, _ := p.Request.Localizer.Spec(c.Verb)
		if spec.Fight && spec.Said()[0].Name == order.ListUnits && len(c.Picks) == 0 {
			label = p.Say("pick.alone", "unit", wording.InWords(label)) // its stack has an entry too
		}
	} else {
		if e.picks = entryPicks(ctx, p, c, e); len(e.picks) < 2 {
			return o, false
		}
		label, more = bundleLabel(p, c.Verb, e)
	}
	code, ok := p.Roster.EncodeAll(e.picks)
	beside := p.Request.Localizer.Emojis.Pick(p.View.Board(), e.picks[0])
	return discordgo.SelectMenuOption{Label: wording.Clip(label, 100), Value: code, Emoji: beside,
		Description: wording.Clip(more, 100)}, ok && len(code) <= page.ValueLimit
}

// optionLine returns a pick that follows a choice in words, and what else is to be said of it: what it costs, where it
// leads.
func optionLine(ctx context.Context, p Player, c page.Choice, offer view.Offer, pick view.Pick) (label, more string) {
	label, more = pickLabel(p, c.Verb, pick)
	chances := ""
	if len(c.Picks) == 0 || pick.Hex != hex.None { // the chances at a target are the same whoever spots
		chances = p.asks().InWords(ctx, p.Request.Localizer, p.View.Board(), c.Verb, c.With(pick).Picks)
	}
	switch kindOf(pick) {
	case "unit":
		label = withLosses(p, pick, label, costsOfLoss(ctx, p, c, pick))
	case "count":
		more = costLine(ctx, p, c.With(pick))
	case "hex", "step":
		label = destinations.HexFrom(p.Request.Localizer, p.View.Board().Map.Grid, origin(p, c), pick.Hex)
		if odds, ok := oddsAt(ctx, p, c.With(pick)); ok && chances == "" {
			more = joinParts(columnInShort(p, odds), more)
		}
		if n := ableAtHexes(p, c.Verb)[pick.Hex]; n > 0 && atTarget(p, c) {
			more = joinParts(p.Say("pick.able", "n", n), more)
		}
	}
	if cost, ok := offer.CostOf(pick); ok {
		more = joinParts(p.Request.Localizer.Text(cost.Text), more)
	}
	for _, risk := range offer.RisksOf(pick) {
		more = joinParts(p.Request.Localizer.Risk(risk), more)
	}
	return label, joinParts(chances, more)
}

// joinParts joins what is said of a line of a menu.
func joinParts(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// origin returns the hex where the units of a choice are, or where the path goes on; hex.None for none.
func origin(p Player, c page.Choice) hex.Hex {
	for _, pick := range slices.Backward(c.Picks) {
		if kindOf(pick) == "step" {
			return pick.Hex
		}
		if _, at, _ := p.View.Board().Find(pick.Unit); pick.Unit != "" && at != hex.None {
			return at
		}
	}
	return hex.None
}

func placeholder(p Player, v order.Verb, g group, number int) string {
	words := asks(p, v, g)
	if g.pages() > 1 {
		words += p.Say("pick.page", "page", wording.InWords(pageName(p, v, g, number)))
	}
	return wording.Clip(words, 150)
}

// asks returns what a group asks for: what its option is, where an order has several of its kind.
func asks(p Player, v order.Verb, g group) string {
	spec, _ := p.Request.Localizer.Spec(v)
	if at := g.entries[0].picks[0].Part(spec.Options); at >= 0 {
		if o := spec.Options[at]; g.arg > 0 || o.Kind == order.Word || o.Kind == order.Group ||
			fightodds.IsOneOfCounts(spec, o) {
			return p.Request.Localizer.Describe("option."+string(v)+"."+o.Name, "option."+o.Name)
		}
	}
	return p.Request.Localizer.Describe("pick."+g.kind+"."+string(v), "pick."+g.kind)
}

// named returns the label of a pick after the name of its option, where that is one of several numbers of an order.
func named(p Player, v order.Verb, pick view.Pick, label string) string {
	spec, _ := p.Request.Localizer.Spec(v)
	if at := pick.Part(spec.Options); at < 0 || !fightodds.IsOneOfCounts(spec, spec.Options[at]) {
		return label
	}
	if words, ok := p.Request.Localizer.Try("use."+spec.Options[pick.Part(spec.Options)].Name, "n", int(pick.N)); ok {
		return words
	}
	of := group{kind: kindOf(pick), arg: pick.Arg, entries: []entry{{picks: []view.Pick{pick}}}}
	return p.Say("pick.of", "asks", wording.InWords(asks(p, v, of)), "n", wording.InWords(label))
}

// pageName names a page of a group by the first and the last entry on it.
func pageName(p Player, v order.Verb, g group, number int) string {
	list := g.page(number)
	return destinations.Span(p.Request.Localizer, shortLabel(p, v, list[0]), shortLabel(p, v, list[len(list)-1]))
}

// shortLabel returns an entry as the name of a page has it: a hex, or the name of a unit.
func shortLabel(p Player, v order.Verb, e entry) string {
	switch first := e.picks[0]; {
	case len(e.picks) > 1 && e.at == hex.None:
		label, _ := bundleLabel(p, v, e)
		return label
	case len(e.picks) > 1:
		return p.Request.Localizer.Hex(e.at)
	case kindOf(first) == "unit":
		return unitName(p, string(first.Unit))
	default:
		label, _ := pickLabel(p, v, first)
		return label
	}
}

// pageMenu returns the menu of pages, each named by what is on it. Of more pages than a menu has room for it shows
// those about the current one; of areas of the map with several pages it shows the first.
func pageMenu(p Player, ch chooser, id string) discordgo.SelectMenu {
	m := discordgo.SelectMenu{CustomID: id, Placeholder: p.Say("pick.turn")}
	begins, now := ch.begins(), 0
	_, end := ch.turns()
	for i, n := range begins {
		if n <= ch.number {
			now = i
		}
	}
	first := min(max(now-page.MenuLimit/2, 0), max(len(begins)-page.MenuLimit, 0))
	for i := first; i < min(first+page.MenuLimit, len(begins)); i++ {
		last := end
		if i+1 < len(begins) {
			last = begins[i+1] - 1
		}
		name, box := ch.nameOf(p, begins[i], last)
		m.Options = append(m.Options, discordgo.SelectMenuOption{Label: wording.Clip(name, 100),
			Value: strconv.Itoa(begins[i]), Default: i == now, Description: box})
	}
	return m
}

// begins returns the numbers of the pages that the menu of pages lists: those of other options have a button.
func (ch chooser) begins() (list []int) {
	n := 0
	first, last := ch.turns()
	for _, g := range ch.ways {
		for i := range g.pages {
			if n+i < first || n+i > last {
				continue
			}
			if g.Areas == nil || i < g.Areas[0] || slices.Contains(g.Areas, i) {
				list = append(list, n+i)
			}
		}
		n += len(g.pages)
	}
	for ; n < ch.pages; n++ { // of a menu that has more pages than the letters
		list = append(list, n)
	}
	return list
}

// controlButtons returns the buttons that go back, turn a page, show what else has letters, or begin a fight of the
// units that are to move.
func controlButtons(ctx context.Context, p Player, ch chooser) (buttons []discordgo.MessageComponent, err error) {
	back, err := goesBack(ctx, p, ch.choice)
	if err != nil {
		return nil, err
	}
	to := func(label string, number int) {
		if id, fits := ch.choice.Encode(page.ActShow, number, p.Roster); fits {
			buttons = append(buttons, page.Button(label, id, discordgo.SecondaryButton))
		}
	}
	first, last := ch.turns()
	buttons = page.NamedPages(p.Request.Localizer, ch.number-first, last-first+1, func(n int) string {
		id, _ := ch.choice.Encode(page.ActShow, first+n, p.Roster)
		return id
	}, func(n int) string {
		name, _ := ch.nameOf(p, first+n, first+n)
		return name
	})
	begins := 0
	for _, g := range ch.ways {
		n, at := 1+min(g.Near, 1), ch.number-begins
		if g.HasFront(n) && 0 <= at && at < len(g.pages) && max(at-n, n-at) > 1 { // else ▶ or ◀ leads there
			to(pagenames.InWords(p.Request.Localizer, g.Ways, n, g.names[n:n+1]), begins+n)
		}
		if ch.number < begins || ch.number >= begins+len(g.pages) {
			label := p.Say("panel.steps")
			if isMove(p, ch) && g.kind != "step" {
				label = p.Say("panel.reach")
			} else if g.kind != "step" {
				label = asks(p, ch.choice.Verb, g.group)
			}
			to(label, begins)
		}
		begins += len(g.pages)
	}
	if isMove(p, ch) {
		buttons = append(buttons, fightButtons(ctx, p, ch.choice.Picks)...)
		buttons = append(buttons, goOnButton(ctx, p, origin(p, ch.choice))...)
		if len(buttons) < page.RowLimit-1 {
			buttons = append(buttons, listButton(p, ""))
		}
	}
	if !back {
		others, err := otherAnswers(ctx, p, ch.choice)
		return append(buttons, others...), err
	}
	set := len(ch.offer.Set) > 0
	if set {
		buttons = append(buttons, verbButtons(p, []order.Verb{page.EndVerb})...)
	}
	if spec, _ := p.Request.Localizer.Spec(ch.choice.Verb); set || spec.Arrives && len(ch.choice.Picks) == 0 {
		undo, err := undoButton(ctx, p, false) // of what has just arrived or been set
		if err != nil {
			return nil, err
		}
		buttons = append(buttons, undo...)
	}
	id, _ := ch.choice.Encode(page.ActBack, 0, p.Roster)
	return append(buttons, page.Button(p.Say("button.back"), id, discordgo.SecondaryButton)), nil
}

// turns returns the first and the last of the pages that are turned by buttons from the one that is shown: those of the
// same option, where several have letters.
func (ch chooser) turns() (first, last int) {
	for _, g := range ch.ways[:max(len(ch.ways)-1, 0)] {
		if ch.number < first+len(g.pages) {
			return first, first + len(g.pages) - 1
		}
		first += len(g.pages)
	}
	return first, ch.pages - 1
}

// nameOf names pages, from one to another, by where the hexes lie that have letters; else by the first and the last
// thing on the first that has a letter, or that is in its longest menu. box are the hexes of an area.
func (ch chooser) nameOf(p Player, number, last int) (name, box string) {
	first := 0
	for _, g := range ch.ways {
		from, to := number-first, min(last-first, len(g.pages)-1)
		if first += len(g.pages); number >= first {
			continue
		}
		if g.kind == "step" && len(g.pages) == 1 {
			return p.Say("panel.steps"), ""
		}
		return pagenames.InWords(p.Request.Localizer, g.Ways, from, g.names[from:to+1]),
			pagenames.Box(p.Request.Localizer, g.Ways, from, to)
	}
	longest := slices.MaxFunc(ch.groups, func(a, b group) int { return cmp.Compare(a.pages(), b.pages()) })
	return pageName(p, ch.choice.Verb, longest, number), ""
}

// goesBack reports whether there is a page before that of a choice: not before the page with which the answers to a
// decision begin.
func goesBack(ctx context.Context, p Player, c page.Choice) (bool, error) {
	if c.Question == 0 {
		return true, nil
	}
	if _, some, err := takeBack(ctx, p, c); some || err != nil {
		return some, err
	}
	verbs, err := p.verbs(ctx)
	return len(verbs) > 1 && leading(p, verbs) != c.Verb, err
}

// pickLabel returns a pick for an order in words, and what else is to be said of it.
func pickLabel(p Player, v order.Verb, pick view.Pick) (label, more string) {
	switch kindOf(pick) {
	case "unit":
		return unitLabel(p, pick)
	case "count":
		return countLabel(p, v, pick), ""
	}
	if st, ok := wording.StackAt(p.View.Board(), pick.Hex); ok {
		more = p.Request.Localizer.Stack(st, p.View.Board().Marks)
		if st.Side == p.View.Side() && len(p.View.Board().Map.Groups) > 0 { // where lists have stacks of both sides
			more = p.Request.Localizer.Side(st.Side) + ": " + more
		}
	}
	worth := destinations.Worth(p.Request.Localizer, p.View.Board(), pick.Hex)
	return p.Request.Localizer.Hex(pick.Hex), joinParts(worth, more)
}

// countLabel returns a number, or the word that it stands for.
func countLabel(p Player, v order.Verb, pick view.Pick) string {
	spec, _ := p.Request.Localizer.Spec(v)
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
	if spec.Options[at].Kind == order.Group {
		return unitName(p, spec.Options[at].Named(word))
	}
	return p.Request.Localizer.Describe("word."+word, word)
}

// unitLabel returns a unit with its factors and where it is; more is how far it has come in the phase, and its
// formation.
func unitLabel(p Player, pick view.Pick) (label, more string) {
	board := p.View.Board()
	c, at, known := board.Find(pick.Unit)
	if !known {
		return string(pick.Unit), ""
	}
	label = distinctly(p, c, wording.UnitNow(p.Request.Localizer, board, c))
	if more = c.Formation; board.Phase.Group != "" && more == p.Request.Localizer.Group(board.Phase.Group) {
		more = "" // all are of the active one
	}
	if at != hex.None {
		label = p.Say("pick.unit-at", "unit", wording.InWords(label), "hex", at)
	}
	if pile, ok := wording.PileOf(board, c.ID); ok {
		more = p.Request.Localizer.Where(pile)
	}
	if pick.Hex != hex.None {
		label += " → " + p.Request.Localizer.Hex(pick.Hex)
	}
	return label, joinParts(progress(p.Request.Localizer, board, c.ID), more)
}

// progress returns what a unit has done in the phase and can still do, "" where nothing is to be said.
func progress(loc wording.Localizer, b *view.Board, id order.UnitID) string {
	done, _ := b.ProgressOf(id)
	return strings.TrimPrefix(plainText(loc, done.Text), ", ")
}

// RowsLimit is how many rows of buttons and menus a message can have.
const RowsLimit = page.ButtonLimit / page.RowLimit
