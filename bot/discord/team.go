package discord

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

// team is /seat team: who plays the asker's side, and whose units are whose. Nobody else is shown it.
func (b *bot) team(ctx context.Context, a ask) ([]message, error) {
	t, err := b.referee.Team(ctx, a.cmd.Channel, a.cmd.User)
	if err != nil {
		return nil, err
	}
	return b.teamPage(a, t, "", "")
}

// teamPage shows a team, after what has been done to it, with the button to withdraw an invitation that has
// been made, "" for none.
func (b *bot) teamPage(a ask, t referee.Team, first, asked string) ([]message, error) {
	s := a.of(t.View)
	lines := []string{first, s.say("seat.commander", "side", t.View.Side(), "user", mention(t.Commander))}
	menu := discordgo.SelectMenu{CustomID: opener(pressDismiss, t.Table.Game), Placeholder: s.say("seat.dismiss")}
	all := slices.Concat(t.Members, t.Invited)
	for i, m := range all {
		force := s.force(m)
		line := s.say("seat.member", "user", mention(m.User), "force", said(force))
		label := s.say("seat.member-label", "number", i+1, "force", said(force))
		if m.Deputy {
			line, label = s.say("seat.member-deputy", "user", mention(m.User), "force", said(force)), s.say("seat.deputy-label", "number", i+1)
		}
		if i >= len(t.Members) {
			line += s.say("seat.unanswered")
		}
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, line))
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: clip(label, 100), Value: m.User})
	}
	if len(all) == 0 {
		lines = append(lines, s.say("seat.alone"))
	}
	p := page[view.Secret]{text: joined(lines)}
	if t.Commander == a.cmd.User && len(all) > 0 {
		p.rows = []discordgo.MessageComponent{row(menu)}
	}
	if v := t.Table.InvitedBy(t.View.Side(), asked); v != nil {
		p.rows = append(p.rows, s.withdrawRow(t.Table.Game, *v))
	}
	if t.Commander != a.cmd.User {
		leave := button(s.say("button.seat-leave"), opener(pressDismiss, t.Table.Game, a.cmd.User), discordgo.SecondaryButton)
		p.rows = []discordgo.MessageComponent{row(leave)}
	}
	return b.open(a, t.Table, t.View, p)
}

// force is what is a player's to command, in words.
func (s speech) force(m referee.Teammate) string {
	names := slices.Clone(m.Formations)
	for _, id := range m.Units {
		names = append(names, string(s.callable(id)))
	}
	if len(names) == 0 {
		return s.say("seat.no-units")
	}
	return strings.Join(names, ", ")
}

// teamAdd is /seat team-add: units of the asker's side are another user's to command, once he plays it.
func (b *bot) teamAdd(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	user, err := a.person(values)
	if err != nil {
		return nil, err
	}
	t, err := b.referee.Assign(ctx, a.cmd, user, values["formation"])
	if err != nil {
		return nil, err
	}
	if side, _ := t.Table.Seat(a.cmd.User); t.Table.InvitedBy(side.ID, user) != nil {
		return b.teamPage(a, t, a.say("seat.invited-to-team", "user", mention(user)), user)
	}
	return b.teamPage(a, t, a.say("seat.assigned", "user", mention(user)), "")
}

// teamRemove is /seat team-remove: a user plays the asker's side no longer, or is no longer invited to.
func (b *bot) teamRemove(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	t, err := b.referee.Dismiss(ctx, a.cmd, values["user"])
	if err != nil {
		return nil, err
	}
	if values["user"] == a.cmd.User {
		return a.told("seat.gone"), nil
	}
	return a.dismissed(t, values["user"]), nil
}

// suggestForce is the formations and units of the asker's side, after those that are typed already.
func (b *bot) suggestForce(ctx context.Context, a ask, typed string) ([]suggestion, error) {
	v, _, err := b.referee.Secret(ctx, a.cmd.Channel, a.cmd.User)
	if err != nil {
		return nil, err
	}
	head := ""
	if i := strings.LastIndex(typed, ","); i >= 0 {
		head, typed = strings.TrimSpace(typed[:i])+", ", typed[i+1:]
	}
	l := newListing(typed)
	for _, c := range v.Board().Map.Cards {
		if c.Side != v.Side() {
			continue
		}
		if c.Formation != "" {
			l.add(0, head+c.Formation, head+c.Formation, []string{c.Formation})
		}
		l.add(1, head+string(c.ID), head+c.Name, []string{c.Name, string(c.ID)})
	}
	return l.suggestions(), nil
}

// waitingList is /seat waiting: it has the asker wait in the server for a seat, or no longer, or says who
// waits.
func (b *bot) waitingList(ctx context.Context, a ask, values map[string]string) ([]message, error) {
	if a.guild == "" {
		return nil, refusal("seat.no-server")
	}
	on, given := values["on"]
	switch {
	case on == "false":
		return b.pressedWaiting(ctx, a, pressAwaitNot)
	case values["module"] == "" && values["side"] != "":
		return nil, refusal("seat.which-game")
	case given || values["module"] != "" || values["side"] != "":
		if err := b.referee.AwaitSeat(ctx, a.guild, a.cmd.User, values["module"], order.Side(values["side"])); err != nil {
			return nil, err
		}
	}
	return b.showWaiting(ctx, a)
}

// pressedWaiting has the one who presses wait for any seat, or for none.
func (b *bot) pressedWaiting(ctx context.Context, a ask, name string) (list []message, err error) {
	if a.guild == "" {
		return nil, refusal("seat.no-server")
	}
	if name == pressAwait {
		err = b.referee.AwaitSeat(ctx, a.guild, a.cmd.User, "", "")
	} else {
		err = b.referee.AwaitNoSeat(ctx, a.guild, a.cmd.User)
	}
	if err != nil {
		return nil, err
	}
	return b.showWaiting(ctx, a)
}

// showWaiting is who waits in the server, with the button by which the asker waits or does not.
func (b *bot) showWaiting(ctx context.Context, a ask) ([]message, error) {
	waiting, err := b.referee.AwaitingSeats(ctx, a.guild)
	if err != nil {
		return nil, err
	}
	lines := []string{a.say("seat.waiting-none")}
	if len(waiting) > 0 {
		lines = []string{a.say("seat.waiting", "n", len(waiting))}
	}
	toggle := button(a.say("button.wait"), pressAwait+":", discordgo.PrimaryButton)
	for i, w := range waiting {
		if w.User == a.cmd.User {
			toggle = button(a.say("button.wait-not"), pressAwaitNot+":", discordgo.SecondaryButton)
		} else if i >= menuLimit {
			continue
		}
		lines = append(lines, a.say("seat.waits", "number", i+1, "user", mention(w.User), "since", ago(w.Since), "wants", said(b.wants(a, w))))
	}
	return page[view.Public]{text: joined(lines), rows: []discordgo.MessageComponent{row(toggle)}}.messages(), nil
}

// wants is which seat one who waits would take.
func (b *bot) wants(a ask, w referee.Waiting) string {
	for _, m := range b.referee.Modules() {
		if m.ID != w.Module {
			continue
		}
		for _, s := range m.Sides {
			if s.ID == w.Side {
				return a.say("seat.wants-side", "title", said(m.Title), "side", said(s.Name))
			}
		}
		return a.say("seat.wants-game", "title", said(m.Title))
	}
	return a.say("seat.wants-any")
}
