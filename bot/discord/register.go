package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/lookup"
	"grognard/render"
	"grognard/rules/order"
)

// command and option are registered with Discord. discordgo's own types write
// fields that the published schema does not have for their kind of option.
type command struct {
	Name        string                                 `json:"name"`
	Description string                                 `json:"description"`
	Type        discordgo.ApplicationCommandType       `json:"type"`
	Options     []option                               `json:"options,omitempty"`
	Needs       int64                                  `json:"default_member_permissions,omitempty"` // permissions; 0 is none
	Contexts    []discordgo.InteractionContextType     `json:"contexts"`
	Installs    []discordgo.ApplicationIntegrationType `json:"integration_types"`
}

type option struct {
	Type         discordgo.ApplicationCommandOptionType `json:"type"`
	Name         string                                 `json:"name"`
	Description  string                                 `json:"description"`
	Required     bool                                   `json:"required,omitempty"`
	Autocomplete bool                                   `json:"autocomplete,omitempty"`
	Min          int                                    `json:"min_value,omitempty"`
	Max          int                                    `json:"max_value,omitempty"`
	Longest      int                                    `json:"max_length,omitempty"`
	Channels     []discordgo.ChannelType                `json:"channel_types,omitempty"`
	Options      []option                               `json:"options,omitempty"`
	Choices      []choiceOf                             `json:"choices,omitempty"`
}

// choiceOf is one of few values that an option can have.
type choiceOf struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// form is a command as this package knows it: a verb of one or two words, and what carries
// it out; nil for the orders of a game, which the referee reads.
type form struct {
	verb    order.Verb
	run     handler
	options []option
}

// handler carries out a command that was typed.
type handler func(*bot, context.Context, request, map[string]string) ([]message, error)

// withoutOptions is the handler of a command without options.
func withoutOptions(run func(*bot, context.Context, request) ([]message, error)) handler {
	return func(b *bot, ctx context.Context, req request, _ map[string]string) ([]message, error) {
		return run(b, ctx, req)
	}
}

// asking is the handler of a command that leaves a game or ends it.
func asking(name string) handler {
	return func(b *bot, ctx context.Context, req request, _ map[string]string) ([]message, error) {
		return b.askEnding(ctx, req, name)
	}
}

// handlers are what carries out the commands that are no orders of a game.
func handlers() map[order.Verb]handler {
	all := map[order.Verb]handler{}
	for _, f := range tableForms(nil) {
		all[f.verb] = f.run
	}
	return all
}

// tableForms are the commands that are no orders of a game. Layers are the kinds of overlays
// of a map that games have.
func tableForms(layers []string) []form {
	text := func(name string, required bool) option {
		return option{Type: discordgo.ApplicationCommandOptionString, Name: name, Required: required, Autocomplete: true}
	}
	words := func(name string) option {
		return option{Type: discordgo.ApplicationCommandOptionString, Name: name}
	}
	yes := func(name string) option {
		return option{Type: discordgo.ApplicationCommandOptionBoolean, Name: name}
	}
	public := yes("public")
	scope := words("scope")
	scope.Choices = []choiceOf{{Value: ofGame}, {Value: ofPlayer}, {Value: ofAll}}
	answer := words("answer")
	answer.Choices = []choiceOf{{Value: consent}, {Value: noConsent}}
	dice := words("dice")
	dice.Choices = []choiceOf{{Value: ownDice}, {Value: beaconDice}}
	wait := option{Type: discordgo.ApplicationCommandOptionInteger, Name: "wait", Min: 1, Max: mostPatience}
	zoom := option{Type: discordgo.ApplicationCommandOptionInteger, Name: "zoom", Min: 1, Max: maxZoom}
	turn := option{Type: discordgo.ApplicationCommandOptionInteger, Name: "turn", Min: 1, Max: 999}
	layer := words("layer")
	for _, l := range layers {
		layer.Choices = append(layer.Choices, choiceOf{Value: l})
	}
	style := words("style")
	for _, s := range render.Styles() {
		style.Choices = append(style.Choices, choiceOf{Value: s.Name})
	}
	return append([]form{
		{"game new", (*bot).newGame, []option{text("module", true), text("scenario", false), text("side", false), dice, wait, text("clock", false)}},
		{"game join", (*bot).join, []option{text("side", true), words("word")}},
		{"game leave", asking("game leave"), nil},
		{"game start", withoutOptions((*bot).start), nil},
		{auditVerb, withoutOptions((*bot).audit), nil},
		{statsVerb, (*bot).stats, []option{scope, {Type: discordgo.ApplicationCommandOptionUser, Name: "player"}, public}},
		{undoVerb, (*bot).undo, []option{answer}},
		{"game resign", asking("game resign"), nil},
		{"game draw", asking("game draw"), nil},
		{"game cancel", asking("game cancel"), nil},
		{"game status", withoutOptions((*bot).status), nil},
		{"game log", (*bot).story, []option{turn, public}},
		{replayVerb, (*bot).replay, []option{style, public}},
		{exportVerb, withoutOptions((*bot).export), nil},
		{"map", (*bot).seeMap, []option{text("at", false), zoom, layer, style, public}},
		{"stack show", (*bot).seeStack, []option{text("hex", true), style, public}},
		{"unit show", (*bot).seeUnit, []option{text("unit", true), style, public}},
		{"reach", (*bot).seeReach, []option{text("unit", true), style, public}},
		{"units", (*bot).units, []option{yes("unmoved"), public}},
		{"threats", (*bot).seeThreats, []option{text("hex", true), public}},
		{"style", (*bot).chooseStyle, []option{style}},
		{"autopass", (*bot).autopass, []option{yes("on")}},
		{"due", (*bot).whatIsDue, []option{yes("all"), yes("ics")}},
		{"note", (*bot).note, []option{words("text"), text("hex", false), turn}},
		{helpVerb, withoutOptions((*bot).help), nil},
		{privacyVerb, withoutOptions((*bot).privacy), nil},
		{listVerb, (*bot).seeOrders, []option{words("list")}},
	}, slices.Concat(planForms(), masterForms(), clockForms(), seatForms(), calendarForms(), feedForms(), awayForms(), callForms(), lookForms())...)
}

