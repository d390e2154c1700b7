package discord

import (
	"context"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The commands about who plays a side.
const (
	seatDeputyVerb   order.Verb = "seat deputy"
	seatHandOverVerb order.Verb = "seat hand-over"
	seatAnswerVerb   order.Verb = "seat answer"
	seatWaitingVerb  order.Verb = "seat waiting"
	seatListVerb     order.Verb = "seat team"
	seatTeamVerb     order.Verb = "seat team-add"
	seatRemoveVerb   order.Verb = "seat team-remove"
)

// The presses about it. The number of an offer follows the first two, that of an invitation the next two,
// and a user that which dismisses; those about waiting name no game.
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

// What can be answered to the offer of a seat, or to an invitation.
const (
	takeSeat    = "take"
	declineSeat = noConsent
)

// seatForms are these commands.
func seatForms() []form {
	user := option{Type: discordgo.ApplicationCommandOptionUser, Name: "user"}
	need := user
	need.Required = true
	yes := func(name string) option {
		return option{Type: discordgo.ApplicationCommandOptionBoolean, Name: name}
	}
	text := func(name string) option {
		return option{Type: discordgo.ApplicationCommandOptionString, Name: name, Autocomplete: true}
	}
	formation := text("formation")
	formation.Required = true
	answer := option{Type: discordgo.ApplicationCommandOptionString, Name: "answer", Required: true,
		Choices: []choiceOf{{Value: takeSeat}, {Value: declineSeat}}}
	return []form{
		{seatDeputyVerb, (*bot).deputy, []option{user, yes("off")}},
		{seatHandOverVerb, (*bot).handOver, []option{user, yes("substitute"), yes("off")}},
		{seatAnswerVerb, (*bot).answerSeat, []option{answer}},
		{seatWaitingVerb, (*bot).waitingList, []option{yes("on"), text("module"), text("side")}},
		{seatListVerb, withoutOptions((*bot).team), nil},
		{seatTeamVerb, (*bot).teamAdd, []option{need, formation}},
		{seatRemoveVerb, (*bot).teamRemove, []option{need}},
	}
}

// person is the user that a command names. A bot plays no games.
func (a ask) person(values map[string]string) (string, error) {
	user := values["user"]
	if u := a.names.Users[user]; u != nil && u.Bot {
		return "", refusal("master.bot", "user", mention(user))
	}
	return user, nil
}

// deputy is /seat deputy: it invites a deputy for the asker, dismisses him, or says who he is.
func (b *bot) deputy(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	user, err := a.person(values)
	switch {
	case err != nil:
		return nil, err
	case values["off"] == "true":
		return b.noDeputy(ctx, a)
	case user != "":
		t, err := b.referee.Deputise(ctx, a.cmd, user)
		if err != nil {
			return nil, err
		}
		side, _ := t.Seat(a.cmd.User)
		if v := t.InvitedBy(side.ID, user); v != nil {
			return deputyPage(a.say("seat.invited-deputy", "user", mention(user)), a.withdrawRow(t.Game, *v)), nil
		}
		return deputyPage(a.say("seat.deputy-done", "user", mention(user)), a.deputyRow(t)), nil
	}
	t, side, d, err := b.deputyNow(ctx, a)
	switch v := t.InvitedDeputy(side.ID); {
	case err != nil:
		return nil, err
	case d == "":
		return a.told("seat.deputy-none"), nil
	case v != nil:
		return deputyPage(a.say("seat.deputy-invited", "user", mention(d)), a.withdrawRow(t.Game, *v)), nil
	}
	return deputyPage(a.say("seat.deputy-is", "user", mention(d), "side", said(side.Name)), a.deputyRow(t)), nil
}

// deputyNow is the deputy of the asker's side, or who is invited to be, "" for nobody.
func (b *bot) deputyNow(ctx context.Context, a ask) (t referee.Table, side order.Nation, user string, err error) {
	if t, err = b.referee.Table(ctx, a.cmd.Channel); err != nil {
		return t, side, "", err
	}
	side, seated := t.Seat(a.cmd.User)
	if !seated {
		return t, side, "", referee.ErrNotSeated
	}
	if v := t.InvitedDeputy(side.ID); v != nil {
		return t, side, v.User, nil
	}
	return t, side, deputyOf(t, side.ID), nil
}

func deputyPage(text string, buttons discordgo.MessageComponent) []message {
	return page[view.Public]{text: text, rows: []discordgo.MessageComponent{buttons}}.messages()
}

func (s speech) deputyRow(t referee.Table) discordgo.MessageComponent {
	return row(button(s.say("button.no-deputy"), opener(pressNoDeputy, t.Game), discordgo.SecondaryButton))
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

// noDeputy dismisses the deputy of the asker's side, or withdraws his invitation.
func (b *bot) noDeputy(ctx context.Context, a ask) ([]message, error) {
	_, _, d, err := b.deputyNow(ctx, a)
	switch {
	case err != nil:
		return nil, err
	case d == "":
		return nil, referee.ErrNoDeputy
	}
	t, err := b.referee.Dismiss(ctx, a.cmd, d)
	if err != nil {
		return nil, err
	}
	return a.dismissed(t, d), nil
}

// dismissed says that a user plays the asker's side no longer, or is no longer invited to.
func (a ask) dismissed(t referee.Table, user string) []message {
	if c := t.Reseated; c != nil && c.Does == referee.InvitationRetracted {
		return a.told("seat.uninvited", "user", mention(user))
	}
	return a.told("seat.dismissed", "user", mention(user))
}

// handOver is /seat hand-over: it offers the asker's seat to a user, or to the first who waits for one,
// or withdraws that. Without options it says what stands, and asks.
func (b *bot) handOver(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	user, err := a.person(values)
	switch {
	case err != nil:
		return nil, err
	case values["substitute"] == "true":
		return b.seek(ctx, a)
	case user != "":
		t, err := b.referee.OfferSeat(ctx, a.cmd, user)
		return a.seatOffered(t, err)
	}
	t, err := b.referee.Table(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	side, seated := t.Seat(a.cmd.User)
	switch h := t.Offered(side.ID); {
	case !seated:
		return nil, referee.ErrNotSeated
	case t.Over:
		return nil, referee.ErrOver
	case !t.Started:
		return nil, refusal("table.leave-instead-of-seat")
	case t.Player(side.ID) != a.cmd.User:
		return nil, referee.ErrNotCommander
	case h != nil && values["off"] == "true":
		return b.declined(ctx, a, h.Number)
	case values["off"] == "true":
		return nil, referee.ErrNoSeatOffer
	case h != nil:
		return a.seatOffered(t, nil)
	}
	return a.question(a.say("seat.ask-substitute", "side", said(side.Name)), a.say("button.substitute"), opener(pressSeekSubstitute, t.Game)), nil
}

// seek has a substitute sought for the asker.
func (b *bot) seek(ctx context.Context, a ask) ([]message, error) {
	t, err := b.referee.SeekSubstitute(ctx, a.cmd)
	return a.seatOffered(t, err)
}

// seatOffered says to whom the asker's seat is offered, with the button to withdraw that.
func (a ask) seatOffered(t referee.Table, err error) ([]message, error) {
	if err != nil {
		return nil, err
	}
	side, _ := t.Seat(a.cmd.User)
	o := t.Offered(side.ID)
	if o == nil { // as when the command is repeated after the seat was taken
		return nil, referee.ErrNoSeatOffer
	}
	text := a.say("seat.offered-open")
	if o.To != "" {
		text = a.say("seat.offered", "user", mention(o.To))
	}
	retract := button(a.say("button.seat-retract"), opener(pressDeclineSeat, t.Game, strconv.Itoa(o.Number)), discordgo.SecondaryButton)
	return page[view.Public]{text: text, rows: []discordgo.MessageComponent{row(retract)}}.messages(), nil
}

// answerSeat is /seat answer: the answer to what is offered to the asker. A seat that is offered to him comes
// before an invitation, and that before a seat that whoever likes can take.
func (b *bot) answerSeat(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	t, err := b.referee.Table(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	seat, invited := t.OfferedTo(a.cmd.User), t.InvitedTo(a.cmd.User)
	first := seat != nil && (seat.To != "" || invited == nil)
	switch answer := values["answer"]; {
	case seat == nil && invited == nil:
		return nil, refusal("seat.nothing-to-answer")
	case answer == takeSeat && first:
		return b.taken(ctx, a, seat.Number)
	case answer == takeSeat:
		return b.accepted(ctx, a, invited.Number)
	case answer == declineSeat && first && invited != nil:
		if _, err := b.referee.DeclineSeat(ctx, a.cmd, seat.Number); err != nil {
			return nil, err
		}
		return a.told("seat.declined-first", "user", mention(t.Player(invited.Side))), nil
	case answer == declineSeat && first:
		return b.declined(ctx, a, seat.Number)
	case answer == declineSeat:
		return b.declinedInvite(ctx, a, invited.Number)
	default:
		return nil, refusal("error.no-choice", "value", quoted(answer), "option", said("answer"))
	}
}

// taken takes the seat that is offered, and shows its new player what he has taken over.
func (b *bot) taken(ctx context.Context, a ask, number int) ([]message, error) {
	if _, err := b.referee.TakeSeat(ctx, a.cmd, number); err != nil {
		return nil, err
	}
	return b.shownSide(ctx, a, func(s speech, args ...any) string { return s.say("seat.yours", args...) })
}

// shownSide shows the asker the side that he has come to play, after words of how.
func (b *bot) shownSide(ctx context.Context, a ask, words func(speech, ...any) string) ([]message, error) {
	v, t, err := b.referee.Secret(ctx, a.cmd.Channel, a.cmd.User)
	if err != nil {
		return nil, err
	}
	s := a.of(v)
	first := words(s, "side", v.Side(), "title", said(t.Title), "channel", channelLink(t.Channel), "user", mention(t.Player(v.Side())))
	mine, err := showSide(t, v, a.cmd.User, b.takenOver(ctx, s, t, v, a.cmd.User, first))
	if err != nil {
		return nil, err
	}
	return a.read(mine)
}

// declined declines the seat that is offered, or withdraws the offer.
func (b *bot) declined(ctx context.Context, a ask, number int) ([]message, error) {
	t, err := b.referee.DeclineSeat(ctx, a.cmd, number)
	if err != nil {
		return nil, err
	}
	if t.Reseated != nil && t.Reseated.Does == referee.SeatRetracted {
		return a.told("seat.retracted"), nil
	}
	return a.told("seat.declined"), nil
}

// pressedSeat does what a button or a menu about seats says.
func (b *bot) pressedSeat(ctx context.Context, a ask, name, what string) ([]message, error) {
	switch name {
	case pressSeekSubstitute:
		return b.seek(ctx, a)
	case pressNoDeputy:
		return b.noDeputy(ctx, a)
	case pressDismiss:
		return b.teamRemove(ctx, a, map[string]string{"user": what})
	}
	number, err := strconv.Atoi(what)
	if err != nil {
		return nil, errStale
	}
	switch name {
	case pressTakeSeat:
		return b.taken(ctx, a, number)
	case pressAcceptInvite:
		return b.accepted(ctx, a, number)
	case pressDeclineInvite:
		return b.declinedInvite(ctx, a, number)
	}
	return b.declined(ctx, a, number)
}

// beside is who plays a side beside the player who has its seat.
func (s speech) beside(seat referee.Seat) (words string) {
	var team []string
	for _, m := range seat.Members {
		if m.Deputy {
			words += s.say("seat.deputy", "user", mention(m.User))
		} else {
			team = append(team, m.User)
		}
	}
	if len(team) > 0 {
		words += s.say("seat.with", "users", mentionAll(team))
	}
	return words
}

// notTheirs says whose an order is that another player of the side has given.
func (s speech) notTheirs(n referee.NotYours) string {
	if n.Unit.ID == "" {
		return s.say("seat.commander-alone", "user", mention(n.User))
	}
	return s.say("seat.not-your-unit", "unit", n.Unit, "user", mention(n.User))
}

// tellSeatOffer is the public page of a seat that is offered. It calls the one to whom it is.
func (s speech) tellSeatOffer(t referee.Table) page[view.Public] {
	c := t.Reseated
	h := t.Offered(c.Side)
	if h == nil { // as after the end of the game
		return page[view.Public]{text: s.say("seat.told-offer-over", "side", c.Side)}
	}
	number := strconv.Itoa(h.Number)
	take := button(s.say("button.seat-take"), opener(pressTakeSeat, t.Game, number), discordgo.SuccessButton)
	if h.To == "" {
		return page[view.Public]{text: s.say("seat.told-open", "side", h.Side, "user", mention(t.Player(h.Side))), rows: rows([]discordgo.MessageComponent{take})}
	}
	no := button(s.say("button.decline"), opener(pressDeclineSeat, t.Game, number), discordgo.SecondaryButton)
	return page[view.Public]{text: s.say("seat.told-offered", "side", h.Side, "user", mention(t.Player(h.Side)), "to", mention(h.To)),
		rows: rows([]discordgo.MessageComponent{take, no}), ping: []string{h.To}}
}

// tellReseated is the public page of a change of who plays. Where a seat changes hands it calls both
// players.
func (s speech) tellReseated(t referee.Table) page[view.Public] {
	c := *t.Reseated
	to, by := mention(c.User), mention(c.By)
	switch c.Does {
	case referee.Deputised:
		return page[view.Public]{text: s.say("seat.told-deputy", "side", c.Side, "user", by, "to", to)}
	case referee.Assigned:
		return page[view.Public]{text: s.say("seat.told-joined", "side", c.Side, "user", by, "to", to)}
	case referee.Dismissed:
		return page[view.Public]{text: s.say("seat.told-dismissed", "side", c.Side, "to", to)}
	case referee.InvitationDeclined:
		return page[view.Public]{text: s.say("seat.told-invite-declined", "side", c.Side, "to", to)}
	case referee.InvitationRetracted:
		return page[view.Public]{text: s.say("seat.told-uninvited", "side", c.Side, "to", to)}
	case referee.SeatDeclined:
		return page[view.Public]{text: s.say("seat.told-declined", "side", c.Side, "to", to)}
	case referee.SeatRetracted:
		return page[view.Public]{text: s.say("seat.told-retracted", "side", c.Side)}
	}
	p := s.calling(t, s.say("seat.told-taken", "side", c.Side, "from", mention(c.From), "to", to))
	p.rows = []discordgo.MessageComponent{row(s.dueButton(t.Game), s.sideButton(t.Game))}
	return p
}

// tellSeat shows one who comes to play a side what he has taken over.
func (b *bot) tellSeat(ctx context.Context, s speech, e referee.Errand) (private, error) {
	v, t := *e.Side, e.Table
	args := []any{"side", v.Side(), "title", said(t.Title), "channel", channelLink(t.Channel)}
	text := s.say("seat.yours", args...)
	switch c := t.Reseated; {
	case e.Kind == referee.Mastered:
		text = s.say("master.your-seat", args...)
	case c.Does == referee.Deputised:
		text = s.say("seat.your-deputy", append(args, "user", mention(c.By))...)
	case c.Does == referee.Assigned:
		text = s.say("seat.your-team", append(args, "user", mention(c.By))...)
	}
	return showSide(t, v, e.Reader, b.takenOver(ctx, s, t, v, e.Reader, text))
}

// latelyTold is how many lines of the story a new player reads at once; the others are in /game log.
const latelyTold = 10

// takenOver is what a new player of a side needs: how it stands, what is owed, what happened lately, what
// is lost, and all that the side knows of its units.
func (b *bot) takenOver(ctx context.Context, s speech, t referee.Table, v view.Secret, user, first string) page[view.Secret] {
	board := v.Board()
	lines := []string{first, s.waiting(t, board)}
	if due := board.Due; due != nil && due.Side == v.Side() {
		lines = append(lines, s.owed(*due)+".")
	}
	lines = append(lines, s.pause(t)...)
	if told := b.lately(ctx, s, t, user); told != "" {
		lines = append(lines, s.say("seat.lately"), told)
	}
	lines = append(lines, s.gone(board)...)
	lines = append(lines, s.places(t, board)...)
	lines = append(lines, s.say("seat.stays"), s.ownBoard(v))
	return page[view.Secret]{text: joined(lines), figures: mapFigure(b, s, v, b.styleOf(ctx, user)),
		rows: []discordgo.MessageComponent{row(s.ordersButton(t.Game), s.sideButton(t.Game))}}
}

// lately is the last lines of a game's story as a player was told it. Where it cannot be read he goes
// without it.
func (b *bot) lately(ctx context.Context, s speech, t referee.Table, user string) string {
	story, err := b.referee.Story(ctx, t.Channel, user)
	if err != nil || story.Secret == nil || story.Table.Game != t.Game {
		b.log.Debug("a new player is told no story", "game", t.Game, "error", err)
		return ""
	}
	told := story.Secret.Board().Told
	return s.account(slices.Clone(told[max(len(told)-latelyTold, 0):]))
}
