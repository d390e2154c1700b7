package discord

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/order"
)

// press does what a button or a menu says. Where its game was moved since it says where to.
func (b *bot) press(ctx context.Context, req request, d discordgo.MessageComponentInteractionData) ([]message, error) {
	list, err := b.pressed(ctx, req, d)
	if !errors.Is(err, referee.ErrNoGame) && !errors.Is(err, referee.ErrOtherGame) {
		return list, err
	}
	_, rest, _ := strings.Cut(withoutMark(d.CustomID), ":")
	game, _, _ := strings.Cut(rest, ":")
	channel, unknown := b.referee.ChannelOf(ctx, referee.GameID(game))
	if unknown != nil || channel == req.cmd.Channel {
		return nil, err
	}
	return nil, &referee.GameMoved{Channel: channel}
}

func (b *bot) pressed(ctx context.Context, req request, d discordgo.MessageComponentInteractionData) ([]message, error) {
	name, rest, _ := strings.Cut(withoutMark(d.CustomID), ":")
	value := ""
	if len(d.Values) == 1 { // of a menu
		value = d.Values[0]
	}
	if list, ours, err := b.pressedCalendar(ctx, req, name, rest, value); ours {
		return list, err
	}
	switch {
	case name == pressForget || name == pressForgetNow:
		return b.pressedForget(ctx, req, name, rest)
	case name == pressRemind:
		return b.pressedRemind(ctx, req, rest, d.Values)
	case name == pressWhich:
		return b.chosen(ctx, req, rest)
	case name == pressAwait || name == pressAwaitNot:
		return b.pressedWaiting(ctx, req, name)
	case name == pressLook || name == pressIn || name == pressShare || name == pressWords:
		return b.pressedLook(ctx, req, name, rest)
	case isChoice(name):
		p, err := b.player(ctx, req)
		if err != nil {
			return nil, err
		}
		return p.choose(ctx, d)
	}
	game, what, _ := strings.Cut(rest, ":")
	if game == "" {
		return nil, errStale
	}
	if value != "" {
		what = value
	}
	req.cmd.Game = referee.GameID(game)
	if req.direct {
		channel, err := b.referee.ChannelOf(ctx, req.cmd.Game)
		if err != nil {
			return nil, err
		}
		req.cmd.Channel = channel
	}
	return b.begin(ctx, req, name, what)
}

// isChoice says whether the first part of a custom ID is that of a choice: an action and a page.
func isChoice(name string) bool { return len(name) > 1 && isDigit(name[1]) }

// begin does what one of the buttons says that begin something.
func (b *bot) begin(ctx context.Context, req request, name, what string) ([]message, error) {
	switch name {
	case pressJoin:
		return b.askSeat(ctx, req, order.Side(what))
	case pressWord:
		return b.askWord(ctx, req)
	case pressCheck:
		return b.check(ctx, req, what)
	case pressStart:
		return b.start(ctx, req)
	case pressDue:
		return b.due(ctx, req)
	case pressSince:
		return b.since(ctx, req, nil)
	case pressResign, pressOffer, pressCancel, pressLeave, pressAccept, pressDecline:
		return b.pressedEnding(ctx, req, name, what)
	case pressLog:
		return b.pressedLog(ctx, req, what)
	case pressUnits:
		return b.pressedUnits(ctx, req, what)
	case pressNotes, pressDrop:
		return b.pressedNote(ctx, req, name, what)
	case pressMaster:
		return b.pressedMaster(ctx, req, what)
	case pressTakeSeat, pressDeclineSeat, pressAcceptInvite, pressDeclineInvite, pressSeekSubstitute, pressNoDeputy, pressDismiss:
		return b.pressedSeat(ctx, req, name, what)
	case pressClock:
		return b.pressedClock(ctx, req, what)
	case pressWaive:
		return b.waive(ctx, req, what)
	case pressUndo, pressRequest, pressConsent, pressNoConsent:
		return b.pressedUndo(ctx, req, name, what)
	case pressDecide:
		question, err := strconv.Atoi(what)
		if err != nil {
			return nil, errStale
		}
		return b.decide(ctx, req, question)
	}
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(name, pressAway) {
		return p.pressedAway(ctx, name, what)
	}
	switch name {
	case pressOrders:
		return p.orders(ctx)
	case pressSide:
		return p.seeSide(ctx)
	case pressList, pressListEdit, pressListShow, pressListRun, pressListDrop, pressListWhich:
		return p.list(ctx, name, what)
	case pressPlan, pressPlanEdit, pressPlanFix, pressPlanAdd, pressPlanDrop, pressPlanDelay, pressPlanClear, pressPlanRun, pressPlanKeep:
		return p.plan(ctx, name, what)
	}
	return nil, errStale
}

// seeSide shows a player the map and all that he knows of his side.
func (p player) seeSide(ctx context.Context) ([]message, error) {
	mine, err := p.ownMap(p.localizer, p.table, p.view, p.cmd.User, p.styleOf(ctx, p.cmd.User))
	if err != nil {
		return nil, err
	}
	return p.read(mine)
}
