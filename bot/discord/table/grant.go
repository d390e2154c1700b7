package table

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/calendar"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The names of the presses about who acts for a side. The number of a grant follows. Those about waiting name no game.
const (
	pressAcceptGrant = "grant-accept"
	pressEndGrant    = "grant-end"
	pressAwait       = "seat-wait"
	pressAwaitNot    = "seat-wait-not"
)

// The answers to what is offered.
const (
	takeSeat    = "take"
	declineSeat = play.NoConsent
)

// untilNever is what is typed for until: when the seat is handed over for good.
const untilNever = "never"

func (s Seats) commands() []ask.CommandSpec {
	user, date := ask.UserOption("user"), ask.Completer(s.Calendars.suggestDate)
	why := ask.TextOption("reason")
	why.Longest = api.ReasonLimit
	return []ask.CommandSpec{
		{Verb: "seat grant", Run: s.grant, Options: []ask.Option{user, ask.CompletedOption("units", s.suggestForce),
			ask.CompletedOption("from", date), ask.CompletedOption("until", s.suggestUntil), ask.YesOption("waiting"),
			ask.CompletedOption("side", s.Games.suggestSeats(freeOrNot)), why}},
		{Verb: "seat end", Run: s.end, Options: []ask.Option{user, ask.NumberOption("number", 1, 9999)}},
		{Verb: "seat answer", Run: s.answer, Posts: true, Options: []ask.Option{
			ask.ChoiceOption("answer", takeSeat, declineSeat).AsRequired()}},
		{Verb: "seat waiting", Run: s.waitingList, Options: []ask.Option{
			ask.YesOption("on"), ask.CompletedOption("module", s.Games.suggestModules),
			ask.CompletedOption("side", s.Games.suggestSides)}},
	}
}

