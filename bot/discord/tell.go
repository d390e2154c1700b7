package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/order"
	"grognard/rules/view"
)

// tellAll is an errand's page for the channel. Where the moment of a message has passed
// its words stay, its buttons cannot be pressed any more, and nobody is called.
func (b *bot) tellAll(s speech, e referee.Errand) page[view.Public] {
	if e.Kind == referee.FeedLost {
		return s.tellFeedLost(e)
	}
	if e.Feed != "" {
		return b.tellFeed(s, e)
	}
	s = s.on(e.Public.Board().Map)
	if e.Kind == referee.News || e.Kind == referee.Asked {
		return b.thread(s, e)
	}
	p := b.notice(s, e)
	if e.Again {
		p.text += "\n" + s.say("call.again")
	}
	if e.Edits {
		p.rows, p.ping = disabled(p.rows...), nil
	}
	return p
}

// notice is the page of an errand that says one thing.
func (b *bot) notice(s speech, e referee.Errand) page[view.Public] {
	v := *e.Public
	switch e.Kind {
	case referee.Opened:
		return page[view.Public]{text: s.invitation(e.Table, v.Board().Map), rows: s.seatButtons(e.Table)}
	case referee.Left:
		return page[view.Public]{text: s.say("tell.left") + "\n" + s.seats(e.Table), rows: s.seatButtons(e.Table)}
	case referee.Joined:
		return page[view.Public]{text: s.say("tell.joined") + "\n" + s.seats(e.Table), rows: s.seatButtons(e.Table)}
	case referee.Offered, referee.Answered:
		return s.tellOffer(e)
	case referee.Undone, referee.UndoAgreed, referee.UndoAsked, referee.UndoDenied:
		return s.tellUndo(e)
	case referee.Vacationing:
		return s.tellVacation(e)
	case referee.Mastered:
		return s.tellMastered(e.Table, v.Board())
	case referee.SeatOffered:
		return s.tellSeatOffer(e.Table)
	case referee.SeatInvited:
		return s.tellInvited(e.Table)
	case referee.SeatsChanged:
		return s.tellReseated(e.Table)
	case referee.Departed:
		return s.tellDeparted(e.Table)
	case referee.Arrived:
		return b.tellArrived(s, e)
	case referee.Awaited:
		return s.tellAwaited(e.Table)
	case referee.Waived:
		return s.tellWaived(e.Table)
	case referee.Voided:
		return page[view.Public]{text: s.say("beacon.voided")}
	case referee.Called, referee.Reminded:
		return s.calledTo(e, v.Board())
	case referee.ClockOffered, referee.ClockRanOut, referee.Timed, referee.Back:
		return s.tellClock(e)
	case referee.Owed:
		return s.summons(e, v.Board())
	}
	if e.Table.Ending == referee.Closed && !e.Table.Started {
		return s.calling(e.Table, "**"+e.Table.Title+"**\n"+s.intervened(e.Table))
	}
	if e.Kind == referee.Ended && !e.Table.Started {
		return page[view.Public]{text: "**" + e.Table.Title + "**\n" + s.say("tell.cancelled-early")}
	}
	p := page[view.Public]{text: s.report(e, v.Board()), figures: reportFigures(b, s, e, v, b.house)}
	p.rows = []discordgo.MessageComponent{row(s.ordersButton(e.Table.Game), s.sideButton(e.Table.Game))}
	if e.Kind == referee.Ended {
		p.rows = nil
		if slices.ContainsFunc(v.Board().Facts, func(f view.Fact) bool { return f.Claim != "" }) {
			p.rows = []discordgo.MessageComponent{row(s.ordersButton(e.Table.Game))}
		}
		p.text += "\n" + s.dice(e.Table)
		if e.Table.Ending == referee.Closed {
			called := s.calling(e.Table, p.text)
			p.text, p.ping = called.text, called.ping
		}
	}
	if e.Table.Head != "" {
		p.text += "\n" + s.say("tell.head", "hash", said(e.Table.Head))
	}
	p.rows = s.withCheck(p.rows, e.Table.Game, untold(e, v.Board()))
	return p
}

// thread is a fight, or a decision that no fight led to, as far as it has got: what
// happened, who owes what, and when nothing is owed any more a close-up of the fight.
func (b *bot) thread(s speech, e referee.Errand) page[view.Public] {
	v := *e.Public
	board := v.Board()
	p := page[view.Public]{text: s.account(board.Told)}
	if e.Left != "" { // it is told where the game is now how this goes on
		p.text = joined([]string{p.text, s.say("master.goes-on", "channel", channelLink(e.Table.Channel))})
		return p
	}
	if due := board.Due; due != nil {
		p.text = strings.TrimPrefix(p.text+"\n"+s.call(e.Table, *due), "\n")
		p.rows = []discordgo.MessageComponent{row(s.decideButton(e.Table.Game, due.ID))}
		p.rows = s.withCheck(p.rows, e.Table.Game, board.Told)
		return p
	}
	p.rows = s.withCheck(nil, e.Table.Game, board.Told)
	if p.text == "" {
		p.text = s.say("tell.decided")
	}
	if fought(board.Told) {
		p.figures = newsFigure(b, s, v, b.house)
	}
	return p
}

// call names those who owe a decision, and what it is.
func (s speech) call(t referee.Table, due view.Prompt) string {
	return s.say("tell.owed", "user", mentionAll(t.Called(due.Side, &due)), "owed", said(s.owed(due))) + s.until(t)
}

