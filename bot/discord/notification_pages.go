package discord

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/order"
	"grognard/rules/view"
)

// tellAll is a notification's page for the channel. When the moment of a message has passed, its words stay, its
// buttons are disabled, and nobody is pinged.
func (b *bot) tellAll(loc localizer, e referee.Notification) page[view.Public] {
	if e.Kind == referee.FeedLost {
		return loc.tellFeedLost(e)
	}
	if e.Feed != "" {
		return b.tellFeed(loc, e)
	}
	loc = loc.on(e.Public.Board().Map)
	if e.Kind == referee.News || e.Kind == referee.Asked {
		return b.thread(loc, e)
	}
	p := b.notice(loc, e)
	if e.Again {
		p.text += "\n" + loc.Say("call.again")
	}
	if e.Edits {
		p.rows, p.ping = disabled(p.rows...), nil
	}
	return p
}

// notice is the page of a notification that is one message by itself.
func (b *bot) notice(loc localizer, e referee.Notification) page[view.Public] {
	v := *e.Public
	switch e.Kind {
	case referee.Opened:
		return page[view.Public]{text: loc.invitation(e.Table, v.Board().Map), rows: loc.seatButtons(e.Table)}
	case referee.Left:
		return page[view.Public]{text: loc.Say("tell.left") + "\n" + loc.seats(e.Table), rows: loc.seatButtons(e.Table)}
	case referee.Joined:
		return page[view.Public]{text: loc.Say("tell.joined") + "\n" + loc.seats(e.Table),
			rows: loc.seatButtons(e.Table)}
	case referee.Offered, referee.Answered:
		return loc.tellOffer(e)
	case referee.Undone, referee.UndoAgreed, referee.UndoAsked, referee.UndoDenied:
		return loc.tellUndo(e)
	case referee.Vacationing:
		return loc.tellVacation(e)
	case referee.Mastered:
		return loc.tellMastered(e.Table, v.Board())
	case referee.SeatOffered:
		return loc.tellSeatOffer(e.Table)
	case referee.SeatInvited:
		return loc.tellInvited(e.Table)
	case referee.SeatsChanged:
		return loc.tellReseated(e.Table)
	case referee.Departed:
		return loc.tellDeparted(e.Table)
	case referee.Arrived:
		return b.tellArrived(loc, e)
	case referee.Awaited:
		return loc.tellAwaited(e.Table)
	case referee.Waived:
		return loc.tellWaived(e.Table)
	case referee.Voided:
		return page[view.Public]{text: loc.Say("beacon.voided")}
	case referee.Called, referee.Reminded:
		return loc.calledTo(e, v.Board())
	case referee.ClockOffered, referee.ClockRanOut, referee.Timed, referee.Back:
		return loc.tellClock(e)
	case referee.Owed:
		return loc.summons(e, v.Board())
	}
	if e.Table.Ending == referee.Closed && !e.Table.Started {
		return loc.calling(e.Table, "**"+e.Table.Title+"**\n"+loc.intervened(e.Table))
	}
	if e.Kind == referee.Ended && !e.Table.Started {
		return page[view.Public]{text: "**" + e.Table.Title + "**\n" + loc.Say("tell.cancelled-early")}
	}
	pictures := render.NewReport(v)
	p := page[view.Public]{text: loc.report(e, v.Board(), pictures.CloseUps()),
		figures: reportFigures(b, loc, e, v, pictures, b.house)}
	p.rows = []discordgo.MessageComponent{row(loc.ordersButton(e.Table.Game), loc.sideButton(e.Table.Game),
		loc.wholeButton(e.Table.Game))}
	if e.Kind == referee.Ended {
		p.rows = nil
		if slices.ContainsFunc(v.Board().Facts, func(f view.Fact) bool { return f.Claim != "" }) {
			p.rows = []discordgo.MessageComponent{row(loc.ordersButton(e.Table.Game))}
		}
		p.text += "\n" + loc.dice(e.Table)
		if e.Table.Ending == referee.Closed {
			called := loc.calling(e.Table, p.text)
			p.text, p.ping = called.text, called.ping
		}
	}
	if e.Table.Head != "" {
		p.text += "\n" + loc.Say("tell.head", "hash", wording.InWords(e.Table.Head))
	}
	p.rows = loc.withCheck(p.rows, e.Table.Game, untold(e, v.Board()))
	return p
}

