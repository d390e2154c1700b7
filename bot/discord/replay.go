package discord

import (
	"context"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/view"
)

// replayVerb takes seconds of work. Films have a queue of their own, in which one is made at a time, so that no order
// has to wait for one.
const replayVerb = "game replay"

// replay is a game from its beginning as a film: of a game under way as the asker may see it, of one that is over with
// nothing hidden.
func (b *bot) replay(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	look, err := b.styleFor(ctx, req, values)
	if err != nil {
		return nil, err
	}
	user := req.cmd.User
	if values["public"] == "true" {
		user = ""
	}
	f, err := b.referee.Film(ctx, req.cmd.Channel, user)
	if err != nil {
		return nil, err
	}
	if f.Secret != nil {
		last := f.Secret[len(f.Secret)-1]
		p, err := filmPage(b, req.on(last.Board().Map), f.Table, f.Secret, look)
		if err != nil {
			return nil, err
		}
		return b.open(req, f.Table, last, p)
	}
	p, err := filmPage(b, req.on(f.Public[0].Board().Map), f.Table, f.Public, look)
	if err != nil {
		return nil, err
	}
	return b.lookedAt(ctx, req, values, p)
}

// filmPage is the film of the frames, with its first and last moment in words, and how many moments are left out if all
// of them would be too large.
func filmPage[A view.Audience](b *bot, loc localizer, t referee.Table, frames []A, look render.Style) (page[A], error) {
	film, err := safely(func() (render.Animation[A], error) { return render.Animate(b.painterIn(loc), frames, look) })
	if err != nil {
		return page[A]{}, err
	}
	words := loc.film(t, frames[(len(frames)-1)%film.Every()].Board(), frames[len(frames)-1].Board(), len(frames),
		film.Every())
	alt := wording.Unmarked(words) + " " + loc.Alt(frames[len(frames)-1].Board())
	return page[A]{text: words, figures: []figure[A]{{name: replayName, alt: wording.Clip(alt, wording.AltLimit),
		data: film.GIF()}}}, nil
}

// film says how many moments a film has, and that of them one in every is shown.
func (loc localizer) film(t referee.Table, first, last *view.Board, n, every int) string {
	words := loc.Say("replay.of", "title", wording.InWords(t.Title), "n", (n+every-1)/every,
		"from", wording.InWords(loc.Moment(first)), "to", wording.InWords(loc.Moment(last)))
	if every > 1 {
		words += " " + loc.Say("replay.thin", "n", every)
	}
	if t.Over {
		words += " " + loc.Say("replay.open")
	}
	return words
}
