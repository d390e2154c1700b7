package look

import (
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/summary"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/views"
	"grognard/render"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// since answers /since: what has happened since the asker looked last, as a film and in a few lines.
func (l Looks) since(ctx context.Context, req ask.Request, _ map[string]string) ([]rest.Message, error) {
	c, err := l.Referee.Recap(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	if err := req.CheckGame(c.Table); err != nil {
		return nil, err
	}
	style := l.StyleOf(ctx, req.Cmd.User)
	board, _ := c.Sight.Board()
	req.Localizer = req.Localizer.On(board.Map)
	words, buttons := recap(req.Localizer, c, board), tell.NextStepRow(req, c.Table, board)
	news := len(c.Told) > 0
	if c.Sight.Secret == nil {
		p, err := recapPage[view.Public](l.Kit, req.Localizer, c.Public, news, words, buttons, style)
		if err != nil {
			return nil, err
		}
		return p.Messages(), nil
	}
	p, err := recapPage[view.Secret](l.Kit, req.Localizer, c.Secret, news, words, buttons, style)
	if err != nil {
		return nil, err
	}
	return req.Open(c.Table, *c.Sight.Secret, p)
}

// recapPage returns the given words, with a film if there is news and more than one moment to see. The film begins with
// the present position, which is all that a reader sees whose app shows no film.
func recapPage[A view.Audience](k ask.Kit, loc wording.Localizer, frames []A, news bool, words string,
	buttons []discordgo.MessageComponent, style render.Style) (p page.Page[A], err error) {
	p.Text = words
	if len(frames) > 1 && news {
		frames = slices.Concat(frames[len(frames)-1:], frames)
		p, err = filmPage(k, loc, frames, style, func(int) string { return words })
		p.Text += "\n" + loc.Say("since.film")
	}
	p.Rows = buttons
	return p, err
}

// recap returns what was told since a time, the oldest first, and what is owed now.
func recap(loc wording.Localizer, c views.Recap, b *view.Board) string {
	since, now := wording.RelativeTimestamp(c.From), tell.WaitingInWords(loc, c.Table, b)
	head, most := loc.Say("since.title", "since", since), 15+9*min(len(b.Map.Groups), 1) // lines: 24 with activations
	switch {
	case !c.Again.IsZero() && len(c.Told) > 0:
		head = loc.Say("since.again", "ago", wording.RelativeTimestamp(c.Again))
	case c.Ordered:
		head = loc.Say("since.order", "since", since)
	case c.First:
		head = loc.Say("since.first", "since", since)
	}
	lines, left := summary.Since(loc, b, c.Told, most, rest.ContentLimit-len(head)-len(now)-200) // 200 for since.more
	switch {
	case len(c.Told) == 0:
		lines = append(lines, loc.Say("since.nothing"))
	case left > 0:
		head += " " + loc.Say("since.more", "n", left)
	}
	return strings.Join(slices.Concat([]string{head}, lines, []string{now}), "\n")
}

// NoteLook notes that a user has looked at the channel's game, or acted in it.
func (l Looks) NoteLook(ctx context.Context, req ask.Request) {
	_, err := page.Safely(func() (struct{}, error) {
		return struct{}{}, l.Referee.Looked(ctx, req.Cmd.Channel, req.Cmd.User)
	})
	if err != nil && !errors.Is(err, api.ErrShut) {
		l.Log.Warn("that a user has looked at a game cannot be noted", "error", err)
	}
}
