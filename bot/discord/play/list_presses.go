package play

import (
	"context"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/limit"
)

// SeeOrders is /orders: a list in the command, or else a form to write one.
func (d Desk) SeeOrders(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	p, err := d.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	if values["list"] == "" {
		return Write(p, ""), nil
	}
	return Preview(ctx, p, values["list"])
}

// listPresses are the presses about lists.
func (d Desk) listPresses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: PressList, Run: d.AsPlayer(NewList), Form: ask.WithText(d.submitList),
			FormCost: limit.Picture},
		{Name: PressListEdit, Run: d.AsPlayer(EditList)},
		{Name: PressListShow, Run: d.AsPlayer(ShowList), Cost: limit.Picture},
		{Name: PressListRun, Run: d.AsPlayer(func(ctx context.Context, p Player, what string) ([]rest.Message,
			error) {
			draft, preview, _ := strings.Cut(what, ":")
			return RunList(ctx, p, draft, preview)
		})},
		{Name: PressListDrop, Run: d.AsPlayer(DropList)},
		{Name: PressListWhich, Run: d.AsPlayer(ChosenInLine)},
	}
}

// submitList takes a list that was written in the form.
func (d Desk) submitList(ctx context.Context, req ask.Request, list string) ([]rest.Message, error) {
	p, err := d.Player(ctx, req)
	if err != nil {
		return nil, err
	}
	return Preview(ctx, p, list)
}
