package discord

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/clock"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// pressClock does something about the clocks. A word follows, and after some words a full stop and a number.
const pressClock = "clock"

// The words that follow pressClock.
const (
	clockShow    = "show"
	clockPause   = "pause" // the number of days follows
	clockResume  = "resume"
	clockTerms   = "terms" // the name of a preset follows
	clockAccept  = "accept"
	clockDecline = "decline"
	clockWait    = "wait" // the number of the clock that has run out follows, here and below
	clockSeek    = "seek"
	clockAsk     = "claim" // asks first
	clockClaim   = "claimed"
)

// The days that a button means, and a command that names no number.
const (
	usualPause = 7
	usualWait  = 1
)

// clockCommands are the commands about the clocks of a game.
func clockCommands() []commandSpec {
	clocks := func(b *bot, ctx context.Context, req request) ([]rest.Message, error) { return b.clock(ctx, req) }
	seek := func(b *bot, ctx context.Context, req request) ([]rest.Message, error) {
		return b.clockSeek(ctx, req, 0)
	}
	claim := func(b *bot, ctx context.Context, req request) ([]rest.Message, error) { return b.clockAsk(ctx, req, 0) }
	return []commandSpec{
		{verb: "clock show", run: withoutOptions(clocks)},
		{verb: "clock terms", run: (*bot).clockTerms,
			options: []option{completed("terms", (*bot).suggestTerms).required()}},
		{verb: "clock pause", run: (*bot).clockPause, options: []option{numberOption("days", 1, referee.MostPause)}},
		{verb: "clock resume", run: withoutOptions((*bot).clockResume)},
		{verb: "clock wait", run: (*bot).clockWait, options: []option{numberOption("days", 1, referee.MostWait)}},
		{verb: "clock substitute", run: withoutOptions(seek)},
		{verb: "clock claim", run: withoutOptions(claim)},
	}
}

// pressedClock does what a button about the clocks says.
func (b *bot) pressedClock(ctx context.Context, req request, what string) ([]rest.Message, error) {
	word, rest, _ := strings.Cut(what, ".")
	n, err := strconv.Atoi(rest)
	if word != clockShow && word != clockResume && word != clockTerms && (err != nil || n < 1) {
		return nil, errStale
	}
	switch word {
	case clockShow:
		return b.clock(ctx, req)
	case clockPause:
		return b.offerTime(ctx, req, referee.Time{Does: referee.PauseClock, Days: n})
	case clockResume:
		return b.clockResume(ctx, req)
	case clockTerms:
		return b.clockTerms(ctx, req, map[string]string{"terms": rest})
	case clockAccept, clockDecline:
		return b.answerTime(ctx, req, n, word == clockAccept)
	case clockWait:
		return req.after(req.Say("clock.done-wait", "n", usualWait))(b.referee.WaitOn(ctx, req.cmd, n, usualWait))
	case clockSeek:
		return b.clockSeek(ctx, req, n)
	case clockAsk:
		return b.clockAsk(ctx, req, n)
	case clockClaim:
		return req.after(req.Say("clock.done-claim"))(b.referee.Claim(ctx, req.cmd, n))
	}
	return nil, errStale
}

// clock shows how the clocks stand, after the given lines, with buttons for what the asker can do about them.
func (b *bot) clock(ctx context.Context, req request, first ...string) ([]rest.Message, error) {
	v, t, err := b.referee.Public(ctx, req.cmd.Channel)
	if err == nil {
		err = req.checkGame(t)
	}
	if err != nil {
		return nil, err
	}
	req.localizer = req.on(v.Board().Map)
	p := page[view.Public]{text: strings.Join(append(first, req.clocks(t)...), "\n")}
	if _, seated := t.Seat(req.cmd.User); seated && !t.Over {
		p.rows = req.clockButtons(t)
	}
	return p.messages(), nil
}

// clocks are the terms of the clocks, a line for each side, and the offer that stands.
func (loc localizer) clocks(t referee.Table) []string {
	if t.Terms.None() {
		lines := []string{loc.Say("clock.none")}
		return append(lines, loc.timeOffered(t)...)
	}
	lines := []string{loc.Say("clock.terms-are", "terms", loc.terms(t.Terms))}
	for _, c := range t.Clocks {
		words := loc.clockOf(t, c)
		if !c.Deadline.IsZero() && t.ClockOut == nil {
			words += " " + loc.Say("clock.deadline", "at", c.Deadline, "in", wording.RelativeTimestamp(c.Deadline))
		}
		lines = append(lines, words)
	}
	if !t.ClockPause.IsZero() {
		lines = append(lines, loc.Say("clock.paused", "until", t.ClockPause, "in",
			wording.RelativeTimestamp(t.ClockPause)))
	}
	if o := t.ClockOut; o != nil {
		lines = append(lines, loc.Say("clock.is-out", "side", o.Side, "since", wording.RelativeTimestamp(o.At),
			"user", loc.mentionAll(opponents(t, o.Side))))
	}
	return append(lines, loc.timeOffered(t)...)
}

