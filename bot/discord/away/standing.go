package away

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The commands about standing answers.
const (
	standingVerb    order.Verb = "standing answer"
	standingTryVerb order.Verb = "standing try"
)

// none is what a player types or chooses to have no ready-made set, or to drop an exception.
const none = "none"

// Commands returns the commands about standing answers, which decide for a player while he is away. All that is said of
// them is for their owner alone.
func (s Standing) Commands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: standingVerb, Run: s.Desk.PlayerCommand(s.answer), Options: []ask.Option{
			s.choiceOption("set", func(c standing.Choice) bool { return c.IsSet }),
			s.Desk.SeenOption("hex", look.SuggestStacks), s.Desk.SeenOption("unit", look.SuggestOwn),
			s.choiceOption("answer", func(standing.Choice) bool { return true })}},
		{Verb: standingTryVerb, Run: s.Desk.PlayerCommand(s.tryStanding), Options: []ask.Option{
			s.Desk.SeenOption("hex", look.SuggestStacks), ask.TextOption("result")}},
	}
}

// choiceOption returns an option that is completed with those choices of the game that accepts allows.
func (s Standing) choiceOption(name string, accepts func(standing.Choice) bool) ask.Option {
	return ask.CompletedOption(name, func(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion,
		error) {
		p, err := s.Desk.Player(ctx, req)
		if err != nil {
			return nil, err
		}
		o, err := s.Referee.Standing(ctx, p.Request.Cmd)
		if err != nil {
			return nil, err
		}
		l := ask.NewListing(t.Text())
		for i, c := range answersOf(o) {
			if accepts(c) {
				label := p.Request.Localizer.Text(c.Name)
				l.Add(i, c.ID, label, []string{label, c.ID})
			}
		}
		return l.Suggestions(), nil
	})
}

// answersOf lists what an exception can answer; the last is none, which stands for no answer.
func answersOf(o drafts.Standing) []standing.Choice {
	return append(slices.Clone(o.Choices), standing.Choice{ID: none, Name: view.T("away.no-answer"), IsSet: true})
}

// answer answers /standing answer: it changes what the options say and shows the page. If they name a hex or a unit
// and no answer for it, it shows the page of that exception.
func (s Standing) answer(ctx context.Context, p play.Player, values map[string]string) ([]rest.Message, error) {
	target, err := targetOf(p, values)
	if err != nil {
		return nil, err
	}
	o, err := s.Referee.Standing(ctx, p.Request.Cmd)
	if err != nil {
		return nil, err
	}
	set, e, err := typedAnswers(p, o, target, values)
	if err != nil {
		return nil, err
	}
	if set == "" && e.Answer == "" {
		if target != (standing.Exception{}) {
			return exceptionPage(p, o, target)
		}
		return standingPage(p, o, "")
	}
	return s.change(ctx, p, func(a *standing.Answers) error {
		if set != "" {
			putSet(a, set)
		}
		if e.Answer != "" {
			return putException(a, e)
		}
		return nil
	})
}

// typedAnswers reads the set and the exception that were typed, "" and one without an answer if they were not.
func typedAnswers(p play.Player, o drafts.Standing, target standing.Exception, values map[string]string) (set string,
	e standing.Exception, err error) {
	e = target
	if typed := values["set"]; typed != "" {
		c, more := choiceOf(p, answersOf(o), typed)
		if set = c.ID; more != "" || !c.IsSet {
			set = typed // unknown, so that it is refused
		}
	}
	typed := values["answer"]
	if typed == "" {
		return set, e, nil
	}
	if target == (standing.Exception{}) {
		return "", e, ask.Refusal("away.where-to")
	}
	c, more := choiceOf(p, answersOf(o), typed)
	e.Answer = cmp.Or(c.ID, typed)
	if c.ID != "" && more != "" {
		e.To, err = look.HexOf(p.View.Board().Map, standingVerb, "answer", strings.TrimPrefix(more, "to "))
	}
	return set, e, err
}

// choiceOf returns the choice whose identifier or name begins a text, the longest if there are several, and the rest
// of the text; the zero Choice if there is none.
func choiceOf(p play.Player, choices []standing.Choice, typed string) (found standing.Choice, more string) {
	typed = strings.Join(strings.Fields(typed), " ")
	longest := 0
	for _, c := range choices {
		for _, name := range []string{c.ID, p.Request.Localizer.Text(c.Name)} {
			n := len(name)
			if n > longest && n <= len(typed) && order.Fold(typed[:n]) == order.Fold(name) &&
				(n == len(typed) || typed[n] == ' ') {
				found, more, longest = c, strings.TrimSpace(typed[n:]), n
			}
		}
	}
	return found, more
}

// targetOf returns the hex or the unit that the options name, without an answer.
func targetOf(p play.Player, values map[string]string) (e standing.Exception, err error) {
	if values["hex"] != "" && values["unit"] != "" {
		return e, ask.Refusal("standing.hex-or-unit")
	}
	if typed := values["hex"]; typed != "" {
		e.Hex, err = look.HexOf(p.View.Board().Map, standingVerb, "hex", typed)
	}
	if typed := values["unit"]; typed != "" {
		var card view.Card
		card, err = look.CardOf(p.View.Board(), typed, p.View.Side())
		if problem := (*order.Problem)(nil); err != nil && !errors.As(err, &problem) {
			err = ask.Refusal("standing.no-unit", "unit", wording.Quoted(strings.TrimSpace(typed)))
		}
		e.Unit = card.ID
	}
	return e, err
}

