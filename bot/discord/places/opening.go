package places

import (
	"context"
	"errors"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/invitation"
	"grognard/bot/discord/page"
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
	Opened   func(context.Context, ask.Request, api.Table) // is told of each new game; nil for nobody
	// Hide notes that a thread is private: its games are told nowhere else. It is called before there is a game.
	Hide func(ctx context.Context, server, thread string) error
}

// openings is what the referee does with games that are to be opened.
type openings interface {
	Title(ctx context.Context, c api.Command, o arrange.Opening) (title string, err error)
	NewGame(ctx context.Context, c api.Command, o arrange.Opening) (api.Table, error)
}

// The values of an option for a thread: everybody in the channel can read it, or those alone who are added to it.
const (
	Public  = "public"
	Private = "private"
)

// longestName is how many characters the name of a thread can have.
const longestName = 100

// NewGame sets a game up where the asker is or, if kind is Public or Private, in a thread of his channel or as a post
// of the forum that he is in. If no thread can be made, a game that is not Private is set up where he is, and why says
// what is missing and who can help. A Private one would be public there, so it is refused.
func (t Threads) NewGame(ctx context.Context, req ask.Request, o arrange.Opening, kind string) (opened api.Table,
	why []string, err error) {
	if kind != "" {
		opened, why, err = t.newGame(ctx, req, o, kind)
	} else {
		opened, err = t.Referee.NewGame(ctx, req.Cmd, o)
	}
	if err == nil && t.Opened != nil {
		t.Opened(ctx, req, opened)
	}
	return opened, why, err
}

// newGame does what NewGame does for the kind Public or Private, but does not call Opened.
func (t Threads) newGame(ctx context.Context, req ask.Request, o arrange.Opening, kind string) (opened api.Table,
	why []string, err error) {
	title, err := t.Referee.Title(ctx, req.Cmd, o)
	if err != nil {
		return api.Table{}, nil, err
	}
	here := req.Cmd
	req.Cmd.Channel, err = t.Make(ctx, req, title, kind)
	if refused, ok := errors.AsType[refusal](err); ok {
		if kind == Private {
			return api.Table{}, nil, ask.Refusal("place.none", "why", wording.InWords(refused.why))
		}
		opened, err = t.Referee.NewGame(ctx, here, o)
		if errors.Is(err, api.ErrGameHere) {
			err = ask.Refusal("place.neither", "why", wording.InWords(refused.why))
		}
		return opened, []string{refused.why}, err
	}
	if err != nil {
		return api.Table{}, nil, err
	}
	if opened, err = t.Referee.NewGame(ctx, req.Cmd, o); err != nil {
		t.Abandon(ctx, req.Cmd.Channel)
	}
	return opened, nil, err
}

// Abandon archives a thread for which there is no game: the bot may not delete it.
func (t Threads) Abandon(ctx context.Context, thread string) {
	_ = threads.Edit(ctx, t.Rest, thread, threads.Change{Archived: new(true)}) // else it archives itself in a week
}

// refusal is the error that no thread can be made. It says why in the asker's language.
type refusal struct {
	why string
	error
}

func (r refusal) Unwrap() error { return r.error }

// Make makes a thread in the channel of a request, or beside it if that is a thread, and adds the asker to a private
// one. It returns the thread's identifier, or a refusal that says what is missing and who can help.
func (t Threads) Make(ctx context.Context, req ask.Request, title, kind string) (thread string, err error) {
	why := lacks(req, kind)
	if why == "" {
		thread, err = t.begin(ctx, req.Cmd.Channel, wording.Clip(title, longestName), kind)
		if err == nil && kind == Private {
			err = t.admit(ctx, req, thread)
		}
		why = refusedInWords(req, kind, err) // "" leaves err as it is: nil, or an error that may pass
	}
	if why != "" {
		err = refusal{why, ask.Refusal("place.refused", "why", wording.InWords(why))}
	}
	return thread, err
}

// admit hides a private thread, adds the asker to it, and says in it how others are added.
func (t Threads) admit(ctx context.Context, req ask.Request, thread string) error {
	err := t.Hide(ctx, req.Guild, thread)
	if err == nil {
		err = threads.Add(ctx, t.Rest, thread, req.Cmd.User)
	}
	if err == nil {
		first := rest.NewMessage(t.Messages.InChannel().Say("place.private"), nil)
		_, err = t.Rest.Send(ctx, thread, first.Once(req.Cmd.ID))
	}
	if err != nil {
		t.Abandon(ctx, thread)
	}
	return err
}

// Has reports whether a channel has an open thread that somebody can write in.
func (t Threads) Has(ctx context.Context, channel, thread string) bool {
	p, err := look(ctx, t.Rest, thread)
	return err == nil && p.isThread() && p.Parent == channel && !p.Thread.Locked
}

