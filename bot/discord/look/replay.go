package look

import (
	"context"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// ReplayVerb takes seconds of work. Films have a queue of their own, in which one is made at a time, so that no order
// has to wait for one.
const ReplayVerb = "game replay"

// replay answers /game replay with a film of the game: of one under way as the asker may see it, of one that is over
// with nothing hidden.
func (l Looks) replay(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	look, err := l.StyleFor(ctx, req, values)
	if err != nil {
		return nil, err
	}
	user := req.Cmd.User
	if values["public"] == "true" {
		user = ""
	}
	f, err := l.Referee.Film(ctx, req.Cmd.Channel, user)
	if err != nil {
		return nil, err
	}
	if f.Secret != nil {
		last := f.Secret[len(f.Secret)-1]
		p, err := replayPage(l.Kit, req.Localizer.On(last.Board().Map), f.Table, f.Secret, look)
		if err != nil {
			return nil, err
		}
		return req.Open(f.Table, last, p)
	}
	p, err := replayPage(l.Kit, req.Localizer.On(f.Public[0].Board().Map), f.Table, f.Public, look)
	if err != nil {
		return nil, err
	}
	return l.showPublic(ctx, req, values, p)
}

// replayPage returns the film of the frames, with its first and last moment in words, and how many moments are left
// out if all of them would be too large.
func replayPage[A view.Audience](k ask.Kit, loc wording.Localizer, t api.Table, frames []A,
	look render.Style) (page.Page[A], error) {
	return filmPage(k, loc, frames, look, func(every int) string {
		return FilmCaption(loc, t, frames[(len(frames)-1)%every].Board(), frames[len(frames)-1].Board(),
			len(frames), every)
	})
}

// filmPage returns the film of the frames with words, which depend on how many moments are between two of the film.
func filmPage[A view.Audience](k ask.Kit, loc wording.Localizer, frames []A, look render.Style,
	say func(every int) string) (page.Page[A], error) {
	film, err := page.Safely(func() (render.Animation[A], error) {
		return render.Animate(k.PainterIn(loc), frames, look)
	})
	if err != nil {
		return page.Page[A]{}, err
	}
	words := say(film.Every())
	alt, whole := loc.AltAfter(words, frames[len(frames)-1].Board(), hex.Part{})
	return page.Page[A]{Text: words, Figures: []page.Figure[A]{{Name: page.ReplayName, Alt: alt, Whole: whole,
		Data: film.GIF()}}}, nil
}

// FilmCaption returns a text that says how many moments a film has, and that of them one in every is shown.
func FilmCaption(loc wording.Localizer, t api.Table, first, last *view.Board, n, every int) string {
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
