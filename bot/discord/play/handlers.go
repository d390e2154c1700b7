package play

import (
	"context"
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/remaining"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/workplace"
	"grognard/bot/limit"
	"grognard/bot/referee/api"
)

// NewDesk returns a desk. noteMenu is told which games the menu of a user's panel in direct messages names.
func NewDesk(k ask.Kit, orders orderService, lists listService, undos undoService,
	noteMenu func(user string, games []api.GameID)) Desk {
	return Desk{Kit: k, orders: orders, lists: lists, undos: undos, pictures: &look.PictureCache{},
		worked: &workplace.Memory{}, noteMenu: noteMenu, showPanel: panel}
}

func (d Desk) Commands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: UndoVerb, Run: d.Undo, Options: []ask.Option{ask.ChoiceOption("answer", consent, NoConsent)}},
		{Verb: ListVerb, Run: d.PlayerCommand(d.seeOrders),
			Options: []ask.Option{ask.TextOption("list").WithLongest(ask.LongestList).WithCost(limit.Picture),
				ask.CompletedOption("when", d.suggestWhen)}},
	}
}

// Presses returns the handlers of this package's buttons, menus and forms, but for those by which an order is chosen:
// these are AnswerChoice's. If a press on a page in place fails, the panel follows.
func (d Desk) Presses() []ask.PressSpec {
	list := slices.Concat(d.panelPresses(), d.undoPresses(), []ask.PressSpec{
		{Name: remaining.PressWrite, Run: d.AsPlayer(newList), Form: d.submitList, FormCost: limit.Picture},
		{Name: remaining.PressEdit, Run: d.AsPlayer(editList)},
		{Name: remaining.PressShow, Run: d.AsPlayer(showList), Cost: limit.Picture},
		{Name: remaining.PressRun, Run: d.AsPlayer(runList)},
		{Name: remaining.PressGoOn, Run: d.AsPlayer(goOnWithList), Cost: limit.Picture},
		{Name: remaining.PressDrop, Run: d.AsPlayer(dropList)},
		{Name: remaining.PressWhich, Run: d.AsPlayer(chosenInLine)},
		{Name: remaining.PressKeep, Run: d.AsPlayer(keepForNextTurn), Cost: limit.Picture},
		{Name: remaining.PressReplace, Run: d.AsPlayer(replaceList), Cost: limit.Picture},
		{Name: page.PressDecide, Opens: true, Run: ask.WithNumber(d.decide)},
		{Name: page.PressOrders, Opens: true, Cost: limit.Picture, Run: d.AsPlayer(
			func(ctx context.Context, p Player, _ string) ([]rest.Message, error) {
				return p.ShowPanel(ctx, News{}, PageOfBeginning)
			})},
		{Name: page.PressSide, Run: d.AsPlayer(seeSide), Cost: limit.Picture},
	})
	for i, spec := range list {
		list[i].Run = d.orPanel(spec.Run, false)
		if spec.Form != nil {
			list[i].Form = d.orPanel(spec.Form, false)
		}
	}
	return list
}
