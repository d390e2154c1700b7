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
	"grognard/bot/discord/heads"
	"grognard/bot/discord/losses"
	"grognard/bot/discord/page"
	"grognard/bot/discord/pagenames"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/ordering"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// groupPicks sorts picks by kind and option, in the order in which they come. In a group what can be picked together
// comes first, then single picks: those nearest to the enemy first, but targets in the order of bestFirst.
func groupPicks(ctx context.Context, p Player, c page.Choice, next []view.Pick) []group {
	f := FrontOf(p.View.Board(), p.View.Side())
	picks := f.Picks(next)
	if atTarget(p, c) {
		picks, _ = bestFirst(ctx, p, c.Verb, picks, f.PlaceOf)
	}
	var groups []group
	for _, pick := range picks {
		has := func(g group) bool { return g.has(pick) }
		g := first.OrAdd(&groups, has, group{kind: kindOf(pick), arg: pick.Arg})
		g.entries = append(g.entries, entry{picks: []view.Pick{pick}, at: headOf(p, f, c.Verb, pick)})
	}
	slices.SortStableFunc(groups, func(a, b group) int {
		return slices.IndexFunc(next, a.has) - slices.IndexFunc(next, b.has)
	})
	for i := range groups {
		g := &groups[i]
		g.entries = append(bundles(ctx, p, f, c, *g), g.entries...)
		g.joins = slices.ContainsFunc(c.Picks, func(q view.Pick) bool { return q.Unit != "" && g.has(q) })
	}
	return groups
}

