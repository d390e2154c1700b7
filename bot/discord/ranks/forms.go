package ranks

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/discord/wording"

	"github.com/bwmarrin/discordgo"
)

// The names of the presses: the first shows the ranks, the second opens and takes the form that sets one.
const (
	pressRanks = "server-ranks"
	pressRank  = "server-rank"
)

// The limits of the least rating of a rank, and the most ranks of a server.
const (
	leastRating = 100
	mostRating  = 4000
	mostRanks   = 10
)

// Presses returns the handlers of the buttons and of the form.
func (f *Face) Presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: pressRanks, Run: managed(f.show), NoGame: true, Aside: true},
		{Name: pressRank, Run: managed(f.askRank), Form: managed(f.setRank), NoGame: true, Aside: true},
	}
}

// managed refuses users who may not manage the server or not give roles, and servers where the bot may give none.
func managed(run ask.PressHandler) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
		switch {
		case !ask.ManagesServer(req):
			return nil, ask.Refusal("server.not-yours")
		case !ask.HasPermissions(req.Permissions.User, discordgo.PermissionManageRoles):
			return nil, ask.Refusal("ranks.not-yours")
		case !ask.HasPermissions(req.Permissions.Bot, discordgo.PermissionManageRoles):
			return nil, ask.Refusal("ranks.permission")
		}
		return run(ctx, req, d)
	}
}

// show shows the ranks of the server.
func (f *Face) show(ctx context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) {
	kept, err := f.Store.Of(ctx, req.Guild)
	if err != nil {
		return nil, err
	}
	s := read(kept)
	lines := []string{req.Say("ranks.title")}
	for _, r := range slices.Backward(s.Ranks) {
		n := 0
		for _, role := range s.Given {
			if role == r.Role {
				n++
			}
		}
		lines = append(lines, req.Say("ranks.line", "least", r.Least, "role", roleLink(r.Role), "n", n))
	}
	if len(s.Ranks) == 0 {
		lines = append(lines, req.Say("ranks.none"))
	}
	for _, role := range s.Refused {
		lines = append(lines, req.Say("ranks.refused", "role", roleLink(role)))
	}
	m := rest.NewMessage(strings.Join(append(lines, req.Say("ranks.about")), "\n"), page.OneRow(
		page.Button(req.Say("button.server-rank"), pressRank+":", discordgo.PrimaryButton),
		page.Button(req.Say("button.server"), page.PressServer+":", discordgo.SecondaryButton)))
	return []rest.Message{m}, nil
}

// askRank opens the form that asks for a rating and a role.
func (f *Face) askRank(_ context.Context, req ask.Request, _ ask.Pressed) ([]rest.Message, error) {
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	m.Form = &rest.Modal{CustomID: pressRank + ":", Title: req.Say("ranks.form"), Components: []layout.Component{
		layout.Label{Label: req.Say("ranks.least"), Component: layout.TextInput{CustomID: "least",
			Style: discordgo.TextInputShort, MaxLength: 4, Required: true}},
		layout.Label{Label: req.Say("ranks.role"), Description: req.Say("ranks.role-about"),
			Component: layout.Select{Kind: layout.KindRoleSelect, CustomID: "role", Least: new(int), Optional: true}}}}
	return []rest.Message{m}, nil
}

// setRank takes the form of askRank: a rating with a role sets a rank, and a rating without a role removes its rank.
func (f *Face) setRank(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	typed := strings.TrimSpace(d.Fields["least"])
	least, err := strconv.Atoi(typed)
	if err != nil || least < leastRating || least > mostRating {
		return nil, ask.Refusal("ranks.no-rating", "value", wording.Quoted(typed))
	}
	role := ""
	if len(d.Picked["role"]) > 0 {
		role = d.Picked["role"][0]
	}
	if role == req.Guild { // everybody has it
		return nil, ask.Refusal("ranks.everyone")
	}
	if err := f.mayGive(ctx, req, role); err != nil {
		return nil, err
	}
	var refusal error
	err = f.change(ctx, req.Guild, func(s *state) {
		others := slices.DeleteFunc(slices.Clone(s.Ranks), func(r Rank) bool { return r.Least == least })
		switch {
		case slices.ContainsFunc(others, func(r Rank) bool { return r.Role == role }):
			refusal = ask.Refusal("ranks.twice", "role", roleLink(role))
			return
		case role != "" && len(others) >= mostRanks:
			refusal = ask.Refusal("ranks.full", "n", mostRanks)
			return
		case role != "":
			others = append(others, Rank{least, role})
		}
		slices.SortFunc(others, func(a, b Rank) int { return a.Least - b.Least })
		s.Ranks, s.Channel, s.Refused, s.Left = others, req.Cmd.Channel, nil, nil
	})
	if err := cmp.Or(err, refusal); err != nil {
		return nil, err
	}
	f.Changed(req.Guild)
	return f.show(ctx, req, d)
}
