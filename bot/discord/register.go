package discord

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/limit"
	"grognard/rules/order"
)

// command and option are registered with Discord. discordgo's own types write
// fields that the published schema does not have for their kind of option.
type command struct {
	Name        string                           `json:"name"`
	Description string                           `json:"description"`
	Type        discordgo.ApplicationCommandType `json:"type"`
	Options     []option                         `json:"options,omitempty"`
	// permissions; 0 for none
	Needs    int64                                  `json:"default_member_permissions,omitempty"`
	Contexts []discordgo.InteractionContextType     `json:"contexts"`
	Installs []discordgo.ApplicationIntegrationType `json:"integration_types"`
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

	complete completer  // lists values while it is typed; nil for none
	cost     limit.Kind // how its command counts with it; 0 for no difference
}

// choiceOf is one of the fixed values of an option.
type choiceOf struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// orderCommand is the command for an order.
func orderCommand(spec order.Spec) commandSpec {
	c := commandSpec{verb: spec.Verb}
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
		c.options = append(c.options, out)
	}
	return c
}

// commands is everything to be registered. A verb of two words is a subcommand.
func (loc localizer) commands(specs []order.Spec, layers []string) []command {
	all := commandSpecs(layers)
	for _, spec := range specs {
		all = append(all, orderCommand(spec))
	}
	var list []command
	for _, f := range all {
		for i, o := range f.options {
			f.options[i].Description = loc.Describe("option."+string(f.verb)+"."+o.Name, "option."+o.Name)
			f.options[i].Choices = nil
			for _, c := range o.Choices {
				c.Name = loc.Describe(o.Name+"."+c.Value, c.Value)
				f.options[i].Choices = append(f.options[i].Choices, c)
			}
		}
		name, sub, _ := strings.Cut(string(f.verb), " ")
		i := slices.IndexFunc(list, func(c command) bool { return c.Name == name })
		if i < 0 {
			i = len(list)
			list = append(list, command{Name: name, Description: loc.Describe("command." + name),
				Type:     discordgo.ChatApplicationCommand,
				Contexts: []discordgo.InteractionContextType{discordgo.InteractionContextGuild},
				Installs: []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}})
		}
		list[i].Needs |= f.needs
		if f.anywhere {
			list[i].Contexts = append(list[i].Contexts, discordgo.InteractionContextBotDM,
				discordgo.InteractionContextPrivateChannel)
			list[i].Installs = append(list[i].Installs, discordgo.ApplicationIntegrationUserInstall)
		}
		if sub == "" {
			list[i].Options = f.options
			continue
		}
		list[i].Options = append(list[i].Options, option{Type: discordgo.ApplicationCommandOptionSubCommand, Name: sub,
			Description: loc.Describe("command." + string(f.verb)), Options: f.options})
	}
	return list
}
