package discord

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/limit"
	"grognard/render"
	"grognard/rules/order"
)

// A new command is one entry in the list of its subject: in this file, or beside its handler. Its words are
// in the catalogue: command.VERB, and option.NAME or option.VERB.NAME for each of its options.

// commandSpec is a command of this package. The orders of a game are the referee's.
type commandSpec struct {
	verb    order.Verb // of one or two words
	run     handler
	options []option

	needs  int64 // permissions without which Discord refuses it, 0 for none
	posts  bool  // everybody in the channel reads of it, so that its giver must be permitted to write there
	setsUp bool  // it sets a game up, so that the bot must have the permissions for a game
	// it needs no game: it can also be given in direct messages, and by users who have installed the bot
	anywhere bool
	// it is about its giver and not about the channel's game, so that it does not count as a look at the game
	aside bool
	cost  limit.Kind // how it counts against the limits; an option can change that
	find  lookupFunc // of a look-up: the function that answers it
}

// handler carries out a command that was typed.
type handler func(*bot, context.Context, request, map[string]string) ([]rest.Message, error)

// completer lists what can stand in an option.
type completer func(*bot, context.Context, request, typing) ([]rest.Suggestion, error)

// typing is a command that is being typed, and the option at the cursor.
type typing struct {
	typedCommand
	option string
}

// text is what is typed of the option.
func (t typing) text() string { return t.values[t.option] }

// commandSpecs are all commands that are not orders of a game, in the order in which they are registered. layers are
// the kinds of overlays that games have.
func commandSpecs(layers []string) []commandSpec {
	return slices.Concat(tableCommands(), lookCommands(layers), planCommands(), masterCommands(), clockCommands(),
		seatCommands(), calendarCommands(), feedCommands(), standingCommands(), callCommands(), lookupCommands())
}

// commandTable is the commands by their verbs.
func commandTable(layers []string) map[order.Verb]commandSpec {
	table := map[order.Verb]commandSpec{}
	for _, c := range commandSpecs(layers) {
		table[c.verb] = c
	}
	return table
}

// tableCommands are the commands that set games up, end them and tell about them.
func tableCommands() []commandSpec {
	game := completed("module", (*bot).suggestModules).required()
	scenario, side := completed("scenario", (*bot).suggestScenarios), completed("side", (*bot).suggestSides)
	dice, wait := choiceOption("dice", ownDice, beaconDice), numberOption("wait", 1, mostPatience)
	clock := completed("clock", (*bot).suggestTerms)
	return []commandSpec{
		{verb: "game new", run: (*bot).newGame, setsUp: true,
			options: []option{game, scenario, side, dice, wait, clock}},
		{verb: "game join", run: (*bot).join, posts: true, options: []option{
			completed("side", (*bot).suggestSeat).required(), textOption("word")}},
		{verb: "game leave", run: asking("game leave")},
		{verb: "game start", run: withoutOptions((*bot).start), setsUp: true},
		{verb: auditVerb, run: withoutOptions((*bot).audit), cost: limit.Film},
		{verb: statsVerb, run: (*bot).stats, cost: limit.Film, options: []option{
			choiceOption("scope", ofGame, ofPlayer, ofAll), userOption("player"), publicOption()}},
		{verb: undoVerb, run: (*bot).undo, options: []option{choiceOption("answer", consent, noConsent)}},
		{verb: "game resign", run: asking("game resign")},
		{verb: "game draw", run: asking("game draw")},
		{verb: "game cancel", run: asking("game cancel"), posts: true},
		{verb: "game status", run: withoutOptions((*bot).status)},
		{verb: "game log", run: (*bot).gameLog, options: []option{turnOption(), publicOption()}},
		{verb: replayVerb, run: (*bot).replay, cost: limit.Film, options: []option{styleOption(), publicOption()}},
		{verb: exportVerb, run: withoutOptions((*bot).export), cost: limit.Film},
	}
}

