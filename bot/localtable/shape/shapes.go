// Package shape is what the bot receives: channels, messages, users and the guild in the shapes of Discord's document,
// which have more members than the page needs. Avatars and banners do not exist at this table: their members are
// present and empty. So are roles here: package guilds fills them in. It reads the state and changes nothing.
package shape

import (
	"slices"
	"time"

	"grognard/bot/localtable/layout"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/wire"
)

// userObject is a user as the bot receives it.
type userObject struct {
	wire.User
	GlobalName *string `json:"global_name"`
	Avatar     *string `json:"avatar"`
	Banner     *string `json:"banner"`
	Accent     *int    `json:"accent_color"`
	Public     int     `json:"public_flags"`
	Flags      int     `json:"flags"`
	Primary    *string `json:"primary_guild"`
}

func User(u wire.User) userObject { return userObject{User: state.PublicUser(u)} }

func Users(list []wire.User) []userObject {
	out := make([]userObject, 0, len(list))
	for _, u := range list {
		out = append(out, User(u))
	}
	return out
}

// Member returns a user as a member of the guild, without roles or a nickname.
func Member(u wire.User) map[string]any {
	return map[string]any{
		"user": User(u), "nick": nil, "avatar": nil, "banner": nil, "roles": []any{}, "joined_at": Beginning(),
		"premium_since": nil, "communication_disabled_until": nil, "pending": false, "deaf": false, "mute": false,
		"flags": 0}
}

// Beginning returns when the guild was created and everybody joined it.
func Beginning() time.Time { return time.UnixMilli(state.DiscordEpoch).UTC() }

func InteractionMember(u wire.User, permissions uint64) map[string]any {
	m := Member(u)
	m["permissions"] = state.SpellPermissions(permissions)
	return m
}

// MentionedMember returns a member as in resolved data: Discord omits its user, who is listed separately.
func MentionedMember(u wire.User) map[string]any {
	m := InteractionMember(u, state.EveryPermission)
	for _, key := range []string{"user", "deaf", "mute"} {
		delete(m, key)
	}
	return m
}

// Message is a message as the bot receives it: with absolute addresses and without the fields for the page.
type Message struct {
	wire.Message
	Author       userObject   `json:"author"`
	Mentions     []userObject `json:"mentions"`
	MentionRoles []string     `json:"mention_roles"`
	Pinned       bool         `json:"pinned"`
	Aloud        bool         `json:"tts"`
	Embeds       []struct{}   `json:"embeds"`
	Components   []any        `json:"components"`
}

// ForBot returns a post as the bot receives it. Like Discord it omits the nonce, which only the sender gets (see Sent).
// The lock is held.
func ForBot(p state.Post, base string) Message {
	m := Message{Message: p.Message, Author: User(p.Message.Author), Mentions: Users(p.Message.Mentions),
		MentionRoles: []string{}, Embeds: []struct{}{}}
	m.Pinned = m.PinnedAt != nil
	m.Usage, m.Pinged, m.Interaction, m.GuildID, m.PinnedAt = "", nil, nil, "", nil
	m.Message.Attachments = slices.Clone(m.Message.Attachments)
	for i := range m.Message.Attachments {
		a := &m.Message.Attachments[i]
		a.URL, a.ProxyURL = base+a.URL, base+a.URL
	}
	m.Components, m.Message.Attachments = layout.ForBot(m.Message), layout.Beside(m.Message)
	return m
}

// ReadByBot returns a post as the bot receives it when it reads a channel: it has no privileged intent, so the text is
// hidden unless the message is its own, is in its DMs or mentions it.
func ReadByBot(p state.Post, base string) Message {
	m := ForBot(p, base)
	mentioned := slices.ContainsFunc(m.Mentions, func(u userObject) bool { return u.ID == state.ApplicationID })
	if p.Message.GuildID != "" && !m.Author.Bot && !mentioned {
		m.Content = ""
	}
	return m
}

// Sent returns a post as the bot that sent it receives it: with the nonce.
func Sent(p state.Post, base string) Message {
	m := ForBot(p, base)
	m.Nonce = p.Nonce
	return m
}

// Channel returns a channel as the bot receives it.
func Channel(c *state.Channel) map[string]any {
	out := map[string]any{"id": c.ID, "type": c.Type, "flags": c.Flags, "last_message_id": nil}
	if len(c.Posts) > 0 {
		out["last_message_id"] = c.Posts[len(c.Posts)-1]
	}
	switch c.Type {
	case wire.DM:
		out["recipients"] = Users(c.Recipients)
		return out
	case wire.Group:
		out["recipients"], out["name"], out["icon"], out["owner_id"] = Users(c.Recipients), c.Name, nil,
			c.Recipients[0].ID
		return out
	}
	out["guild_id"], out["name"], out["rate_limit_per_user"], out["permissions"] = c.GuildID, c.Name, 0,
		state.SpellPermissions(state.EveryPermission)
	if c.Thread != nil {
		out["parent_id"], out["owner_id"], out["thread_metadata"] = c.Parent, c.Owner, c.Thread
		n := len(c.Posts)
		out["message_count"], out["member_count"], out["total_message_sent"] = n, len(c.Members), n
		if c.Tags != nil {
			out["applied_tags"] = c.Tags
		}
		for _, m := range c.Members {
			if m.User == state.ApplicationID {
				out["member"] = m
			}
		}
		return out
	}
	out["parent_id"], out["topic"], out["nsfw"], out["permission_overwrites"] = nil, nil, false, []any{}
	out["position"] = 0
	if c.Denied != 0 {
		out["permission_overwrites"] = []any{map[string]any{"id": state.ApplicationID, "type": 1, "allow": "0",
			"deny": state.SpellPermissions(c.Denied)}} // type 1: for a member, here the bot
	}
	if c.Type == wire.Forum {
		out["available_tags"] = append([]wire.Tag{}, c.Available...)
	}
	return out
}

// Types of interactions, numbered by Discord.
const (
	OnCommand      = 2
	OnComponent    = 3
	OnAutocomplete = 4
	OnForm         = 5
)

// Self returns the bot's own user as READY has it.
func Self(bot wire.User) any {
	return struct {
		userObject
		TwoFactor bool `json:"mfa_enabled"`
		Verified  bool `json:"verified"`
		Email     any  `json:"email"`
	}{userObject: User(bot), Verified: true}
}