// thread is the page of a fight, or of a decision that no fight led to: what has happened so far, who owes what, and at
// the end a close-up of the fight.
func (b *bot) thread(loc localizer, e referee.Notification) page[view.Public] {
	v := *e.Public
	board := v.Board()
	p := page[view.Public]{text: loc.Account(board.Told)}
	if e.Left != "" { // the rest is told in the game's new channel
		p.text = joined([]string{p.text, loc.Say("master.goes-on", "channel", channelLink(e.Table.Channel))})
		return p
	}
	if due := board.Due; due != nil {
		p.text = strings.TrimPrefix(p.text+"\n"+loc.call(e.Table, *due), "\n")
		p.rows = []discordgo.MessageComponent{row(loc.decideButton(e.Table.Game, due.ID))}
		p.rows = loc.withCheck(p.rows, e.Table.Game, board.Told)
		return p
	}
	p.rows = loc.withCheck(nil, e.Table.Game, board.Told)
	if p.text == "" {
		p.text = loc.Say("tell.decided")
	}
	if fought(board.Told) {
		p.figures = newsFigure(b, loc, v, b.house)
	}
	return p
}

// call names the players who owe a decision, and what it is.
func (loc localizer) call(t referee.Table, due view.Prompt) string {
	return loc.Say("tell.owed", "user", loc.mentionAll(t.Called(due.Side, &due)),
		"owed", wording.InWords(loc.Asked(due))) + loc.until(t)
}

// tellSide is a notification's page for a side: its own picture, and what it is told that the channel is not. The
// contents of its stacks are shown by the button.
func (b *bot) tellSide(ctx context.Context, loc localizer, e referee.Notification) (privatePage, error) {
	v := *e.Side
	board := v.Board()
	loc = loc.on(board.Map)
	if e.Kind == referee.Reminded {
		return loc.remindedOf(e)
	}
	if e.Kind == referee.Planned {
		return b.tellPlan(ctx, loc.of(v), e)
	}
	if e.Kind == referee.Mastered || e.Kind == referee.SeatsChanged {
		return b.tellSeat(ctx, loc, e)
	}
	look := b.styleOf(ctx, e.Reader)
	text := loc.Header(board) + "\n"
	if own := loc.Account(e.SideOnly.Board().Told); own != "" {
		text += loc.Say("tell.yours", "side", v.Side()) + "\n" + own
	} else {
		text += loc.Say("tell.yours-none", "side", v.Side())
	}
	switch due := board.Due; {
	case due != nil && due.Side == v.Side():
		text += "\n" + loc.Owed(*due) + "."
	case due == nil && !board.Over:
		text += "\n" + loc.waiting(e.Table, board)
	}
	return showSide(e.Table, v, e.Reader, page[view.Secret]{quiet: true, text: text,
		figures: reportFigures(b, loc, e, v, render.NewReport(v), look),
		rows:    []discordgo.MessageComponent{row(loc.sideButton(e.Table.Game), loc.wholeButton(e.Table.Game))}})
}

// untold are the lines that everybody was not told before the notification, or not in full.
func untold(e referee.Notification, b *view.Board) []view.Line {
	return slices.DeleteFunc(slices.Clone(b.Told), func(l view.Line) bool { return e.Announced[l.Seq] })
}

// newsFigure is a close-up of where things happened; nothing if they did not happen on the map, or all over it.
func newsFigure[A view.Audience](b *bot, loc localizer, v A, look render.Style) []figure[A] {
	o, near := render.Focus(v.Board())
	if !near {
		return nil
	}
	return drawn(b, closeUpName, loc.AltOf(v.Board(), o.Around, o.Radius), func() (render.Picture[A], error) {
		return render.Draw(b.painterIn(loc), v, look, o)
	})
}

// fought says whether there was a fight or a strike from afar.
func fought(told []view.Line) bool {
	return slices.ContainsFunc(told, func(l view.Line) bool {
		return l.Reckoned != nil || l.MapEvent != nil && l.MapEvent.Kind == view.Struck
	})
}