// clockOf is how much time a side has, and why its clock stands still.
func (loc localizer) clockOf(t referee.Table, c referee.Clock) string {
	words := loc.Say("clock.left", "side", c.Side, "left", c.Left)
	if !c.Acts || t.ClockOut != nil && t.ClockOut.Side == c.Side {
		return words
	}
	switch c.Held {
	case referee.Away:
		words += " " + loc.Say("clock.held-away")
	case referee.Asleep:
		words += " " + loc.Say("clock.held-asleep")
	case referee.OnVacation:
		words += " " + loc.Say("clock.held-vacation", "until", c.Until)
	case referee.Agreement:
		words += " " + loc.Say("clock.held-pause", "until", c.Until)
	}
	return words
}

// banks are the terms and each side's time in one line; nothing if the game has no clocks.
func (loc localizer) banks(t referee.Table) []string {
	if t.Terms.None() {
		return nil
	}
	words := []string{loc.Say("clock.terms-are", "terms", loc.terms(t.Terms))}
	for _, c := range t.Clocks {
		words = append(words, loc.clockOf(t, c))
	}
	return []string{strings.Join(words, " ")}
}

// until is the deadline of the side that is to act, "" if it has none.
func (loc localizer) until(t referee.Table) string {
	for _, c := range t.Clocks {
		if c.Acts && !c.Deadline.IsZero() && t.ClockOut == nil {
			return " " + loc.Say("clock.deadline", "at", c.Deadline, "in", wording.RelativeTimestamp(c.Deadline))
		}
	}
	return ""
}

// opponents are the players of the other sides.
func opponents(t referee.Table, side order.Side) (users []string) {
	for _, seat := range t.Seats {
		if seat.Side.ID != side && seat.User != "" {
			users = append(users, seat.User)
		}
	}
	return users
}

// timeOffered is the open offer about the clocks, nothing if there is none.
func (loc localizer) timeOffered(t referee.Table) []string {
	if o := t.ClockOffer; o != nil && o.Answer == "" && !t.Over {
		return []string{loc.offeredTime(t, *o)}
	}
	return nil
}

func (loc localizer) offeredTime(t referee.Table, o referee.ClockOffer) string {
	switch terms := o.Time.Terms; {
	case o.Time.Does == referee.PauseClock:
		return loc.Say("clock.offer-pause", "side", o.By, "n", o.Time.Days)
	case o.Time.Does == referee.ResumeClock:
		return loc.Say("clock.offer-resume", "side", o.By)
	case terms.None():
		return loc.Say("clock.offer-none", "side", o.By)
	case t.Terms.None():
		return loc.Say("clock.offer-clocks", "side", o.By, "terms", loc.terms(terms))
	default:
		return loc.Say("clock.offer-terms", "side", o.By, "terms", loc.terms(terms))
	}
}

// clockButtons are what a player can do about the clocks.
func (req request) clockButtons(t referee.Table) (rows []discordgo.MessageComponent) {
	if o := t.ClockOffer; o != nil && o.Answer == "" {
		return req.timeButtons(t, req.cmd.User)
	}
	if o := t.ClockOut; o != nil && slices.Contains(opponents(t, o.Side), req.cmd.User) {
		rows = append(rows, req.outButtons(t))
	}
	press := func(label, what string) discordgo.MessageComponent {
		return button(label, pressID(pressClock, t.Game, what), discordgo.SecondaryButton)
	}
	var others []discordgo.MessageComponent
	switch {
	case t.Terms.None(), !t.Started:
	case !t.ClockPause.IsZero():
		others = append(others, press(req.Say("button.clock-resume"), clockResume))
	default:
		others = append(others, press(req.Say("button.clock-pause", "n", usualPause),
			clockPause+"."+strconv.Itoa(usualPause)))
	}
	for _, p := range clock.Presets() {
		if p.Terms != t.Terms {
			others = append(others, press(req.Say("button.clock-terms", "name", wording.InWords(req.presetName(p))),
				clockTerms+"."+p.Name))
		}
	}
	return append(rows, row(others...))
}

