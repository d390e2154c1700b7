package table

import (
	"context"
	"slices"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/view"
)

// showSide shows the asker the side that he now plays. words makes the text above from a message's arguments.
func (s Seats) showSide(ctx context.Context, req ask.Request, words func(wording.Localizer,
	...any) string) ([]rest.Message, error) {
	v, t, err := s.Kit.Referee.Secret(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	loc := req.Localizer.ForPlayer(v)
	first := words(loc, "side", v.Side(), "title", wording.InWords(t.Title), "channel", page.ChannelLink(t.Channel),
		"user", tell.Mention(req.Localizer, t.Player(v.Side())))
	mine, err := page.ShowSide(t, v, req.Cmd.User, HandOverPage(ctx, s.Kit, loc, t, v, req.Cmd.User, first))
	if err != nil {
		return nil, err
	}
	return req.ShowPrivate(mine)
}

// latelyTold is how many lines of the game log a new player is shown; all are in /game log.
const latelyTold = 10

// HandOverPage returns what a new player of a side needs: how the game stands, his pending decision, what happened
// lately, what is lost, and all that the side knows of its units. The line first stands above.
func HandOverPage(ctx context.Context, k ask.Kit, loc wording.Localizer, t api.Table,
	v view.Secret, user, first string) page.Page[view.Secret] {
	board := v.Board()
	lines := []string{first, tell.WaitingInWords(loc, t, board)}
	if due := board.Due; due != nil && due.Side == v.Side() {
		lines = append(lines, loc.Owed(*due)+".")
	}
	lines = append(lines, tell.PauseLines(loc, t)...)
	if told := lastLogLines(ctx, k, loc, t, user); told != "" {
		lines = append(lines, loc.Say("seat.lately"), told)
	}
	lines = append(lines, loc.Gone(board)...)
	lines = append(lines, tell.Places(loc, t, board)...)
	if t.Player(v.Side()) == user { // beside a deputy the player keeps his seat, so that his preparations take effect
		lines = append(lines, loc.Say("seat.stays"))
	}
	lines = append(lines, loc.OwnBoard(v))
	return page.Page[view.Secret]{Text: play.JoinLines(lines), Figures: ask.MapFigure(k, loc, v, k.StyleOf(ctx, user)),
		Rows: page.OneRow(page.OrdersButton(loc, t.Game), page.SideButton(loc, t.Game))}
}

// lastLogLines returns the last lines of the game log as a player was told them, "" if they cannot be read.
func lastLogLines(ctx context.Context, k ask.Kit, loc wording.Localizer, t api.Table, user string) string {
	story, err := k.Referee.Story(ctx, t.Channel, user)
	if err != nil || story.Secret == nil || story.Table.Game != t.Game {
		k.Log.Debug("a new player is told no story", "game", t.Game, "error", err)
		return ""
	}
	told := story.Secret.Board().Told
	return loc.InPictures(emojis.All).Account(slices.Clone(told[max(len(told)-latelyTold, 0):]))
}
