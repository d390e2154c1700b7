package discord

import (
	"context"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
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
	declineSeat = noConsent
)

// seatCommands are the commands about who plays a side.
func seatCommands() []commandSpec {
	user := userOption("user")
	return []commandSpec{
		{verb: "seat deputy", run: (*bot).deputy, options: []option{user, yesOption("off")}},
		{verb: "seat hand-over", run: (*bot).handOver,
			options: []option{user, yesOption("substitute"), yesOption("off")}},
		{verb: "seat answer", run: (*bot).answerSeat, posts: true, options: []option{
			choiceOption("answer", takeSeat, declineSeat).required()}},
		{verb: "seat waiting", run: (*bot).waitingList, options: []option{
			yesOption("on"), completed("module", (*bot).suggestModules), completed("side", (*bot).suggestSides)}},
		{verb: "seat team", run: withoutOptions((*bot).team)},
		{verb: "seat team-add", run: (*bot).teamAdd, options: []option{
			user.required(), completed("formation", (*bot).suggestForce).required()}},
		{verb: "seat team-remove", run: (*bot).teamRemove, options: []option{user.required()}},
	}
}

// person is the user that a command names. Bots are refused.
func (req request) person(values map[string]string) (string, error) {
	user := values["user"]
	if u := req.names.Users[user]; u != nil && u.Bot {
		return "", refusal("master.bot", "user", req.mention(user))
	}
	return user, nil
}

// deputy is /seat deputy: it invites a deputy for the asker, dismisses him, or says who he is.
func (b *bot) deputy(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	user, err := req.person(values)
	switch {
	case err != nil:
		return nil, err
	case values["off"] == "true":
		return b.noDeputy(ctx, req)
	case user != "":
		t, err := b.referee.Deputise(ctx, req.cmd, user)
		if err != nil {
			return nil, err
		}
		side, _ := t.Seat(req.cmd.User)
		if v := t.InvitedBy(side.ID, user); v != nil {
			return deputyPage(req.Say("seat.invited-deputy", "user", req.mention(user)), req.uninviteRow(t.Game, *v)),
				nil
		}
		return deputyPage(req.Say("seat.deputy-done", "user", req.mention(user)), req.deputyRow(t)), nil
	}
	t, side, d, err := b.deputyNow(ctx, req)
	switch v := t.InvitedDeputy(side.ID); {
	case err != nil:
		return nil, err
	case d == "":
		return req.told("seat.deputy-none"), nil
	case v != nil:
		return deputyPage(req.Say("seat.deputy-invited", "user", req.mention(d)), req.uninviteRow(t.Game, *v)), nil
	}
	return deputyPage(req.Say("seat.deputy-is", "user", req.mention(d), "side", wording.InWords(side.Name)),
		req.deputyRow(t)), nil
}

// deputyNow is the deputy of the asker's side, or the user who is invited to be that, "" for nobody.
func (b *bot) deputyNow(ctx context.Context, req request) (t referee.Table, side order.Nation, user string, err error) {
	if t, err = b.referee.Table(ctx, req.cmd.Channel); err != nil {
		return t, side, "", err
	}
	side, seated := t.Seat(req.cmd.User)
	if !seated {
		return t, side, "", referee.ErrNotSeated
	}
	if v := t.InvitedDeputy(side.ID); v != nil {
		return t, side, v.User, nil
	}
	return t, side, deputyOf(t, side.ID), nil
}

func deputyPage(text string, buttons discordgo.MessageComponent) []rest.Message {
	return page[view.Public]{text: text, rows: []discordgo.MessageComponent{buttons}}.messages()
}

func (loc localizer) deputyRow(t referee.Table) discordgo.MessageComponent {
	return row(button(loc.Say("button.no-deputy"), pressID(pressNoDeputy, t.Game), discordgo.SecondaryButton))
}

