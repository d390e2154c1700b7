package deliver

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/audit"
	"grognard/bot/discord/briefly"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/reports"
	"grognard/bot/discord/summary"
	"grognard/bot/discord/table"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// tellAll returns a notification's page for the channel. When the moment of a message has passed, its words stay, its
// buttons are disabled, and nobody is pinged.
func (t PageMaker) tellAll(ctx context.Context, loc wording.Localizer, e api.Notification) page.Page[view.Public] {
	if e.Kind == api.FeedLost {
		return page.Page[view.Public]{Text: loc.Say("feed.lost", "channel", page.ChannelLink(e.Feed))}
	}
	if e.Feed != "" {
		return t.tellFeed(ctx, loc, e)
	}
	loc = loc.On(e.Public.Board().Map)
	if e.Kind == api.News || e.Kind == api.Asked {
		return t.thread(loc, e)
	}
	p := t.notice(ctx, loc, e)
	if e.Again {
		p.Ping = e.Users
		if !slices.Contains(e.Users, e.Loser()) { // the loser has nothing to answer
			p.Text += "\n" + loc.Say("call.again")
		}
	}
	if e.Edits {
		p.Rows, p.Ping = page.WithButtonsDisabled(p.Rows...), nil
	}
	return p
}

// notice returns the page of a notification that is one message by itself.
func (t PageMaker) notice(ctx context.Context, loc wording.Localizer, e api.Notification) page.Page[view.Public] {
	v := *e.Public
	switch e.Kind {
	case api.Opened:
		return page.Page[view.Public]{Text: invitation(loc, e, v.Board()),
			Rows: append(page.SeatButtons(loc, e.Table), tell.ChangesButton(loc, e.Table)...)}
	case api.Left:
		return page.Page[view.Public]{Text: loc.Say("tell.left") + "\n" + seatsInWords(loc, e),
			Rows: page.SeatButtons(loc, e.Table)}
	case api.Joined:
		return page.Page[view.Public]{Text: loc.Say("tell.joined", "open", tell.HasFreeSeat(e.Table)) + "\n" +
			seatsInWords(loc, e), Rows: page.SeatButtons(loc, e.Table)}
	case api.DMsClosed:
		return page.Page[view.Public]{Text: loc.Say("tell.closed", "user", tell.MentionAll(loc, e.Users)),
			Rows: page.OneRow(page.SideButton(loc, e.Table.Game))}
	case api.Offered, api.Answered:
		return table.TellOffer(loc, e)
	case api.Undone, api.UndoAgreed, api.UndoAsked, api.UndoDenied:
		return play.TellUndo(loc, e)
	case api.Vacationing:
		return table.TellVacation(loc, e)
	case api.Mastered:
		return table.TellMastered(loc, e.Table, v.Board())
	case api.SeatOffered:
		return table.TellGrant(loc, e.Table)
	case api.SeatsChanged:
		return table.TellReseated(loc, e.Table)
	case api.Departed:
		return page.Page[view.Public]{Text: tell.MeasureInWords(loc, e.Table)}
	case api.Arrived:
		return t.tellArrived(loc, e)
	case api.Awaited:
		return table.TellAwaited(loc, e.Table)
	case api.Waived:
		return table.TellWaived(loc, e.Table)
	case api.Voided:
		return page.Page[view.Public]{Text: loc.Say("beacon.voided")}
	case api.Called, api.Reminded:
		return calledTo(loc, e, v.Board())
	case api.ClockOffered, api.ClockRanOut, api.Timed, api.Defaulted:
		return table.TellClock(loc, e)
	}
	if e.Table.Ending == api.Closed && !e.Table.Started {
		return table.PingAll(loc, e.Table, "**"+e.Table.Title+"**\n"+tell.MeasureInWords(loc, e.Table))
	}
	if e.Kind == api.Ended && !e.Table.Started {
		return page.Page[view.Public]{Text: "**" + e.Table.Title + "**\n" + loc.Say("tell.cancelled-early")}
	}
	if e.Again { // the end of the game, to the player who has lost it
		return table.PingAll(loc, e.Table, tell.EndingInWords(loc, e.Table, v.Board()))
	}
	p, shown := page.Page[view.Public]{Text: t.report(ctx, loc, e, v.Board())}, v
	if len(v.Board().Map.Groups) > 0 { // groups are activated: the title names the phase in which the reader acts
		shown = v.Now()
	}
	if !e.TakenBack {
		p.Figures = look.ReportFigures(t.Kit, loc, e, shown, render.NewReport(shown), t.House)
	}
	buttons := []discordgo.MessageComponent{page.OrdersButton(loc, e.Table.Game), page.SideButton(loc, e.Table.Game),
		look.WholeButton(loc, e.Table.Game), page.SinceButton(loc, e.Table.Game, "report")} // not the status post's
	if closed := v.Board().Closed; closed != nil && briefly.Groups(untold(e, v.Board())) {
		buttons = append(buttons, audit.MovesButton(loc, e.Table.Game, *closed))
	}
	p.Rows = page.OneRow(buttons...)
	if e.Kind == api.Ended {
		p.Rows = reports.BelowTheEnd(loc, e.Table, v.Board())
		p.Text += "\n" + tell.DiceSecrets(loc, e.Table)
		if e.Table.Ending == api.Closed || e.Table.Ending == api.Forfeited {
			called := table.PingAll(loc, e.Table, p.Text)
			p.Text, p.Ping = called.Text, called.Ping
		}
	}
	if e.Table.Head != "" {
		p.Text += "\n" + loc.Say("tell.head", "line",
			wording.InWords(api.HeadLine(e.Table.Game, v.Board().Turn, e.Table.Head)))
	}
	p.Rows = audit.WithCheck(loc, p.Rows, e.Table.Game, untold(e, v.Board()))
	return p
}

