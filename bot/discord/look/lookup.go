package look

import (
	"context"
	"errors"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/ticks"
	"grognard/bot/discord/wording"
	"grognard/bot/lookup"
	"grognard/rules/notation"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// mostShift is the most columns by which a hypothetical fight can be shifted.
const mostShift = 20

// commands returns the look-ups.
func (l *Lookups) commands() []ask.CommandSpec {
	table := ask.CompletedOption("table", l.ofPrinted(listTables(allTables)))
	fights := ask.CompletedOption("table", l.ofPrinted(listTables(onlyFights)))
	modifiers := ask.CompletedOption(ticks.Option, ticks.Completer(l.bookOf, CrtVerb))
	list := []ask.CommandSpec{
		{Verb: rollVerb, Find: l.lookRoll, Options: []ask.Option{
			ask.CompletedOption("dice", l.ofPrinted(listDice)).AsRequired(), ask.NumberOption("times", 1,
				lookup.MostThrows), ask.TextOption("label")}},
		{Verb: OddsVerb, Run: l.odds, Find: l.lookOdds, Options: []ask.Option{
			ask.TextOption("attack"), ask.TextOption("defence"), ask.NumberOption("shift", -mostShift,
				mostShift), modifiers, fights,
			ask.CompletedOption("target", l.suggestFight), ask.CompletedOption("units", l.suggestFight)}},
		{Verb: CrtVerb, Find: l.lookTable, Options: []ask.Option{table, ask.TextOption("odds"),
			ask.TextOption("roll"), modifiers}},
		{Verb: terrainVerb, Find: l.lookTerrain, Options: []ask.Option{
			ask.CompletedOption("kind", l.ofPrinted(listTerrain)),
			ask.CompletedOption("side", l.ofPrinted(listNations))}},
		{Verb: ruleVerb, Find: l.lookRule, Options: []ask.Option{ask.CompletedOption("find",
			l.suggestRules).AsRequired()}},
		{Verb: gamesVerb, Find: l.lookGames},
	}
	for i := range list {
		list[i].Anywhere, list[i].Aside = true, true
		list[i].Options = append(list[i].Options, ask.PublicOption())
		if list[i].Run == nil {
			list[i].Run = func(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
				return l.lookUp(ctx, req, ask.TypedCommand{Verb: list[i].Verb, Values: values})
			}
		}
	}
	return list
}

// lookUp answers a look-up: to the asker, or to everybody in the channel if he says so.
func (l *Lookups) lookUp(ctx context.Context, req ask.Request, m ask.TypedCommand) ([]rest.Message, error) {
	f, err := l.Commands[m.Verb].Find(ctx, req, m)
	if errors.Is(err, errWhichGame) {
		return l.whichGame(req, m), nil
	}
	if err != nil {
		return nil, err
	}
	if f.Nothing {
		return f.Page.Messages(), nil
	}
	if m.Values["public"] == "true" {
		head := req.Say("lookup.asked", "user", wording.InWords(req.Cmd.User), "command", l.quoted(f.Said))
		return append(req.TextReply("answer.posted"), f.PublicMessages(head)...), nil
	}
	f.Page.Rows = append(f.Page.Rows, page.Row(append(f.Beside, shareButton(req.Localizer, f))...))
	return f.Page.Messages(), nil
}

// MeantBy reads the command of a look-up from a custom ID without the press's name, as TypedCommand.ID writes it.
func (l *Lookups) MeantBy(id string) (ask.TypedCommand, error) {
	verb, values, ok := ask.ReadValues(id)
	if !ok || l.Commands[order.Verb(verb)].Find == nil {
		return ask.TypedCommand{}, page.ErrStale
	}
	return ask.TypedCommand{Verb: order.Verb(verb), Values: values}, nil
}

// quoted returns a command as it was typed, without what buttons have added.
func (l *Lookups) quoted(m ask.TypedCommand) wording.InWords {
	words := "`/" + string(m.Verb)
	for _, o := range l.Commands[m.Verb].Options {
		if v, ok := m.Values[o.Name]; ok && o.Name != "public" {
			words += " " + o.Name + ":" + string(wording.Verbatim(v))
		}
	}
	return wording.InWords(words + "`")
}

// shareButton returns the button that shows everybody what was found. A random result, and one whose command is too
// long for a button, is shared as the text above the button.
func shareButton(loc wording.Localizer, f ask.LookupResult) discordgo.Button {
	id, ok := f.Said.ID(page.PressShare)
	if f.Chance || !ok {
		if id, ok = f.Said.ID(page.PressWords); !ok {
			id = page.PressWords + ":" + string(f.Said.Verb)
		}
	}
	return page.Button(loc.Say("button.share"), id, discordgo.SecondaryButton)
}

func (l *Lookups) presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: page.PressLook, Run: l.withCommand(l.lookUp), NoGame: true, Aside: true},
		{Name: page.PressAside, Run: l.withCommand(l.lookUp), NoGame: true, Aside: true},
		{Name: page.PressIn, Run: l.withCommand(l.lookIn), NoGame: true, Aside: true},
		{Name: page.PressShare, Run: l.withCommand(l.sharer(page.PressShare)), NoGame: true, Aside: true, Posts: true},
		{Name: page.PressWords, Run: l.withCommand(l.sharer(page.PressWords)), NoGame: true, Aside: true, Posts: true},
	}
}