// deputyOf is the deputy of a side, "" for none.
func deputyOf(t referee.Table, side order.Side) string {
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
func (b *bot) noDeputy(ctx context.Context, req request) ([]rest.Message, error) {
	_, _, d, err := b.deputyNow(ctx, req)
	switch {
	case err != nil:
		return nil, err
	case d == "":
		return nil, referee.ErrNoDeputy
	}
	t, err := b.referee.Dismiss(ctx, req.cmd, d)
	if err != nil {
		return nil, err
	}
	return req.dismissed(t, d), nil
}

// dismissed says that a user no longer plays the asker's side, or is no longer invited to.
func (req request) dismissed(t referee.Table, user string) []rest.Message {
	if c := t.Reseated; c != nil && c.Does == referee.InvitationRetracted {
		return req.told("seat.uninvited", "user", req.mention(user))
	}
	return req.told("seat.dismissed", "user", req.mention(user))
}

// handOver is /seat hand-over: it offers the asker's seat to a user, or to the first who waits for a seat, or withdraws
// the offer. Without options it says what is offered, and asks.
func (b *bot) handOver(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	user, err := req.person(values)
	switch {
	case err != nil:
		return nil, err
	case values["substitute"] == "true":
		return b.seek(ctx, req)
	case user != "":
		t, err := b.referee.OfferSeat(ctx, req.cmd, user)
		return req.seatOffered(t, err)
	}
	t, err := b.referee.Table(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	side, seated := t.Seat(req.cmd.User)
	switch h := t.Offered(side.ID); {
	case !seated:
		return nil, referee.ErrNotSeated
	case t.Over:
		return nil, referee.ErrOver
	case !t.Started:
		return nil, refusal("table.leave-instead-of-seat")
	case t.Player(side.ID) != req.cmd.User:
		return nil, referee.ErrNotCommander
	case h != nil && values["off"] == "true":
		return b.declined(ctx, req, h.Number)
	case values["off"] == "true":
		return nil, referee.ErrNoSeatOffer
	case h != nil:
		return req.seatOffered(t, nil)
	}
	return req.question(req.Say("seat.ask-substitute", "side", wording.InWords(side.Name)),
		req.Say("button.substitute"), pressID(pressSeekSubstitute, t.Game)), nil
}

// seek looks for a substitute for the asker.
func (b *bot) seek(ctx context.Context, req request) ([]rest.Message, error) {
	t, err := b.referee.SeekSubstitute(ctx, req.cmd)
	return req.seatOffered(t, err)
}

// seatOffered says to whom the asker's seat is offered, with the button to withdraw the offer.
func (req request) seatOffered(t referee.Table, err error) ([]rest.Message, error) {
	if err != nil {
		return nil, err
	}
	side, _ := t.Seat(req.cmd.User)
	o := t.Offered(side.ID)
	if o == nil { // as if the command is repeated after the seat was taken
		return nil, referee.ErrNoSeatOffer
	}
	text := req.Say("seat.offered-open")
	if o.To != "" {
		text = req.Say("seat.offered", "user", req.mention(o.To))
	}
	retract := button(req.Say("button.seat-retract"), pressID(pressDeclineSeat, t.Game, strconv.Itoa(o.Number)),
		discordgo.SecondaryButton)
	return page[view.Public]{text: text, rows: []discordgo.MessageComponent{row(retract)}}.messages(), nil
}

// answerSeat is /seat answer: it answers what is offered to the asker. A seat that is offered to him comes before an
// invitation, and an invitation before a seat that anybody can take.
func (b *bot) answerSeat(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	t, err := b.referee.Table(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	seat, invited := t.OfferedTo(req.cmd.User), t.InvitedTo(req.cmd.User)
	first := seat != nil && (seat.To != "" || invited == nil)
	switch answer := values["answer"]; {
	case seat == nil && invited == nil:
		return nil, refusal("seat.nothing-to-answer")
	case answer == takeSeat && first:
		return b.taken(ctx, req, seat.Number)
	case answer == takeSeat:
		return b.accepted(ctx, req, invited.Number)
	case answer == declineSeat && first && invited != nil:
		if _, err := b.referee.DeclineSeat(ctx, req.cmd, seat.Number); err != nil {
			return nil, err
		}
		return req.told("seat.declined-first", "user", req.mention(t.Player(invited.Side))), nil
	case answer == declineSeat && first:
		return b.declined(ctx, req, seat.Number)
	case answer == declineSeat:
		return b.declinedInvite(ctx, req, invited.Number)
	default:
		return nil, refusal("error.no-choice", "value", wording.Quoted(answer), "option", wording.InWords("answer"))
	}
}

// taken takes the seat that is offered, and shows its new player what he has taken over.
func (b *bot) taken(ctx context.Context, req request, number int) ([]rest.Message, error) {
	if _, err := b.referee.TakeSeat(ctx, req.cmd, number); err != nil {
		return nil, err
	}
	return b.shownSide(ctx, req, func(loc localizer, args ...any) string { return loc.Say("seat.yours", args...) })
}

// shownSide shows the asker the side that he now plays, after the given words.
func (b *bot) shownSide(ctx context.Context, req request, words func(localizer, ...any) string) ([]rest.Message,
	error) {
	v, t, err := b.referee.Secret(ctx, req.cmd.Channel, req.cmd.User)
	if err != nil {
		return nil, err
	}
	loc := req.of(v)
	first := words(loc, "side", v.Side(), "title", wording.InWords(t.Title), "channel", channelLink(t.Channel),
		"user", req.mention(t.Player(v.Side())))
	mine, err := showSide(t, v, req.cmd.User, b.takenOver(ctx, loc, t, v, req.cmd.User, first))
	if err != nil {
		return nil, err
	}
	return req.showPrivate(mine)
}

// declined declines the seat that is offered, or withdraws the offer.
func (b *bot) declined(ctx context.Context, req request, number int) ([]rest.Message, error) {
	t, err := b.referee.DeclineSeat(ctx, req.cmd, number)
	if err != nil {
		return nil, err
	}
	if t.Reseated != nil && t.Reseated.Does == referee.SeatRetracted {
		return req.told("seat.retracted"), nil
	}
	return req.told("seat.declined"), nil
}

// seatPresses are the presses about seats.
func seatPresses() []pressSpec {
	await := func(any bool) pressHandler {
		return withNothing(func(b *bot, ctx context.Context, req request) ([]rest.Message, error) {
			return b.await(ctx, req, any)
		})
	}
	return []pressSpec{
		{name: pressTakeSeat, run: withNumber((*bot).taken), posts: true},
		{name: pressDeclineSeat, run: withNumber((*bot).declined)},
		{name: pressAcceptInvite, run: withNumber((*bot).accepted), posts: true},
		{name: pressDeclineInvite, run: withNumber((*bot).declinedInvite)},
		{name: pressSeekSubstitute, run: withNothing((*bot).seek)},
		{name: pressNoDeputy, run: withNothing((*bot).noDeputy)},
		{name: pressDismiss, run: withWhat(func(b *bot, ctx context.Context, req request,
			user string) ([]rest.Message, error) {
			return b.teamRemove(ctx, req, map[string]string{"user": user})
		})},
		{name: pressAwait, run: await(true), noGame: true},
		{name: pressAwaitNot, run: await(false), noGame: true},
	}
}

// beside says who plays a side beside the player who has its seat.
func (loc localizer) beside(seat referee.Seat) (words string) {
	var team []string
	for _, m := range seat.Members {
		if m.Deputy {
			words += loc.Say("seat.deputy", "user", loc.mention(m.User))
		} else {
			team = append(team, m.User)
		}
	}
	if len(team) > 0 {
		words += loc.Say("seat.with", "users", loc.mentionAll(team))
	}
	return words
}

// notTheirs says which other player of the side commands a unit.
func (loc localizer) notTheirs(n referee.NotYours) string {
	if n.Unit.ID == "" {
		return loc.Say("seat.commander-alone", "user", loc.mention(n.User))
	}
	return loc.Say("seat.not-your-unit", "unit", n.Unit, "user", loc.mention(n.User))
}

// tellSeatOffer is the public page of a seat that is offered. It pings the user to whom it is offered.
func (loc localizer) tellSeatOffer(t referee.Table) page[view.Public] {
	c := t.Reseated
	h := t.Offered(c.Side)
	if h == nil { // as after the end of the game, when nothing is offered
		return page[view.Public]{text: loc.Say("seat.told-offer-over", "side", c.Side)}
	}
	number := strconv.Itoa(h.Number)
	take := button(loc.Say("button.seat-take"), pressID(pressTakeSeat, t.Game, number), discordgo.SuccessButton)
	if h.To == "" {
		return page[view.Public]{text: loc.Say("seat.told-open", "side", h.Side, "user", loc.mention(t.Player(h.Side))),
			rows: rows([]discordgo.MessageComponent{take})}
	}
	no := button(loc.Say("button.decline"), pressID(pressDeclineSeat, t.Game, number), discordgo.SecondaryButton)
	return page[view.Public]{text: loc.Say("seat.told-offered", "side", h.Side, "user", loc.mention(t.Player(h.Side)),
		"to", loc.mention(h.To)),
		rows: rows([]discordgo.MessageComponent{take, no}), ping: []string{h.To}}
}

// tellReseated is the public page of a change of players. If a seat changes hands, it pings both players.
func (loc localizer) tellReseated(t referee.Table) page[view.Public] {
	c := *t.Reseated
	to, by := loc.mention(c.User), loc.mention(c.By)
	switch c.Does {
	case referee.Deputised:
		return page[view.Public]{text: loc.Say("seat.told-deputy", "side", c.Side, "user", by, "to", to)}
	case referee.Assigned:
		return page[view.Public]{text: loc.Say("seat.told-joined", "side", c.Side, "user", by, "to", to)}
	case referee.Dismissed:
		return page[view.Public]{text: loc.Say("seat.told-dismissed", "side", c.Side, "to", to)}
	case referee.InvitationDeclined:
		return page[view.Public]{text: loc.Say("seat.told-invite-declined", "side", c.Side, "to", to)}
	case referee.InvitationRetracted:
		return page[view.Public]{text: loc.Say("seat.told-uninvited", "side", c.Side, "to", to)}
	case referee.SeatDeclined:
		return page[view.Public]{text: loc.Say("seat.told-declined", "side", c.Side, "to", to)}
	case referee.SeatRetracted:
		return page[view.Public]{text: loc.Say("seat.told-retracted", "side", c.Side)}
	}
	p := loc.calling(t, loc.Say("seat.told-taken", "side", c.Side, "from", loc.mention(c.From), "to", to))
	p.rows = []discordgo.MessageComponent{row(loc.dueButton(t.Game), loc.sideButton(t.Game))}
	return p
}

// tellSeat shows a new player of a side what he has taken over.
func (b *bot) tellSeat(ctx context.Context, loc localizer, e referee.Notification) (privatePage, error) {
	v, t := *e.Side, e.Table
	args := []any{"side", v.Side(), "title", wording.InWords(t.Title), "channel", channelLink(t.Channel)}
	text := loc.Say("seat.yours", args...)
	switch c := t.Reseated; {
	case e.Kind == referee.Mastered:
		text = loc.Say("master.your-seat", args...)
	case c.Does == referee.Deputised:
		text = loc.Say("seat.your-deputy", append(args, "user", loc.mention(c.By))...)
	case c.Does == referee.Assigned:
		text = loc.Say("seat.your-team", append(args, "user", loc.mention(c.By))...)
	}
	return showSide(t, v, e.Reader, b.takenOver(ctx, loc, t, v, e.Reader, text))
}

// latelyTold is how many lines of the game log a new player reads at once; the others are in /game log.
const latelyTold = 10

// takenOver is what a new player of a side needs: how it stands, what is owed, what happened lately, what is lost, and
// all that the side knows of its units.
func (b *bot) takenOver(ctx context.Context, loc localizer, t referee.Table, v view.Secret, user,
	first string) page[view.Secret] {
	board := v.Board()
	lines := []string{first, loc.waiting(t, board)}
	if due := board.Due; due != nil && due.Side == v.Side() {
		lines = append(lines, loc.Owed(*due)+".")
	}
	lines = append(lines, loc.pause(t)...)
	if told := b.lately(ctx, loc, t, user); told != "" {
		lines = append(lines, loc.Say("seat.lately"), told)
	}
	lines = append(lines, loc.Gone(board)...)
	lines = append(lines, loc.places(t, board)...)
	if t.Player(v.Side()) == user { // a deputy or teammate changes nothing of what this player has prepared
		lines = append(lines, loc.Say("seat.stays"))
	}
	lines = append(lines, loc.OwnBoard(v))
	return page[view.Secret]{text: joined(lines), figures: mapFigure(b, loc, v, b.styleOf(ctx, user)),
		rows: []discordgo.MessageComponent{row(loc.ordersButton(t.Game), loc.sideButton(t.Game))}}
}

// lately are the last lines of the game log as a player was told it. If it cannot be read, he gets none.
func (b *bot) lately(ctx context.Context, loc localizer, t referee.Table, user string) string {
	story, err := b.referee.Story(ctx, t.Channel, user)
	if err != nil || story.Secret == nil || story.Table.Game != t.Game {
		b.log.Debug("a new player is told no story", "game", t.Game, "error", err)
		return ""
	}
	told := story.Secret.Board().Told
	return loc.Account(slices.Clone(told[max(len(told)-latelyTold, 0):]))
}
