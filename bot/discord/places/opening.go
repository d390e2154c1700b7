package places

import (
	"context"
	"errors"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/invitation"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/threads"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"

	"github.com/bwmarrin/discordgo"
)

// Threads sets games up in threads of their own.
type Threads struct {
	Rest     rest.Client
	Messages ask.MessageCatalogue
	Referee  openings
}

// openings is what the referee does with games that are to be opened.
type openings interface {
	Entitle(ctx context.Context, c api.Command, o arrange.Opening) (title string, err error)
	NewGame(ctx context.Context, c api.Command, o arrange.Opening) (api.Table, error)
}

// longestName is how many characters the name of a thread can have.
const longestName = 100

// NewGame sets a game up where the asker is or, if wanted, in a thread of his channel or as a post of the forum that he
// is in. If no thread can be made, the game is set up where he is, and why says what is missing and who can help.
func (t Threads) NewGame(ctx context.Context, req ask.Request, o arrange.Opening, wanted bool) (opened api.Table,
	why []string, err error) {
	if !wanted {
		opened, err = t.Referee.NewGame(ctx, req.Cmd, o)
		return opened, nil, err
	}
	title, err := t.Referee.Entitle(ctx, req.Cmd, o)
	if err != nil {
		return api.Table{}, nil, err
	}
	here, refused := req.Cmd, lacks(req)
	if refused == "" {
		req.Cmd.Channel, err = t.begin(ctx, here.Channel, wording.Clip(title, longestName))
		if refused = refusedInWords(req, err); err != nil && refused == "" {
			return api.Table{}, nil, err
		}
	}
	if refused == "" {
		if opened, err = t.Referee.NewGame(ctx, req.Cmd, o); err != nil { // the bot may not delete the thread
			_ = threads.Edit(ctx, t.Rest, req.Cmd.Channel, threads.Change{Archived: new(true)})
		}
		return opened, nil, err
	}
	opened, err = t.Referee.NewGame(ctx, here, o)
	if errors.Is(err, api.ErrGameHere) {
		err = ask.Refusal("place.neither", "why", wording.InWords(refused))
	}
	return opened, []string{refused}, err
}

// lacks says what the bot or the asker may not do that a thread needs, "" if nothing. In a forum neither makes a
// thread: a post is a message.
func lacks(req ask.Request) string {
	if !req.Permissions.Guild {
		return req.Say("place.direct")
	}
	var names []string
	for _, p := range invitation.Permissions() {
		needed := p.Bit == discordgo.PermissionSendMessagesInThreads ||
			p.Bit == discordgo.PermissionCreatePublicThreads && !req.Permissions.Thread
		if needed && !ask.HasPermissions(req.Permissions.Bot, p.Bit) {
			names = append(names, "**"+req.Say(p.Key)+"**")
		}
	}
	if len(names) > 0 {
		return req.Say("place.lacks", "missing", wording.InWords(strings.Join(names, ", ")))
	}
	yours := int64(discordgo.PermissionCreatePublicThreads)
	if req.Permissions.Thread { // which may be a forum's post, and a post takes the right to write
		yours |= discordgo.PermissionSendMessages
	}
	if !ask.HasPermissions(req.Permissions.User, yours) {
		return req.Say("place.yours")
	}
	return ""
}

// refusedInWords says why Discord has refused to make a thread and who can help, "" if it was not refused.
func refusedInWords(req ask.Request, err error) string {
	switch threads.Why(err) {
	case threads.None:
		return ""
	case threads.Permission:
		return req.Say("place.lacks", "missing", wording.InWords("**"+req.Say("permission.public-threads")+"**"))
	case threads.TooMany:
		return req.Say("place.many")
	case threads.NeedsTag:
		return req.Say("place.tag")
	}
	return req.Say("place.wrong")
}

// begin makes a thread beside a channel, which may be a thread itself, and returns its identifier.
func (t Threads) begin(ctx context.Context, channel, name string) (thread string, err error) {
	home, err := look(ctx, t.Rest, channel)
	if err == nil && home.isThread() {
		home, err = look(ctx, t.Rest, home.Parent)
	}
	switch {
	case err != nil:
		return "", err
	case home.Type != discordgo.ChannelTypeGuildForum:
		return threads.Start(ctx, t.Rest, home.ID, threads.Thread{Name: name, Archive: threads.Week})
	}
	thread, _, err = threads.Post(ctx, t.Rest, home.ID, threads.Thread{Name: name, Archive: threads.Week},
		home.tags(nil, open), rest.NewMessage(t.Messages.InChannel().Say("place.first"), nil))
	return thread, err
}