// terms are the terms of clocks in words. In English they can be typed so.
func (loc localizer) terms(t clock.Terms) wording.InWords {
	if t.Phase == 0 {
		return wording.InWords(loc.ShortLength(t.Bank))
	}
	return wording.InWords(loc.Say("clock.terms-in-words", "bank", wording.InWords(loc.ShortLength(t.Bank)),
		"phase", wording.InWords(loc.ShortLength(t.Phase)), "most", wording.InWords(loc.ShortLength(t.Most))))
}

// presetName is the name of a preset in words.
func (loc localizer) presetName(p clock.Preset) string { return loc.Say("clock.preset-" + p.Name) }

// timeButtons answer the open offer about the clocks, as offerButtons do for an ending.
func (loc localizer) timeButtons(t referee.Table, user string) []discordgo.MessageComponent {
	n := "." + strconv.Itoa(t.ClockOffer.Number)
	decline := pressID(pressClock, t.Game, clockDecline+n)
	if side, seated := t.Seat(user); seated && side.ID == t.ClockOffer.By {
		return []discordgo.MessageComponent{row(button(loc.Say("button.retract"), decline, discordgo.SecondaryButton))}
	}
	return []discordgo.MessageComponent{row(button(loc.Say("button.accept"),
		pressID(pressClock, t.Game, clockAccept+n), discordgo.SuccessButton),
		button(loc.Say("button.decline"), decline, discordgo.SecondaryButton))}
}

// outButtons are what the other side can do when a clock has run out.
func (loc localizer) outButtons(t referee.Table) discordgo.MessageComponent {
	n := "." + strconv.Itoa(t.ClockOut.Number)
	return row(button(loc.Say("button.clock-wait", "n", usualWait), pressID(pressClock, t.Game, clockWait+n),
		discordgo.PrimaryButton),
		button(loc.Say("button.clock-seek"), pressID(pressClock, t.Game, clockSeek+n), discordgo.SecondaryButton),
		button(loc.Say("button.clock-claim"), pressID(pressClock, t.Game, clockAsk+n), discordgo.DangerButton))
}

// clockTerms offers other terms.
func (b *bot) clockTerms(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	terms, err := clock.Parse(values["terms"])
	if err != nil {
		return nil, err
	}
	return b.offerTime(ctx, req, referee.Time{Does: referee.NewTerms, Terms: terms})
}

// clockPause offers a pause.
func (b *bot) clockPause(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	days, err := daysIn(values, usualPause)
	if err != nil {
		return nil, err
	}
	return b.offerTime(ctx, req, referee.Time{Does: referee.PauseClock, Days: days})
}

// clockResume ends a pause, or offers to.
func (b *bot) clockResume(ctx context.Context, req request) ([]rest.Message, error) {
	return b.offerTime(ctx, req, referee.Time{Does: referee.ResumeClock})
}

// clockWait gives a side whose clock has run out more days.
func (b *bot) clockWait(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	days, err := daysIn(values, usualWait)
	if err != nil {
		return nil, err
	}
	return req.after(req.Say("clock.done-wait", "n", days))(b.referee.WaitOn(ctx, req.cmd, 0, days))
}

// clockSeek looks for a substitute.
func (b *bot) clockSeek(ctx context.Context, req request, number int) ([]rest.Message, error) {
	return req.after(req.Say("clock.done-seek"))(b.referee.Seek(ctx, req.cmd, number))
}

// daysIn is a number of days that a command names, or the usual one.
func daysIn(values map[string]string, usual int) (int, error) {
	typed := values["days"]
	if typed == "" {
		return usual, nil
	}
	days, err := strconv.Atoi(typed)
	if err != nil {
		return 0, referee.ErrDays
	}
	return days, nil
}

// offerTime makes an offer about the clocks, and shows it with its buttons.
func (b *bot) offerTime(ctx context.Context, req request, what referee.Time) ([]rest.Message, error) {
	t, err := b.referee.OfferTime(ctx, req.cmd, what)
	if errors.Is(err, referee.ErrTimed) {
		return b.clock(ctx, req, req.Say("table.clock-offered")) // with the offer that stands
	}
	if err != nil {
		return nil, err
	}
	if o := t.ClockOffer; o == nil || o.Answer != "" || what.Does != o.Time.Does {
		return req.told("clock.done"), nil
	}
	return page[view.Public]{text: req.Say("clock.offered"), rows: req.timeButtons(t, req.cmd.User)}.messages(), nil
}

// answerTime answers an offer about the clocks.
func (b *bot) answerTime(ctx context.Context, req request, number int, accept bool) ([]rest.Message, error) {
	return req.after(req.Say("clock.done"))(b.referee.AnswerTime(ctx, req.cmd, number, accept))
}

