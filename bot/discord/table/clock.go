package table

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/clock"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// The days of a pause and of a player's wait if he names no number, and what stands for any clock that has run out.
const (
	usualPause = 7
	usualWait  = 1
	anyClock   = 0 // in place of a clock's number
)

func (c Clocks) commands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: "clock show", Run: c.clockShow, Options: []ask.Option{ask.CompletedOption("terms", suggestClockTerms)}},
		{Verb: "clock pause", Run: c.clockPause,
			Options: []ask.Option{ask.NumberOption("days", 1, api.MostPause), ask.YesOption("end")}},
		{Verb: "clock claim", Run: c.clockClaim, Options: []ask.Option{ask.NumberOption("wait", 1, api.MostWait)}},
	}
}

// pressedClock does what a button about the clocks says.
func (c Clocks) pressedClock(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	word, argument, _ := strings.Cut(what, ".")
	n, err := strconv.Atoi(argument)
	needsNumber := word != page.ClockShow && word != page.ClockResume && word != page.ClockTerms
	if needsNumber && (err != nil || n < 1) {
		return nil, page.ErrStale
	}
	switch word {
	case page.ClockPause:
		return c.offerTime(ctx, req, api.Time{Does: api.PauseClock, Days: n})
	case page.ClockResume:
		return c.offerTime(ctx, req, api.Time{Does: api.ResumeClock})
	case page.ClockShow, page.ClockTerms:
		return c.clockShow(ctx, req, map[string]string{"terms": argument})
	case page.ClockAccept, page.ClockDecline:
		return answerChange(req, "clock.done")(c.Referee.AnswerTime(ctx, req.Cmd, n, word == page.ClockAccept))
	case page.ClockWait:
		return answerChange(req, "clock.done-wait", "n", usualWait)(c.Referee.WaitOn(ctx, req.Cmd, n, usualWait))
	case page.ClockSeek:
		return c.clockSeek(ctx, req, n)
	case page.ClockAsk:
		return c.clockAsk(ctx, req, n)
	case page.ClockClaim:
		return answerChange(req, "clock.done-claim")(c.Referee.Claim(ctx, req.Cmd, n))
	}
	return nil, page.ErrStale
}

// clock shows how the clocks stand, after the given lines, with buttons for what the asker can do about them.
func (c Clocks) clock(ctx context.Context, req ask.Request, first ...string) ([]rest.Message, error) {
	v, t, err := c.Seats.PublicHere(ctx, req)
	if err != nil {
		return nil, err
	}
	req.Localizer = req.Localizer.On(v.Board().Map)
	p := page.Page[view.Public]{Text: strings.Join(append(first, clocksInWords(req.Localizer, t)...), "\n")}
	if _, seated := t.Seat(req.Cmd.User); seated && !t.Over {
		p.Rows = clockButtons(req, t)
	}
	return p.Messages(), nil
}

// clocksInWords returns lines: the terms, each side's clock, a pause, a clock that has run out, and the open offer.
func clocksInWords(loc wording.Localizer, t api.Table) []string {
	if t.Terms.None() {
		return append([]string{loc.Say("clock.none")}, tell.OpenClockOffer(loc, t)...)
	}
	lines := []string{loc.Say("clock.terms-are", "terms", tell.TermsInWords(loc, t.Terms))}
	for _, c := range t.Clocks {
		words := tell.ClockInWords(loc, t, c)
		if !c.Deadline.IsZero() && (t.ClockOut == nil || t.ClockOut.Side != c.Side) {
			words += " " + loc.Say("clock.deadline", "at", c.Deadline, "in", wording.RelativeTimestamp(c.Deadline))
		}
		lines = append(lines, words)
	}
	if !t.ClockPause.IsZero() {
		lines = append(lines, loc.Say("clock.paused", "until", t.ClockPause, "in",
			wording.RelativeTimestamp(t.ClockPause)))
	}
	return append(append(lines, clockOut(loc, t)...), tell.OpenClockOffer(loc, t)...)
}

