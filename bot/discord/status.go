package discord

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// status is how the game in a channel stands.
func (b *bot) status(ctx context.Context, a ask) ([]message, error) {
	v, t, err := b.referee.Public(ctx, a.cmd.Channel)
	if err != nil {
		return nil, err
	}
	s := a.on(v.Board().Map)
	lines := []string{s.title(t, v.Board()), s.seats(t), s.waiting(t, v.Board())}
	lines = append(lines, s.banks(t)...)
	lines = append(lines, s.pause(t)...)
	away, err := b.referee.Vacationers(ctx, t)
	if err != nil {
		return nil, err
	}
	for _, w := range away {
		lines = append(lines, s.onVacation(w))
	}
	lines = append(lines, s.gone(v.Board())...)
	lines = append(lines, s.places(t, v.Board())...)
	lines = append(lines, s.module(t), s.rulings(t), s.dice(t))
	lines = append(lines, a.unfit()...)
	return page[view.Public]{text: strings.Join(lines, "\n")}.messages(), nil
}

// gone lists the units that have left the map, by name: both sides may look through
// the dead of both. Of those that lie in a cup it says how many they are.
func (s speech) gone(b *view.Board) (lines []string) {
	for _, p := range b.OffMap {
		switch {
		case p.Turn > 0:
		case len(p.Known) == 0: // what will be drawn at random
			lines = append(lines, s.say("status.unseen", "side", p.Side, "place", said(s.where(p)), "n", p.Count))
		default:
			lines = append(lines, s.say("status.pile", "side", p.Side, "place", said(s.where(p)), "n", p.Count, "units", p.Known))
		}
	}
	return lines
}

// due is who has to do what next, and since when.
func (b *bot) due(ctx context.Context, a ask) ([]message, error) {
	v, t, err := b.referee.Public(ctx, a.cmd.Channel)
	if err == nil {
		err = a.means(t)
	}
	if err != nil {
		return nil, err
	}
	a.speech = a.on(v.Board().Map)
	p := page[view.Public]{text: strings.Join(append(a.pause(t), a.waiting(t, v.Board())), "\n")}
	if t.Started {
		p.text += b.reminder(ctx, a, v.Board().Turn)
	}
	if t.Started || t.Awaits != nil {
		p.rows = a.next(t, v.Board())
	}
	if o := t.Offer; o != nil && o.Answer == "" {
		p.text += "\n" + a.offer(*o)
		if seat, _ := t.Seat(a.cmd.User); seat.ID != "" && t.Player(seat.ID) == a.cmd.User {
			p.rows = append(p.rows, a.offerButtons(t, a.cmd.User)...)
		}
	}
	p.text = joined(append([]string{p.text}, a.timeOffered(t)...))
	if !t.Terms.None() && t.Started && !t.Over {
		p.rows = append(p.rows, row(a.clockButton(t.Game)))
	}
	if q := t.Undo; q != nil && q.Answer == "" {
		p.text += "\n" + a.say("undo.due", "side", q.By)
	}
	return b.withRest(ctx, a, t, p)
}

// next is a row with the button for what the asker has to do next, none when it is not his
// to do.
func (a ask) next(t referee.Table, b *view.Board) []discordgo.MessageComponent {
	seat, seated := t.Seat(a.cmd.User)
	switch {
	case !seated || t.Over && b.Due == nil:
		return nil
	case t.Awaits != nil && slices.Contains(t.Awaits.Waived, seat.ID):
		return nil
	case t.Awaits != nil: // the message with this button may never have come
		return a.waiveButton(t)
	case b.Due != nil && t.Answers(a.cmd.User, *b.Due):
		return []discordgo.MessageComponent{row(a.decideButton(t.Game, b.Due.ID))}
	case b.Due == nil && b.Phase.Side == seat.ID:
		return []discordgo.MessageComponent{row(a.ordersButton(t.Game))}
	}
	return nil
}

// withRest is a page, and for whoever has begun a list of orders where it stands.
func (b *bot) withRest(ctx context.Context, a ask, t referee.Table, pg page[view.Public]) ([]message, error) {
	if _, seated := t.Seat(a.cmd.User); !seated || !t.Started {
		return pg.messages(), nil
	}
	p, err := b.player(ctx, a)
	if err != nil {
		return nil, err
	}
	line, rest, err := p.rest(ctx)
	if err != nil {
		return nil, err
	}
	return b.open(a, p.table, p.view, page[view.Secret]{text: joined([]string{pg.text, line}), rows: append(pg.rows, rest...)})
}

// title is the game's header, or its name and scenario before it begins.
func (s speech) title(t referee.Table, b *view.Board) string {
	if t.Started {
		return s.header(b) + "\n" + s.say("table.scenario", "scenario", said(t.Scenario))
	}
	return "**" + t.Title + "**\n" + s.say("table.scenario", "scenario", said(t.Scenario))
}

// module is the game's files by their hash, which is in the game's first record, and
// whether an owner has put his own over those that ship.
func (s speech) module(t referee.Table) string {
	words := s.say("table.module", "hash", said(fmt.Sprintf("%.12s", t.Module)))
	if t.Overlaid {
		words += " " + s.say("table.overlaid")
	}
	return words
}

