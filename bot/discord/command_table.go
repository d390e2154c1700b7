package discord

import (
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/play"
	"grognard/bot/discord/table"
	"grognard/bot/limit"
	"grognard/rules/order"
)

// commandSpecs are all commands that are not orders of a game, in the order in which they are registered. layers are
// the kinds of overlays that games have.
func (b *bot) commandSpecs(layers []string) []ask.CommandSpec {
	return slices.Concat(b.tableCommands(), b.lookCommands(layers), b.plans.PlanCommands(), b.masters.MasterCommands(),
		b.clocks.ClockCommands(),
		b.seats.SeatCommands(), b.calendars.CalendarCommands(), b.feeds.FeedCommands(), b.standing.StandingCommands(), b.calls.CallCommands(b.look.Since), b.lookups.LookupCommands(b.odds, b.suggestFight))
}

// commandTable is the commands by their verbs.
func (b *bot) commandTable(layers []string) map[order.Verb]ask.CommandSpec {
	table := map[order.Verb]ask.CommandSpec{}
	for _, c := range b.commandSpecs(layers) {
		table[c.Verb] = c
	}
	return table
}

// tableCommands are the commands that set games up, end them and tell about them.
func (b *bot) tableCommands() []ask.CommandSpec {
	game := ask.Completed("module", b.games.SuggestModules).AsRequired()
	scenario, side := ask.Completed("scenario", b.games.SuggestScenarios), ask.Completed("side", b.games.SuggestSides)
	dice, wait := ask.ChoiceOption("dice", table.OwnDice, table.BeaconDice), ask.NumberOption("wait", 1,
		table.MostPatience)
	clock := ask.Completed("clock", b.clocks.SuggestTerms)
	return []ask.CommandSpec{
		{Verb: "game new", Run: b.games.NewGame, SetsUp: true,
			Options: []ask.Option{game, scenario, side, dice, wait, clock}},
		{Verb: "game join", Run: b.games.Join, Posts: true, Options: []ask.Option{
			ask.Completed("side", b.games.SuggestSeat).AsRequired(), ask.TextOption("word")}},
		{Verb: "game leave", Run: b.games.Asking("game leave")},
		{Verb: "game start", Run: ask.WithoutOptions(b.games.Start), SetsUp: true},
		{Verb: look.AuditVerb, Run: ask.WithoutOptions(b.look.Audit), Cost: limit.Film},
		{Verb: look.StatsVerb, Run: b.look.Stats, Cost: limit.Film, Options: []ask.Option{
			ask.ChoiceOption("scope", look.OfGame, look.OfPlayer,
				look.OfAll), ask.UserOption("player"), ask.PublicOption()}},
		{Verb: play.UndoVerb, Run: b.play.Undo, Options: []ask.Option{ask.ChoiceOption("answer", play.Consent,
			play.NoConsent)}},
		{Verb: "game resign", Run: b.games.Asking("game resign")},
		{Verb: "game draw", Run: b.games.Asking("game draw")},
		{Verb: "game cancel", Run: b.games.Asking("game cancel"), Posts: true},
		{Verb: "game status", Run: ask.WithoutOptions(b.games.Status)},
		{Verb: "game log", Run: b.look.GameLog, Options: []ask.Option{ask.TurnOption(), ask.PublicOption()}},
		{Verb: look.ReplayVerb, Run: b.look.Replay, Cost: limit.Film, Options: []ask.Option{ask.StyleOption(),
			ask.PublicOption()}},
		{Verb: look.ExportVerb, Run: ask.WithoutOptions(b.look.Export), Cost: limit.Film},
	}
}

// lookCommands are the commands that look at a position, and the settings for these.
func (b *bot) lookCommands(layers []string) []ask.CommandSpec {
	at, hex := ask.Completed("at", ask.OfSeen(b.Kit, look.SuggestStacks)), ask.Completed("hex", ask.OfSeen(b.Kit,
		look.SuggestStacks))
	return []ask.CommandSpec{
		{Verb: "map", Run: b.look.SeeMap, Cost: limit.Picture, Options: []ask.Option{
			at, ask.NumberOption("zoom", 1, look.MaxZoom), ask.ChoiceOption("layer",
				layers...), ask.StyleOption(), ask.PublicOption()}},
		{Verb: "stack show", Run: b.look.SeeStack, Cost: limit.Picture, Options: []ask.Option{
			hex.AsRequired(), ask.StyleOption(), ask.PublicOption()}},
		{Verb: "unit show", Run: b.look.SeeUnit, Cost: limit.Picture, Options: []ask.Option{
			ask.Completed("unit", ask.OfSeen(b.Kit,
				look.SuggestUnits)).AsRequired(), ask.StyleOption(), ask.PublicOption()}},
		{Verb: "reach", Run: b.look.SeeReach, Cost: limit.Picture, Options: []ask.Option{
			ask.Completed("unit", ask.OfSeen(b.Kit,
				look.SuggestOnMap)).AsRequired(), ask.StyleOption(), ask.PublicOption()}},
		{Verb: "units", Run: b.look.Units, Options: []ask.Option{ask.YesOption("unmoved"), ask.PublicOption()}},
		{Verb: "threats", Run: b.look.SeeThreats, Options: []ask.Option{hex.AsRequired(), ask.PublicOption()}},
		{Verb: "style", Run: b.settings.ChooseStyle, Cost: limit.Picture, Aside: true,
			Options: []ask.Option{ask.StyleOption()}},
		{Verb: "autopass", Run: b.settings.Autopass, Aside: true, Options: []ask.Option{ask.YesOption("on")}},
		{Verb: "due", Run: b.calls.WhatIsDue, Options: []ask.Option{ask.YesOption("all"), ask.YesOption("ics")}},
		{Verb: "note", Run: b.notes.Note, Options: []ask.Option{ask.TextOption("text"), hex, ask.TurnOption()}},
		{Verb: table.HelpVerb, Run: ask.WithoutOptions(b.settings.Help), Anywhere: true},
		{Verb: table.PrivacyVerb, Run: ask.WithoutOptions(b.settings.Privacy), Anywhere: true},
		{Verb: play.ListVerb, Run: b.play.SeeOrders,
			Options: []ask.Option{ask.TextOption("list").Costing(limit.Picture)}},
	}
}
