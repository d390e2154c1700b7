package away

import (
	"context"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/limit"
)

// SeeOrders is /orders: a list in the command, or else a form to write one.
func (s Sheets) SeeOrders(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	p, err := ask.PlayerOf(ctx, s.Kit, req)
	if err != nil {
		return nil, err
	}
	if values["list"] == "" {
		return play.Write(p, ""), nil
	}
	return play.Preview(ctx, p, values["list"])
}

// ListPresses are the presses about lists.
func (s Sheets) ListPresses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: play.PressList, Run: s.AsPlayer(play.NewList), Form: ask.WithText(s.submitList),
			FormCost: limit.Picture},
		{Name: play.PressListEdit, Run: s.AsPlayer(play.EditList)},
		{Name: play.PressListShow, Run: s.AsPlayer(play.ShowList), Cost: limit.Picture},
		{Name: play.PressListRun, Run: s.AsPlayer(func(ctx context.Context, p ask.Player, what string) ([]rest.Message,
			error) {
			draft, preview, _ := strings.Cut(what, ":")
			return play.RunList(ctx, p, draft, preview)
		})},
		{Name: play.PressListDrop, Run: s.AsPlayer(play.DropList)},
		{Name: play.PressListWhich, Run: s.AsPlayer(play.ChosenInLine)},
	}
}

// submitList takes a list that was written in the form.
func (s Sheets) submitList(ctx context.Context, req ask.Request, list string) ([]rest.Message, error) {
	p, err := ask.PlayerOf(ctx, s.Kit, req)
	if err != nil {
		return nil, err
	}
	return play.Preview(ctx, p, list)
}
