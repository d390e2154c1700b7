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
	"grognard/bot/discord/wording"
	"grognard/bot/referee/drafts"
	"grognard/rules/hex"
	"grognard/rules/standing"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The presses about standing answers, NAME:GAME, or for a button NAME:GAME:WHAT. What is chosen in a menu takes the
// place of what follows the game, a word that only makes its custom ID unique. A target is a hex or a unit.
const (
	pressStanding       = "answers"       // shows the page
	pressStandingSet    = "answers-set"   // takes a ready-made set
	pressStandingHours  = "answers-hours" // sets for how many hours their owner is asked first
	pressStandingHere   = "answers-here"  // on or off: whether they decide what their owner's orders lead to
	pressStandingClear  = "answers-clear" // drops them all
	pressStandingTarget = "answers-for"   // shows the exception for a target
	pressStandingPut    = "answers-put"   // TARGET:ANSWER or TARGET:ANSWER:HEX
	pressStandingTry    = "answers-try"   // tries them on what an enemy could do next; the number of the page follows
)

// Presses returns the buttons, menus and forms about standing answers.
func (s Standing) Presses() []ask.PressSpec {
	change := func(name string, do func(a *standing.Answers, what string) error) ask.PressSpec {
		return ask.PressSpec{Name: name, Run: s.Desk.AsPlayer(func(ctx context.Context, p play.Player,
			what string) ([]rest.Message, error) {
			return s.change(ctx, p, func(a *standing.Answers) error { return do(a, what) })
		})}
	}
	return []ask.PressSpec{
		{Name: pressStanding, Run: s.Desk.AsPlayer(s.seeStanding)},
		{Name: pressStandingTarget, Run: s.Desk.AsPlayer(s.seeException)},
		{Name: pressStandingTry, Run: s.Desk.AsPlayer(s.turnStandingTrial)},
		change(pressStandingSet, func(a *standing.Answers, what string) error {
			putSet(a, what)
			return nil
		}),
		change(pressStandingHours, func(a *standing.Answers, what string) (err error) {
			if a.Hours, err = strconv.Atoi(what); err != nil {
				return page.ErrStale
			}
			return nil
		}),
		change(pressStandingHere, func(a *standing.Answers, what string) error {
			a.Here = what == "on"
			return nil
		}),
		change(pressStandingClear, func(a *standing.Answers, _ string) error {
			*a = standing.Answers{}
			return nil
		}),
		change(pressStandingPut, func(a *standing.Answers, what string) error {
			e, ok := readException(what)
			if !ok {
				return page.ErrStale
			}
			return putException(a, e)
		}),
	}
}