// thread returns the page of a fight, or of a decision that no fight led to: what has happened so far, who owes what,
// and at the end, or already where formations fight, a close-up of the fight.
func (t PageMaker) thread(loc wording.Localizer, e api.Notification) page.Page[view.Public] {
	v := *e.Public
	board := v.Board()
	p := page.Page[view.Public]{Text: briefly.Account(loc.InPictures(emojis.All), board, board.Told)}
	if e.TakenBack {
		return page.Page[view.Public]{Text: loc.Say("tell.taken-back")}
	}
	if e.Left != "" { // the rest is told in the game's new channel
		p.Text = play.JoinLines([]string{p.Text, loc.Say("master.goes-on", "channel",
			page.ChannelLink(e.Table.Channel))})
		return p
	}
	if look.HasFight(board.Told) && (board.Due == nil || len(board.Map.Groups) > 0) {
		p.Figures = newsFigure(t.Kit, loc, v, t.House)
	}
	switch due := board.Due; {
	case due != nil:
		owed := loc.Say("tell.owed", "user", tell.MentionAll(loc, e.Table.Called(due.Side, due)),
			"owed", wording.InWords(loc.Asked(*due))) + tell.DeadlineInWords(loc, e.Table)
		p.Text = strings.TrimPrefix(p.Text+"\n"+owed, "\n")
		p.Rows = page.OneRow(page.DecideButton(loc, e.Table.Game, due.ID))
	case !e.Table.Over:
		p.Rows = page.OneRow(page.OrdersButton(loc, e.Table.Game))
	}
	p.Rows = audit.WithCheck(loc, p.Rows, e.Table.Game, board.Told)
	p.Text = cmp.Or(p.Text, loc.Say("tell.decided"))
	return p
}

