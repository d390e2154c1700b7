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

// team is /seat team: who plays the asker's side, and who commands which units. Nobody else is shown it.
func (b *bot) team(ctx context.Context, req request) ([]rest.Message, error) {
	t, err := b.referee.Team(ctx, req.cmd.Channel, req.cmd.User)
	if err != nil {
		return nil, err
	}
	return b.teamPage(req, t, "", "")
}

// teamPage shows a team after a change, with the button to withdraw the invitation of the user asked, "" for none.
func (b *bot) teamPage(req request, t referee.Team, first, asked string) ([]rest.Message, error) {
	loc := req.of(t.View)
	lines := []string{first, loc.Say("seat.commander", "side", t.View.Side(), "user", req.mention(t.Commander))}
	menu := discordgo.SelectMenu{CustomID: pressID(pressDismiss, t.Table.Game), Placeholder: loc.Say("seat.dismiss")}
	all := slices.Concat(t.Members, t.Invited)
	for i, m := range all {
		force := loc.force(m)
		line := loc.Say("seat.member", "user", req.mention(m.User), "force", wording.InWords(force))
		label := loc.Say("seat.member-label", "number", i+1, "force", wording.InWords(force))
		if m.Deputy {
			line, label = loc.Say("seat.member-deputy", "user", req.mention(m.User), "force", wording.InWords(force)),
				loc.Say("seat.deputy-label", "number", i+1)
		}
		if i >= len(t.Members) {
			line += loc.Say("seat.unanswered")
		}
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, line))
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{Label: wording.Clip(label, 100), Value: m.User})
	}
	if len(all) == 0 {
		lines = append(lines, loc.Say("seat.alone"))
	}
	p := page[view.Secret]{text: joined(lines)}
	if t.Commander == req.cmd.User && len(all) > 0 {
		p.rows = []discordgo.MessageComponent{row(menu)}
	}
	if v := t.Table.InvitedBy(t.View.Side(), asked); v != nil {
		p.rows = append(p.rows, loc.uninviteRow(t.Table.Game, *v))
	}
	if t.Commander != req.cmd.User {
		leave := button(loc.Say("button.seat-leave"), pressID(pressDismiss, t.Table.Game, req.cmd.User),
			discordgo.SecondaryButton)
		p.rows = []discordgo.MessageComponent{row(leave)}
	}
	return b.open(req, t.Table, t.View, p)
}

// force is what a player commands, in words.
func (loc localizer) force(m referee.Teammate) string {
	names := slices.Clone(m.Formations)
	for _, id := range m.Units {
		names = append(names, string(loc.UniqueName(id)))
	}
	if len(names) == 0 {
		return loc.Say("seat.no-units")
	}
	return strings.Join(names, ", ")
}

// teamAdd is /seat team-add: another user commands units of the asker's side once he has accepted.
func (b *bot) teamAdd(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	user, err := req.person(values)
	if err != nil {
		return nil, err
	}
	t, err := b.referee.Assign(ctx, req.cmd, user, values["formation"])
	if err != nil {
		return nil, err
	}
	if side, _ := t.Table.Seat(req.cmd.User); t.Table.InvitedBy(side.ID, user) != nil {
		return b.teamPage(req, t, req.Say("seat.invited-to-team", "user", req.mention(user)), user)
	}
	return b.teamPage(req, t, req.Say("seat.assigned", "user", req.mention(user)), "")
}

// teamRemove is /seat team-remove: a user no longer plays the asker's side, or is no longer invited to.
func (b *bot) teamRemove(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	t, err := b.referee.Dismiss(ctx, req.cmd, values["user"])
	if err != nil {
		return nil, err
	}
	if values["user"] == req.cmd.User {
		return req.told("seat.gone"), nil
	}
	return req.dismissed(t, values["user"]), nil
}

// suggestForce completes with the formations and units of the asker's side, after those that are typed already.
func (b *bot) suggestForce(ctx context.Context, req request, t typing) ([]rest.Suggestion, error) {
	v, _, err := b.referee.Secret(ctx, req.cmd.Channel, req.cmd.User)
	if err != nil {
		return nil, err
	}
	head, typed := "", t.text()
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

// waitingList is /seat waiting: the asker waits in the server for a seat, or no longer waits, or is told who waits.
func (b *bot) waitingList(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	if req.guild == "" {
		return nil, refusal("seat.no-server")
	}
	on, given := values["on"]
	switch {
	case on == "false":
		return b.await(ctx, req, false)
	case values["module"] == "" && values["side"] != "":
		return nil, refusal("seat.which-game")
	case given || values["module"] != "" || values["side"] != "":
		if err := b.referee.AwaitSeat(ctx, req.guild, req.cmd.User, values["module"],
			order.Side(values["side"])); err != nil {
			return nil, err
		}
	}
	return b.showWaiting(ctx, req)
}

// await has the asker wait for any seat, or for none.
func (b *bot) await(ctx context.Context, req request, any bool) (list []rest.Message, err error) {
	if req.guild == "" {
		return nil, refusal("seat.no-server")
	}
	if any {
		err = b.referee.AwaitSeat(ctx, req.guild, req.cmd.User, "", "")
	} else {
		err = b.referee.AwaitNoSeat(ctx, req.guild, req.cmd.User)
	}
	if err != nil {
		return nil, err
	}
	return b.showWaiting(ctx, req)
}

// showWaiting says who waits in the server, with the button by which the asker begins or ends his own waiting.
func (b *bot) showWaiting(ctx context.Context, req request) ([]rest.Message, error) {
	waiting, err := b.referee.AwaitingSeats(ctx, req.guild)
	if err != nil {
		return nil, err
	}
	lines := []string{req.Say("seat.waiting-none")}
	if len(waiting) > 0 {
		lines = []string{req.Say("seat.waiting", "n", len(waiting))}
	}
	toggle := button(req.Say("button.wait"), pressAwait+":", discordgo.PrimaryButton)
	for i, w := range waiting {
		if w.User == req.cmd.User {
			toggle = button(req.Say("button.wait-not"), pressAwaitNot+":", discordgo.SecondaryButton)
		} else if i >= menuLimit {
			continue
		}
		lines = append(lines, req.Say("seat.waits", "number", i+1, "user", req.mention(w.User),
			"since", wording.RelativeTimestamp(w.Since), "wants", wording.InWords(b.wants(req, w))))
	}
	return page[view.Public]{text: joined(lines), rows: []discordgo.MessageComponent{row(toggle)}}.messages(), nil
}

// wants is the seat for which a user waits, in words.
func (b *bot) wants(req request, w referee.Waiting) string {
	for _, m := range b.referee.Modules() {
		if m.ID != w.Module {
			continue
		}
		for _, s := range m.Sides {
			if s.ID == w.Side {
				return req.Say("seat.wants-side", "title", wording.InWords(m.Title), "side", wording.InWords(s.Name))
			}
		}
		return req.Say("seat.wants-game", "title", wording.InWords(m.Title))
	}
	return req.Say("seat.wants-any")
}