// has reports whether a pick belongs to the group.
func (g group) has(p view.Pick) bool { return kindOf(p) == g.kind && p.Arg == g.arg }

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
// things, or a menu. All menus are turned to the same page. lettered is what has a letter on the page.
func otherRows(ctx context.Context, p Player, ch chooser, lettered []entry) (rows []discordgo.MessageComponent) {
	for _, g := range ch.groups {
		if len(g.entries) <= fewEntries {
			buttons := entryButtons(ctx, p, ch, lettered, g)
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

// isLongCount reports whether a button for a number says so much more that the numbers stand in a menu, however few
// they are. So such a question looks the same for few numbers and for many.
func isLongCount(p Player, v order.Verb, g group, buttons []discordgo.MessageComponent) bool {
	spec, _ := p.Request.Localizer.Spec(v)
	at := g.entries[0].picks[0].Part(spec.Options)
	isLong := func(b discordgo.MessageComponent) bool {
		return utf8.RuneCountInString(b.(discordgo.Button).Label) > lineRoom/2
	}
	return at >= 0 && spec.Options[at].Kind == order.Count && slices.ContainsFunc(buttons, isLong)
}

// entryButtons returns a button for each of a few entries of g, with what is to be said of it. lettered have letters.
func entryButtons(ctx context.Context, p Player, ch chooser, lettered []entry,
	g group) (buttons []discordgo.MessageComponent) {
	spec, _ := p.Request.Localizer.Spec(ch.choice.Verb)
	_, of := ch.shown()
	f := FrontOf(p.View.Board(), p.View.Side())
	for _, e := range g.entries {
		o, ok := option(ctx, p, ch.choice, ch.offer, e)
		if !ok {
			continue
		}
		above := slices.ContainsFunc(lettered, func(l entry) bool { return l.at != hex.None && l.at == f.place(e) })
		beside := of.kind == "unit" && f.place(e) != hex.None // stacks have letters
		picks, err := p.Roster.Picks(o.Value)
		id, fits := withPicks(p, ch.choice, picks).Encode(page.ActTake, 0, p.Roster)
		if err != nil || !fits {
			continue
		}
		label := joinParts(o.Label, o.Description)
		if utf8.RuneCountInString(label) > page.LabelLimit {
			label = o.Label
		}
		if isInShort(p, g, o, picks, beside) {
			name := unitName(p, string(picks[0].Unit))
			label = losses.Words(p.Request.Localizer, p.View.Board(), picks[0], name,
				costsOfLoss(ctx, p, ch.choice, picks[0]))
			if cost, _ := ch.offer.CostOf(picks[0]); cost.Price.ID == "bcs.cost.returns" {
				label = joinParts(label, p.Request.Localizer.Text(cost.Price))
			} else if above {
				label = p.Say("pick.alone", "unit", wording.InWords(label))
			} else if beside {
				label += " " + p.Request.Localizer.Hex(f.place(e))
			}
		}
		if g.joins {
			label = p.Say("pick.also", "unit", wording.InWords(label))
		}
		label = named(p, ch.choice.Verb, picks[0], label)
		if fightodds.AddsPoints(spec, ch.choice.Picks, picks[0]) {
			label = p.Say("pick.besides", "pick", wording.InWords(label))
		}
		b := page.Button(label, id, answerStyle(ctx, p, withPicks(p, ch.choice, picks)))
		b.Emoji = o.Emoji
		buttons = append(buttons, b)
	}
	return buttons
}

// costsOfLoss returns what a pick of a unit costs, nil in an order that starts a fight: the odds tell that.
func costsOfLoss(ctx context.Context, p Player, c page.Choice, pick view.Pick) []view.Warning {
	if p.startsFight(c.Verb) {
		return nil
	}
	return warnings(ctx, p, c.With(pick))
}

// isInShort reports whether the button for a pick has no more than the name of its unit: the rest would not fit a
// phone, and stands in the text above the buttons. With beside, as stacks have letters, all such buttons are short.
func isInShort(p Player, g group, o discordgo.SelectMenuOption, picks []view.Pick, beside bool) bool {
	isLong := beside || utf8.RuneCountInString(o.Label) > lineRoom
	return len(picks) == 1 && isLong && isOnlyOfItsName(p, g, picks[0])
}

// inShortInWords returns what is to be said of the units whose buttons have no more than their names, a line for each.
func inShortInWords(ctx context.Context, p Player, ch chooser) string {
	var lines []string
	_, of := ch.shown()
	for _, g := range ch.groups {
		for _, e := range g.entries[:min(len(g.entries), fewEntries)] {
			o, ok := option(ctx, p, ch.choice, ch.offer, e)
			if ok && len(g.entries) <= fewEntries && of.kind != "unit" && isInShort(p, g, o, e.picks, false) {
				lines = append(lines, "• "+joinParts(o.Label, o.Description))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// isOnlyOfItsName reports whether a pick is a unit whose name no other unit of its group has.
func isOnlyOfItsName(p Player, g group, pick view.Pick) bool {
	isSame := func(e entry) bool { return unitName(p, string(e.picks[0].Unit)) == unitName(p, string(pick.Unit)) }
	return pick.Unit != "" && first.Count(g.entries, isSame) == 1
}

// option returns an entry as a line of a menu; ok is false if it does not fit, or can't be picked together after all.
func option(ctx context.Context, p Player, c page.Choice, offer view.Offer, e entry) (o discordgo.SelectMenuOption,
	ok bool) {
	label, more := "", ""
	if len(e.picks) == 1 {
		label, more = optionLine(ctx, p, c, offer, e.picks[0])
		spec, _ := p.Request.Localizer.Spec(c.Verb)
		if spec.Fight && spec.Said()[0].Name == order.ListUnits && len(c.Picks) == 0 {
			label = p.Say("pick.alone", "unit", wording.InWords(label)) // its whole stack has an entry too
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

func placeholder(p Player, v order.Verb, g group, number int) string {
	words := asks(p, v, g)
	if g.pages() > 1 {
		words += p.Say("pick.page", "page", wording.InWords(pageName(p, v, g, number)))
	}
	return wording.Clip(words, 150)
}

// pageName names a page of a group by the first and the last entry on it.
func pageName(p Player, v order.Verb, g group, number int) string {
	list := g.page(number)
	return destinations.Span(p.Request.Localizer, shortLabel(p, v, list[0]), shortLabel(p, v, list[len(list)-1]))
}

// pageMenu returns the menu of pages, each named by what is on it; of an area with several pages it shows the first.
func pageMenu(p Player, ch chooser, id string) discordgo.SelectMenu {
	begins := ch.begins()
	next, _ := slices.BinarySearch(begins, ch.number+1)
	_, end := ch.turns()
	return page.PageMenu(id, p.Say("pick.turn"), next-1, len(begins), func(i int) discordgo.SelectMenuOption {
		last := end
		if i+1 < len(begins) {
			last = begins[i+1] - 1
		}
		name, box := ch.nameOf(p, begins[i], last)
		return discordgo.SelectMenuOption{Label: name, Value: strconv.Itoa(begins[i]), Default: i == next-1,
			Description: box}
	})
}

// begins returns the numbers of the pages that the menu of pages lists. The pages of other options have a button.
func (ch chooser) begins() (list []int) {
	n := 0
	start, last := ch.turns()
	for _, g := range ch.ways {
		for i := range g.pages {
			if n+i < start || n+i > last {
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

// controlButtons returns the buttons that turn a page, show what else has letters, begin a fight of the units that are
// to move, answer a decision in another way, undo, or go back; the last is the way back, if there is one.
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
	start, last := ch.turns()
	buttons = page.NamedPages(p.Request.Localizer, ch.number-start, last-start+1, func(n int) string {
		id, _ := ch.choice.Encode(page.ActShow, start+n, p.Roster)
		return id
	}, func(n int) string {
		name, _ := ch.nameOf(p, start+n, start+n)
		return name
	})
	if isMove(p, ch) {
		buttons = append(buttons, fightButtons(ctx, p, ch.choice.Picks)...)
	}
	begins := 0
	for _, g := range ch.ways {
		front, at := 1+min(g.Near, 1), ch.number-begins
		if g.HasFront(front) && 0 <= at && at < len(g.pages) && max(at-front, front-at) > 1 { // else ▶ or ◀ is near
			to(pagenames.InWords(p.Request.Localizer, g.Ways, front, g.names[front:front+1]), begins+front)
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
		goOn, _ := goOnButton(ctx, p, hex.Part{}, []heads.Stack{{At: origin(p, ch.choice)}}) // not this stack
		buttons = append(append(buttons, listButton(p, "")), goOn...)
	}
	if !back {
		others, err := otherAnswers(ctx, p, ch.choice)
		return append(buttons, others...), err
	}
	set := len(ch.offer.Set) > 0
	if set {
		buttons = append(buttons, verbButton(p, page.EndVerb, "")...)
	}
	spec, _ := p.Request.Localizer.Spec(ch.choice.Verb)
	if set || p.lately != "" || spec.Arrives && len(ch.choice.Picks) == 0 {
		undo, err := undoButton(ctx, p, false, ch.choice.Verb) // of what has just arrived, been set or been flipped
		if err != nil {
			return nil, err
		}
		buttons = append(buttons, undo...)
	}
	id, _ := ch.choice.Encode(page.ActBack, 0, p.Roster)
	return append(buttons, page.Button(p.Say("button.back"), id, discordgo.SecondaryButton)), nil
}

// turns returns the first and the last of the pages that buttons turn to, one after the other, from the page shown: if
// several options have letters, the pages of its option.
func (ch chooser) turns() (start, last int) {
	for _, g := range ch.ways[:max(len(ch.ways)-1, 0)] {
		if ch.number < start+len(g.pages) {
			return start, start + len(g.pages) - 1
		}
		start += len(g.pages)
	}
	return start, ch.pages - 1
}

// nameOf names the pages from number to last by where their hexes with letters lie, or without letters by the first and
// the last entry in the longest menu of the first. box has the columns and rows of an area's hexes, "" for none.
func (ch chooser) nameOf(p Player, number, last int) (name, box string) {
	start := 0
	for _, g := range ch.ways {
		from, to := number-start, min(last-start, len(g.pages)-1)
		if start += len(g.pages); number >= start {
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

// goesBack reports whether a page comes before that of a choice: none does before the first page of a decision.
func goesBack(ctx context.Context, p Player, c page.Choice) (bool, error) {
	if c.Question == 0 {
		return true, nil
	}
	if _, hasPage, err := takeBack(ctx, p, c); hasPage || err != nil {
		return hasPage, err
	}
	verbs, err := p.verbs(ctx)
	return len(verbs) > 1 && leading(p, verbs) != c.Verb, err
}

// RowsLimit is how many rows of buttons and menus a message can have.
const RowsLimit = page.ButtonLimit / page.RowLimit

// moreOf shows what else can arrive, be set or be flipped: after an order that has brought units on, set something or
// flipped a unit of a stack, and after an undo from such a page. It returns nil if nothing else can, if only one thing
// can be set or a tutorial leads on, or if the answer is no edit in place.
func moreOf(ctx context.Context, p Player, v order.Verb, out ordering.Outcome, undone bool) []rest.Message {
	spec, _ := p.Request.Localizer.Spec(v)
	if !EditsInPlace(p.Request) || out.Table.Awaits != nil || out.View.Board().Due != nil {
		return nil
	}
	next := p.Desk.PlayerSeeing(p.Request, out.View, out.Table)
	offer, err := next.offer(ctx, v, nil)
	goesOn := undone || spec.Arrives || out.View.Board().Guide.ID == "" &&
		(len(offer.Set) > 0 && len(offer.Next) > 1 || v == "flip" && offersStack(next, offer, out.Order.Units("unit")))
	if err != nil || len(offer.Next) == 0 || !goesOn {
		return nil
	}
	next.lately = outcomeInWords(ctx, next, out)
	list, _ := ShowChoice(ctx, next, page.Choice{Verb: v}, 0, next.lately) // else the panel follows
	return list
}

// offersStack reports whether another unit in a hex of units can be picked next.
func offersStack(p Player, offer view.Offer, units []order.UnitID) bool {
	f := FrontOf(p.View.Board(), p.View.Side())
	return slices.ContainsFunc(offer.Next, func(q view.Pick) bool {
		return !slices.Contains(units, q.Unit) && slices.ContainsFunc(units, func(id order.UnitID) bool {
			return f.PlaceOf(q) == f.PlaceOf(view.Pick{Unit: id})
		})
	})
}
