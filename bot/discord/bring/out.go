package bring

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/league"
	"grognard/bot/league/season"

	"github.com/bwmarrin/discordgo"
)

// pressOut takes an import of results out again. After it stands the import's number.
const pressOut = "bring-out"

// outRow returns the button by which whoever may import takes an import out again.
func outRow(label string, number int) []discordgo.MessageComponent {
	return page.OneRow(page.Button(label, fmt.Sprint(pressOut, ":", number), discordgo.SecondaryButton))
}

// mayImport reports whether the asker may bring results: he must be permitted to manage the server or the channel.
func mayImport(req ask.Request) bool {
	return ask.ManagesServer(req) || ask.HasPermissions(req.Permissions.User, discordgo.PermissionManageChannels)
}

// imported returns the import whose number is what, taken out or not, or an error if the asker may not import.
func (f *Face) imported(ctx context.Context, req ask.Request, what string) (number int, in season.Import, err error) {
	if !mayImport(req) {
		return 0, in, ask.Refusal("league.announce-refused")
	}
	v, err := f.Keeper().Look(ctx, league.Agreed(req.Guild))
	if err != nil && !errors.Is(err, league.ErrNoSeason) {
		return 0, in, err
	}
	number, _ = strconv.Atoi(what)
	if number < 1 || number > len(v.Imports) {
		return 0, in, page.ErrStale
	}
	return number, v.Imports[number-1], nil
}

// askOut opens the form that asks for confirmation and for the reason.
func (f *Face) askOut(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	number, in, err := f.imported(ctx, req, d.What)
	if err != nil {
		return nil, err
	}
	if in.Out {
		return nil, ask.Refusal("bring.already-out")
	}
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	m.Form = &rest.Modal{CustomID: fmt.Sprint(pressOut, ":", number), Title: req.Say("bring.form-out"),
		Components: []discordgo.MessageComponent{layout.Label{Label: req.Say("league.ask-reason"),
			Description: req.Say("bring.form-out-about", "n", in.Results), Component: layout.TextInput{
				CustomID: "reason", Style: discordgo.TextInputShort, Required: true, MaxLength: 200}}}}
	return []rest.Message{m}, nil
}

// takeOut takes all results of an import out, as if they had never come.
func (f *Face) takeOut(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	number, in, err := f.imported(ctx, req, d.What)
	if err != nil {
		return nil, err
	}
	c := league.Command{ID: req.Cmd.ID, User: req.Cmd.User}
	err = f.Keeper().Do(ctx, league.Agreed(req.Guild), c, func(s *season.Season, _ string, as func(string) (string,
		error)) (season.Event, error) {
		if _, err := as(c.User); err != nil {
			return season.Event{}, err
		}
		return season.TakeOut(s, season.TakenOut{Import: number, Channel: req.Cmd.Channel, Reason: d.Fields["reason"]})
	})
	var refused season.Refusal
	switch {
	case errors.As(err, &refused) && refused.Why == season.AlreadyOut:
		return nil, ask.Refusal("bring.already-out")
	case errors.As(err, &refused):
		return nil, ask.Refusal("league.refused-" + string(refused.Why))
	case err != nil:
		return nil, err
	}
	return req.TextReply("bring.out", "n", in.Results), nil
}

// last returns the number of the last import of a user, 0 for none.
func (f *Face) last(ctx context.Context, guild, user string) int {
	v, err := f.Keeper().Look(ctx, league.Agreed(guild))
	if err != nil {
		return 0
	}
	for i, in := range slices.Backward(v.Imports) {
		if in.By == v.Of(user) {
			return i + 1
		}
	}
	return 0
}

// Buttons returns the button below the news of an import, which takes it out; nil below any other news.
func (f *Face) Buttons(v league.View, n league.News) []discordgo.MessageComponent {
	i := slices.IndexFunc(v.Imports, func(in season.Import) bool { return in.By == n.By && in.At.Equal(n.At) })
	if n.Past == nil || i < 0 {
		return nil
	}
	return outRow(f.Messages.InChannel().Say("button.bring-out"), i+1)
}