// clockAsk asks for confirmation before a game is claimed, and says how it stands.
func (b *bot) clockAsk(ctx context.Context, req request, number int) ([]rest.Message, error) {
	v, t, err := b.referee.Public(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	seat, seated := t.Seat(req.cmd.User)
	o := t.ClockOut
	switch {
	case !seated:
		return nil, referee.ErrNotSeated
	case o == nil || number != 0 && number != o.Number:
		return nil, referee.ErrNotOut
	case o.Side == seat.ID:
		return nil, referee.ErrOwnClock
	case t.Player(seat.ID) != req.cmd.User:
		return nil, referee.ErrNotCommander
	}
	loc := req.on(v.Board().Map)
	words := loc.Header(v.Board()) + "\n" + loc.Say("clock.ask-claim", "side", o.Side, "own", seat.ID, "at", o.At,
		"since", wording.RelativeTimestamp(o.At))
	return req.question(words, req.Say("button.clock-claim"),
		pressID(pressClock, t.Game, clockClaim+"."+strconv.Itoa(o.Number))), nil
}

// tellClock is the public page of a notification about the clocks.
func (loc localizer) tellClock(e referee.Notification) page[view.Public] {
	t := e.Table
	switch o := t.ClockOut; {
	case e.Kind == referee.ClockRanOut && o != nil:
		users := opponents(t, o.Side)
		return page[view.Public]{text: loc.Say("clock.ran-out", "user", loc.mentionAll(users), "side", o.Side,
			"other", loc.mention(t.Player(o.Side))),
			ping: users, rows: []discordgo.MessageComponent{loc.outButtons(t)}}
	case e.Kind == referee.ClockOffered && t.ClockOffer != nil:
		users := opponents(t, t.ClockOffer.By)
		return page[view.Public]{text: loc.Say("clock.offers", "user", loc.mentionAll(users),
			"offer", wording.InWords(loc.offeredTime(t, *t.ClockOffer))),
			ping: users, rows: loc.timeButtons(t, "")}
	}
	return page[view.Public]{text: loc.toldClock(e)}
}

// toldClock is what was done about the clocks and needs no answer.
func (loc localizer) toldClock(e referee.Notification) string {
	t, c := e.Table, e.Table.ClockDid
	switch {
	case c == nil || e.Kind != referee.Timed && e.Kind != referee.Back: // no notification that was kept is so
		return loc.Say("clock.done")
	case e.Kind == referee.Back:
		return loc.Say("clock.back", "user", loc.mention(t.Player(c.Side)), "side", c.Side)
	}
	switch c.Does {
	case referee.PauseClock:
		return loc.Say("clock.told-pause", "n", c.Days, "until", t.ClockPause)
	case referee.ResumeClock:
		return loc.Say("clock.told-resume") + loc.until(t)
	case referee.NewTerms:
		if c.Alone {
			return strings.Join(append([]string{loc.Say("clock.told-set", "side", c.Side)}, loc.clocks(t)...), "\n")
		}
		if t.Terms.None() {
			return loc.Say("clock.told-none")
		}
		return loc.Say("clock.told-terms", "terms", loc.terms(t.Terms)) + loc.until(t)
	case referee.WaitForClock:
		return loc.Say("clock.told-wait", "side", c.Side, "n", c.Days) + loc.until(t)
	}
	if c.Answer == referee.TakenBack {
		return loc.Say("clock.told-retracted", "side", c.Side)
	}
	return loc.Say("clock.told-declined", "side", c.Side)
}

// suggestTerms completes with the presets, or with what is typed as it is understood.
func (b *bot) suggestTerms(_ context.Context, req request, t typing) ([]rest.Suggestion, error) {
	typed := t.text()
	var list []rest.Suggestion
	for _, p := range clock.Presets() {
		label := req.presetName(p)
		if !p.Terms.None() {
			label += ": " + string(req.terms(p.Terms))
		}
		if strings.HasPrefix(p.Name, strings.ToLower(strings.TrimSpace(typed))) {
			list = append(list, rest.Suggestion{Name: label, Value: p.Name})
		}
	}
	if terms, err := clock.Parse(typed); err == nil && len(list) == 0 {
		list = []rest.Suggestion{{Name: string(req.terms(terms)), Value: terms.String()}}
	}
	return list, nil
}

// clockTermsOf reads the terms of a new game's clocks.
func clockTermsOf(typed string) (clock.Terms, error) {
	if strings.TrimSpace(typed) == "" {
		return clock.Terms{}, nil
	}
	return clock.Parse(typed)
}

// clockTold is a line about the clocks of a new game, nothing if it has none.
func (loc localizer) clockTold(t referee.Table) []string {
	if t.Terms.None() {
		return nil
	}
	return []string{loc.Say("clock.terms-are", "terms", loc.terms(t.Terms))}
}
