package away

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/drafts"
	"grognard/rules/hex"
	"grognard/rules/standing"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// A standing order is built with menus in two steps: where, who and what; then how, when and what else. It is kept as a
// draft, as text, which each choice changes.
const (
	pressStandingMake = "away-make" // shows a step

	pressStandingWhere = "away-where" // these are menus: their values are written into the draft
	pressStandingWho   = "away-who"
	pressStandingWhat  = "away-what"
	pressStandingFirst = "away-first"
	pressStandingHow   = "away-how"
	pressStandingWhen  = "away-when" // or quantity: and a word, which opens a menu of numbers
	pressStandingAnd   = "away-and"
	pressStandingElse  = "away-else"
)

// noChoice is the value of a menu's entry for nothing. Discord takes no empty value.
const noChoice = "-"

// ofQuantity begins the value of an entry that opens the menu of numbers.
const ofQuantity = "quantity:"

// drafted is a draft of a standing order, in its parts as text.
type drafted struct {
	where, who []string
	does       string
	cond       string
	other      string // after else
	within     int
}

// draftOf reads a draft. One that cannot be read is empty.
func draftOf(o drafts.StandingOrders) drafted {
	d := drafted{does: standing.AskMe + " me"}
	set, err := standing.Read(o.Draft, o.Words)
	if err != nil || len(set.Lines) != 1 {
		return d
	}
	l := set.Lines[0]
	for _, a := range l.Where {
		switch a.Name {
		case "at", "near", "area":
			d.where = append(d.where, a.String())
		default:
			d.who = append(d.who, a.String())
		}
	}
	d.does, d.within = l.Branches[0].Do.String(), l.Within
	if l.Branches[0].If.Op != "" {
		d.cond = l.Branches[0].If.String()
	}
	if len(l.Branches) > 1 {
		d.other = standing.Line{Branches: l.Branches[1:]}.String()
	}
	return d
}

// String returns the standing order as it is written.
func (d drafted) String() string {
	parts := slices.Concat(d.where, d.who, []string{d.does})
	if d.cond != "" {
		parts = append(parts, "if", d.cond)
	}
	if d.other != "" {
		parts = append(parts, "else", d.other)
	}
	if d.within > 0 {
		parts = append(parts, "within", strconv.Itoa(d.within), "hours")
	}
	return strings.Join(parts, " ")
}

// put writes what was chosen in a menu into the draft.
func (d *drafted) put(menu, value string) {
	if value == noChoice {
		value = ""
	}
	some := func() []string {
		if value == "" {
			return nil
		}
		return []string{value}
	}
	switch menu {
	case pressStandingWhere:
		d.where = some()
	case pressStandingWho:
		d.who = some()
	case pressStandingWhat:
		d.does, d.other = value, ""
	case pressStandingHow:
		d.putHow(value)
	case pressStandingWhen:
		d.cond = value
	case pressStandingAnd:
		switch {
		case d.cond == "":
			d.cond = value
		case strings.Contains(d.cond, " or "):
			d.cond = "(" + d.cond + ") and " + value
		default:
			d.cond += " and " + value
		}
	case pressStandingElse:
		d.other = value
	case pressStandingFirst:
		d.within, _ = strconv.Atoi(value) // none where it is no number
	}
}

// putHow gives the act an operand, in place of one of the same name. An empty value removes all operands.
func (d *drafted) putHow(value string) {
	word, _, _ := strings.Cut(d.does, " ")
	if value == "" {
		d.does = word
		return
	}
	name, _, _ := strings.Cut(value, ":")
	if at := strings.Index(d.does, " "+name+":"); at >= 0 {
		operands := d.does[at+1:]
		d.does = d.does[:at]
		if next := strings.Index(operands, " "); next >= 0 && strings.Contains(operands[next:], ":") {
			d.does += operands[next:]
		}
	}
	d.does += " " + value
}

