package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/view"
)

// tellAll is an errand's page for the channel.
func (b *bot) tellAll(s speech, e referee.Errand) page[view.Public] {
	v := *e.Public
	s = s.on(v.Board().Map)
	switch e.Kind {
	case referee.Opened:
		return page[view.Public]{text: s.invitation(e.Table), rows: s.seatButtons(e.Table)}
	case referee.Left:
		return page[view.Public]{text: s.say("tell.left") + "\n" + s.seats(e.Table), rows: s.seatButtons(e.Table)}
	case referee.Joined:
		return page[view.Public]{text: s.say("tell.joined") + "\n" + s.seats(e.Table), rows: s.seatButtons(e.Table)}
	case referee.Offered, referee.Answered:
		return s.tellOffer(e)
	case referee.Undone, referee.UndoAgreed, referee.UndoAsked, referee.UndoDenied:
		return s.tellUndo(e)
	case referee.Owed:
		return s.summons(e, v.Board())
	case referee.News:
		p := page[view.Public]{text: s.account(v.Board().Told)}
		if fought(v.Board().Told) {
			p.figures = newsFigure(b, s, v, b.house)
		}
		return p
	}
	if e.Kind == referee.Ended && !e.Table.Started {
		return page[view.Public]{text: "**" + e.Table.Title + "**\n" + s.say("tell.cancelled-early")}
	}
	p := page[view.Public]{text: s.report(e, v.Board()), figures: reportFigures(b, s, e, v, b.house)}
	p.rows = []discordgo.MessageComponent{row(s.ordersButton(e.Table.Game), s.sideButton(e.Table.Game))}
	if e.Kind == referee.Ended {
		p.rows = nil
		if sc := v.Board().Score; sc != nil && sc.Claim != "" {
			p.rows = []discordgo.MessageComponent{row(s.ordersButton(e.Table.Game))}
		}
		p.text += "\n" + s.dice(e.Table)
	}
	return p
}

// tellSide is an errand's page for a side: its own picture, what it is told, and
// all that it knows of its stacks.
func (b *bot) tellSide(ctx context.Context, s speech, e referee.Errand) (private, error) {
	v := *e.Side
	s = s.on(v.Board().Map)
	look := b.styleOf(ctx, e.Table.Player(v.Side()))
	mine, err := showSide(e.Table, v, page[view.Secret]{text: s.ownBoard(v), figures: reportFigures(b, s, e, v, look)})
	if said := s.account(v.Board().Told); said != "" {
		mine.page.text = said + "\n\n" + mine.page.text
	}
	return mine, err
}

// reportFigures is what a report shows: the whole map, and where things happened from
// nearer. What happened before the game began needs no second picture.
func reportFigures[A view.Audience](b *bot, s speech, e referee.Errand, v A, look render.Style) []figure[A] {
	figures := mapFigure(b, s, v, look)
	if e.Kind == referee.Started {
		return figures
	}
	return append(figures, newsFigure(b, s, v, look)...)
}

// newsFigure is where the things told of happened, from near; none when they did not
// happen on the map, or all over it.
func newsFigure[A view.Audience](b *bot, s speech, v A, look render.Style) []figure[A] {
	o, near := render.Focus(v.Board())
	if !near {
		return nil
	}
	return drawn(b, closeUpName, s.altNewsOf(v.Board(), o), func() (render.Picture[A], error) {
		return render.Draw(b.painter, v, look, o)
	})
}

// fought says whether there was a fight, by land or from the air.
func fought(told []view.Line) bool {
	return slices.ContainsFunc(told, func(l view.Line) bool {
		return l.Fight != nil || l.Deed != nil && l.Deed.Kind == view.Struck
	})
}

// report is the account of a phase, or of the game's beginning or end.
func (s speech) report(e referee.Errand, b *view.Board) string {
	parts := []string{s.header(b)}
	switch e.Kind {
	case referee.Started:
		parts = append(parts, s.say("tell.started"), s.seats(e.Table), s.dice(e.Table))
	case referee.Ended:
		parts = append(parts, s.ending(e.Table))
	}
	if account := s.account(b.Told); account != "" {
		parts = append(parts, account)
	}
	if e.Kind != referee.Ended && b.Due == nil {
		parts = append(parts, s.waiting(e.Table, b))
	}
	return strings.Join(parts, "\n")
}

// summons names the player who owes a decision. It pings him alone, and once.
func (s speech) summons(e referee.Errand, b *view.Board) page[view.Public] {
	due := b.Due
	if due == nil {
		return page[view.Public]{text: s.waiting(e.Table, b)}
	}
	user := e.Table.Player(due.Side)
	return page[view.Public]{
		text: s.say("tell.owed", "user", mention(user), "owed", said(s.owed(*due))),
		rows: []discordgo.MessageComponent{row(s.decideButton(e.Table.Game, due.ID))},
		ping: []string{user},
	}
}

// invitation is a new game with its open seats.
func (s speech) invitation(t referee.Table) string {
	return strings.Join([]string{"**" + t.Title + "**", s.say("table.scenario", "scenario", said(t.Scenario)), s.seats(t), s.first(t), s.say("tell.welcome"), s.module(t), s.dice(t)}, "\n")
}
