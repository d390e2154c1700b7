package table

import (
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/clock"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/beside"
	"grognard/bot/discord/page"
	"grognard/bot/discord/places"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/titles"
	"grognard/rules/order"
	"grognard/rules/view"
)

func (g Games) commands() []ask.CommandSpec {
	game := ask.CompletedOption("module", g.suggestModules).AsRequired()
	scenario, side := ask.CompletedOption("scenario", g.suggestScenarios), ask.CompletedOption("side", g.suggestSides)
	dice, wait := ask.ChoiceOption("dice", ownDice, beaconDice), ask.NumberOption("wait", 1, mostPatience)
	clocks, errata := ask.CompletedOption("clock", suggestClockTerms), ask.YesOption("errata")
	return []ask.CommandSpec{
		{Verb: "game new", Run: g.newGame, SetsUp: true,
			Options: []ask.Option{game, scenario, side, dice, wait, clocks, errata,
				ask.ChoiceOption("thread", places.Public, places.Private)}},
		{Verb: "game join", Run: g.join, Posts: true, Options: []ask.Option{
			ask.CompletedOption("side", g.suggestSeats(onlyFree)).AsRequired(), ask.TextOption("word")}},
		{Verb: "game leave", Run: g.askBefore("game leave")},
		{Verb: "game start", Run: ask.WithoutOptions(g.start), SetsUp: true},
		{Verb: "game resign", Run: g.askBefore("game resign")},
		{Verb: "game draw", Run: g.askBefore("game draw")},
		{Verb: "game cancel", Run: g.askBefore("game cancel"), Posts: true},
		{Verb: "game status", Run: ask.WithoutOptions(g.status)},
	}
}

func (g Games) presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: pressResign, Run: g.confirmed(gameService.Resign, "answer.resigned")},
		{Name: pressCancel, Run: g.confirmed(gameService.Cancel, "answer.cancelled"), Posts: true},
		{Name: pressLeave, Run: g.confirmed(gameService.Leave, "answer.left")},
		{Name: pressOffer, Run: ask.WithWhat(g.offerEnding)},
		{Name: pressAccept, Run: ask.WithNumber(g.acceptEnding)},
		{Name: pressDecline, Run: ask.WithNumber(g.declineEnding)},
		{Name: pressLost, Run: ask.WithNothing(g.showLost), Looks: true},
		{Name: pressEnd, Run: ask.WithWhat(g.askEnd)},
		{Name: pressMoveHere, Run: ask.WithNothing(g.offerMoveHere), SetsUp: true},
		{Name: page.PressJoin, Posts: true,
			Run: func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
				return g.join(ctx, req, map[string]string{"side": d.What})
			}},
		{Name: beside.Press, SetsUp: true,
			Run: ask.WithWhat(func(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
				return g.newGame(ctx, req, beside.InThread(beside.Values(what)))
			})},
		{Name: beside.PressNew, SetsUp: true, NoGame: true,
			Run: ask.WithWhat(func(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
				return g.newGame(ctx, req, beside.Values(what))
			})},
		{Name: page.PressWord, Run: ask.WithNothing(g.askWord), Form: ask.WithText(g.submitDiceWord)},
		{Name: page.PressStart, Run: ask.WithNothing(g.start), SetsUp: true},
		{Name: page.PressDue, Run: ask.WithNothing(g.due)},
		{Name: tell.PressWaive, Run: ask.WithWhat(g.waive)},
		{Name: tell.PressChanges, Run: ask.WithNothing(g.changes)},
	}
}

// newGame answers /game new: it sets a game up in the channel, with the asker in one of its seats.
func (g Games) newGame(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	switch values["dice"] {
	case "", ownDice, beaconDice:
	default:
		return nil, ask.Refusal("beacon.no-dice")
	}
	wait, err := minutes(values["wait"])
	if err != nil {
		return nil, err
	}
	var terms clock.Terms
	if typed := values["clock"]; strings.TrimSpace(typed) != "" {
		if terms, err = clock.Parse(typed); err != nil {
			return nil, err
		}
	}
	opening := arrange.Opening{Clock: terms, Beacon: values["dice"] == beaconDice, Patience: wait,
		Module: values["module"], Scenario: values["scenario"], Side: order.Side(values["side"]),
		Errata: values["errata"] == "true"}
	t, why, err := g.Threads.NewGame(ctx, req, opening, values["thread"])
	modules, hasGame := g.Referee.Modules(), errors.Is(err, api.ErrGameHere)
	isKnown := slices.ContainsFunc(modules, func(m titles.Module) bool { return m.ID == values["module"] })
	switch {
	case !isKnown && (hasGame || errors.Is(err, api.ErrNoModule)):
		typed := "`" + wording.Verbatim(values["module"]) + "`"
		return page.Page[view.Public]{Text: req.Say("table.which-module", "module", typed),
			Rows: beside.Instead(modules, values)}.Messages(), nil
	case hasGame:
		return g.refuseSecondGame(ctx, req, values)
	case err != nil:
		return nil, err
	}
	if t.Channel != req.Cmd.Channel {
		return req.TextReply("answer.opened-there", "title", wording.InWords(t.Title), "channel",
			page.ChannelLink(t.Channel)), nil
	}
	lines := append([]string{req.Say("answer.opened", "title", wording.InWords(t.Title))}, why...)
	lines = append(lines, ask.Withheld(req)...)
	return tell.SeatReply(req, t, strings.Join(lines, "\n")), nil
}

// join answers /game join: it gives the asker a seat. If he has that seat already, it stores his word for the dice.
func (g Games) join(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	side, word := order.Side(values["side"]), values["word"]
	t, err := g.Referee.Join(ctx, req.Cmd, side, word)
	if errors.Is(err, api.ErrSeated) && word != "" {
		if t, err := g.Kit.Referee.Table(ctx, req.Cmd.Channel); err == nil {
			if own, ok := t.Seat(req.Cmd.User); ok && order.SideCalled([]order.Nation{own}, side) == own.ID {
				return g.submitDiceWord(ctx, req, word)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	seat, _ := t.Seat(req.Cmd.User)
	return tell.SeatReply(req, t, req.Say("answer.joined", "side", wording.InWords(seat.Name))), nil
}

// start answers /game start: it begins the game, or says that a beacon must first give the dice.
func (g Games) start(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	t, err := g.Kit.Referee.Table(ctx, req.Cmd.Channel)
	if _, seated := t.Seat(req.Cmd.User); err == nil && seated && t.Together && !t.Started && !t.Over {
		err = ask.Refusal("table.together")
	}
	if err == nil {
		t, err = g.Referee.Start(ctx, req.Cmd)
	}
	if err != nil {
		return nil, err
	}
	if t.Awaits != nil {
		return req.TextReply("beacon.accepted", tell.AwaitedArgs(*t.Awaits)...), nil
	}
	return req.TextReply("answer.started"), nil
}
