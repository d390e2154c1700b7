package discord

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/lookup"
	"grognard/rules/order"
	"grognard/rules/view"
)

// Look-ups need no game: they are answered in every channel, in direct messages, and wherever a user has installed the
// bot for himself. In the last case an interaction's token is all that the bot has, so that everybody is shown an
// answer by a follow-up.

// lookupFunc finds what is asked for. Its command may have values that cannot be typed and are added by buttons, such
// as gameValue.
type lookupFunc func(b *bot, ctx context.Context, req request, m typedCommand) (lookupResult, error)

// lookupResult is the answer to a look-up.
type lookupResult struct {
	page    page[view.Public]
	said    typedCommand // the command, with which it can be found again
	chance  bool         // it is random, so that the same command would have another answer
	nothing bool         // nothing was found, which is not shared
}

// mostShift is the most columns by which a hypothetical fight can be shifted.
const mostShift = 20

// lookupCommands are the look-ups.
func lookupCommands() []commandSpec {
	table := completed("table", ofPrinted(listTables))
	list := []commandSpec{
		{verb: rollVerb, find: (*bot).lookRoll, options: []option{
			textOption("dice").required(), numberOption("times", 1, lookup.MostThrows), textOption("label")}},
		{verb: oddsVerb, run: (*bot).odds, find: (*bot).lookOdds, options: []option{
			textOption("attack"), textOption("defence"), numberOption("shift", -mostShift, mostShift), table,
			completed("target", (*bot).suggestFight), completed("units", (*bot).suggestFight)}},
		{verb: crtVerb, find: (*bot).lookTable, options: []option{table, textOption("odds"), textOption("roll")}},
		{verb: terrainVerb, find: (*bot).lookTerrain, options: []option{
			completed("kind", ofPrinted(listTerrain)), completed("side", ofPrinted(listNations))}},
		{verb: ruleVerb, find: (*bot).lookRule, options: []option{completed("find", (*bot).suggestRules).required()}},
		{verb: gamesVerb, find: (*bot).lookGames},
	}
	for i := range list {
		list[i].anywhere, list[i].options = true, append(list[i].options, publicOption())
		if list[i].run == nil {
			list[i].run = lookupHandler(list[i].verb)
		}
	}
	return list
}

// lookupHandler is the handler of a look-up.
func lookupHandler(v order.Verb) handler {
	return func(b *bot, ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
		return b.lookUp(ctx, req, typedCommand{v, values})
	}
}

// lookUp answers a look-up: to the asker, or to everybody in the channel if he says so.
func (b *bot) lookUp(ctx context.Context, req request, m typedCommand) ([]rest.Message, error) {
	f, err := b.commands[m.verb].find(b, ctx, req, m)
	if errors.Is(err, errWhichGame) {
		return b.whichGame(req, m), nil
	}
	if err != nil {
		return nil, err
	}
	if f.nothing {
		return f.page.messages(), nil
	}
	if m.values["public"] == "true" {
		head := req.Say("lookup.asked", "user", wording.InWords(req.cmd.User), "command", b.quote(f.said))
		return append(req.told("answer.posted"), f.shown(head)...), nil
	}
	f.page.rows = append(f.page.rows, row(req.shareButton(f)))
	return f.page.messages(), nil
}

// shown is a result as messages for everybody.
func (f lookupResult) shown(head string) []rest.Message {
	f.page.text, f.page.rows = head+"\n"+f.page.text, nil
	list := f.page.messages()
	for i := range list {
		list[i].Public = true
	}
	return list
}

// The presses of look-ups. A command follows each, as typedCommand.id writes it.
const (
	pressLook  = "look"        // answers with that command
	pressIn    = "look-in"     // the same, and keeps its game as the asker's choice
	pressShare = "share"       // shows everybody what the command answers
	pressWords = "share-words" // shows everybody the text above the button
)

// id is a custom ID with a command after a name. ok is false if the command is too long.
func (m typedCommand) id(name string) (id string, ok bool) {
	return m.appendValues(name + ":" + string(m.verb))
}