// withCommand returns a press that does something with the command that follows it.
func (l *Lookups) withCommand(run func(context.Context, ask.Request, ask.TypedCommand) ([]rest.Message,
	error)) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		m, err := l.MeantBy(d.What)
		if err != nil {
			return nil, err
		}
		return run(ctx, req, m)
	}
}

// lookIn answers with the command, and keeps its game as the asker's choice.
func (l *Lookups) lookIn(ctx context.Context, req ask.Request, m ask.TypedCommand) ([]rest.Message, error) {
	if err := l.Preferences.Prefer(ctx, req.Cmd.User, GameChoice, m.Values[GameValue]); err != nil {
		return nil, err
	}
	return l.lookUp(ctx, req, m)
}

// sharer returns a function that shares an answer as the press with that name does, see share.
func (l *Lookups) sharer(name string) func(context.Context, ask.Request, ask.TypedCommand) ([]rest.Message, error) {
	return func(ctx context.Context, req ask.Request, m ask.TypedCommand) ([]rest.Message, error) {
		return l.share(ctx, req, name, m)
	}
}

// share shows everybody the answer, once, and disables the button. The press says: found anew, or its words as is.
func (l *Lookups) share(ctx context.Context, req ask.Request, name string, m ask.TypedCommand) ([]rest.Message, error) {
	if req.From == nil {
		return nil, page.ErrStale
	}
	f, head := ask.LookupResult{Page: page.Page[view.Public]{Text: req.From.Content}, Said: m}, ""
	if name == page.PressShare {
		var err error
		if f, err = l.Commands[m.Verb].Find(ctx, req, m.With("public", "true")); errors.Is(err, errWhichGame) {
			return l.whichGame(req, m), nil
		} else if err != nil {
			return nil, err
		}
	}
	if _, err := notation.ParseThrow(m.Values["roll"]); m.Verb == rollVerb || err == nil { // dice were thrown
		head = req.Say("lookup.shared-chance", "user", wording.InWords(req.Cmd.User), "command", l.quoted(m))
	} else {
		head = req.Say("lookup.shared", "user", wording.InWords(req.Cmd.User), "command", l.quoted(m))
	}
	shown := f.PublicMessages(head)
	done := page.Button(req.Say("button.shared"), page.PressShare, discordgo.SecondaryButton)
	done.Disabled = true
	f.Page.Rows = append(f.Page.Rows, page.Row(done))
	// one message can show several answers in turn
	if id, _ := m.ID(name); !l.shared.Add(req.From.ID + " " + id) {
		shown = nil
	}
	return append(f.Page.Messages(), shown...), nil
}
