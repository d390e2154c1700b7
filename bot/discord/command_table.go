package discord

import (
	"context"
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/table"
	"grognard/rules/order"
)

// commandOrder returns the commands in the order in which they are registered, which is that in which Discord lists
// those of a group. A command that is not among them comes last.
func commandOrder() []order.Verb {
	return []order.Verb{
		"game new", "game join", "game leave", "game start", look.AuditVerb, look.StatsVerb, play.UndoVerb,
		"game resign", "game draw", "game cancel", "game status", "game log", look.ReplayVerb, look.ExportVerb,
		"map", "stack show", "unit show", "reach", "units", "threats",
		"settings", "due", "note", table.HelpVerb, table.PrivacyVerb, play.ListVerb,
		"master pause", "master resume", "master end", "master move", "master undo",
		"clock show", "clock terms", "clock pause", "clock wait", "clock claim",
		"seat grant", "seat end", "seat answer", "seat waiting", "vacation",
		"standing answer", "standing try",
		"since", "roll", look.OddsVerb, look.CrtVerb, "terrain", "rule", "games",
	}
}

// commandSpecs returns all commands that are not orders of a game, in the order in which they are registered. layers
// are the kinds of overlays that games have.
func (b *bot) commandSpecs(layers []string) []ask.CommandSpec {
	all := slices.Concat(b.table.Commands(), b.look.Commands(layers), b.play.Commands(), b.away.Commands())
	place := map[order.Verb]int{}
	for i, v := range commandOrder() {
		place[v] = i - len(commandOrder())
	}
	slices.SortStableFunc(all, func(x, y ask.CommandSpec) int { return place[x.Verb] - place[y.Verb] })
	return all
}

// commandTable returns the commands by their verbs.
func (b *bot) commandTable(layers []string) map[order.Verb]ask.CommandSpec {
	specs := map[order.Verb]ask.CommandSpec{}
	for _, c := range b.commandSpecs(layers) {
		specs[c.Verb] = c
	}
	return specs
}

// command carries out what was typed: a command of this package, or an order of the game.
func (b *bot) command(ctx context.Context, req ask.Request, verb order.Verb,
	values map[string]string) ([]rest.Message, error) {
	if spec, ok := b.commands[verb]; ok {
		return spec.Run(ctx, req, values)
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