// rulings is by which revision of the rulings the game is played.
func (s speech) rulings(t referee.Table) string {
	if t.Rulings == t.RulingsNow {
		return s.say("table.rulings", "now", t.RulingsNow)
	}
	return s.say("table.rulings-since", "now", t.RulingsNow, "begun", t.Rulings)
}

// places is who holds which places that count, a line for each side.
func (s speech) places(t referee.Table, b *view.Board) []string {
	if !t.Started {
		return nil
	}
	var lines []string
	for _, f := range b.Facts {
		for _, held := range f.Parts {
			lines = append(lines, s.text(held.Text())+string(rule(held.Rule)))
		}
	}
	return lines
}

// seats is who plays which side.
func (s speech) seats(t referee.Table) string {
	list := make([]string, len(t.Seats))
	for i, seat := range t.Seats {
		list[i] = s.say("seat.open", "side", said(seat.Side.Name))
		if seat.User != "" {
			list[i] = s.say("seat.taken", "side", said(seat.Side.Name), "user", mention(seat.User)) + s.beside(seat) + s.askedBeside(t, seat.Side.ID)
		}
	}
	return strings.Join(list, " · ")
}

// waiting is what the game waits for.
func (s speech) waiting(t referee.Table, b *view.Board) string {
	since := ago(t.Since)
	switch {
	case t.Awaits != nil:
		return s.say("beacon.due", awaiting(*t.Awaits)...)
	case t.Over && b.Due == nil:
		return s.say("due.over")
	case !t.Started && vacant(t):
		return s.say("due.seats", "since", since)
	case !t.Started:
		return s.say("due.start", "since", since)
	case b.Due != nil:
		return s.say("due.decision", "owed", said(s.owed(*b.Due)), "user", mentionAll(t.Called(b.Due.Side, b.Due)), "since", since) + s.until(t)
	}
	phase, user := said(s.phase(b.Phase)), mentionAll(t.Called(b.Phase.Side, nil))
	switch {
	case b.Phase.Group != "":
		return s.say("due.activation", "phase", phase, "user", user, "since", since) + s.until(t)
	case activates(b.Map):
		return s.say("due.groups", "phase", phase, "user", user, "since", since) + s.until(t)
	}
	return s.say("due.phase", "phase", phase, "user", user, "since", since) + s.until(t)
}

// activates says whether the game has groups of units that act one after the other: its phases end
// when all have.
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

// dice is what the dice can be checked against: the commitment to the secret,
// and when the game is over the secret itself with the players' words.
func (s speech) dice(t referee.Table) string {
	words := s.say("table.dice", "commitment", said(t.Commitment)) + s.bound(t)
	if t.Secret == "" {
		return words
	}
	words += "\n" + s.say("table.secret", "secret", said(t.Secret))
	for _, seat := range t.Seats {
		if seat.Word == "" {
			words += "\n" + s.say("table.no-word", "side", said(seat.Side.Name))
		} else {
			words += "\n" + s.say("table.dice-word", "side", said(seat.Side.Name), "word", said(seat.Word))
		}
	}
	return words
}

// owed is a decision that somebody owes, with its rule.
func (s speech) owed(p view.Prompt) string {
	id := "owed." + p.Kind
	args := []any{"side", p.Side, "n", p.N, "hex", p.Hex, "units", p.Units, "kind", said(p.Kind)}
	words, ok := s.try(id, args...)
	switch {
	case !ok:
		words = s.say("owed", args...)
	case len(p.Left) > 0 && slices.Min(p.Left) < slices.Max(p.Left):
		words = s.say("owed.advance-each", "side", p.Side, "hex", p.Hex, "units", said(s.goers(p)))
	}
	words += string(rule(p.Rule))
	if len(p.Doomed) > 0 {
		words += ". " + s.say("owed.doomed", "hexes", p.Doomed)
	}
	return words
}

// goers is the units of an advance of which some may go farther than others, each with how
// far.
func (s speech) goers(p view.Prompt) string {
	each := make([]string, len(p.Units))
	for i, u := range p.Units {
		each[i] = s.say("owed.goes", "unit", view.Name{ID: u.ID, Name: u.Name}, "n", p.Left[i])
	}
	return strings.Join(each, ", ")
}

// mention is a user as Discord shows him. One who was forgotten is called by the name that
// the game has for him.
func mention(user string) said {
	if !isUser(user) {
		return said(user)
	}
	return said("<@" + user + ">")
}

// mentionAll are users as Discord shows them.
func mentionAll(users []string) said {
	all := make([]string, len(users))
	for i, user := range users {
		all[i] = string(mention(user))
	}
	return said(strings.Join(all, ", "))
}

// isUser says whether there is a user to call: Discord's identifiers are numbers, and the
// names that stand for those who were forgotten are not.
func isUser(user string) bool {
	_, err := strconv.ParseUint(user, 10, 64)
	return err == nil
}

// ago is a time that Discord shows in the reader's own words.
func ago(t time.Time) said { return said(fmt.Sprintf("<t:%d:R>", t.Unix())) }
