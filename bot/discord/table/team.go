package table

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// team answers /seat team: who plays the asker's side, and who commands which units. Nobody else is shown it.
func (s Seats) team(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	t, err := s.Referee.Team(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	return s.teamPage(req, t, "", "")
}

// teamPage shows a team after a change, with the button to withdraw the invitation of the user asked, "" for none.
func (s Seats) teamPage(req ask.Request, t api.Team, first, asked string) ([]rest.Message, error) {
	loc := req.Localizer.ForPlayer(t.View)
	lines := []string{first, loc.Say("seat.commander", "side", t.View.Side(), "user", tell.Mention(req.Localizer,
		t.Commander))}
	menu := discordgo.SelectMenu{CustomID: page.PressID(pressDismiss, t.Table.Game),
		Placeholder: loc.Say("seat.dismiss")}
	all := slices.Concat(t.Members, t.Invited)
	for i, m := range all {
		force := commandInWords(loc, m)
		line := loc.Say("seat.member", "user", tell.Mention(req.Localizer, m.User), "force", wording.InWords(force))
		label := loc.Say("seat.member-label", "number", i+1, "force", wording.InWords(force))
		if m.Deputy {
			line, label = loc.Say("seat.member-deputy", "user", tell.Mention(req.Localizer, m.User), "force",
				wording.InWords(force)), loc.Say("seat.deputy-label", "number", i+1)
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
	p := page.Page[view.Secret]{Text: play.JoinLines(lines)}
	if t.Commander == req.Cmd.User && len(all) > 0 {
		p.Rows = page.OneRow(menu)
	}
	if v := t.Table.InvitedBy(t.View.Side(), asked); v != nil {
		p.Rows = append(p.Rows, uninviteRow(loc, t.Table.Game, *v))
	}
	if t.Commander != req.Cmd.User {
		leave := page.Button(loc.Say("button.seat-leave"), page.PressID(pressDismiss, t.Table.Game, req.Cmd.User),
			discordgo.SecondaryButton)
		p.Rows = page.OneRow(leave)
	}
	return req.Open(t.Table, t.View, p)
}

// commandInWords returns what a player commands, in words.
func commandInWords(loc wording.Localizer, m api.Teammate) string {
	names := slices.Clone(m.Formations)
	for _, id := range m.Units {
		names = append(names, string(loc.UniqueName(id)))
	}
	if len(names) == 0 {
		return loc.Say("seat.no-units")
	}
	return strings.Join(names, ", ")
}

// teamAdd answers /seat team-add: another user commands units of the asker's side once he has accepted.
func (s Seats) teamAdd(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	user, err := namedUser(req, values)
	if err != nil {
		return nil, err
	}
	t, err := s.Referee.Assign(ctx, req.Cmd, user, values["formation"])
	if err != nil {
		return nil, err
	}
	if side, _ := t.Table.Seat(req.Cmd.User); t.Table.InvitedBy(side.ID, user) != nil {
		return s.teamPage(req, t, req.Say("seat.invited-to-team", "user", tell.Mention(req.Localizer, user)), user)
	}
	return s.teamPage(req, t, req.Say("seat.assigned", "user", tell.Mention(req.Localizer, user)), "")
}

// teamRemove answers /seat team-remove: a user no longer plays the asker's side, or is no longer invited to.
func (s Seats) teamRemove(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	t, err := s.Referee.Dismiss(ctx, req.Cmd, values["user"])
	if err != nil {
		return nil, err
	}
	if values["user"] == req.Cmd.User {
		return req.TextReply("seat.gone"), nil
	}
	return dismissedReply(req, t, values["user"]), nil
}

// suggestForce completes with the formations and units of the asker's side, after those that are typed already.
func (s Seats) suggestForce(ctx context.Context, req ask.Request, t ask.Typing) ([]rest.Suggestion, error) {
	v, _, err := s.Referee.Secret(ctx, req.Cmd.Channel, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	head, typed := "", t.Text()
	if i := strings.LastIndex(typed, ","); i >= 0 {
		head, typed = strings.TrimSpace(typed[:i])+", ", typed[i+1:]
	}
	l := ask.NewListing(typed)
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

// waitingList answers /seat waiting: the asker waits in the server for a seat, or no longer waits, or is told who
// waits.
func (s Seats) waitingList(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if req.Guild == "" {
		return nil, ask.Refusal("seat.no-server")
	}
	on, given := values["on"]
	switch {
	case on == "false":
		return s.await(ctx, req, false)
	case values["module"] == "" && values["side"] != "":
		return nil, ask.Refusal("seat.which-game")
	case given || values["module"] != "" || values["side"] != "":
		if err := s.Referee.AwaitSeat(ctx, req.Guild, req.Cmd.User, values["module"],
			order.Side(values["side"])); err != nil {
			return nil, err
		}
	}
	return s.showWaiting(ctx, req)
}

// await has the asker wait for any seat, or for none.
func (s Seats) await(ctx context.Context, req ask.Request, any bool) (list []rest.Message, err error) {
	if req.Guild == "" {
		return nil, ask.Refusal("seat.no-server")
	}
	if any {
		err = s.Referee.AwaitSeat(ctx, req.Guild, req.Cmd.User, "", "")
	} else {
		err = s.Referee.AwaitNoSeat(ctx, req.Guild, req.Cmd.User)
	}
	if err != nil {
		return nil, err
	}
	return s.showWaiting(ctx, req)
}

// showWaiting shows who waits in the server, with the button by which the asker begins or ends his own waiting.
func (s Seats) showWaiting(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	waiting, err := s.Referee.AwaitingSeats(ctx, req.Guild)
	if err != nil {
		return nil, err
	}
	lines := []string{req.Say("seat.waiting-none")}
	if len(waiting) > 0 {
		lines = []string{req.Say("seat.waiting", "n", len(waiting))}
	}
	toggle := page.Button(req.Say("button.wait"), pressAwait+":", discordgo.PrimaryButton)
	for i, w := range waiting {
		if w.User == req.Cmd.User {
			toggle = page.Button(req.Say("button.wait-not"), pressAwaitNot+":", discordgo.SecondaryButton)
		} else if i >= page.MenuLimit {
			continue
		}
		lines = append(lines, req.Say("seat.waits", "number", i+1, "user", tell.Mention(req.Localizer, w.User),
			"since", wording.RelativeTimestamp(w.Since), "wants", wording.InWords(s.wantedSeat(req, w))))
	}
	return page.Page[view.Public]{Text: play.JoinLines(lines),
		Rows: page.OneRow(toggle)}.Messages(), nil
}

// wantedSeat returns the seat for which a user waits, in words.
func (b Seats) wantedSeat(req ask.Request, w arrange.Waiting) string {
	for _, m := range b.Referee.Modules() {
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
