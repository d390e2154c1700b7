package discord

import (
	"context"

	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/view"
)

// replayVerb is a command that takes seconds of work. All who give it stand in a
// lane of its own: one film is made at a time, whatever is asked for, and no order in
// any channel waits for it.
const replayVerb = "game replay"

// replay is a game from its beginning on, as a film: of a game under way as the asker
// may see it, of one that is over with nothing hidden.
func (b *bot) replay(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	look, err := b.styleFor(ctx, a, values)
	if err != nil {
		return nil, err
	}
	user := a.cmd.User
	if values["public"] == "true" {
		user = ""
	}
	f, err := b.referee.Film(ctx, a.cmd.Channel, user)
	if err != nil {
		return nil, err
	}
	if f.Secret != nil {
		last := f.Secret[len(f.Secret)-1]
		p, err := filmPage(b, a.on(last.Board().Map), f.Table, f.Secret, look)
		if err != nil {
			return nil, err
		}
		return b.open(a, f.Table, last, p)
	}
	p, err := filmPage(b, a.on(f.Public[0].Board().Map), f.Table, f.Public, look)
	if err != nil {
		return nil, err
	}
	return b.lookedAt(ctx, a, values, p)
}

// filmPage is the film of these frames, with where it begins and ends in words, and how
// many it leaves out where all would be too large.
func filmPage[A view.Audience](b *bot, s speech, t referee.Table, frames []A, look render.Style) (page[A], error) {
	film, err := safely(func() (render.Animation[A], error) { return render.Animate(b.painter, frames, look) })
	if err != nil {
		return page[A]{}, err
	}
	words := s.film(t, frames[(len(frames)-1)%film.Every()].Board(), frames[len(frames)-1].Board(), len(frames), film.Every())
	alt := unmarked(words) + " " + s.alt(frames[len(frames)-1].Board())
	return page[A]{text: words, figures: []figure[A]{{name: replayName, alt: clip(alt, altLimit), data: film.GIF()}}}, nil
}

// film says what is in a film of so many moments of which one in some is shown.
func (s speech) film(t referee.Table, first, last *view.Board, n, every int) string {
	words := s.say("replay.of", "title", said(t.Title), "n", (n+every-1)/every, "from", said(s.moment(first)), "to", said(s.moment(last)))
	if every > 1 {
		words += " " + s.say("replay.thin", "n", every)
	}
	if t.Over {
		words += " " + s.say("replay.open")
	}
	return words
}

// moment is the turn and the phase, of a game that is over those that were the last.
func (s speech) moment(b *view.Board) string {
	if b.Over {
		return s.say("replay.end", "turn", b.Turn)
	}
	return s.when(b)
}
