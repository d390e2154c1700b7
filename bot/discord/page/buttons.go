package page

import (
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// Button returns a button; a label that is too long for Discord is shortened.
func Button(label, id string, style discordgo.ButtonStyle) discordgo.Button {
	return discordgo.Button{Label: wording.Clip(label, LabelLimit), CustomID: id, Style: style}
}

// Row returns buttons, or one menu, as a row of a message.
func Row(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: parts}
}

// Limited returns a menu with as many of its options as Discord takes. If there are more, its placeholder says so.
func Limited(loc wording.Localizer, m discordgo.SelectMenu) discordgo.SelectMenu {
	if n := len(m.Options); n > MenuLimit {
		m.Options = m.Options[:MenuLimit]
		m.Placeholder = loc.Say("menu.first", "asks", wording.InWords(m.Placeholder), "n", MenuLimit, "all", n)
	}
	return m
}

// OneRow returns the rows of a message that has one: of buttons, or of a menu.
func OneRow(parts ...discordgo.MessageComponent) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{Row(parts...)}
}

// Rows puts buttons into as many rows as they need.
func Rows(buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	var out []discordgo.MessageComponent
	for some := range slices.Chunk(buttons, RowLimit) {
		out = append(out, Row(some...))
	}
	return out
}

// The presses that begin something: NAME:GAME, and for some :WHAT, a question's number or a side. With the game in it a
// button of an old message does nothing in the channel's next game.
const (
	PressSide   = "side"
	PressOrders = "orders"
	PressDecide = "decide"
	PressJoin   = "join"
	PressStart  = "start"
	PressDue    = "due"
	PressSince  = "since"
)

// PressID returns the custom ID of a press: its name, its game, and what else follows.
func PressID(name string, game api.GameID, what ...string) string {
	return strings.Join(append([]string{name, string(game)}, what...), ":")
}

// DueButton returns the button that shows who has to do what next.
func DueButton(loc wording.Localizer, game api.GameID) discordgo.Button {
	return Button(loc.Say("button.due"), PressID(PressDue, game), discordgo.SecondaryButton)
}

func ClockButton(loc wording.Localizer, game api.GameID) discordgo.Button {
	return Button(loc.Say("button.clock"), PressID(PressClock, game, ClockShow), discordgo.SecondaryButton)
}

// SideButton returns the button by which a player sees all that his side knows.
func SideButton(loc wording.Localizer, game api.GameID) discordgo.Button {
	return Button(loc.Say("button.side"), PressID(PressSide, game), discordgo.SecondaryButton)
}

// SinceButton returns the button that shows what is new to whoever presses it. The status post's has no what.
func SinceButton(loc wording.Localizer, game api.GameID, what ...string) discordgo.Button {
	return Button(loc.Say("button.since"), PressID(PressSince, game, what...), discordgo.SecondaryButton)
}

// OrdersButton returns the button that opens a player's panel.
func OrdersButton(loc wording.Localizer, game api.GameID) discordgo.MessageComponent {
	return Button(loc.Say("button.orders"), PressID(PressOrders, game), discordgo.PrimaryButton)
}

// DecideButton returns the button that opens the decision with a number.
func DecideButton(loc wording.Localizer, game api.GameID, question int) discordgo.MessageComponent {
	return Button(loc.Say("button.decide"), PressID(PressDecide, game, strconv.Itoa(question)), discordgo.PrimaryButton)
}

// WithButtonsDisabled returns copies of the rows whose buttons cannot be pressed any more.
func WithButtonsDisabled(rows ...discordgo.MessageComponent) []discordgo.MessageComponent {
	var out []discordgo.MessageComponent
	for _, r := range rows {
		var parts []discordgo.MessageComponent
		for _, part := range r.(discordgo.ActionsRow).Components {
			b := part.(discordgo.Button)
			b.Disabled = true
			parts = append(parts, b)
		}
		out = append(out, Row(parts...))
	}
	return out
}

// SeatButtons returns a button for each free seat, or the button that starts the game if no seat is free.
func SeatButtons(loc wording.Localizer, t api.Table) []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, seat := range t.Seats {
		if seat.User == "" {
			label := loc.Say("button.join", "side", wording.InWords(seat.Side.Name))
			buttons = append(buttons, Button(label, PressID(PressJoin, t.Game, string(seat.Side.ID)),
				discordgo.PrimaryButton))
		}
	}
	if len(buttons) == 0 && !t.Together {
		buttons = append(buttons, Button(loc.Say("button.start"), PressID(PressStart, t.Game), discordgo.SuccessButton))
	}
	return Rows(buttons)
}

// ChannelLink returns a link to a channel, which Discord shows by its name.
func ChannelLink(id string) wording.InWords {
	if !rest.IsID(id) {
		return wording.InWords(id)
	}
	return wording.InWords("<#" + id + ">")
}
