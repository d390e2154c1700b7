package discord

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

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
	Options      []option                               `json:"options,omitempty"`
	Choices      []choiceOf                             `json:"choices,omitempty"`
}

// choiceOf is one of few values that an option can have.
type choiceOf struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// form is a command as this package knows it: a verb of one or two words.
type form struct {
	verb    order.Verb
	options []option
}

// tableForms are the commands that are no orders of a game.
func tableForms() []form {
	text := func(name string, required bool) option {
		return option{Type: discordgo.ApplicationCommandOptionString, Name: name, Required: required, Autocomplete: true}
	}
	public := option{Type: discordgo.ApplicationCommandOptionBoolean, Name: "public"}
	word := option{Type: discordgo.ApplicationCommandOptionString, Name: "word"}
	zoom := option{Type: discordgo.ApplicationCommandOptionInteger, Name: "zoom", Min: 1, Max: maxZoom}
	turn := option{Type: discordgo.ApplicationCommandOptionInteger, Name: "turn", Min: 1, Max: 999}
	note := option{Type: discordgo.ApplicationCommandOptionString, Name: "text"}
	unmoved := option{Type: discordgo.ApplicationCommandOptionBoolean, Name: "unmoved"}
	layer := option{Type: discordgo.ApplicationCommandOptionString, Name: "layer", Choices: []choiceOf{{Value: supplyLayer}}}
	style := option{Type: discordgo.ApplicationCommandOptionString, Name: "style"}
	for _, s := range render.Styles() {
		style.Choices = append(style.Choices, choiceOf{Value: s.Name})
	}
	return []form{
		{"game new", []option{text("module", true), text("scenario", false), text("side", false)}},
		{"game join", []option{text("side", true), word}},
		{"game leave", nil},
		{"game start", nil},
		{undoVerb, []option{{Type: discordgo.ApplicationCommandOptionString, Name: "answer", Choices: []choiceOf{{Value: consent}, {Value: noConsent}}}}},
		{"game resign", nil},
		{"game draw", nil},
		{"game cancel", nil},
		{"game status", nil},
		{"game log", []option{turn, public}},
		{replayVerb, []option{style, public}},
		{"map", []option{text("at", false), zoom, layer, style, public}},
		{"stack show", []option{text("hex", true), style, public}},
		{"unit show", []option{text("unit", true), style, public}},
		{"reach", []option{text("unit", true), style, public}},
		{"units", []option{unmoved, public}},
		{"threats", []option{text("hex", true), public}},
		{"style", []option{style}},
		{oddsVerb, []option{text("target", true), text("units", true)}},
		{"autopass", []option{{Type: discordgo.ApplicationCommandOptionBoolean, Name: "on"}}},
		{"due", nil},
		{"note", []option{note, text("hex", false), turn}},
		{helpVerb, nil},
		{listVerb, []option{{Type: discordgo.ApplicationCommandOptionString, Name: "list"}}},
	}
}

// orderForm is the form of an order.
func orderForm(spec order.Spec) form {
	f := form{verb: spec.Verb}
	for _, o := range spec.Options {
		out := option{Type: discordgo.ApplicationCommandOptionString, Name: o.Name, Required: o.Required}
		switch o.Kind {
		case order.Count:
			out.Type, out.Min, out.Max = discordgo.ApplicationCommandOptionInteger, 1, 999
		case order.Units, order.Hex, order.Path, order.Strikes:
			out.Autocomplete = true
		}
		f.options = append(f.options, out)
	}
	return f
}

// commands is everything to be registered. A verb of two words is a subcommand.
func (s speech) commands(specs []order.Spec) []command {
	forms := tableForms()
	for _, spec := range specs {
		forms = append(forms, orderForm(spec))
	}
	var list []command
	for _, f := range forms {
		for i, o := range f.options {
			f.options[i].Description = s.describe("option."+string(f.verb)+"."+o.Name, "option."+o.Name)
			f.options[i].Choices = nil
			for _, c := range o.Choices {
				c.Name = s.describe(o.Name+"."+c.Value, c.Value)
				f.options[i].Choices = append(f.options[i].Choices, c)
			}
		}
		name, sub, _ := strings.Cut(string(f.verb), " ")
		i := slices.IndexFunc(list, func(c command) bool { return c.Name == name })
		if i < 0 {
			i = len(list)
			list = append(list, command{Name: name, Description: s.describe("command." + name), Type: discordgo.ChatApplicationCommand,
				Contexts: []discordgo.InteractionContextType{discordgo.InteractionContextGuild},
				Installs: []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}})
		}
		if f.verb == helpVerb {
			list[i].Contexts = append(list[i].Contexts, discordgo.InteractionContextBotDM)
		}
		if sub == "" {
			list[i].Options = f.options
			continue
		}
		list[i].Options = append(list[i].Options, option{Type: discordgo.ApplicationCommandOptionSubCommand, Name: sub,
			Description: s.describe("command." + string(f.verb)), Options: f.options})
	}
	return list
}
