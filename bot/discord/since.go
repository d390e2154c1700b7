package discord

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/view"
)

// pressSince shows what has happened since its user looked last.
const pressSince = "since"

// linesSince is how many lines of it are told at most.
const linesSince = 10

// since is /since: what has happened since the asker looked last, as a film and in a few lines.
func (b *bot) since(ctx context.Context, req request, _ map[string]string) ([]rest.Message, error) {
	c, err := b.referee.Recap(ctx, req.cmd.Channel, req.cmd.User)
	if err != nil {
		return nil, err
	}
	if err := req.checkGame(c.Table); err != nil {
		return nil, err
	}
	look := b.styleOf(ctx, req.cmd.User)
	board, _ := c.Sight.Board()
	req.localizer = req.on(board.Map)
	words, buttons := req.recap(c, board), req.next(c.Table, board)
	if c.Sight.Secret == nil {
		p, err := recapPage[view.Public](b, req.localizer, c.Public, words, buttons, look)
		if err != nil {
			return nil, err
		}
		return p.messages(), nil
	}
	p, err := recapPage[view.Secret](b, req.localizer, c.Secret, words, buttons, look)
	if err != nil {
		return nil, err
	}
	return b.open(req, c.Table, *c.Sight.Secret, p)
}

// recapPage is the given words, with a film if there is more than one moment to see.
func recapPage[A view.Audience](b *bot, loc localizer, frames []A, words string, buttons []discordgo.MessageComponent,
	look render.Style) (page[A], error) {
	p := page[A]{text: words, rows: buttons}
	if len(frames) < 2 {
		return p, nil
	}
	film, err := safely(func() (render.Animation[A], error) { return render.Animate(b.painterIn(loc), frames, look) })
	if err != nil {
		return p, err
	}
	alt := wording.Unmarked(words) + " " + loc.Alt(frames[len(frames)-1].Board())
	p.figures = []figure[A]{{name: replayName, alt: wording.Clip(alt, wording.AltLimit), data: film.GIF()}}
	return p, nil
}

// recap is what was told since a time, the most important first, and what is owed now.
func (loc localizer) recap(c referee.Recap, b *view.Board) string {
	head, now := loc.Say("since.title", "since", wording.RelativeTimestamp(c.From)), loc.waiting(c.Table, b)
	if c.First {
		head = loc.Say("since.first", "since", wording.RelativeTimestamp(c.From))
	}
	told := slices.Clone(c.Told)
	slices.SortStableFunc(told, func(x, y view.Line) int { return importance(x) - importance(y) })
	room := rest.ContentLimit - len(head) - len(now) - 200
	var lines []string
	for _, l := range told {
		line := "• " + loc.Line(l)
		if len(lines) == linesSince-1 || len(line) > room {
			break
		}
		room -= len(line) + 1
		lines = append(lines, line)
	}
	switch {
	case len(told) == 0:
		lines = append(lines, loc.Say("since.nothing"))
	case len(told) > len(lines):
		head += " " + loc.Say("since.more", "n", len(told)-len(lines))
	}
	return strings.Join(slices.Concat([]string{head}, lines, []string{now}), "\n")
}

// importance ranks a line in a recap: fights come first, then losses, places that were taken, the ends of phases, and
// the rest.
func importance(l view.Line) int {
	event := view.MapEventKind("")
	if l.MapEvent != nil {
		event = l.MapEvent.Kind
	}
	switch {
	case l.Reckoned != nil, event == view.Struck:
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

// looked notes that a user has looked at the channel's game, or acted in it.
func (b *bot) looked(ctx context.Context, req request) {
	_, err := safely(func() (struct{}, error) {
		return struct{}{},
			b.referee.Looked(ctx, req.cmd.Channel, req.cmd.User)
	})
	if err != nil && !errors.Is(err, referee.ErrShut) {
		b.log.Warn("that a user has looked at a game cannot be noted", "error", err)
	}
}