func (s Seats) presses() []ask.PressSpec {
	await := func(on bool) ask.PressHandler {
		return ask.WithNothing(func(ctx context.Context, req ask.Request) ([]rest.Message, error) {
			return s.await(ctx, req, on, "", "") // any seat
		})
	}
	return []ask.PressSpec{
		{Name: pressAcceptGrant, Run: ask.WithNumber(s.acceptGrant), Posts: true},
		{Name: pressEndGrant, Run: ask.WithNumber(s.endGrant)},
		{Name: pressAwait, Run: await(true), NoGame: true},
		{Name: pressAwaitNot, Run: await(false), NoGame: true},
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

// grant answers /seat grant: a user may act for the asker's side, for all units or some, or gets its seat. A game
// master grants for the side that he names. When the other side's clock has run out, a player can grant its seat to
// those who wait. Without options grant shows who acts for the asker's side, and what is offered.
func (s Seats) grant(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if len(values) == 0 {
		return s.grantsPage(ctx, req, "")
	}
	user, err := namedUser(req, values)
	if err != nil {
		return nil, err
	}
	t, err := s.Kit.Referee.Table(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	w := api.Granting{Side: order.Side(values["side"]), To: user, Units: values["units"],
		Waiting: values["waiting"] == "true", Reason: strings.Join(strings.Fields(values["reason"]), " ")}
	own, plays := t.Seat(req.Cmd.User)
	switch {
	case plays && !t.Started && !t.Over:
		return nil, ask.Refusal("table.leave-instead-of-seat")
	case plays: // the referee decides what he may grant
	case !ask.HasPermissions(req.Permissions.User, mayManage):
		return nil, api.ErrNotSeated
	case w.Side == "":
		return nil, ask.Refusal("seat.which-side")
	case w.Reason == "":
		return nil, api.ErrReason
	}
	if err := s.readSpan(ctx, req, values, &w); err != nil {
		return nil, err
	}
	if t, err = s.Referee.Grant(ctx, req.Cmd, w); err != nil {
		return nil, err
	}
	words := grantedInWords(req, t, w, own.ID)
	if w.Side != "" && w.Side != own.ID {
		return page.Page[view.Public]{Text: words}.Messages(), nil
	}
	return s.grantsPage(ctx, req, words)
}

// readSpan reads the options from and until, in the asker's time zone, into w. until "never" sets w.ForGood.
func (s Seats) readSpan(ctx context.Context, req ask.Request, values map[string]string, w *api.Granting) error {
	from, until := strings.TrimSpace(values["from"]), strings.TrimSpace(values["until"])
	if w.ForGood = strings.EqualFold(until, untilNever); w.ForGood {
		until = ""
	}
	c, err := s.Calendars.Referee.Calendar(ctx, req.Cmd.User)
	if err != nil {
		return err
	}
	now := s.Calendars.Referee.Now()
	begins := now
	if from != "" {
		if begins, err = calendar.ReadFrom(from, now, c.Zone(now)); err != nil {
			return err
		}
		if begins.After(now) {
			w.From = begins
		}
	}
	if until == "" {
		return nil
	}
	if w.Until, err = calendar.ReadUntil(until, begins, now, c.Zone(now)); err == nil && !w.Until.After(now) {
		err = api.ErrGrantTerms
	}
	return err
}

// grantedInWords returns what the giver of a grant is told: whether the user must accept it, or has it already.
func grantedInWords(req ask.Request, t api.Table, w api.Granting, own order.Side) string {
	side, to := cmp.Or(w.Side, own), w.To
	if o := t.Offered(side); w.Waiting && o != nil {
		to = o.To
	}
	user := tell.Mention(req.Localizer, to)
	switch {
	case to == "":
		return req.Say("seat.offered-open") + consentInWords(req.Localizer, t, t.Offered(side))
	case w.ForGood || w.Waiting:
		return req.Say("seat.offered", "user", user) + consentInWords(req.Localizer, t, t.Offered(side))
	case t.Plays(to, side):
		return req.Say("seat.given", "user", user)
	}
	return req.Say("seat.asked", "user", user)
}

// end answers /seat end: it declines, withdraws or ends the grant with a number, or the last one; or it shows grants.
func (s Seats) end(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if n, err := strconv.Atoi(values["number"]); err == nil {
		return s.endGrant(ctx, req, n)
	}
	if values["user"] == "" {
		return s.grantsPage(ctx, req, "")
	}
	t, err := s.Kit.Referee.Table(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	list := t.Grants
	if _, plays := t.Seat(req.Cmd.User); plays {
		team, err := s.Referee.Team(ctx, req.Cmd.Channel, req.Cmd.User)
		if err != nil {
			return nil, err
		}
		list = nil
		for _, r := range team.Grants {
			list = append(list, r.Grant)
		}
	}
	for _, r := range slices.Backward(list) {
		if r.To == values["user"] {
			return s.endGrant(ctx, req, r.Number)
		}
	}
	return nil, api.ErrNoMember
}

// endGrant declines, withdraws or ends a grant, as the asker and the grant's state allow.
func (s Seats) endGrant(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	t, err := s.Referee.EndGrant(ctx, req.Cmd, number)
	if err != nil {
		return nil, err
	}
	c := t.Reseated
	if c == nil || c.Does != api.GrantEnded || c.Number != number {
		return req.TextReply("seat.units-back"), nil
	}
	user := tell.Mention(req.Localizer, c.To)
	next := t.OfferedTo(req.Cmd.User)
	switch own := c.To == req.Cmd.User; {
	case c.AwaitsConsent() && t.Player(c.Consent) == req.Cmd.User:
		return req.TextReply("seat.refused", "user", user), nil
	case own && c.Accepted && !c.AwaitsConsent():
		return req.TextReply("seat.gone"), nil
	case own && next != nil && next.To != "":
		return req.TextReply("seat.declined-first", "side", next.Side), nil
	case own:
		return req.TextReply("seat.declined"), nil
	case c.Begun:
		return req.TextReply("seat.dismissed", "user", user), nil
	case c.To == "":
		return req.TextReply("seat.retracted"), nil
	}
	return req.TextReply("seat.unasked", "user", user), nil
}

// answer answers /seat answer: it accepts or declines what is offered to the asker, or needs his consent. If there are
// several, a seat comes before another grant, and what is asked of him before a seat that anybody can take.
func (s Seats) answer(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	t, err := s.Kit.Referee.Table(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	o := t.OfferedTo(req.Cmd.User)
	switch answer := values["answer"]; {
	case o == nil:
		return nil, ask.Refusal("seat.nothing-to-answer")
	case answer == takeSeat:
		return s.acceptGrant(ctx, req, o.Number)
	case answer == declineSeat:
		return s.endGrant(ctx, req, o.Number)
	default:
		return nil, ask.NoChoice("answer", answer, takeSeat, declineSeat)
	}
}

// acceptGrant accepts a grant for the asker, and if it begins at once shows him what the side sees. If the grant only
// needs his consent, it gives that.
func (s Seats) acceptGrant(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	t, err := s.Referee.AcceptGrant(ctx, req.Cmd, number)
	if err != nil {
		return nil, err
	}
	side, plays := t.Seat(req.Cmd.User)
	switch c := t.Reseated; {
	case c == nil || c.Number != number:
	case c.To != req.Cmd.User:
		return req.TextReply("seat.agreed", "user", tell.Mention(req.Localizer, c.To),
			"span", wording.InWords(spanInWords(req.Localizer, c.Grant))), nil
	case c.AwaitsConsent():
		return req.TextReply("seat.accepted-consent", "user", tell.Mention(req.Localizer, t.Player(c.Consent))), nil
	case c.Does == api.GrantAccepted || !plays:
		return req.TextReply("seat.accepted", "from", c.Grant.From), nil
	}
	return s.showSide(ctx, req, func(loc wording.Localizer, args ...any) string {
		switch {
		case t.Player(side.ID) == req.Cmd.User:
			return loc.Say("seat.yours", args...)
		case t.Commands(req.Cmd.User, side.ID):
			return loc.Say("seat.your-all", args...)
		}
		return loc.Say("seat.your-units", args...)
	})
}

// suggestForce completes a list with formations and units of the asker's side, after the last comma.
func (s Seats) suggestForce(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	v, _, err := s.Kit.Referee.Secret(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	head, typed := "", t.Text()
	if i := strings.LastIndex(typed, ","); i >= 0 {
		head, typed = strings.TrimSpace(typed[:i])+", ", typed[i+1:]
	}
	l := ask.NewListing(typed) // formations first (0), then units (1)
	for _, c := range v.Board().Map.Cards {
		if c.Side != v.Side() {
			continue
		}
		if c.Formation != "" {
			l.Add(0, head+c.Formation, head+c.Formation, []string{c.Formation})
		}
		l.Add(1, head+string(c.ID), head+c.Name, []string{c.Name, string(c.ID)})
	}
	return l.Suggestions(), nil
}

// suggestUntil completes with dates, and before them with untilNever.
func (s Seats) suggestUntil(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	list, err := s.Calendars.suggestDate(ctx, req, t)
	if err == nil && strings.HasPrefix(untilNever, strings.ToLower(strings.TrimSpace(t.Text()))) {
		list = slices.Insert(list, 0, rest.Suggestion{Name: req.Say("seat.never"), Value: untilNever})
	}
	return list, err
}
