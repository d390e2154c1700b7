package play

import (
	"context"
	"errors"
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"

	"github.com/bwmarrin/discordgo"
)

// The presses about the panel in direct messages; their custom IDs are NAME:GAME. A private answer in a channel can be
// edited for a quarter of an hour; a direct message stays as long as the game.
const (
	PressDirect    = "panel-dm"   // puts the panel into the direct messages
	PressPanelGame = "panel-game" // a menu: its value is the game that the panel is to show
)

// GamesRow returns the row of the menu of the user's games that are going on, those first that wait for him; nil if
// there are none but the one that is shown.
func (d Desk) GamesRow(ctx context.Context, req ask.Request) []discordgo.MessageComponent {
	list, err := d.orders.DueOf(ctx, req.Cmd.User)
	if err != nil && !errors.Is(err, api.ErrShut) {
		d.Log.Warn("a user's games are not known", "error", err)
	}
	menu := discordgo.SelectMenu{CustomID: page.PressID(PressPanelGame, req.Cmd.Game),
		Placeholder: req.Say("panel.games")}
	var games []api.GameID
	for _, due := range list {
		board := due.Public.Board()
		loc := req.Localizer.On(board.Map)
		label := loc.Say("panel.game", "title", wording.InWords(due.Table.Title), "turn", board.Turn,
			"phase", wording.InWords(loc.Phase(board.Phase)))
		if due.Mine {
			label += loc.Say("panel.your-move")
		}
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: wording.Clip(label, 100),
			Value: string(due.Table.Game), Default: due.Table.Game == req.Cmd.Game})
		games = append(games, due.Table.Game)
	}
	d.noteMenu(req.Cmd.User, games)
	var rows []discordgo.MessageComponent
	if slices.ContainsFunc(games, func(g api.GameID) bool { return g != req.Cmd.Game }) {
		rows = append(rows, page.Row(page.Limited(req.Localizer, menu)))
	}
	if req.Seen != nil {
		req.Seen.Menu = page.Checksum(rest.NewMessage("", rows))
	}
	return rows
}
