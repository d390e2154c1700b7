package discord

import (
	"context"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/audit"
	"grognard/bot/discord/beside"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/table"
	"grognard/bot/discord/wording"
	"grognard/rules/first"
	"grognard/rules/order"

	"github.com/bwmarrin/discordgo"
)

// command is a command as it is registered with Discord. It replaces discordgo.ApplicationCommand, and ask.Option its
// options, because discordgo writes fields that Discord's schema does not have for every kind of option.
type command struct {
	Name        string                           `json:"name"`
	Description string                           `json:"description"`
	Type        discordgo.ApplicationCommandType `json:"type"`
	Options     []ask.Option                     `json:"options,omitempty"`
	// the permissions that a member needs, as bits; 0 for none
	Needs    int64                                  `json:"default_member_permissions,omitempty"`
	Contexts []discordgo.InteractionContextType     `json:"contexts"`
	Installs []discordgo.ApplicationIntegrationType `json:"integration_types"`
}

// orderCommand returns the command for an order of a game: a word with few values has choices, others are suggested.
func orderCommand(spec order.Spec) ask.CommandSpec {
	c := ask.CommandSpec{Verb: spec.Verb}
	for _, o := range spec.Said() {
		out := ask.Option{Type: discordgo.ApplicationCommandOptionString, Name: o.Name, Required: o.Required}
		switch {
		case o.Kind == order.Count && len(o.Numbers) == 0:
			out.Type, out.Min, out.Max = discordgo.ApplicationCommandOptionInteger, 1, order.MaxCount
		case o.Kind == order.Word && len(o.Words) <= page.ChoiceLimit:
			for _, w := range o.Words {
				out.Choices = append(out.Choices, ask.FixedChoice{Value: w})
			}
		default:
			out.Autocomplete = true
		}
		c.Options = append(c.Options, out)
	}
	return c
}

// commandsOf returns everything to be registered: the commands in all, and the orders of games in specs. A verb of two
// words becomes a subcommand.
func commandsOf(loc wording.Localizer, all []ask.CommandSpec, specs []order.Spec) []command {
	for _, spec := range specs {
		all = append(all, orderCommand(spec))
	}
	var list []command
	for _, f := range all {
		for i, o := range f.Options {
			f.Options[i].Description = loc.Describe("option."+string(f.Verb)+"."+o.Name, "option."+o.Name)
			f.Options[i].Choices = nil
			if o.Type == discordgo.ApplicationCommandOptionString && len(o.Choices) == 0 {
				f.Options[i].Longest = o.Most()
			}
			for _, c := range o.Choices {
				c.Name = loc.Describe(o.Name+"."+c.Value, c.Value)
				f.Options[i].Choices = append(f.Options[i].Choices, c)
			}
		}
		name, sub, _ := strings.Cut(string(f.Verb), " ")
		c := first.OrAdd(&list, func(c command) bool { return c.Name == name }, command{Name: name,
			Description: loc.Describe("command." + name), Type: discordgo.ChatApplicationCommand,
			Contexts: []discordgo.InteractionContextType{discordgo.InteractionContextGuild},
			Installs: []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}})
		c.Needs |= f.Needs
		if f.Anywhere {
			c.Contexts = append(c.Contexts, discordgo.InteractionContextBotDM,
				discordgo.InteractionContextPrivateChannel)
			c.Installs = append(c.Installs, discordgo.ApplicationIntegrationUserInstall)
		}
		if sub == "" {
			c.Options = f.Options
			continue
		}
		c.Options = append(c.Options, ask.Option{Type: discordgo.ApplicationCommandOptionSubCommand,
			Name: sub, Description: loc.Describe("command." + string(f.Verb)), Options: f.Options})
	}
	return list
}

// commandOrder returns the verbs in the order in which Discord is to list them. A verb that is missing here comes last.
func commandOrder() []order.Verb {
	return []order.Verb{
		"game new", "game join", "game leave", "game start", audit.Verb, look.StatsVerb, play.UndoVerb,
		"game resign", "game draw", "game cancel", "game status", "game log", look.ReplayVerb, "game report",
		look.ExportVerb, "map", "stack show", "unit show", "reach", "units", "threats",
		"settings", "due", "note", table.HelpVerb, table.PrivacyVerb, play.ListVerb,
		"master pause", "master end", "master move", "master undo",
		"clock show", "clock pause", "clock claim",
		"seat grant", "seat end", "seat answer", "seat waiting", "vacation",
		"standing answer", "standing try", "league", "seek",
		"since", "case", "roll", look.OddsVerb, look.CrtVerb, "terrain", "rule", "games",
	}
}

// commandSpecs returns the commands that are not orders of a game, in order. layers are the kinds of overlays of games.
func (b *bot) commandSpecs(layers []string) []ask.CommandSpec {
	all := slices.Concat(b.table.Commands(), b.look.Commands(layers), b.play.Commands(), b.away.Commands(),
		b.seasons.Commands(), b.reports.Commands(), b.cases.Commands())
	place := map[order.Verb]int{}
	for i, v := range commandOrder() {
		place[v] = i - len(commandOrder()) // negative: a verb that is not listed has 0 and comes last
	}
	slices.SortStableFunc(all, func(x, y ask.CommandSpec) int { return place[x.Verb] - place[y.Verb] })
	return all
}

// commandTable returns the commands that are not orders of a game, by their verbs.
func (b *bot) commandTable(layers []string) map[order.Verb]ask.CommandSpec {
	specs := map[order.Verb]ask.CommandSpec{}
	for _, c := range b.commandSpecs(layers) {
		specs[c.Verb] = c
	}
	return specs
}

// runCommand carries out a typed command: one of b.commands, or an order of the game. An order that starts a fight only
// shows its odds; a command that no longer exists is refused.
func (b *bot) runCommand(ctx context.Context, req ask.Request, verb order.Verb,
	values map[string]string) ([]rest.Message, error) {
	if spec, ok := b.commands[verb]; ok {
		return spec.Run(ctx, req, beside.Named(b.table.Games.Referee.Modules(), values))
	}
	if err := refuseGoneCommand(verb); err != nil {
		return nil, err
	}
	if b.play.StartsFight(ctx, req, verb) {
		return b.play.PlanFight(ctx, req, verb, values)
	}
	out, err := b.Referee.Orders.Say(ctx, req.Cmd, verb, values)
	return b.play.AnswerOrder(ctx, req, out, err)
}