// clockOut returns a line that says whose clock has run out and what the others can do, nil if none has.
func clockOut(loc wording.Localizer, t api.Table) []string {
	o := t.ClockOut
	if o == nil {
		return nil
	}
	return []string{loc.Say("clock.is-out", "side", o.Side, "since", wording.RelativeTimestamp(o.At),
		"user", tell.MentionAll(loc, opponents(t, o.Side)))}
}

// opponents returns the user IDs of the players of all sides but side.
func opponents(t api.Table, side order.Side) (users []string) {
	for _, seat := range t.Seats {
		if seat.Side.ID != side && seat.User != "" {
			users = append(users, seat.User)
		}
	}
	return users
}

// clockButtons returns buttons for what a player can do about the clocks.
func clockButtons(req ask.Request, t api.Table) (rows []discordgo.MessageComponent) {
	if o := t.ClockOffer; o != nil && o.Answer == "" {
		return timeButtons(req.Localizer, t, req.Cmd.User)
	}
	if o := t.ClockOut; o != nil && slices.Contains(opponents(t, o.Side), req.Cmd.User) {
		rows = append(rows, outButtons(req.Localizer, t))
	}
	press := func(label, what string) discordgo.MessageComponent {
		return page.Button(label, page.PressID(page.PressClock, t.Game, what), discordgo.SecondaryButton)
	}
	var others []discordgo.MessageComponent
	switch {
	case t.Terms.None(), !t.Started: // no clock runs, so that there is nothing to pause
	case !t.ClockPause.IsZero():
		others = append(others, press(req.Say("button.clock-resume"), page.ClockResume))
	default:
		others = append(others, press(req.Say("button.clock-pause", "n", usualPause),
			page.ClockPause+"."+strconv.Itoa(usualPause)))
	}
	for _, p := range clock.Presets() {
		if p.Terms != t.Terms {
			others = append(others, press(req.Say("button.clock-terms", "name",
				wording.InWords(tell.PresetName(req.Localizer, p))), page.ClockTerms+"."+p.Name))
		}
	}
	return append(rows, page.Row(others...))
}

// timeButtons returns the buttons about the open offer: its own side can retract it; others, and user "", answer it.
func timeButtons(loc wording.Localizer, t api.Table, user string) []discordgo.MessageComponent {
	n := "." + strconv.Itoa(t.ClockOffer.Number)
	decline := page.PressID(page.PressClock, t.Game, page.ClockDecline+n)
	if side, seated := t.Seat(user); seated && side.ID == t.ClockOffer.By {
		return page.OneRow(page.Button(loc.Say("button.retract"), decline, discordgo.SecondaryButton))
	}
	return page.OneRow(page.Button(loc.Say("button.accept"), page.PressID(page.PressClock, t.Game, page.ClockAccept+n),
		discordgo.SuccessButton), page.Button(loc.Say("button.decline"), decline, discordgo.SecondaryButton))
}

// outButtons returns a row of buttons for what the other side can do when a clock has run out.
func outButtons(loc wording.Localizer, t api.Table) discordgo.MessageComponent {
	n := "." + strconv.Itoa(t.ClockOut.Number)
	return page.Row(page.Button(loc.Say("button.clock-wait", "n", usualWait), page.PressID(page.PressClock, t.Game,
		page.ClockWait+n), discordgo.PrimaryButton),
		page.Button(loc.Say("button.clock-seek"), page.PressID(page.PressClock, t.Game, page.ClockSeek+n),
			discordgo.SecondaryButton),
		page.Button(loc.Say("button.clock-claim"), page.PressID(page.PressClock, t.Game, page.ClockAsk+n),
			discordgo.DangerButton))
}

// clockShow shows how the clocks stand. With the option terms it offers other terms.
func (c Clocks) clockShow(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if values["terms"] == "" {
		return c.clock(ctx, req)
	}
	terms, err := clock.Parse(values["terms"])
	if err != nil {
		return nil, err
	}
	return c.offerTime(ctx, req, api.Time{Does: api.NewTerms, Terms: terms})
}