// tellSide is an errand's page for a side: its own picture, and what it is told that the
// channel is not. All that it knows of its stacks is behind the button.
func (b *bot) tellSide(ctx context.Context, s speech, e referee.Errand) (private, error) {
	v := *e.Side
	board := v.Board()
	s = s.on(board.Map)
	if e.Kind == referee.Reminded {
		return s.remindedOf(e)
	}
	if e.Kind == referee.Planned {
		return b.tellPlan(ctx, s.of(v), e)
	}
	if e.Kind == referee.Mastered || e.Kind == referee.SeatsChanged {
		return b.tellSeat(ctx, s, e)
	}
	look := b.styleOf(ctx, e.Reader)
	text := s.header(board) + "\n"
	if own := s.account(e.Apart.Board().Told); own != "" {
		text += s.say("tell.yours", "side", v.Side()) + "\n" + own
	} else {
		text += s.say("tell.yours-none", "side", v.Side())
	}
	switch due := board.Due; {
	case due != nil && due.Side == v.Side():
		text += "\n" + s.owed(*due) + "."
	case due == nil && !board.Over:
		text += "\n" + s.waiting(e.Table, board)
	}
	return showSide(e.Table, v, e.Reader, page[view.Secret]{quiet: true, text: text, figures: reportFigures(b, s, e, v, look),
		rows: []discordgo.MessageComponent{row(s.sideButton(e.Table.Game))}})
}

// reportFigures is what a report shows: the whole map, and where things happened from
// nearer, unless everybody has seen that. What happened before the game began needs no
// second picture.
func reportFigures[A view.Audience](b *bot, s speech, e referee.Errand, v A, look render.Style) []figure[A] {
	figures := mapFigure(b, s, v, look)
	happened := func(l view.Line) bool { return l.Reckoned != nil || l.Deed != nil || len(l.Forms) > 0 }
	if e.Kind == referee.Started || !slices.ContainsFunc(untold(e, v.Board()), happened) {
		return figures
	}
	return append(figures, newsFigure(b, s, v, look)...)
}

// untold is what everybody was not told before the errand, or not all of it.
func untold(e referee.Errand, b *view.Board) []view.Line {
	return slices.DeleteFunc(slices.Clone(b.Told), func(l view.Line) bool { return e.Heard[l.Seq] })
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

// fought says whether there was a fight, or a strike from afar.
func fought(told []view.Line) bool {
	return slices.ContainsFunc(told, func(l view.Line) bool {
		return l.Reckoned != nil || l.Deed != nil && l.Deed.Kind == view.Struck
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
	for _, words := range []string{s.account(untold(e, b)), s.fights(e, b)} {
		if words != "" {
			parts = append(parts, words)
		}
	}
	if e.Kind != referee.Ended && b.Due == nil {
		parts = append(parts, s.waiting(e.Table, b))
	}
	return strings.Join(parts, "\n")
}

// summons names the player who owes a decision. It pings him alone, and once; when the
// decision is taken the button is disabled.
func (s speech) summons(e referee.Errand, b *view.Board) page[view.Public] {
	due := b.Due
	if due == nil { // as after a resignation, of which no such errand tells
		return page[view.Public]{text: s.say("tell.decided")}
	}
	p := page[view.Public]{text: s.call(e.Table, *due), ping: e.Table.Called(due.Side, due),
		rows: []discordgo.MessageComponent{row(s.decideButton(e.Table.Game, due.ID))}}
	if e.Edits {
		p.text += "\n" + s.say("tell.decided")
	}
	return p
}

// calledTo names those who are to act, what is to be done, and until when. It notifies them, once; when
// they have acted, or others are to act, the buttons of a call are disabled.
func (s speech) calledTo(e referee.Errand, b *view.Board) page[view.Public] {
	who := mentionAll(e.Table.Called(e.Calls, b.Due))
	p := page[view.Public]{ping: e.Users, rows: []discordgo.MessageComponent{row(s.ordersButton(e.Table.Game), s.sideButton(e.Table.Game))}}
	switch due := b.Due; {
	case e.Passing:
		p.text = s.say("call.done", "side", e.Calls, "since", ago(e.Began))
		return p
	case due != nil:
		p.text = s.say("call.decision", "user", who, "owed", said(s.owed(*due)), "since", ago(e.Table.Since))
		p.rows = []discordgo.MessageComponent{row(s.decideButton(e.Table.Game, due.ID))}
	default:
		p.text = s.say("call.phase", "user", who, "phase", said(s.phase(b.Phase)), "turn", b.Turn, "since", ago(e.Table.Since))
	}
	if !e.Deadline.IsZero() {
		p.text += "\n" + s.say("call.deadline", "at", moment(e.Deadline), "in", ago(e.Deadline))
	}
	return p
}

// remindedOf is the same for the eyes of the one who wants to be reminded: it says where the game is.
func (s speech) remindedOf(e referee.Errand) (private, error) {
	p := s.calledTo(e, e.Side.Board())
	where := s.say("call.in", "title", said(e.Table.Title), "channel", channelLink(e.Table.Channel))
	return showSide(e.Table, *e.Side, e.Reader, page[view.Secret]{text: where + "\n" + p.text, rows: p.rows})
}

// invitation is a new game with its open seats.
func (s speech) invitation(t referee.Table, m *view.Map) string {
	lines := []string{"**" + t.Title + "**", s.say("table.scenario", "scenario", said(t.Scenario)), s.seats(t), s.first(t), s.say("tell.welcome", "verb", moving(m))}
	lines = append(lines, s.clockTold(t)...)
	return strings.Join(append(lines, s.module(t), s.dice(t)), "\n")
}

// moving is the order of a game that moves units: the first that takes a way.
func moving(m *view.Map) order.Verb {
	for _, o := range m.Orders {
		if slices.ContainsFunc(o.Options, func(x order.Option) bool { return x.Kind == order.Path }) {
			return o.Verb
		}
	}
	return endVerb
}