// tellSide returns a notification's page for a side: what it is told that the channel is not, with pictures of that
// alone. The contents of its stacks are shown by the button.
func (t PageMaker) tellSide(ctx context.Context, loc wording.Localizer, e api.Notification) (page.PrivatePage, error) {
	v := *e.Side
	board := v.Board()
	loc = loc.On(board.Map)
	switch e.Kind {
	case api.Reminded: // the page of the call, with where the game is
		p := calledTo(loc, e, board)
		p.Text = loc.Say("call.in", "title", wording.InWords(e.Table.Title), "channel",
			page.ChannelLink(e.Table.Channel)) + "\n" + p.Text
		return page.ShowSide(e.Table, v, e.Reader, page.Page[view.Secret]{Text: p.Text, Rows: p.Rows})
	case api.ListBegins:
		return tellListBegins(loc.ForPlayer(v), e)
	case api.ListRan:
		return t.tellList(ctx, loc.ForPlayer(v), e)
	case api.SeatsChanged:
		return t.tellSeat(ctx, loc, e)
	case api.ChannelLost:
		return page.ShowSide(e.Table, v, e.Reader, table.TellLost(loc, e.Table))
	case api.Offered, api.Answered: // in a game whose channel cannot be reached
		p := table.TellOffer(loc, e)
		return page.ShowSide(e.Table, v, e.Reader, page.Page[view.Secret]{Text: "**" + e.Table.Title + "**\n" + p.Text,
			Rows: p.Rows})
	}
	text := loc.Header(board)
	figures := look.CloseUpFigures(t.Kit, loc, *e.SideOnly, t.StyleOf(ctx, e.Reader))
	rows := page.OneRow(page.SideButton(loc, e.Table.Game), look.WholeButton(loc, e.Table.Game))
	told := e.SideOnly.Board().Told
	if e.Table.Lost != "" { // the channel is told nothing
		told = board.Told
		figures = look.ReportFigures(t.Kit, loc, e, v, render.NewReport(v), t.StyleOf(ctx, e.Reader))
	}
	if e.Kind == api.Ended {
		text += "\n" + tell.EndingInWords(loc, e.Table, board)
		rows = reports.BelowThePrivateEnd(loc, e.Table.Game)
	}
	if e.TakenBack {
		return page.ShowSide(e.Table, v, e.Reader, page.Page[view.Secret]{Quiet: true,
			Text: takenBack(loc, board, told), Rows: rows})
	}
	if words := loc.InPictures(emojis.All).Account(told); words != "" {
		text += "\n" + loc.Say("tell.yours", "side", v.Side()) + "\n" + words
	}
	switch due := board.Due; {
	case due != nil && due.Side == v.Side():
		text += "\n" + loc.Owed(*due) + "."
	case due == nil && !board.Over:
		text += "\n" + tell.WaitingInWords(loc, e.Table, board)
		if board.Phase.Side == v.Side() {
			rows = append(page.OneRow(page.OrdersButton(loc, e.Table.Game)), rows...)
		}
	}
	return page.ShowSide(e.Table, v, e.Reader, page.Page[view.Secret]{Quiet: true, Text: text,
		Figures: figures, Rows: rows})
}

// untold returns the lines that were not announced to everybody in full before the notification.
func untold(e api.Notification, b *view.Board) []view.Line {
	return slices.DeleteFunc(slices.Clone(b.Told), func(l view.Line) bool { return e.Announced[l.Seq] })
}

// newsFigure returns a close-up of where things happened; nil if that was not on the map, or all over it.
func newsFigure[A view.Audience](k ask.Kit, loc wording.Localizer, v A, style render.Style) []page.Figure[A] {
	o, near := render.Focus(v.Board())
	if !near {
		return nil
	}
	return ask.DrawFigure(k, page.CloseUpName, loc.AltOf(v.Board(), o.Part), func() (render.Picture[A], error) {
		return render.Draw(k.PainterIn(loc), v, style, o)
	})
}

// report returns the account of a phase, or of the beginning or end of the game.
func (t PageMaker) report(ctx context.Context, loc wording.Localizer, e api.Notification, b *view.Board) string {
	if e.TakenBack {
		return takenBack(loc, b, untold(e, b))
	}
	parts := []string{briefly.Header(loc, b)}
	switch e.Kind {
	case api.Started: // the status post above has the rest of the header
		parts[0], _, _ = strings.Cut(loc.Header(b), "\n")
		parts = append(parts, loc.Say("tell.started", "n", len(e.Table.Seats)), tell.SeatsInWords(loc, e.Table))
		parts = append(parts, tell.Levels(loc, b)...)
	case api.Ended:
		parts = append(parts, tell.EndingInWords(loc, e.Table, b))
	}
	account, fights := func(told []view.Line) string { return briefly.Account(loc.InPictures(emojis.All), b, told) }, ""
	story := account(untold(e, b))
	if len(b.Map.Groups) > 0 {
		story = summary.Story(loc, b, e.Announced, account)
	} else {
		fights = summary.Fights(loc, b, slices.DeleteFunc(slices.Clone(b.Told), func(l view.Line) bool {
			return !e.Announced[l.Seq]
		}))
	}
	parts = append(parts, story, fights, t.turnInWords(ctx, loc, e, b))
	if e.Kind != api.Ended && b.Due == nil {
		parts = append(parts, tell.WaitingInWords(loc, e.Table, b))
	}
	return play.JoinLines(parts)
}