// seeStanding shows the page.
func (s Standing) seeStanding(ctx context.Context, p play.Player, _ string) ([]rest.Message, error) {
	o, err := s.Referee.Standing(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	return standingPage(p, o, "")
}

// seeException shows the exception for a hex or a unit.
func (s Standing) seeException(ctx context.Context, p play.Player, what string) ([]rest.Message, error) {
	o, err := s.Referee.Standing(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	return exceptionPage(p, o, readTarget(what))
}

// readException reads TARGET:ANSWER or TARGET:ANSWER:HEX.
func readException(what string) (e standing.Exception, ok bool) {
	parts := strings.Split(what, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return e, false
	}
	e = readTarget(parts[0])
	e.Answer = parts[1]
	if len(parts) == 3 {
		h, err := hex.Parse(parts[2])
		if err != nil {
			return e, false
		}
		e.To = h
	}
	return e, true
}

func menuOf(p play.Player, id, asks string, options []discordgo.SelectMenuOption) discordgo.SelectMenu {
	return page.Limited(p.Request.Localizer, discordgo.SelectMenu{CustomID: id, Placeholder: asks, Options: options})
}

func entryOf(label, value string, chosen bool) discordgo.SelectMenuOption {
	return discordgo.SelectMenuOption{Label: wording.Clip(wording.Unmarked(label), page.ChoiceText), Value: value,
		Default: chosen}
}

func setMenu(p play.Player, o drafts.Standing) discordgo.SelectMenu {
	options := []discordgo.SelectMenuOption{entryOf(p.Say("away.no-set"), none, o.Set == "")}
	for _, c := range o.Choices {
		if c.IsSet {
			option := entryOf(p.Request.Localizer.Text(c.Name), c.ID, o.Set == c.ID)
			option.Description = wording.Clip(p.Request.Localizer.Text(c.About), page.ChoiceText)
			options = append(options, option)
		}
	}
	return menuOf(p, page.PressID(pressStandingSet, p.Table.Game), p.Say("away.which-set"), options)
}

// hoursMenu returns the menu of the hours in which the player himself can answer first.
func hoursMenu(p play.Player, o drafts.Standing) discordgo.SelectMenu {
	options := []discordgo.SelectMenuOption{entryOf(p.Say("away.at-once"), "0", o.Hours == 0)}
	for _, n := range []int{1, 2, 3, 4, 6, 8, 10, 12, 18, 24, 48, standing.MostHours} {
		options = append(options, entryOf(p.Say("away.hours", "n", n), strconv.Itoa(n), o.Hours == n))
	}
	return menuOf(p, page.PressID(pressStandingHours, p.Table.Game), p.Say("away.first"), options)
}

// exceptionMenu returns the menu of the exceptions, to be changed.
func exceptionMenu(p play.Player, o drafts.Standing) discordgo.SelectMenu {
	var options []discordgo.SelectMenuOption
	for _, e := range o.Exceptions {
		options = append(options, entryOf(p.Request.Localizer.Text(e.Says), writeTarget(e.Exception), false))
	}
	return menuOf(p, page.PressID(pressStandingTarget, p.Table.Game, "changed"), p.Say("away.change"), options)
}

// stackMenu returns the menu of the player's stacks, ordered by their distance from the enemy.
func stackMenu(p play.Player) discordgo.SelectMenu {
	board := p.View.Board()
	var own []view.Stack
	for _, s := range board.Stacks {
		if s.Side == p.View.Side() {
			own = append(own, s)
		}
	}
	toEnemy := func(h hex.Hex) int {
		least := board.Map.Grid.Size() // greater than any distance
		for _, s := range board.Stacks {
			if s.Side != p.View.Side() {
				least = min(least, board.Map.Grid.Distance(h, s.Hex))
			}
		}
		return least
	}
	slices.SortStableFunc(own, func(a, b view.Stack) int { return toEnemy(a.Hex) - toEnemy(b.Hex) })
	var options []discordgo.SelectMenuOption
	for _, s := range own {
		options = append(options, entryOf(p.Request.Localizer.Hex(s.Hex)+": "+namesIn(s), s.Hex.String(), false))
	}
	if len(options) == 0 { // Discord takes no empty menu
		options = []discordgo.SelectMenuOption{entryOf(p.Say("away.no-stack"), none, false)}
	}
	return menuOf(p, page.PressID(pressStandingTarget, p.Table.Game, "new"), p.Say("away.where"), options)
}

// namesIn returns the names of the units in a stack of the player's.
func namesIn(s view.Stack) string {
	var names []string
	for _, c := range s.Known {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// exceptionPage returns the page of the exception for a hex or a unit: menus for what it answers, for a hex to retreat
// to, and for a single one of the units in the hex.
func exceptionPage(p play.Player, o drafts.Standing, target standing.Exception) ([]rest.Message, error) {
	now, at, label := exceptionFor(o, target), target.Hex, ""
	i := slices.IndexFunc(p.View.Board().Stacks, func(s view.Stack) bool {
		return s.Side == p.View.Side() && s.Hex == target.Hex
	})
	var units []view.Counter
	switch c, where, ok := p.View.Board().Find(target.Unit); {
	case target.Unit != "" && (!ok || c.Side != p.View.Side()):
		return nil, ask.Refusal("standing.no-unit", "unit", wording.Quoted(string(target.Unit)))
	case target.Unit != "":
		at, label = where, c.Name
	case i >= 0:
		units = p.View.Board().Stacks[i].Known
		label = p.Request.Localizer.Hex(at) + ": " + namesIn(p.View.Board().Stacks[i])
	default:
		label = p.Request.Localizer.Hex(at)
	}
	rows := []discordgo.MessageComponent{page.Row(answerMenu(p, o, now))}
	if at != hex.None {
		rows = append(rows, page.Row(hexMenu(p, now, at)))
	}
	if len(units) > 0 {
		rows = append(rows, page.Row(unitMenu(p, units)))
	}
	return standingMessage(p, p.Say("away.exception", "where", wording.InWords(label)),
		append(rows, page.Row(standingButton(p)))...)
}

func answerMenu(p play.Player, o drafts.Standing, e standing.Exception) discordgo.SelectMenu {
	var options []discordgo.SelectMenuOption
	for _, c := range answersOf(o) {
		chosen := c.ID == e.Answer && e.To == hex.None || c.ID == none && e.Answer == "" // with a hex: see hexMenu
		options = append(options, entryOf(p.Request.Localizer.Text(c.Name), writeTarget(e)+":"+c.ID, chosen))
	}
	return menuOf(p, page.PressID(pressStandingPut, p.Table.Game, "answer"), p.Say("away.what"), options)
}

// hexMenu returns the menu of the hexes to retreat to: those up to two away from a hex.
func hexMenu(p play.Player, e standing.Exception, at hex.Hex) discordgo.SelectMenu {
	grid := p.View.Board().Map.Grid
	var around []hex.Hex
	for h := range grid.All() {
		if n := grid.Distance(at, h); n > 0 && n <= 2 {
			around = append(around, h)
		}
	}
	slices.SortStableFunc(around, func(a, b hex.Hex) int { return grid.Distance(at, b) - grid.Distance(at, a) })
	var options []discordgo.SelectMenuOption
	for _, h := range around {
		options = append(options, entryOf(p.Request.Localizer.Hex(h), writeTarget(e)+":retreat:"+h.String(), e.To == h))
	}
	return menuOf(p, page.PressID(pressStandingPut, p.Table.Game, "hex"), p.Say("away.retreat-to"), options)
}

// unitMenu returns the menu of units in a hex, for an exception for one of them.
func unitMenu(p play.Player, units []view.Counter) discordgo.SelectMenu {
	var options []discordgo.SelectMenuOption
	for _, c := range units {
		options = append(options, entryOf(c.Name, string(c.ID), false))
	}
	return menuOf(p, page.PressID(pressStandingTarget, p.Table.Game, "unit"), p.Say("away.one-unit"), options)
}