// showStep shows a step.
func (s Standing) showStep(ctx context.Context, p play.Player, step string) ([]rest.Message, error) {
	o, err := s.Referee.Standing(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	return standingStep(p, o, step == "2")
}

func (s Standing) menuPresses() []ask.PressSpec {
	menu := func(name string, second bool) ask.PressSpec {
		return ask.PressSpec{Name: name, Run: s.Desk.AsPlayer(func(ctx context.Context, p play.Player,
			what string) ([]rest.Message,
			error) {
			return s.chooseInStep(ctx, p, name, second, what)
		})}
	}
	return []ask.PressSpec{{Name: pressStandingMake, Run: s.Desk.AsPlayer(s.showStep)},
		menu(pressStandingWhere, false), menu(pressStandingWho, false), menu(pressStandingWhat, false),
		menu(pressStandingFirst, false),
		menu(pressStandingHow, true), menu(pressStandingWhen, true), menu(pressStandingAnd, true),
		menu(pressStandingElse, true)}
}

// chooseInStep writes what was chosen in a menu of the steps, and shows the step again.
func (s Standing) chooseInStep(ctx context.Context, p play.Player, name string, second bool,
	what string) ([]rest.Message, error) {
	o, err := s.Referee.Standing(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	if word, is := strings.CutPrefix(what, ofQuantity); is {
		return standingNumbers(p, o, name, word)
	}
	d := draftOf(o)
	d.put(name, what)
	if o, err = s.Referee.DraftStanding(ctx, p.Request.Cmd, d.String()); err != nil {
		return nil, err
	}
	return standingStep(p, o, second)
}

// standingStep returns the page of a step: the draft so far, and the menus.
func standingStep(p play.Player, o drafts.StandingOrders, second bool) ([]rest.Message, error) {
	d := draftOf(o)
	lines := []string{p.Say("away.making", "text", wording.InWords(d.String()))}
	set, err := standing.Read(d.String(), o.Words)
	if err != nil {
		words, _ := tell.Refuse(p.Request.Localizer, err)
		lines = append(lines, words)
	} else {
		lines = append(lines, p.Request.Localizer.Text(set.Lines[0].Say(o.Words)))
	}
	var rows []discordgo.MessageComponent
	menus := []menuSpec{{pressStandingWhere, p.Say("away.where"), standingWhere(p)},
		{pressStandingWho, p.Say("away.who"), standingWho(p, o.Words)},
		{pressStandingWhat, p.Say("away.what"), standingActs(p, o.Words, "")},
		{pressStandingFirst, p.Say("away.first"), standingHours(p)}}
	step := page.Button(p.Say("button.away-more"), page.PressID(pressStandingMake, p.Table.Game, "2"),
		discordgo.PrimaryButton)
	if second {
		menus = []menuSpec{{pressStandingHow, p.Say("away.how"), standingHow(p, o.Words, d)},
			{pressStandingWhen, p.Say("away.when"), standingConditions(p, o.Words, false)},
			{pressStandingAnd, p.Say("away.and"), standingConditions(p, o.Words, true)},
			{pressStandingElse, p.Say("away.else"), standingActs(p, o.Words, p.Say("away.nothing-else"))}}
		step = page.Button(p.Say("button.away-back"), page.PressID(pressStandingMake, p.Table.Game, "1"),
			discordgo.SecondaryButton)
	}
	for _, m := range menus {
		if len(m.options) > 0 {
			rows = append(rows, page.Row(standingMenu(p, m)))
		}
	}
	add := page.Button(p.Say("button.away-add"), page.PressID(pressStandingAdd, p.Table.Game, "0"),
		discordgo.SuccessButton)
	add.Disabled = o.Draft == "" || err != nil
	rows = append(rows, page.Row(add, step, page.Button(p.Say("button.away-rewrite"),
		page.PressID(pressStandingWrite, p.Table.Game, "draft"), discordgo.SecondaryButton),
		page.Button(p.Say("button.list-drop"), page.PressID(pressStandingDrop, p.Table.Game),
			discordgo.SecondaryButton),
		standingButton(p)))
	return p.Open(o.Table, o.View, page.Page[view.Secret]{Text: play.JoinLines(lines), Rows: rows})
}

// menuSpec is a menu: its press, its question and its choices.
type menuSpec struct {
	press, asks string
	options     []menuChoice
}

// menuChoice is the text that a choice writes, and its label.
type menuChoice struct{ value, label string }

// standingMenu returns a menu of choices. Others can be written.
func standingMenu(p play.Player, m menuSpec) discordgo.SelectMenu {
	menu := discordgo.SelectMenu{CustomID: page.PressID(m.press, p.Table.Game), Placeholder: m.asks}
	for _, o := range m.options {
		if len(o.value) <= page.ChoiceText {
			menu.Options = append(menu.Options,
				discordgo.SelectMenuOption{Label: wording.Clip(wording.Unmarked(o.label), page.ChoiceText),
					Value: o.value})
		}
	}
	return page.Limited(p.Request.Localizer, menu)
}

// standingNumbers returns the page on which a quantity is compared with a number.
func standingNumbers(p play.Player, o drafts.StandingOrders, press, word string) ([]rest.Message, error) {
	i := slices.IndexFunc(o.Words.Quantities, func(q standing.Quantity) bool { return q.Word == word })
	if i < 0 {
		return nil, page.ErrStale
	}
	q := o.Words.Quantities[i]
	var options []menuChoice
	add := func(sign string, than any, text view.Text) {
		options = append(options, menuChoice{word + sign + p.Request.Localizer.Value(than),
			p.Request.Localizer.Text(text)})
	}
	for n := q.Min; n < min(q.Min+6, q.Max); n++ {
		add(">", n, view.T("standing.more", "what", q.Text, "than", n))
	}
	for n := q.Min; n <= min(q.Min+3, q.Max); n++ {
		add("=", n, view.T("standing.exactly", "what", q.Text, "than", n))
	}
	for n := q.Min + 1; n <= min(q.Min+5, q.Max); n++ {
		add("<", n, view.T("standing.fewer", "what", q.Text, "than", n))
	}
	for _, other := range o.Words.Quantities {
		if other.Word != word {
			options = append(options, menuChoice{word + ">" + other.Word,
				p.Request.Localizer.Text(view.T("standing.more", "what", q.Text, "than", other.Text))})
		}
	}
	menu := standingMenu(p, menuSpec{press, p.Say("away.number"), options})
	back := page.Button(p.Say("button.away-back"), page.PressID(pressStandingMake, p.Table.Game, "2"),
		discordgo.SecondaryButton)
	return standingMessage(p, p.Say("away.compare", "what", q.Text), page.Row(menu), page.Row(back))
}

// standingWhere returns the hexes where the player's units stand, ordered by their distance from the enemy.
func standingWhere(p play.Player) []menuChoice {
	board := p.View.Board()
	var own []view.Stack
	for _, s := range board.Stacks {
		if s.Side == p.View.Side() {
			own = append(own, s)
		}
	}
	near := func(h hex.Hex) int {
		least := board.Map.Grid.Size() // greater than any distance
		for _, s := range board.Stacks {
			if s.Side != p.View.Side() {
				least = min(least, board.Map.Grid.Distance(h, s.Hex))
			}
		}
		return least
	}
	slices.SortStableFunc(own, func(a, b view.Stack) int { return near(a.Hex) - near(b.Hex) })
	options := []menuChoice{{noChoice, p.Say("away.anywhere")}}
	for _, s := range own {
		var names []string
		for _, c := range s.Known {
			names = append(names, c.Name)
		}
		options = append(options, menuChoice{"at:" + s.Hex.String(),
			p.Request.Localizer.Hex(s.Hex) + ": " + strings.Join(names, ", ")})
	}
	return options
}

// standingWho returns the formations and the types of the player's units.
func standingWho(p play.Player, w standing.Words) []menuChoice {
	options := []menuChoice{{noChoice, p.Say("away.anybody")}}
	var seen []string
	for _, kind := range []struct {
		name string
		of   func(standing.Unit) string
	}{{"type", func(u standing.Unit) string { return u.Type }}, {"formation",
		func(u standing.Unit) string { return u.Formation }}} {
		for _, u := range w.Units {
			value := kind.name + `:"` + kind.of(u) + `"`
			if kind.of(u) != "" && !slices.Contains(seen, value) {
				seen = append(seen, value)
				options = append(options, menuChoice{value, kind.of(u)})
			}
		}
	}
	return options
}

// standingActs returns the acts, after an entry for none if that has a name.
func standingActs(p play.Player, w standing.Words, none string) (options []menuChoice) {
	if none != "" {
		options = append(options, menuChoice{noChoice, none})
	}
	for _, a := range w.Actions {
		options = append(options, menuChoice{a.Word, p.Request.Localizer.Text(a.Text)})
	}
	return append(options, menuChoice{standing.AskMe + " me", p.Say("standing.ask")},
		menuChoice{standing.Default, p.Say("standing.default")})
}

// standingHours returns the numbers of hours for which the player himself can still answer first.
func standingHours(p play.Player) []menuChoice {
	options := []menuChoice{{noChoice, p.Say("away.at-once")}}
	for _, n := range []int{1, 2, 3, 4, 6, 8, 10, 12, 18, 24, 48, 72} {
		options = append(options, menuChoice{strconv.Itoa(n), p.Say("away.hours", "n", n)})
	}
	return options
}

// standingHow returns the operands of the act: where to, with which units, and how many.
func standingHow(p play.Player, w standing.Words, d drafted) []menuChoice {
	word, _, _ := strings.Cut(d.does, " ")
	i := slices.IndexFunc(w.Actions, func(a standing.Action) bool { return a.Word == word })
	if i < 0 || len(w.Actions[i].Operands) == 0 {
		return nil
	}
	options := []menuChoice{{noChoice, p.Say("away.plainly")}}
	for _, o := range w.Actions[i].Operands {
		add := func(value string, what standing.Said) {
			options = append(options, menuChoice{o.Word + ":" + value, p.Request.Localizer.Text(o.Say(what))})
		}
		switch o.Kind {
		case standing.Number:
			for n := 1; n <= 3; n++ {
				add(strconv.Itoa(n), standing.Said{N: n})
			}
		case standing.Units:
			for _, k := range w.Kinds {
				add(k.Word, standing.Said{Each: []view.Text{k.Text}})
			}
		case standing.Way:
			for _, way := range w.Ways {
				add(way.Word, standing.Said{Each: []view.Text{way.Text}})
			}
		}
	}
	for _, o := range w.Actions[i].Operands {
		if o.Kind != standing.Hexes && o.Kind != standing.Way {
			continue
		}
		for _, h := range nearbyHexes(p, w, d) {
			options = append(options, menuChoice{o.Word + ":" + h.String(),
				p.Request.Localizer.Text(o.Say(standing.Said{Each: []view.Text{view.T("standing.hexes", "hexes",
					[]hex.Hex{h})}}))})
		}
		break // a menu has room for the values of one operand
	}
	return options
}

// nearbyHexes returns the hexes up to two away from the one that the standing order is about.
func nearbyHexes(p play.Player, w standing.Words, d drafted) (around []hex.Hex) {
	if len(d.where) != 1 {
		return nil
	}
	at, err := hex.Parse(strings.TrimPrefix(d.where[0], "at:"))
	if err != nil {
		return nil
	}
	for h := range w.Grid.All() {
		if n := w.Grid.Distance(at, h); n > 0 && n <= 2 {
			around = append(around, h)
		}
	}
	slices.SortStableFunc(around, func(a, b hex.Hex) int { return w.Grid.Distance(at, b) - w.Grid.Distance(at, a) })
	return around
}

// standingConditions returns the conditions, with more also their opposites, which come first. A quantity is compared
// on a page of its own.
func standingConditions(p play.Player, w standing.Words, more bool) []menuChoice {
	var counts, so, not []menuChoice
	for _, q := range w.Quantities {
		counts = append(counts, menuChoice{ofQuantity + q.Word, p.Say("away.quantity", "what", q.Text)})
	}
	for _, s := range w.Situations {
		so = append(so, menuChoice{s.Word, p.Request.Localizer.Text(s.Text)})
		not = append(not, menuChoice{"not " + s.Word, p.Request.Localizer.Text(view.T("standing.not", "cond", s.Text))})
	}
	if more {
		return slices.Concat(not[:min(len(not), page.MenuLimit/2)], so, counts)
	}
	return slices.Concat([]menuChoice{{noChoice, p.Say("away.always")}}, counts, so, not)
}