// turnInWords returns the summary of the turn whose end the report tells, "" if it tells of none.
func (t PageMaker) turnInWords(ctx context.Context, loc wording.Localizer, e api.Notification, b *view.Board) string {
	turn := summary.Over(b.Told)
	if turn == 0 || e.Kind == api.Ended {
		return ""
	}
	st, err := t.Kit.Referee.Story(ctx, e.Table.Channel, "")
	if err != nil && !errors.Is(err, api.ErrNoGame) && !errors.Is(err, api.ErrNotStarted) &&
		!errors.Is(err, api.ErrShut) {
		t.Log.Warn("what a turn came to is not told", "game", e.Table.Game, "turn", turn, "error", err)
	}
	if err != nil || st.Table.Game != e.Table.Game {
		return "" // the game has gone elsewhere since
	}
	return summary.Turn(loc, b, turn, st.Public.Board().Told)
}

// takenBack returns an account that was taken back, struck out below the phase and a line that says so.
func takenBack(loc wording.Localizer, b *view.Board, told []view.Line) string {
	phase, _, _ := strings.Cut(loc.Header(b), "\n")
	lines := []string{phase, loc.Say("tell.taken-back")}
	for _, l := range told {
		lines = append(lines, "~~"+loc.Line(l)+"~~")
	}
	return strings.Join(lines, "\n")
}

// calledTo names the players who are to act, what is to be done, and until when. It pings them once; when they have
// acted, or others are to act, the buttons are disabled.
func calledTo(loc wording.Localizer, e api.Notification, b *view.Board) page.Page[view.Public] {
	named := e.Table.Called(e.Calls, b.Due)
	for _, user := range e.Users { // the player whose clock it is may be another one of the side
		if !e.Closing && !slices.Contains(named, user) {
			named = append(slices.Clip(named), user)
		}
	}
	who := tell.MentionAll(loc, named)
	p := page.Page[view.Public]{Ping: e.Users, Rows: page.OneRow(page.OrdersButton(loc,
		e.Table.Game), page.SideButton(loc, e.Table.Game))}
	switch due := b.Due; {
	case e.TakenBack:
		p.Text = loc.Say("call.taken-back", "side", e.Calls, "since", wording.RelativeTimestamp(e.Began))
		return p
	case e.Closing:
		p.Text = loc.Say("call.done", "side", e.Calls, "since", wording.RelativeTimestamp(e.Began))
		return p
	case due != nil:
		p.Text = loc.Say("call.decision", "user", who, "owed", wording.InWords(loc.Asked(*due)),
			"since", wording.RelativeTimestamp(e.Table.Since))
		p.Rows = page.OneRow(page.DecideButton(loc, e.Table.Game, due.ID))
	default:
		p.Text = loc.Say("call.phase", "user", who, "phase", wording.InWords(loc.Phase(b.Phase)), "turn", b.Turn,
			"since", wording.RelativeTimestamp(e.Table.Since))
	}
	if !e.Deadline.IsZero() {
		p.Text += "\n" + loc.Say("call.deadline", "at", wording.Timestamp(e.Deadline), "in",
			wording.RelativeTimestamp(e.Deadline))
	}
	return p
}

// invitation returns the text of the page of a new game with its open seats.
func invitation(loc wording.Localizer, e api.Notification, b *view.Board) string {
	t := e.Table
	lines := append([]string{"**" + t.Title + "**", tell.ScenarioInWords(loc, t)}, tell.Levels(loc, b)...)
	lines = append(lines, seatsInWords(loc, e), table.WhoBegins(loc, t),
		loc.Say("tell.welcome", "seats", len(t.Seats), "verb", tell.MoveVerb(b.Map)))
	lines = append(lines, table.ClockLines(loc, t)...)
	proof := strings.ReplaceAll(tell.ProofInWords(loc, t), "\n", " · ") // as one line it takes less room on a phone
	return play.JoinLines(append(lines, wording.Subtext(proof)))
}

// seatsInWords returns who had which seat. An edit does not say who has one now that was free then.
func seatsInWords(loc wording.Localizer, e api.Notification) string {
	var words []string
	for i, seat := range e.Table.Seats {
		t := e.Table
		t.Seats = t.Seats[i : i+1] // the table with this seat alone
		if e.Edits && seat.User == "" {
			words = append(words, loc.Say("seat.later", "side", wording.InWords(seat.Side.Name)))
		} else {
			words = append(words, tell.SeatsInWords(loc, t))
		}
	}
	return strings.Join(words, " · ")
}
