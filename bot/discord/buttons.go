package discord

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/wording"
	"grognard/bot/referee"
)

func button(label, id string, style discordgo.ButtonStyle) discordgo.Button {
	return discordgo.Button{Label: wording.Clip(label, labelLimit), CustomID: id, Style: style}
}

func row(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: parts}
}

// rows puts buttons into as many rows as they need.
func rows(buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	var out []discordgo.MessageComponent
	for some := range slices.Chunk(buttons, rowLimit) {
		out = append(out, row(some...))
	}
	return out
}

// The presses that begin something: NAME:GAME, and for some :WHAT, a question's
// number or a side. With the game in it a button of an old message does nothing
// in the channel's next game.
const (
	pressSide   = "side"
	pressOrders = "orders"
	pressDecide = "decide"
	pressJoin   = "join"
	pressStart  = "start"
	pressDue    = "due"
)

// pressID is the custom ID of a press: its name, its game, and what else follows.
func pressID(name string, game referee.GameID, what ...string) string {
	return strings.Join(append([]string{name, string(game)}, what...), ":")
}

func (loc localizer) dueButton(game referee.GameID) discordgo.Button {
	return button(loc.Say("button.due"), pressID(pressDue, game), discordgo.SecondaryButton)
}

func (loc localizer) clockButton(game referee.GameID) discordgo.Button {
	return button(loc.Say("button.clock"), pressID(pressClock, game, clockShow), discordgo.SecondaryButton)
}

func (loc localizer) sideButton(game referee.GameID) discordgo.Button {
	return button(loc.Say("button.side"), pressID(pressSide, game), discordgo.SecondaryButton)
}

func (loc localizer) ordersButton(game referee.GameID) discordgo.MessageComponent {
	return button(loc.Say("button.orders"), pressID(pressOrders, game), discordgo.PrimaryButton)
}

func (loc localizer) decideButton(game referee.GameID, question int) discordgo.MessageComponent {
	return button(loc.Say("button.decide"), pressID(pressDecide, game, strconv.Itoa(question)), discordgo.PrimaryButton)
}

// disabled is the same rows with buttons that cannot be pressed any more.
func disabled(rows ...discordgo.MessageComponent) []discordgo.MessageComponent {
	var out []discordgo.MessageComponent
	for _, r := range rows {
		var parts []discordgo.MessageComponent
		for _, part := range r.(discordgo.ActionsRow).Components {
			b := part.(discordgo.Button)
			b.Disabled = true
			parts = append(parts, b)
		}
		out = append(out, row(parts...))
	}
	return out
}

// seatButtons are the free seats, or the button that starts the game if none is free.
func (loc localizer) seatButtons(t referee.Table) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, seat := range t.Seats {
		if seat.User == "" {
			label := loc.Say("button.join", "side", wording.InWords(seat.Side.Name))
			buttons = append(buttons, button(label, pressID(pressJoin, t.Game, string(seat.Side.ID)),
				discordgo.PrimaryButton))
		}
	}
	if len(buttons) == 0 {
		buttons = append(buttons, button(loc.Say("button.start"), pressID(pressStart, t.Game), discordgo.SuccessButton))
	}
	return rows(buttons)
}