// clockPause offers a pause. With the option end it ends the running pause, or offers to.
func (c Clocks) clockPause(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if values["end"] == "true" {
		return c.offerTime(ctx, req, api.Time{Does: api.ResumeClock})
	}
	days, err := daysIn(values, usualPause)
	if err != nil {
		return nil, err
	}
	return c.offerTime(ctx, req, api.Time{Does: api.PauseClock, Days: days})
}

// clockClaim asks whether the game is to be claimed. With the option wait it waits so many more days instead.
func (c Clocks) clockClaim(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if days, err := strconv.Atoi(values["wait"]); err == nil {
		return answerChange(req, "clock.done-wait", "n", days)(c.Referee.WaitOn(ctx, req.Cmd, anyClock, days))
	}
	return c.clockAsk(ctx, req, anyClock)
}

// clockSeek offers the seat of a side whose clock has run out to those who wait for a seat. Only the other side can.
func (c Clocks) clockSeek(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	t, err := c.Seats.Kit.Referee.Table(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	o := t.ClockOut
	if o == nil || o.Number != number {
		return nil, api.ErrNotOut
	}
	if side, seated := t.Seat(req.Cmd.User); seated && side.ID == o.Side {
		return nil, api.ErrOwnClock
	}
	return answerChange(req, "clock.done-seek")(c.Seats.Referee.Grant(ctx, req.Cmd,
		api.Granting{Side: o.Side, Waiting: true}))
}

// daysIn returns the number of days that a command names, or usual if it names none.
func daysIn(values map[string]string, usual int) (int, error) {
	typed := values["days"]
	if typed == "" {
		return usual, nil
	}
	days, err := strconv.Atoi(typed)
	if err != nil {
		return 0, api.ErrDays
	}
	return days, nil
}

// offerTime makes an offer about the clocks, and shows it with its buttons. If another offer is open, it shows that.
func (c Clocks) offerTime(ctx context.Context, req ask.Request, what api.Time) ([]rest.Message, error) {
	t, err := c.Referee.OfferTime(ctx, req.Cmd, what)
	if errors.Is(err, api.ErrTimed) {
		return c.clock(ctx, req, req.Say("table.clock-offered")) // shows the open offer
	}
	if err != nil {
		return nil, err
	}
	if o := t.ClockOffer; o == nil || o.Answer != "" || what.Does != o.Time.Does {
		return req.TextReply("clock.done"), nil // what needs no agreement was done at once
	}
	return page.Page[view.Public]{Text: req.Say("clock.offered"), Rows: timeButtons(req.Localizer, t,
		req.Cmd.User)}.Messages(), nil
}

// clockAsk asks for confirmation before a game is claimed. number is that of the clock that ran out, or anyClock.
func (c Clocks) clockAsk(ctx context.Context, req ask.Request, number int) ([]rest.Message, error) {
	v, t, err := c.Seats.Kit.Referee.Public(ctx, req.Cmd.Channel)
	if err != nil {
		return nil, err
	}
	seat, seated := t.Seat(req.Cmd.User)
	o := t.ClockOut
	switch {
	case !seated:
		return nil, api.ErrNotSeated
	case o == nil || number != anyClock && number != o.Number:
		return nil, api.ErrNotOut
	case o.Side == seat.ID:
		return nil, api.ErrOwnClock
	case t.Player(seat.ID) != req.Cmd.User:
		return nil, api.ErrNotCommander
	}
	loc := req.Localizer.On(v.Board().Map)
	words := loc.Header(v.Board()) + "\n" + loc.Say("clock.ask-claim", "side", o.Side, "own", seat.ID, "at", o.At,
		"since", wording.RelativeTimestamp(o.At))
	return confirmation(words, req.Say("button.clock-claim"), page.PressID(page.PressClock, t.Game,
		page.ClockClaim+"."+strconv.Itoa(o.Number))), nil
}

// TellClock returns the public page of a notification about the clocks.
func TellClock(loc wording.Localizer, e api.Notification) page.Page[view.Public] {
	t := e.Table
	switch o := t.ClockOut; {
	case e.Kind == api.ClockRanOut && o != nil:
		users := opponents(t, o.Side)
		return page.Page[view.Public]{Text: loc.Say("clock.ran-out", "user", tell.MentionAll(loc, users), "side",
			o.Side, "player", tell.Mention(loc, t.Player(o.Side))),
			Ping: append(users, pinged(e.Loser())...), Rows: []discordgo.MessageComponent{outButtons(loc, t)}}
	case e.Kind == api.Defaulted && t.ClockDid != nil:
		return page.Page[view.Public]{Text: loc.Say("clock.told-default", "side", t.ClockDid.Side,
			"user", tell.Mention(loc, e.Loser())), Ping: pinged(e.Loser())}
	case e.Kind == api.ClockOffered && t.ClockOffer != nil:
		users := opponents(t, t.ClockOffer.By)
		return page.Page[view.Public]{Text: loc.Say("clock.offers", "user", tell.MentionAll(loc, users), "offer",
			wording.InWords(tell.ClockOfferInWords(loc, t, *t.ClockOffer))), Ping: users, Rows: timeButtons(loc, t, "")}
	}
	return page.Page[view.Public]{Text: toldClock(loc, e)}
}

// toldClock returns the text of a notification about the clocks that needs no answer.
func toldClock(loc wording.Localizer, e api.Notification) string {
	t, c := e.Table, e.Table.ClockDid
	if c == nil || e.Kind != api.Timed { // never in a stored notification
		return loc.Say("clock.done")
	}
	switch c.Does {
	case api.PauseClock:
		return loc.Say("clock.told-pause", "n", c.Days, "until", t.ClockPause)
	case api.ResumeClock:
		return loc.Say("clock.told-resume") + tell.DeadlineInWords(loc, t)
	case api.NewTerms:
		if c.Alone {
			return strings.Join(append([]string{loc.Say("clock.told-set", "side", c.Side)}, clocksInWords(loc, t)...),
				"\n")
		}
		if t.Terms.None() {
			return loc.Say("clock.told-none")
		}
		return loc.Say("clock.told-terms", "terms", tell.TermsInWords(loc, t.Terms)) + tell.DeadlineInWords(loc, t)
	case api.WaitForClock:
		return loc.Say("clock.told-wait", "side", c.Side, "n", c.Days) + tell.DeadlineInWords(loc, t)
	}
	if c.Answer == api.TakenBack {
		return loc.Say("clock.told-retracted", "side", c.Side)
	}
	return loc.Say("clock.told-declined", "side", c.Side)
}

// suggestClockTerms completes with the presets, or with the terms that were typed, in words.
func suggestClockTerms(_ context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	typed := t.Text()
	var list []rest.Suggestion
	for _, p := range clock.Presets() {
		label := tell.PresetName(req.Localizer, p)
		if !p.Terms.None() {
			label += ": " + string(tell.TermsInWords(req.Localizer, p.Terms))
		}
		if strings.HasPrefix(p.Name, strings.ToLower(strings.TrimSpace(typed))) {
			list = append(list, rest.Suggestion{Name: label, Value: p.Name})
		}
	}
	if terms, err := clock.Parse(typed); err == nil && len(list) == 0 {
		list = []rest.Suggestion{{Name: string(tell.TermsInWords(req.Localizer, terms)), Value: terms.String()}}
	}
	return list, nil
}

// ClockLines returns a line about the clocks of a new game, nil if it has none.
func ClockLines(loc wording.Localizer, t api.Table) []string {
	if t.Terms.None() {
		return nil
	}
	return []string{loc.Say("clock.terms-are", "terms", tell.TermsInWords(loc, t.Terms))}
}
