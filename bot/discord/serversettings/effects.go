// Package serversettings lets those who manage a server choose: the style of pictures in its channels, who may open
// games, quiet hours, and where results and new games are told. It has the forms, and what each choice does.
//
//	settings := serversettings.New(options)
//	style := settings.House(ctx, "", "901", house)
//	silent := settings.Quiet(ctx, "901")
//
// Limits: to which server a channel belongs is known only of channels that have or had a game. In quiet hours messages
// are sent at once and silently: nothing is held back.
package serversettings

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/bot/referee/servers"
	"grognard/render"

	"github.com/bwmarrin/discordgo"
)

// Options are what the settings of servers work with.
type Options struct {
	Store    store
	Channels channels
	Feeds    feeds
	Zones    *calendar.Zones
	Rest     rest.Client
	Messages ask.MessageCatalogue
	Log      *slog.Logger
	Now      func() time.Time
	Changed  func(server string) // called when a server's chosen channels have changed; may be nil
}

// store keeps what was chosen.
type store interface {
	Of(ctx context.Context, server string) (servers.Server, error)
	All(ctx context.Context) ([]servers.Server, error)
	Change(ctx context.Context, server string, change func(*servers.Server)) error
}

// channels knows the servers of channels; Guild returns "" for one that it does not know.
type channels interface {
	Guild(ctx context.Context, channel string) (string, error)
}

// feeds adds channels that follow a game: what happens in it is told there too.
type feeds interface {
	AddFeed(ctx context.Context, c api.Command, channel string) error
}

// Settings answers the presses about the settings of servers, and applies them.
type Settings struct{ Options }

// New returns the settings of servers.
func New(o Options) Settings { return Settings{o} }

// at returns the settings of a guild, or if that is "" of the channel's guild; zero settings if none are known. If no
// server has settings, as in most programs, it doesn't look up the guild.
func (s Settings) at(ctx context.Context, guild, channel string) servers.Server {
	list, err := s.Store.All(ctx)
	if err == nil && len(list) > 0 {
		if guild == "" {
			guild, err = s.Channels.Guild(ctx, channel)
		}
		if err == nil && guild != "" {
			var kept servers.Server
			if kept, err = s.Store.Of(ctx, guild); err == nil {
				return kept
			}
		}
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, api.ErrShut) {
		s.Log.Warn("the settings of a server are not known", "channel", channel, "error", err)
	}
	return servers.Server{}
}

// House returns the style of pictures in a channel: the server's, or else the operator's.
func (s Settings) House(ctx context.Context, guild, channel string, operators render.Style) render.Style {
	if style, ok := render.StyleNamed(s.at(ctx, guild, channel).Style); ok {
		return style
	}
	return operators
}

// Quiet reports whether messages in a channel are sent silently now.
func (s Settings) Quiet(ctx context.Context, channel string) bool {
	kept := s.at(ctx, "", channel)
	if kept.Quiet == "" {
		return false
	}
	hours, err := calendar.ReadNight(kept.Quiet)
	zone, unknown := time.LoadLocation(kept.Zone)
	if err != nil || unknown != nil || hours.None() {
		return false
	}
	now := s.Now().In(zone)
	minute := now.Hour()*60 + now.Minute()
	if hours.From < hours.Until { // they do not go over midnight
		return hours.From <= minute && minute < hours.Until
	}
	return hours.From <= minute || minute < hours.Until
}

// Opening returns a handler of /game new that refuses those who may not open games in the server, and calls open for
// others. A user who manages the server is told in which of its channels the bot can't write.
func (s Settings) Opening(open ask.Handler) ask.Handler {
	return func(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
		kept := servers.Server{}
		if req.Guild != "" {
			var err error
			if kept, err = s.Store.Of(ctx, req.Guild); err != nil {
				return nil, err
			}
		}
		switch {
		case kept.Opens == servers.Nobody:
			return nil, ask.Refusal("server.opens-refused-all")
		case kept.Opens == servers.Managers &&
			!ask.HasPermissions(req.Permissions.User, discordgo.PermissionManageChannels):
			return nil, ask.Refusal("server.opens-refused")
		}
		list, err := open(ctx, req, values)
		if lines := refused(req, kept); err == nil && len(lines) > 0 {
			list = append(list, rest.NewMessage(strings.Join(lines, "\n"), nil))
		}
		return list, err
	}
}

// Follow has the server's channel for new games follow a game that was opened, unless its thread is private: such a
// game is told nowhere else.
func (s Settings) Follow(ctx context.Context, req ask.Request, opened api.Table) {
	kept := s.at(ctx, req.Guild, opened.Channel)
	if kept.Feeds == "" || kept.Feeds == opened.Channel || kept.Hides(opened.Channel) {
		return
	}
	req.Cmd.Channel = opened.Channel
	if err := s.Feeds.AddFeed(ctx, req.Cmd, kept.Feeds); err != nil {
		s.Log.Warn("a new game is not followed", "channel", kept.Feeds, "error", err)
	}
}

// Hide notes that a thread is private, so that its games are told nowhere else.
func (s Settings) Hide(ctx context.Context, server, thread string) error {
	return s.hide(ctx, server, thread, true)
}

func (s Settings) hide(ctx context.Context, server, thread string, on bool) error {
	if kept, err := s.Store.Of(ctx, server); err != nil || kept.Hides(thread) == on {
		return err
	}
	return s.Store.Change(ctx, server, func(k *servers.Server) { k.Hide(thread, on) })
}

// Note hides the private threads that an event of the gateway names, whoever has made them, and forgets deleted
// threads. kind is the event's name.
func (s Settings) Note(ctx context.Context, kind string, event json.RawMessage) error {
	var e struct {
		ID      string
		Guild   string `json:"guild_id"`
		Type    discordgo.ChannelType
		Threads []struct {
			ID   string
			Type discordgo.ChannelType
		}
	}
	if err := json.Unmarshal(event, &e); err != nil {
		return err
	}
	switch {
	case kind == "THREAD_DELETE":
		return s.hide(ctx, e.Guild, e.ID, false)
	case e.Type == discordgo.ChannelTypeGuildPrivateThread:
		return s.Hide(ctx, e.Guild, e.ID)
	}
	for _, t := range e.Threads {
		if t.Type != discordgo.ChannelTypeGuildPrivateThread {
			continue
		}
		if err := s.Hide(ctx, e.ID, t.ID); err != nil {
			return err
		}
	}
	return nil
}