// meantBy reads the command in such a custom ID.
func (b *bot) meantBy(rest string) (typedCommand, error) {
	verb, values, ok := readValues(rest)
	if !ok || b.commands[order.Verb(verb)].find == nil {
		return typedCommand{}, errStale
	}
	return typedCommand{order.Verb(verb), values}, nil
}

// quote is a command as it was typed, without what buttons have added.
func (b *bot) quote(m typedCommand) wording.InWords {
	words := "`/" + string(m.verb)
	for _, o := range b.commands[m.verb].options {
		if v, ok := m.values[o.Name]; ok && o.Name != "public" {
			words += " " + o.Name + ":" + string(wording.Verbatim(v))
		}
	}
	return wording.InWords(words + "`")
}

// shorter is the command with other values if it is too long for a button.
func (m typedCommand) shorter(values ...string) typedCommand {
	if _, ok := m.id(pressShare); ok {
		return m
	}
	for i := 0; i+1 < len(values); i += 2 {
		m = m.with(values[i], values[i+1])
	}
	return m
}

// shareButton shows everybody what was found. A random result, and one whose command is too long for a button, is
// shared as the text that it is below.
func (loc localizer) shareButton(f lookupResult) discordgo.Button {
	id, ok := f.said.id(pressShare)
	if f.chance || !ok {
		if id, ok = f.said.id(pressWords); !ok {
			id = pressWords + ":" + string(f.said.verb)
		}
	}
	return button(loc.Say("button.share"), id, discordgo.SecondaryButton)
}

// lookupPresses are these presses.
func lookupPresses() []pressSpec {
	return []pressSpec{
		{name: pressLook, run: meant((*bot).lookUp), noGame: true, aside: true},
		{name: pressIn, run: meant((*bot).lookIn), noGame: true, aside: true},
		{name: pressShare, run: meant((*bot).shareAnswer), noGame: true, aside: true, posts: true},
		{name: pressWords, run: meant((*bot).shareWords), noGame: true, aside: true, posts: true},
	}
}

// meant is a press that does something with the command that follows it.
func meant(run func(*bot, context.Context, request, typedCommand) ([]rest.Message, error)) pressHandler {
	return func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
		m, err := b.meantBy(d.what)
		if err != nil {
			return nil, err
		}
		return run(b, ctx, req, m)
	}
}

// lookIn answers with the command, and keeps its game as the asker's choice.
func (b *bot) lookIn(ctx context.Context, req request, m typedCommand) ([]rest.Message, error) {
	if err := b.preferences.Prefer(ctx, req.cmd.User, gameChoice, m.values[gameValue]); err != nil {
		return nil, err
	}
	return b.lookUp(ctx, req, m)
}

func (b *bot) shareAnswer(ctx context.Context, req request, m typedCommand) ([]rest.Message, error) {
	return b.share(ctx, req, pressShare, m)
}

func (b *bot) shareWords(ctx context.Context, req request, m typedCommand) ([]rest.Message, error) {
	return b.share(ctx, req, pressWords, m)
}

// share shows everybody what the asker was answered, once, and disables the button.
func (b *bot) share(ctx context.Context, req request, name string, m typedCommand) ([]rest.Message, error) {
	if req.from == nil {
		return nil, errStale
	}
	f, head := lookupResult{page: page[view.Public]{text: req.from.Content}, said: m}, ""
	if name == pressShare {
		var err error
		if f, err = b.commands[m.verb].find(b, ctx, req, m.with("public", "true")); errors.Is(err, errWhichGame) {
			return b.whichGame(req, m), nil
		} else if err != nil {
			return nil, err
		}
	}
	if m.verb == rollVerb {
		head = req.Say("lookup.shared-chance", "user", wording.InWords(req.cmd.User), "command", b.quote(m))
	} else {
		head = req.Say("lookup.shared", "user", wording.InWords(req.cmd.User), "command", b.quote(m))
	}
	shown := f.shown(head)
	done := button(req.Say("button.shared"), pressShare, discordgo.SecondaryButton)
	done.Disabled = true
	f.page.rows = append(f.page.rows, row(done))
	// one message can show several answers in turn
	if id, _ := m.id(name); !b.shared.add(req.from.ID + " " + id) {
		shown = nil
	}
	return append(f.page.messages(), shown...), nil
}