// mostShift is how many columns a fight on paper can be shifted.
const mostShift = 20

// lookForms are the look-ups.
func lookForms() []form {
	words := func(name string) option {
		return option{Type: discordgo.ApplicationCommandOptionString, Name: name}
	}
	text := func(name string) option {
		o := words(name)
		o.Autocomplete = true
		return o
	}
	need := func(name string) option {
		o := words(name)
		o.Required = true
		return o
	}
	number := func(name string, least, most int) option {
		return option{Type: discordgo.ApplicationCommandOptionInteger, Name: name, Min: least, Max: most}
	}
	public := option{Type: discordgo.ApplicationCommandOptionBoolean, Name: "public"}
	find := text("find")
	find.Required = true
	return []form{
		{rollVerb, lookupHandler(rollVerb), []option{need("dice"), number("times", 1, lookup.MostThrows), words("label"), public}},
		{oddsVerb, (*bot).odds, []option{words("attack"), words("defence"), number("shift", -mostShift, mostShift), text("table"), text("target"), text("units"), public}},
		{crtVerb, lookupHandler(crtVerb), []option{text("table"), words("odds"), words("roll"), public}},
		{terrainVerb, lookupHandler(terrainVerb), []option{text("kind"), text("side"), public}},
		{ruleVerb, lookupHandler(ruleVerb), []option{find, public}},
		{gamesVerb, lookupHandler(gamesVerb), []option{public}},
	}
}

// orderForm is the form of an order.
func orderForm(spec order.Spec) form {
	f := form{verb: spec.Verb}
	for _, o := range spec.Said() {
		out := option{Type: discordgo.ApplicationCommandOptionString, Name: o.Name, Required: o.Required}
		switch {
		case o.Kind == order.Count && len(o.Numbers) == 0:
			out.Type, out.Min, out.Max = discordgo.ApplicationCommandOptionInteger, 1, order.MostCounted
		case o.Kind == order.Word && len(o.Words) <= choiceLimit:
			for _, w := range o.Words {
				out.Choices = append(out.Choices, choiceOf{Value: w})
			}
		default:
			out.Autocomplete = true
		}
		f.options = append(f.options, out)
	}
	return f
}

// commands is everything to be registered. A verb of two words is a subcommand.
func (loc localizer) commands(specs []order.Spec, layers []string) []command {
	forms := tableForms(layers)
	for _, spec := range specs {
		forms = append(forms, orderForm(spec))
	}
	var list []command
	for _, f := range forms {
		for i, o := range f.options {
			f.options[i].Description = loc.describe("option."+string(f.verb)+"."+o.Name, "option."+o.Name)
			f.options[i].Choices = nil
			for _, c := range o.Choices {
				c.Name = loc.describe(o.Name+"."+c.Value, c.Value)
				f.options[i].Choices = append(f.options[i].Choices, c)
			}
		}
		name, sub, _ := strings.Cut(string(f.verb), " ")
		i := slices.IndexFunc(list, func(c command) bool { return c.Name == name })
		if i < 0 {
			i = len(list)
			list = append(list, command{Name: name, Description: loc.describe("command." + name), Type: discordgo.ChatApplicationCommand,
				Contexts: []discordgo.InteractionContextType{discordgo.InteractionContextGuild},
				Installs: []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}})
		}
		if name == masterVerb {
			list[i].Needs = mayManage
		}
		if anywhere(f.verb) {
			list[i].Contexts = append(list[i].Contexts, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel)
			list[i].Installs = append(list[i].Installs, discordgo.ApplicationIntegrationUserInstall)
		}
		if sub == "" {
			list[i].Options = f.options
			continue
		}
		list[i].Options = append(list[i].Options, option{Type: discordgo.ApplicationCommandOptionSubCommand, Name: sub,
			Description: loc.describe("command." + string(f.verb)), Options: f.options})
	}
	return list
}
