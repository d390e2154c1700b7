package table

import (
	"context"
	"slices"
	"strconv"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The presses about who plays a side. After the first two comes the number of an offer, after the next two that of an
// invitation, and after pressDismiss a user. Those about waiting name no game.
const (
	pressTakeSeat       = "seat-take"
	pressDeclineSeat    = "seat-decline"
	pressAcceptInvite   = "seat-invite-accept"
	pressDeclineInvite  = "seat-invite-decline"
	pressSeekSubstitute = "seat-seek"
	pressNoDeputy       = "seat-no-deputy"
	pressDismiss        = "seat-dismiss"
	pressAwait          = "seat-wait"
	pressAwaitNot       = "seat-wait-not"
)

// The answers to the offer of a seat, or to an invitation.
const (
	takeSeat    = "take"
	declineSeat = play.NoConsent
)

func (s Seats) commands() []ask.CommandSpec {
	user := ask.UserOption("user")
	return []ask.CommandSpec{
		{Verb: "seat deputy", Run: s.deputy, Options: []ask.Option{user, ask.YesOption("off")}},
		{Verb: "seat hand-over", Run: s.handOver,
			Options: []ask.Option{user, ask.YesOption("substitute"), ask.YesOption("off")}},
		{Verb: "seat answer", Run: s.answerSeat, Posts: true, Options: []ask.Option{
			ask.ChoiceOption("answer", takeSeat, declineSeat).AsRequired()}},
		{Verb: "seat waiting", Run: s.waitingList, Options: []ask.Option{
			ask.YesOption("on"), ask.CompletedOption("module", s.Games.suggestModules),
			ask.CompletedOption("side", s.Games.suggestSides)}},
		{Verb: "seat team", Run: ask.WithoutOptions(s.team)},
		{Verb: "seat team-add", Run: s.teamAdd, Options: []ask.Option{
			user.AsRequired(), ask.CompletedOption("formation", s.suggestForce).AsRequired()}},
		{Verb: "seat team-remove", Run: s.teamRemove, Options: []ask.Option{user.AsRequired()}},
	}
}

// namedUser returns the user that a command names. Bots are refused.
func namedUser(req ask.Request, values map[string]string) (string, error) {
	user := values["user"]
	if u := req.Names.Users[user]; u != nil && u.Bot {
		return "", ask.Refusal("master.bot", "user", tell.Mention(req.Localizer, user))
	}
	return user, nil
}

// deputy answers /seat deputy: it invites a deputy for the asker, dismisses him, or says who he is.
func (s Seats) deputy(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	user, err := namedUser(req, values)
	switch {
	case err != nil:
		return nil, err
	case values["off"] == "true":
		return s.noDeputy(ctx, req)
	case user != "":
		t, err := s.Referee.Deputise(ctx, req.Cmd, user)
		if err != nil {
			return nil, err
		}
		side, _ := t.Seat(req.Cmd.User)
		if v := t.InvitedBy(side.ID, user); v != nil {
			return deputyPage(req.Say("seat.invited-deputy", "user", tell.Mention(req.Localizer, user)),
					uninviteRow(req.Localizer, t.Game, *v)),
				nil
		}
		return deputyPage(req.Say("seat.deputy-done", "user", tell.Mention(req.Localizer, user)),
			deputyRow(req.Localizer, t)), nil
	}
	t, side, d, err := s.deputyNow(ctx, req)
	switch v := t.InvitedDeputy(side.ID); {
	case err != nil:
		return nil, err
	case d == "":
		return req.TextReply("seat.deputy-none"), nil
	case v != nil:
		return deputyPage(req.Say("seat.deputy-invited", "user", tell.Mention(req.Localizer, d)),
			uninviteRow(req.Localizer, t.Game, *v)), nil
	}
	return deputyPage(req.Say("seat.deputy-is", "user", tell.Mention(req.Localizer, d), "side",
		wording.InWords(side.Name)), deputyRow(req.Localizer, t)), nil
}

// deputyNow returns the deputy of the asker's side, or the user who is invited to be that, "" for nobody.
func (s Seats) deputyNow(ctx context.Context, req ask.Request) (t api.Table, side order.Nation, user string,
	err error) {
	if t, err = s.Referee.Table(ctx, req.Cmd.Channel); err != nil {
		return t, side, "", err
	}
	side, seated := t.Seat(req.Cmd.User)
	if !seated {
		return t, side, "", api.ErrNotSeated
	}
	if v := t.InvitedDeputy(side.ID); v != nil {
		return t, side, v.User, nil
	}
	return t, side, deputyOf(t, side.ID), nil
}

// deputyPage returns a page about a deputy with a row of buttons.
func deputyPage(text string, buttons discordgo.MessageComponent) []rest.Message {
	return page.Page[view.Public]{Text: text, Rows: []discordgo.MessageComponent{buttons}}.Messages()
}

// deputyRow returns the row with the button to dismiss the deputy, or to withdraw his invitation.
func deputyRow(loc wording.Localizer, t api.Table) discordgo.MessageComponent {
	return page.Row(page.Button(loc.Say("button.no-deputy"), page.PressID(pressNoDeputy, t.Game),
		discordgo.SecondaryButton))
}

// deputyOf returns the user ID of the side's deputy, "" if it has none.
func deputyOf(t api.Table, side order.Side) string {
	for _, seat := range t.Seats {
		for _, m := range seat.Members {
			if seat.Side.ID == side && m.Deputy {
				return m.User
			}
		}
	}
	return ""
}

// noDeputy dismisses the deputy of the asker's side, or withdraws the invitation.
func (s Seats) noDeputy(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	_, _, d, err := s.deputyNow(ctx, req)
	switch {
	case err != nil:
		return nil, err
	case d == "":
		return nil, api.ErrNoDeputy
	}
	t, err := s.Referee.Dismiss(ctx, req.Cmd, d)
	if err != nil {
		return nil, err
	}
	return dismissedReply(req, t, d), nil
}

// dismissedReply returns the answer that a user no longer plays the asker's side, or is no longer invited to.
func dismissedReply(req ask.Request, t api.Table, user string) []rest.Message {
	if c := t.Reseated; c != nil && c.Does == api.InvitationRetracted {
		return req.TextReply("seat.uninvited", "user", tell.Mention(req.Localizer, user))
	}
	return req.TextReply("seat.dismissed", "user", tell.Mention(req.Localizer, user))
}

// handOver answers /seat hand-over: it offers the asker's seat to a user, or to the first who waits for a seat, or
// withdraws the offer. Without options it says what is offered, and asks.
func (s Seats) handOver(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	user, err := namedUser(req, values)
	switch {
	case err != nil:
		return nil, err
	case values["substitute"] == "true":
		return s.seek(ctx, req)
	case user != "":
		t, err := s.Referee.OfferSeat(ctx, req.Cmd, user)
		return offeredSeatPage(req, t, err)
	}
	t, err := s.Referee.Table(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	side, seated := t.Seat(req.Cmd.User)
	switch h := t.Offered(side.ID); {
	case !seated:
		return nil, api.ErrNotSeated
	case t.Over:
		return nil, api.ErrOver
	case !t.Started:
		return nil, ask.Refusal("table.leave-instead-of-seat")
	case t.Player(side.ID) != req.Cmd.User:
		return nil, api.ErrNotCommander
	case h != nil && values["off"] == "true":
		return s.refuseSeat(ctx, req, h.Number)
	case values["off"] == "true":
		return nil, api.ErrNoSeatOffer
	case h != nil:
		return offeredSeatPage(req, t, nil)
	}
	return confirmation(req, req.Say("seat.ask-substitute", "side", wording.InWords(side.Name)),
		req.Say("button.substitute"), page.PressID(pressSeekSubstitute, t.Game)), nil
}

// seek looks for a substitute for the asker.
func (s Seats) seek(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	t, err := s.Referee.SeekSubstitute(ctx, req.Cmd)
	return offeredSeatPage(req, t, err)
}

// offeredSeatPage shows to whom the asker's seat is offered, with the button to withdraw the offer.
func offeredSeatPage(req ask.Request, t api.Table, err error) ([]rest.Message, error) {
	if err != nil {
		return nil, err
	}
	side, _ := t.Seat(req.Cmd.User)
	o := t.Offered(side.ID)
	if o == nil { // as if the command is repeated after the seat was taken
		return nil, api.ErrNoSeatOffer
	}
	text := req.Say("seat.offered-open")
	if o.To != "" {
		text = req.Say("seat.offered", "user", tell.Mention(req.Localizer, o.To))
	}
	retract := page.Button(req.Say("button.seat-retract"), page.PressID(pressDeclineSeat, t.Game,
		strconv.Itoa(o.Number)), discordgo.SecondaryButton)
	return page.Page[view.Public]{Text: text, Rows: page.OneRow(retract)}.Messages(), nil
}

// answerSeat answers /seat answer: it answers what is offered to the asker. A seat that is offered to him comes before
// an invitation, and an invitation before a seat that anybody can take.
func (s Seats) answerSeat(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	t, err := s.Referee.Table(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	seat, invited := t.OfferedTo(req.Cmd.User), t.InvitedTo(req.Cmd.User)
	first := seat != nil && (seat.To != "" || invited == nil)
	switch answer := values["answer"]; {
	case seat == nil && invited == nil:
		return nil, ask.Refusal("seat.nothing-to-answer")
	case answer == takeSeat && first:
		return s.acceptSeat(ctx, req, seat.Number)
	case answer == takeSeat:
		return s.acceptInvitation(ctx, req, invited.Number)
	case answer == declineSeat && first && invited != nil:
		if _, err := s.Referee.DeclineSeat(ctx, req.Cmd, seat.Number); err != nil {
			return nil, err
		}
		return req.TextReply("seat.declined-first", "user", tell.Mention(req.Localizer, t.Player(invited.Side))), nil
	case answer == declineSeat && first:
		return s.refuseSeat(ctx, req, seat.Number)
	case answer == declineSeat:
		return s.declineInvitation(ctx, req, invited.Number)
	default:
		return nil, ask.Refusal("error.no-choice", "value", wording.Quoted(answer), "option", wording.InWords("answer"))
	}
}

// acceptSeat takes the seat that is offered, and shows its new player what he has taken over.
func (s Seats) acceptSeat(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	if _, err := s.Referee.TakeSeat(ctx, req.Cmd, number); err != nil {
		return nil, err
	}
	return s.showSide(ctx, req, func(loc wording.Localizer, args ...any) string {
		return loc.Say("seat.yours", args...)
	})
}

// showSide shows the asker the side that he now plays, after the given words.
func (s Seats) showSide(ctx context.Context, req ask.Request, words func(wording.Localizer,
	...any) string) ([]rest.Message,
	error) {
	v, t, err := s.Referee.Secret(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	loc := req.Localizer.ForPlayer(v)
	first := words(loc, "side", v.Side(), "title", wording.InWords(t.Title), "channel", page.ChannelLink(t.Channel),
		"user", tell.Mention(req.Localizer, t.Player(v.Side())))
	mine, err := page.ShowSide(t, v, req.Cmd.User, HandOverPage(ctx, s.Kit, s.Referee, loc, t, v, req.Cmd.User, first))
	if err != nil {
		return nil, err
	}
	return req.ShowPrivate(mine)
}

// refuseSeat declines the seat that is offered, or withdraws the offer.
func (s Seats) refuseSeat(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	t, err := s.Referee.DeclineSeat(ctx, req.Cmd, number)
	if err != nil {
		return nil, err
	}
	if t.Reseated != nil && t.Reseated.Does == api.SeatRetracted {
		return req.TextReply("seat.retracted"), nil
	}
	return req.TextReply("seat.declined"), nil
}

func (s Seats) presses() []ask.PressSpec {
	await := func(any bool) ask.PressHandler {
		return ask.WithNothing(func(ctx context.Context, req ask.Request) ([]rest.Message, error) {
			return s.await(ctx, req, any)
		})
	}
	return []ask.PressSpec{
		{Name: pressTakeSeat, Run: ask.WithNumber(s.acceptSeat), Posts: true},
		{Name: pressDeclineSeat, Run: ask.WithNumber(s.refuseSeat)},
		{Name: pressAcceptInvite, Run: ask.WithNumber(s.acceptInvitation), Posts: true},
		{Name: pressDeclineInvite, Run: ask.WithNumber(s.declineInvitation)},
		{Name: pressSeekSubstitute, Run: ask.WithNothing(s.seek)},
		{Name: pressNoDeputy, Run: ask.WithNothing(s.noDeputy)},
		{Name: pressDismiss, Run: ask.WithWhat(func(ctx context.Context, req ask.Request,
			user string) ([]rest.Message, error) {
			return s.teamRemove(ctx, req, map[string]string{"user": user})
		})},
		{Name: pressAwait, Run: await(true), NoGame: true},
		{Name: pressAwaitNot, Run: await(false), NoGame: true},
	}
}

// TellSeatOffer returns the public page of a seat that is offered. It pings the user to whom it is offered.
func TellSeatOffer(loc wording.Localizer, t api.Table) page.Page[view.Public] {
	c := t.Reseated
	h := t.Offered(c.Side)
	if h == nil { // as after the end of the game, when nothing is offered
		return page.Page[view.Public]{Text: loc.Say("seat.told-offer-over", "side", c.Side)}
	}
	number := strconv.Itoa(h.Number)
	take := page.Button(loc.Say("button.seat-take"), page.PressID(pressTakeSeat, t.Game, number),
		discordgo.SuccessButton)
	if h.To == "" {
		return page.Page[view.Public]{Text: loc.Say("seat.told-open", "side", h.Side, "user", tell.Mention(loc,
			t.Player(h.Side))),
			Rows: page.Rows([]discordgo.MessageComponent{take})}
	}
	no := page.Button(loc.Say("button.decline"), page.PressID(pressDeclineSeat, t.Game, number),
		discordgo.SecondaryButton)
	return page.Page[view.Public]{Text: loc.Say("seat.told-offered", "side", h.Side, "user", tell.Mention(loc,
		t.Player(h.Side)),
		"to", tell.Mention(loc, h.To)),
		Rows: page.Rows([]discordgo.MessageComponent{take, no}), Ping: []string{h.To}}
}

// TellReseated returns the public page of a change of players. If a seat changes hands, it pings both players.
func TellReseated(loc wording.Localizer, t api.Table) page.Page[view.Public] {
	c := *t.Reseated
	to, by := tell.Mention(loc, c.User), tell.Mention(loc, c.By)
	switch c.Does {
	case api.Deputised:
		return page.Page[view.Public]{Text: loc.Say("seat.told-deputy", "side", c.Side, "user", by, "to", to)}
	case api.Assigned:
		return page.Page[view.Public]{Text: loc.Say("seat.told-joined", "side", c.Side, "user", by, "to", to)}
	case api.Dismissed:
		return page.Page[view.Public]{Text: loc.Say("seat.told-dismissed", "side", c.Side, "to", to)}
	case api.InvitationDeclined:
		return page.Page[view.Public]{Text: loc.Say("seat.told-invite-declined", "side", c.Side, "to", to)}
	case api.InvitationRetracted:
		return page.Page[view.Public]{Text: loc.Say("seat.told-uninvited", "side", c.Side, "to", to)}
	case api.SeatDeclined:
		return page.Page[view.Public]{Text: loc.Say("seat.told-declined", "side", c.Side, "to", to)}
	case api.SeatRetracted:
		return page.Page[view.Public]{Text: loc.Say("seat.told-retracted", "side", c.Side)}
	}
	p := PingAll(loc, t, loc.Say("seat.told-taken", "side", c.Side, "from", tell.Mention(loc, c.From), "to", to))
	p.Rows = page.OneRow(page.DueButton(loc, t.Game), page.SideButton(loc, t.Game))
	return p
}

// latelyTold is how many lines of the game log a new player reads at once; the others are in /game log.
const latelyTold = 10

// HandOverPage returns what a new player of a side needs: how it stands, what is owed, what happened lately, what is
// lost, and all that the side knows of its units.
func HandOverPage(ctx context.Context, k ask.Kit, stories storyService, loc wording.Localizer, t api.Table,
	v view.Secret, user,
	first string) page.Page[view.Secret] {
	board := v.Board()
	lines := []string{first, tell.WaitingInWords(loc, t, board)}
	if due := board.Due; due != nil && due.Side == v.Side() {
		lines = append(lines, loc.Owed(*due)+".")
	}
	lines = append(lines, tell.PauseLines(loc, t)...)
	if told := lastLogLines(ctx, k, stories, loc, t, user); told != "" {
		lines = append(lines, loc.Say("seat.lately"), told)
	}
	lines = append(lines, loc.Gone(board)...)
	lines = append(lines, tell.Places(loc, t, board)...)
	if t.Player(v.Side()) == user { // a deputy or teammate changes nothing of what this player has prepared
		lines = append(lines, loc.Say("seat.stays"))
	}
	lines = append(lines, loc.OwnBoard(v))
	return page.Page[view.Secret]{Text: play.JoinLines(lines), Figures: ask.MapFigure(k, loc, v, k.StyleOf(ctx, user)),
		Rows: page.OneRow(page.OrdersButton(loc, t.Game), page.SideButton(loc, t.Game))}
}

// lastLogLines returns the last lines of the game log as a player was told them, "" if they cannot be read.
func lastLogLines(ctx context.Context, k ask.Kit, stories storyService, loc wording.Localizer, t api.Table,
	user string) string {
	story, err := stories.Story(ctx, t.Channel, user)
	if err != nil || story.Secret == nil || story.Table.Game != t.Game {
		k.Log.Debug("a new player is told no story", "game", t.Game, "error", err)
		return ""
	}
	told := story.Secret.Board().Told
	return loc.Account(slices.Clone(told[max(len(told)-latelyTold, 0):]))
}