// putSet sets the ready-made set, none for no set.
func putSet(a *standing.Answers, id string) {
	a.Set = id
	if id == none {
		a.Set = ""
	}
}

// putException puts an exception, or drops it if its answer is none.
func putException(a *standing.Answers, e standing.Exception) error {
	if e.Answer == none {
		a.Drop(e.Hex, e.Unit)
		return nil
	}
	if err := a.Put(e); errors.Is(err, standing.ErrMany) {
		return ask.Refusal("away.many", "most", standing.MostExceptions)
	}
	return nil
}

// change changes the player's standing answers and shows the page.
func (s Standing) change(ctx context.Context, p play.Player, do func(*standing.Answers) error) ([]rest.Message, error) {
	o, err := s.Referee.ChangeStanding(ctx, p.Request.Cmd, do)
	if err != nil {
		return nil, err
	}
	return standingPage(p, o, p.Say("away.saved"))
}

// standingPage returns the page of standing answers below a line: what they are, and menus and buttons to change them.
func standingPage(p play.Player, o drafts.Standing, before string) ([]rest.Message, error) {
	rows := []discordgo.MessageComponent{page.Row(setMenu(p, o)), page.Row(hoursMenu(p, o)), page.Row(stackMenu(p))}
	if len(o.Exceptions) > 0 {
		rows = append(rows, page.Row(exceptionMenu(p, o)))
	}
	return p.Open(o.Table, o.View, page.Page[view.Secret]{Text: play.JoinLines(append([]string{before},
		standingLines(p, o)...)), Rows: append(rows, page.Row(standingButtons(p, o)...))})
}

// exceptionText is how many characters of an exception the page shows.
const exceptionText = 60

// standingLines returns the text of the page.
func standingLines(p play.Player, o drafts.Standing) []string {
	lines := []string{p.Say("away.title")}
	if o.IsEmpty() {
		lines[0] = p.Say("away.nothing")
	}
	if c, ok := standing.Find(o.Choices, o.Set); ok {
		lines = append(lines, p.Say("away.set", "name", c.Name, "about", c.About))
	} else if !o.IsEmpty() {
		lines = append(lines, p.Say("away.no-set"))
	}
	for _, e := range o.Exceptions {
		lines = append(lines, "• "+wording.Clip(p.Request.Localizer.Text(e.Says), exceptionText))
	}
	if o.Hours > 0 {
		lines = append(lines, p.Say("away.hours-first", "n", o.Hours))
	}
	if o.Here {
		lines = append(lines, p.Say("away.here"))
	}
	if o.Broken {
		lines = append(lines, p.Say("away.broken"))
	}
	if o.Owes {
		lines = append(lines, p.Say("away.owes"))
	}
	if len(o.Answered) > 0 {
		lines = append(lines, p.Say("away.last", "answer", o.Last))
	}
	return lines
}

func standingButtons(p play.Player, o drafts.Standing) []discordgo.MessageComponent {
	here, label := "on", p.Say("button.away-here")
	if o.Here {
		here, label = "off", p.Say("button.away-not-here")
	}
	button := func(label, name, what string) discordgo.MessageComponent {
		return page.Button(label, page.PressID(name, p.Table.Game, what), discordgo.SecondaryButton)
	}
	list := []discordgo.MessageComponent{button(p.Say("button.away-try"), pressStandingTry, "0"),
		button(label, pressStandingHere, here)}
	if !o.IsEmpty() {
		list = append(list, button(p.Say("button.away-clear"), pressStandingClear, strconv.Itoa(len(o.Exceptions))))
	}
	return list
}

// standingMessage returns a message for the player alone, with one row of buttons.
func standingMessage(p play.Player, text string, buttons ...discordgo.MessageComponent) ([]rest.Message, error) {
	return p.Open(p.Table, p.View, page.Page[view.Secret]{Text: text, Rows: buttons})
}

func standingButton(p play.Player) discordgo.MessageComponent {
	return page.Button(p.Say("button.away"), page.PressID(pressStanding, p.Table.Game), discordgo.SecondaryButton)
}

// exceptionFor returns the exception for a hex or a unit, one without an answer if there is none.
func exceptionFor(o drafts.Standing, target standing.Exception) standing.Exception {
	for _, e := range o.Exceptions {
		if e.IsFor(target.Hex, target.Unit) {
			return e.Exception
		}
	}
	return standing.Exception{Hex: target.Hex, Unit: target.Unit}
}

// writeTarget returns the hex or the unit of an exception as readTarget reads it.
func writeTarget(e standing.Exception) string { return cmp.Or(string(e.Unit), e.Hex.String()) }

// readTarget reads a hex or a unit.
func readTarget(what string) (e standing.Exception) {
	if h, err := hex.Parse(what); err == nil {
		e.Hex = h
	} else {
		e.Unit = order.UnitID(what)
	}
	return e
}

// Standing takes the commands and presses about the standing answers of a player who is away.
type Standing struct {
	Desk    play.Desk
	Referee standingService
}

// standingService is what the referee does with standing answers.
type standingService interface {
	ChangeStanding(ctx context.Context, c api.Command, change func(*standing.Answers) error) (drafts.Standing, error)
	Standing(ctx context.Context, c api.Command) (drafts.Standing, error)
	TryStanding(ctx context.Context, c api.Command, at hex.Hex, result string) (t drafts.StandingTrial, err error)
}