// report is the account of a phase, or of the beginning or end of the game. Its table of fights has the numbers of the
// close-ups that are posted with it.
func (loc localizer) report(e referee.Notification, b *view.Board, closeUps []render.CloseUp) string {
	parts := []string{loc.Header(b)}
	switch e.Kind {
	case referee.Started:
		parts = append(parts, loc.Say("tell.started"), loc.seats(e.Table), loc.dice(e.Table))
	case referee.Ended:
		parts = append(parts, loc.ending(e.Table))
	}
	for _, words := range []string{loc.Account(untold(e, b)), loc.fights(e, b, closeUps)} {
		if words != "" {
			parts = append(parts, words)
		}
	}
	if e.Kind != referee.Ended && b.Due == nil {
		parts = append(parts, loc.waiting(e.Table, b))
	}
	return strings.Join(parts, "\n")
}

// summons names the player who owes a decision. It pings him alone, and once; when the decision is taken, the button is
// disabled.
func (loc localizer) summons(e referee.Notification, b *view.Board) page[view.Public] {
	due := b.Due
	if due == nil { // as after a resignation
		return page[view.Public]{text: loc.Say("tell.decided")}
	}
	p := page[view.Public]{text: loc.call(e.Table, *due), ping: e.Table.Called(due.Side, due),
		rows: []discordgo.MessageComponent{row(loc.decideButton(e.Table.Game, due.ID))}}
	if e.Edits {
		p.text += "\n" + loc.Say("tell.decided")
	}
	return p
}

// calledTo names the players who are to act, what is to be done, and until when. It pings them once; when they have
// acted, or others are to act, the buttons are disabled.
func (loc localizer) calledTo(e referee.Notification, b *view.Board) page[view.Public] {
	who := loc.mentionAll(e.Table.Called(e.Calls, b.Due))
	p := page[view.Public]{ping: e.Users, rows: []discordgo.MessageComponent{row(loc.ordersButton(e.Table.Game),
		loc.sideButton(e.Table.Game))}}
	switch due := b.Due; {
	case e.Closing:
		p.text = loc.Say("call.done", "side", e.Calls, "since", wording.RelativeTimestamp(e.Began))
		return p
	case due != nil:
		p.text = loc.Say("call.decision", "user", who, "owed", wording.InWords(loc.Asked(*due)),
			"since", wording.RelativeTimestamp(e.Table.Since))
		p.rows = []discordgo.MessageComponent{row(loc.decideButton(e.Table.Game, due.ID))}
	default:
		p.text = loc.Say("call.phase", "user", who, "phase", wording.InWords(loc.Phase(b.Phase)), "turn", b.Turn,
			"since", wording.RelativeTimestamp(e.Table.Since))
	}
	if !e.Deadline.IsZero() {
		p.text += "\n" + loc.Say("call.deadline", "at", wording.Timestamp(e.Deadline), "in",
			wording.RelativeTimestamp(e.Deadline))
	}
	return p
}

// remindedOf is the same page for a player who wants to be reminded. It says where the game is.
func (loc localizer) remindedOf(e referee.Notification) (privatePage, error) {
	p := loc.calledTo(e, e.Side.Board())
	where := loc.Say("call.in", "title", wording.InWords(e.Table.Title), "channel", channelLink(e.Table.Channel))
	return showSide(e.Table, *e.Side, e.Reader, page[view.Secret]{text: where + "\n" + p.text, rows: p.rows})
}

// invitation is the page of a new game with its open seats.
func (loc localizer) invitation(t referee.Table, m *view.Map) string {
	lines := []string{"**" + t.Title + "**", loc.Say("table.scenario", "scenario", wording.InWords(t.Scenario)),
		loc.seats(t), loc.first(t), loc.Say("tell.welcome", "verb", moving(m))}
	lines = append(lines, loc.clockTold(t)...)
	return strings.Join(append(lines, loc.module(t), loc.dice(t)), "\n")
}

// moving is the order that moves units: the first that takes a path.
func moving(m *view.Map) order.Verb {
	for _, o := range m.Orders {
		if slices.ContainsFunc(o.Options, func(x order.Option) bool { return x.Kind == order.Path }) {
			return o.Verb
		}
	}
	return endVerb
}