// Home returns the channel of a request's thread. It refuses forums, and channels where the bot or asker can't write.
func (t Threads) Home(ctx context.Context, req ask.Request) (channel string, err error) {
	thread, err := look(ctx, t.Rest, req.Cmd.Channel)
	if err != nil {
		return "", err
	}
	home, err := look(ctx, t.Rest, thread.Parent)
	failure, _ := rest.Diagnose(err)
	isUnreachable := err != nil && (failure == rest.Forbidden || failure == rest.Gone)
	switch link := page.ChannelLink(thread.Parent); {
	case err != nil && !isUnreachable:
		return "", err
	case isUnreachable || !ask.HasPermissions(req.Permissions.Bot, discordgo.PermissionSendMessages):
		return "", ask.Refusal("master.no-entry", "channel", link)
	case home.Type != discordgo.ChannelTypeGuildText && home.Type != discordgo.ChannelTypeGuildNews:
		return "", ask.Refusal("place.forum")
	case !ask.HasPermissions(req.Permissions.User, discordgo.PermissionSendMessages):
		return "", ask.Refusal("feed.no-user", "channel", link, "permission",
			wording.InWords(req.Say("permission.send")))
	}
	return home.ID, nil
}

// threadPermission returns the permission to make a thread of a kind, and its name.
func threadPermission(req ask.Request, kind string) (permission int64, name wording.InWords) {
	permission, key := discordgo.PermissionCreatePublicThreads, "permission.public-threads"
	if kind == Private {
		permission, key = discordgo.PermissionCreatePrivateThreads, "permission.private-threads"
	}
	return permission, wording.InWords("**" + req.Say(key) + "**")
}

// missingNames returns the names of those permissions of needs that are not among has.
func missingNames(req ask.Request, needs, has int64) string {
	var names []string
	for _, p := range invitation.Permissions() {
		if p.Bit&needs != 0 && !ask.HasPermissions(has, p.Bit) {
			names = append(names, "**"+req.Say(p.Key)+"**")
		}
	}
	return strings.Join(names, ", ")
}

// lacks says what the bot or the asker may not do that a thread needs, "" if nothing. The asker's thread may be a
// forum's post. Then the new one is a post too: a message, for which the bot needs no permission to make threads.
func lacks(req ask.Request, kind string) string {
	if !req.Permissions.Guild {
		return req.Say("place.direct")
	}
	permission, name := threadPermission(req, kind)
	ofBot, ofAsker := int64(discordgo.PermissionSendMessagesInThreads), permission
	if mayBePost := req.Permissions.Thread && kind != Private; mayBePost {
		ofAsker |= discordgo.PermissionSendMessages
	} else {
		ofBot |= permission
	}
	if names := missingNames(req, ofBot, req.Permissions.Bot); names != "" {
		return req.Say("place.lacks", "missing", wording.InWords(names))
	}
	if !ask.HasPermissions(req.Permissions.User, ofAsker) {
		return req.Say("place.yours", "missing", name)
	}
	return ""
}

// refusedInWords says why a thread could not be made and who can help, "" if err is nil or may pass by itself.
func refusedInWords(req ask.Request, kind string, err error) string {
	if errors.Is(err, errForum) {
		return req.Say("place.forum-private")
	}
	switch threads.Why(err) {
	case threads.None:
		return ""
	case threads.Permission:
		_, name := threadPermission(req, kind)
		return req.Say("place.lacks", "missing", name)
	case threads.TooMany:
		return req.Say("place.many")
	case threads.NeedsTag:
		return req.Say("place.tag")
	}
	return req.Say("place.wrong")
}

// errForum is the error for a private thread in a forum, whose posts everybody can read.
var errForum = errors.New("a forum has no private posts")

// begin makes a thread in a channel, or if that is a thread itself in its channel or forum, and returns its identifier.
func (t Threads) begin(ctx context.Context, channel, name, kind string) (thread string, err error) {
	home, err := look(ctx, t.Rest, channel)
	if err == nil && home.isThread() {
		home, err = look(ctx, t.Rest, home.Parent)
	}
	made := threads.Thread{Name: name, Private: kind == Private, Archive: threads.Week}
	switch {
	case err != nil:
		return "", err
	case home.Type != discordgo.ChannelTypeGuildForum:
		return threads.Start(ctx, t.Rest, home.ID, made)
	case made.Private:
		return "", errForum
	}
	thread, _, err = threads.Post(ctx, t.Rest, home.ID, made, home.tags(nil, openTag),
		rest.NewMessage(t.Messages.InChannel().Say("place.first"), nil))
	return thread, err
}