// lookCommands are the commands that look at a position, and the settings for these.
func lookCommands(layers []string) []commandSpec {
	at, hex := completed("at", ofSeen(localizer.suggestStacks)), completed("hex", ofSeen(localizer.suggestStacks))
	return []commandSpec{
		{verb: "map", run: (*bot).seeMap, cost: limit.Picture, options: []option{
			at, numberOption("zoom", 1, maxZoom), choiceOption("layer", layers...), styleOption(), publicOption()}},
		{verb: "stack show", run: (*bot).seeStack, cost: limit.Picture, options: []option{
			hex.required(), styleOption(), publicOption()}},
		{verb: "unit show", run: (*bot).seeUnit, cost: limit.Picture, options: []option{
			completed("unit", ofSeen(localizer.suggestUnits)).required(), styleOption(), publicOption()}},
		{verb: "reach", run: (*bot).seeReach, cost: limit.Picture, options: []option{
			completed("unit", ofSeen(localizer.suggestOnMap)).required(), styleOption(), publicOption()}},
		{verb: "units", run: (*bot).units, options: []option{yesOption("unmoved"), publicOption()}},
		{verb: "threats", run: (*bot).seeThreats, options: []option{hex.required(), publicOption()}},
		{verb: "style", run: (*bot).chooseStyle, cost: limit.Picture, aside: true, options: []option{styleOption()}},
		{verb: "autopass", run: (*bot).autopass, aside: true, options: []option{yesOption("on")}},
		{verb: "due", run: (*bot).whatIsDue, options: []option{yesOption("all"), yesOption("ics")}},
		{verb: "note", run: (*bot).note, options: []option{textOption("text"), hex, turnOption()}},
		{verb: helpVerb, run: withoutOptions((*bot).help), anywhere: true},
		{verb: privacyVerb, run: withoutOptions((*bot).privacy), anywhere: true},
		{verb: listVerb, run: (*bot).seeOrders, options: []option{textOption("list").costing(limit.Picture)}},
	}
}

// withoutOptions is the handler of a command without options.
func withoutOptions(run func(*bot, context.Context, request) ([]rest.Message, error)) handler {
	return func(b *bot, ctx context.Context, req request, _ map[string]string) ([]rest.Message, error) {
		return run(b, ctx, req)
	}
}

// asking is the handler of a command that leaves or ends a game.
func asking(name string) handler {
	return func(b *bot, ctx context.Context, req request, _ map[string]string) ([]rest.Message, error) {
		return b.askEnding(ctx, req, name)
	}
}

func textOption(name string) option {
	return option{Type: discordgo.ApplicationCommandOptionString, Name: name}
}

// completed is an option with autocompletion.
func completed(name string, by completer) option {
	o := textOption(name)
	o.Autocomplete, o.complete = true, by
	return o
}

// choiceOption is an option with fixed values.
func choiceOption(name string, values ...string) option {
	o := textOption(name)
	for _, v := range values {
		o.Choices = append(o.Choices, choiceOf{Value: v})
	}
	return o
}

func numberOption(name string, least, most int) option {
	return option{Type: discordgo.ApplicationCommandOptionInteger, Name: name, Min: least, Max: most}
}

func yesOption(name string) option {
	return option{Type: discordgo.ApplicationCommandOptionBoolean, Name: name}
}

func userOption(name string) option {
	return option{Type: discordgo.ApplicationCommandOptionUser, Name: name}
}

// channelOption is a channel in which a game can be played.
func channelOption(name string) option {
	return option{Type: discordgo.ApplicationCommandOptionChannel, Name: name, Channels: playable}
}

// publicOption shows the answer to everybody, so that its giver must be permitted to write there.
func publicOption() option { return yesOption("public") }

func turnOption() option { return numberOption("turn", 1, 999) }

func styleOption() option {
	var names []string
	for _, s := range render.Styles() {
		names = append(names, s.Name)
	}
	return choiceOption("style", names...)
}

// required is the option as a required one.
func (o option) required() option {
	o.Required = true
	return o
}

// costing is the option as one that changes how its command counts.
func (o option) costing(kind limit.Kind) option {
	o.cost = kind
	return o
}
