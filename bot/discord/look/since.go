package look

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

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

// maxSinceLines limits /since below its heading: nine log lines or activations, and who must act.
const maxSinceLines = 10

// since answers /since: what has happened since the asker looked last, as a film and in a few lines.
func (l Looks) since(ctx context.Context, req ask.Request, _ map[string]string) ([]rest.Message, error) {
	c, err := l.Referee.Recap(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	if err := req.CheckGame(c.Table); err != nil {
		return nil, err
	}
	look := l.StyleOf(ctx, req.Cmd.User)
	board, _ := c.Sight.Board()
	req.Localizer = req.Localizer.On(board.Map)
	words, buttons := recap(req.Localizer, c, board), tell.NextStepRow(req, c.Table, board)
	if c.Sight.Secret == nil {
		p, err := recapPage[view.Public](l.Kit, req.Localizer, c.Public, words, buttons, look)
		if err != nil {
			return nil, err
		}
		return p.Messages(), nil
	}
	p, err := recapPage[view.Secret](l.Kit, req.Localizer, c.Secret, words, buttons, look)
	if err != nil {
		return nil, err
	}
	return req.Open(c.Table, *c.Sight.Secret, p)
}

// recapPage returns the given words, with a film if there is more than one moment to see. It begins with how it stands
// now, which is all that a reader sees whose app shows no film.
func recapPage[A view.Audience](k ask.Kit, loc wording.Localizer, frames []A, words string,
	buttons []discordgo.MessageComponent, look render.Style) (p page.Page[A], err error) {
	if p.Text = words; len(frames) > 1 {
		frames = slices.Concat(frames[len(frames)-1:], frames)
		p, err = filmPage(k, loc, frames, look, func(int) string { return words })
	}
	p.Rows = buttons
	return p, err
}

// recap returns what was told since a time, the most important first and of that the newest, and what is owed now.
func recap(loc wording.Localizer, c views.Recap, b *view.Board) string {
	head, now := loc.Say("since.title", "since", wording.RelativeTimestamp(c.From)),
		tell.WaitingInWords(loc, c.Table, b)
	if c.First {
		head = loc.Say("since.first", "since", wording.RelativeTimestamp(c.From))
	}
	parts := summary.Recap(loc, b, c.Told)
	slices.SortStableFunc(parts, func(x, y wording.Recapped) int { return importance(x) - importance(y) })
	room, left := rest.ContentLimit-len(head)-len(now)-200, len(c.Told)
	var lines []string
	for _, part := range parts {
		line := "• " + part.Words
		if len(lines) == 0 && len(line) > room { // the first is told as far as it fits
			line, part.Lines = wording.Clip(line, room-len(line)+utf8.RuneCountInString(line)), 0
		}
		if len(lines) == maxSinceLines-1 || len(line) > room {
			break
		}
		room, left = room-len(line)-1, left-part.Lines
		lines = append(lines, line)
	}
	switch {
	case len(c.Told) == 0:
		lines = append(lines, loc.Say("since.nothing"))
	case left > 0:
		head += " " + loc.Say("since.more", "n", left)
	}
	return strings.Join(slices.Concat([]string{head}, lines, []string{now}), "\n")
}

// importance ranks a part of a recap: fights and activations come first, then losses, places that were taken, the ends
// of phases, and the rest.
func importance(r wording.Recapped) int {
	l, event := r.First, view.MapEventKind("")
	if l.MapEvent != nil {
		event = l.MapEvent.Kind
	}
	switch {
	case r.Lines > 1, l.Reckoned != nil && l.Reckoned.OnMap(), event == view.Struck:
		return 0
	case event == view.Died, event == view.Gone, event == view.Reduced:
		return 1
	case l.Text.ID == "told.control", l.Text.ID == "told.area-held", l.Text.ID == "told.area-lost":
		return 2
	case l.Text.ID == "told.phase":
		return 3
	}
	return 4
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
