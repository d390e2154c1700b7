package discord

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// status is /game status: how the channel's game stands.
func (b *bot) status(ctx context.Context, req request) ([]rest.Message, error) {
	v, t, err := b.referee.Public(ctx, req.cmd.Channel)
	if err != nil {
		return nil, err
	}
	loc := req.on(v.Board().Map)
	lines := []string{loc.title(t, v.Board()), loc.seats(t), loc.waiting(t, v.Board())}
	lines = append(lines, loc.banks(t)...)
	lines = append(lines, loc.pause(t)...)
	away, err := b.referee.Vacationers(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, w := range away {
		lines = append(lines, loc.onVacation(w))
	}
	lines = append(lines, loc.Gone(v.Board())...)
	lines = append(lines, loc.places(t, v.Board())...)
	lines = append(lines, loc.module(t), loc.rulings(t), loc.dice(t))
	lines = append(lines, req.permissionWarning()...)
	return page[view.Public]{text: strings.Join(lines, "\n")}.messages(), nil
}

// due says who has to do what next, and since when.
func (b *bot) due(ctx context.Context, req request) ([]rest.Message, error) {
	v, t, err := b.referee.Public(ctx, req.cmd.Channel)
	if err == nil {
		err = req.checkGame(t)
	}
	if err != nil {
		return nil, err
	}
	req.localizer = req.on(v.Board().Map)
	p := page[view.Public]{text: strings.Join(append(req.pause(t), req.waiting(t, v.Board())), "\n")}
	if t.Started {
		p.text += b.reminder(ctx, req, v.Board().Turn)
	}
	if t.Started || t.Awaits != nil {
		p.rows = req.next(t, v.Board())
	}
	if o := t.Offer; o != nil && o.Answer == "" {
		p.text += "\n" + req.offer(*o)
		if seat, _ := t.Seat(req.cmd.User); seat.ID != "" && t.Player(seat.ID) == req.cmd.User {
			p.rows = append(p.rows, req.offerButtons(t, req.cmd.User)...)
		}
	}
	p.text = joined(append([]string{p.text}, req.timeOffered(t)...))
	if !t.Terms.None() && t.Started && !t.Over {
		p.rows = append(p.rows, row(req.clockButton(t.Game)))
	}
	if q := t.Undo; q != nil && q.Answer == "" {
		p.text += "\n" + req.Say("undo.due", "side", q.By)
	}
	return b.withRest(ctx, req, t, p)
}

// next is a row with the button for what the asker has to do next; nothing if it is not his turn.
func (req request) next(t referee.Table, b *view.Board) []discordgo.MessageComponent {
	seat, seated := t.Seat(req.cmd.User)
	switch {
	case !seated || t.Over && b.Due == nil:
		return nil
	case t.Awaits != nil && slices.Contains(t.Awaits.Waived, seat.ID):
		return nil
	case t.Awaits != nil: // the message with this button may not have arrived
		return req.waiveButton(t)
	case b.Due != nil && t.Answers(req.cmd.User, *b.Due):
		return []discordgo.MessageComponent{row(req.decideButton(t.Game, b.Due.ID))}
	case b.Due == nil && b.Phase.Side == seat.ID:
		return []discordgo.MessageComponent{row(req.ordersButton(t.Game))}
	}
	return nil
}

// withRest adds to a page where the asker's list of orders stands, if he has begun one.
func (b *bot) withRest(ctx context.Context, req request, t referee.Table,
	pg page[view.Public]) ([]rest.Message, error) {
	if _, seated := t.Seat(req.cmd.User); !seated || !t.Started {
		return pg.messages(), nil
	}
	p, err := b.player(ctx, req)
	if err != nil {
		return nil, err
	}
	line, rest, err := p.rest(ctx)
	if err != nil {
		return nil, err
	}
	return b.open(req, p.table, p.view, page[view.Secret]{text: joined([]string{pg.text, line}),
		rows: append(pg.rows, rest...)})
}

// title is the game's header; before it begins, its name and scenario.
func (loc localizer) title(t referee.Table, b *view.Board) string {
	if t.Started {
		return loc.Header(b) + "\n" + loc.Say("table.scenario", "scenario", wording.InWords(t.Scenario))
	}
	return "**" + t.Title + "**\n" + loc.Say("table.scenario", "scenario", wording.InWords(t.Scenario))
}

// module is the hash of the game's files, which is in its first record, and whether an owner has changed them.
func (loc localizer) module(t referee.Table) string {
	words := loc.Say("table.module", "hash", wording.InWords(fmt.Sprintf("%.12s", t.Module)))
	if t.Overlaid {
		words += " " + loc.Say("table.overlaid")
	}
	return words
}

// rulings is the revision of the rulings by which the game is played.
func (loc localizer) rulings(t referee.Table) string {
	if t.Rulings == t.RulingsNow {
		return loc.Say("table.rulings", "now", t.RulingsNow)
	}
	return loc.Say("table.rulings-since", "now", t.RulingsNow, "begun", t.Rulings)
}

// places say who holds which places that count, a line for each side.
func (loc localizer) places(t referee.Table, b *view.Board) []string {
	if !t.Started {
		return nil
	}
	var lines []string
	for _, f := range b.Facts {
		for _, held := range f.Parts {
			lines = append(lines, loc.Text(held.Text())+string(wording.Citation(held.Rule)))
		}
	}
	return lines
}

// seats says who plays which side.
func (loc localizer) seats(t referee.Table) string {
	list := make([]string, len(t.Seats))
	for i, seat := range t.Seats {
		list[i] = loc.Say("seat.open", "side", wording.InWords(seat.Side.Name))
		if seat.User != "" {
			list[i] = loc.Say("seat.taken", "side", wording.InWords(seat.Side.Name), "user", loc.mention(seat.User)) +
				loc.beside(seat) + loc.askedBeside(t, seat.Side.ID)
		}
	}
	return strings.Join(list, " · ")
}

// waiting is what the game waits for.
func (loc localizer) waiting(t referee.Table, b *view.Board) string {
	since := wording.RelativeTimestamp(t.Since)
	switch {
	case t.Awaits != nil:
		return loc.Say("beacon.due", awaiting(*t.Awaits)...)
	case t.Over && b.Due == nil:
		return loc.Say("due.over")
	case !t.Started && vacant(t):
		return loc.Say("due.seats", "since", since)
	case !t.Started:
		return loc.Say("due.start", "since", since)
	case b.Due != nil:
		return loc.Say("due.decision", "owed", wording.InWords(loc.Asked(*b.Due)),
			"user", loc.mentionAll(t.Called(b.Due.Side, b.Due)), "since", since) + loc.until(t)
	}
	phase, user := wording.InWords(loc.Phase(b.Phase)), loc.mentionAll(t.Called(b.Phase.Side, nil))
	switch {
	case b.Phase.Group != "":
		return loc.Say("due.activation", "phase", phase, "user", user, "since", since) + loc.until(t)
	case activates(b.Map):
		return loc.Say("due.groups", "phase", phase, "user", user, "since", since) + loc.until(t)
	}
	return loc.Say("due.phase", "phase", phase, "user", user, "since", since) + loc.until(t)
}

// activates says whether groups of units act one after the other in the game, so that a phase ends when all have acted.
func activates(m *view.Map) bool {
	return slices.ContainsFunc(m.Orders, func(o order.Spec) bool {
		return slices.ContainsFunc(o.Options, func(x order.Option) bool { return x.Kind == order.Group })
	})
}

// vacant says whether a seat is free.
func vacant(t referee.Table) bool {
	for _, seat := range t.Seats {
		if seat.User == "" {
			return true
		}
	}
	return false
}

// dice is what is needed to verify the dice: the commitment to the secret, and after the game the secret itself with
// the players' words.
func (loc localizer) dice(t referee.Table) string {
	words := loc.Say("table.dice", "commitment", wording.InWords(t.Commitment)) + loc.bound(t)
	if t.Secret == "" {
		return words
	}
	words += "\n" + loc.Say("table.secret", "secret", wording.InWords(t.Secret))
	for _, seat := range t.Seats {
		if seat.Word == "" {
			words += "\n" + loc.Say("table.no-word", "side", wording.InWords(seat.Side.Name))
		} else {
			words += "\n" + loc.Say("table.dice-word", "side", wording.InWords(seat.Side.Name),
				"word", wording.InWords(seat.Word))
		}
	}
	return words
}
