package localtable

import (
	"slices"
	"strings"
	"time"

	"grognard/bot/localtable/wire"
)

// The bot gets the shapes of Discord's document, which have more members than the page needs. Avatars, banners, roles
// and pins do not exist at this table: their members are present and empty.

// user is a user as the bot receives it.
type user struct {
	wire.User
	GlobalName *string `json:"global_name"`
	Avatar     *string `json:"avatar"`
	Banner     *string `json:"banner"`
	Accent     *int    `json:"accent_color"`
	Public     int     `json:"public_flags"`
	Flags      int     `json:"flags"`
	Primary    *string `json:"primary_guild"`
}

func asUser(u wire.User) user { return user{User: publicUser(u)} }

func asUsers(list []wire.User) []user {
	out := make([]user, 0, len(list))
	for _, u := range list {
		out = append(out, asUser(u))
	}
	return out
}

// asMember is a member of the guild without roles or a nickname.
func asMember(u wire.User) map[string]any {
	return map[string]any{
		"user": asUser(u), "nick": nil, "avatar": nil, "banner": nil, "roles": []any{}, "joined_at": guildCreated(),
		"premium_since":                nil,
		"communication_disabled_until": nil, "pending": false, "deaf": false, "mute": false, "flags": 0,
	}
}

// guildCreated is when the guild was created and everybody joined it.
func guildCreated() time.Time { return time.UnixMilli(discordEpoch).UTC() }

// interactionMember is the member of an interaction, with its permissions.
func interactionMember(u wire.User, permissions uint64) map[string]any {
	m := asMember(u)
	m["permissions"] = spellPermissions(permissions)
	return m
}

// mentionedMember is the member in resolved data: Discord omits its user, who is listed separately.
func mentionedMember(u wire.User) map[string]any {
	m := interactionMember(u, everyPermission)
	for _, key := range []string{"user", "deaf", "mute"} {
		delete(m, key)
	}
	return m
}

// message is a message as the bot receives it: with absolute addresses and without the fields for the page.
type message struct {
	wire.Message
	GuildID      string         `json:"guild_id,omitempty"` // only in events
	Author       user           `json:"author"`
	Mentions     []user         `json:"mentions"`
	MentionRoles []string       `json:"mention_roles"`
	Pinned       bool           `json:"pinned"`
	Interaction  *origin        `json:"interaction_metadata,omitempty"`
	Command      *commandOrigin `json:"interaction,omitempty"`
	Thread       map[string]any `json:"thread,omitempty"`
}

// origin is the metadata of the interaction that a message answers.
type origin struct {
	ID         string            `json:"id"`
	Type       int               `json:"type"`
	User       user              `json:"user"`
	Owners     map[string]string `json:"authorizing_integration_owners"`
	Original   string            `json:"original_response_message_id,omitempty"`
	Interacted string            `json:"interacted_message_id,omitempty"`
	Trigger    *origin           `json:"triggering_interaction_metadata,omitempty"`
}

// commandOrigin is the older form of origin, for commands only.
type commandOrigin struct {
	ID   string `json:"id"`
	Type int    `json:"type"`
	Name string `json:"name"`
	User user   `json:"user"`
}

func asOrigin(o *wire.Origin) *origin {
	if o == nil {
		return nil
	}
	out := &origin{ID: o.ID, Type: o.Type, User: asUser(o.User), Owners: o.Owners, Original: o.Original,
		Trigger: asOrigin(o.Trigger)}
	if out.Owners == nil { // in older files
		out.Owners = map[string]string{}
	}
	if o.Type == onComponent {
		out.Interacted = o.Interacted
	}
	return out
}

// forBot is a post as the bot receives it. Like Discord it omits the nonce, which only the sender gets (see sent). The
// lock is held.
func forBot(table *Table, p post, base string) message {
	m := message{Message: p.Message, Author: asUser(p.Message.Author), Mentions: asUsers(p.Message.Mentions),
		MentionRoles: []string{}}
	m.Usage, m.Pinged = "", nil
	m.Message.Attachments = slices.Clone(m.Message.Attachments)
	for i := range m.Message.Attachments {
		a := &m.Message.Attachments[i]
		a.URL = base + a.URL
		a.ProxyURL = a.URL
	}
	m.Embeds = slices.Clone(m.Embeds)
	for i := range m.Embeds {
		m.Embeds[i].Image, m.Embeds[i].Thumbnail = absoluteURL(m.Embeds[i].Image, base),
			absoluteURL(m.Embeds[i].Thumbnail, base)
	}
	m.Components = numbered(m.Components, new(int))
	m.Interaction = asOrigin(p.Message.Interaction)
	if o := p.Message.Interaction; o != nil && o.Type == onCommand {
		m.Command = &commandOrigin{ID: o.ID, Type: o.Type, Name: o.Name, User: asUser(o.User)}
	}
	if t := table.channel(m.ID); t != nil {
		m.Thread = asChannel(table, t)
	}
	return m
}

// absoluteURL makes the address of an attached picture absolute.
func absoluteURL(image *wire.EmbedImage, base string) *wire.EmbedImage {
	if image == nil || !strings.HasPrefix(image.URL, "/") {
		return image
	}
	return &wire.EmbedImage{URL: base + image.URL}
}

// numbered gives each component without an identifier the next number, and adds the defaults of menus.
func numbered(list []wire.Component, last *int) []wire.Component {
	out := slices.Clone(list)
	for i := range out {
		*last++
		if out[i].ID == 0 {
			out[i].ID = *last
		}
		if out[i].Type == wire.Menu {
			least, most := bounds(out[i])
			out[i].MinValues, out[i].MaxValues = &least, &most
		}
		out[i].Components = numbered(out[i].Components, last)
	}
	return out
}

// readByBot hides other users' texts from the bot, which has no privileged intent: it can read its own messages, its
// DMs and messages that mention it.
func readByBot(table *Table, p post, base string) message {
	m := forBot(table, p, base)
	mentioned := slices.ContainsFunc(m.Mentions, func(u user) bool { return u.ID == ApplicationID })
	if p.Message.GuildID != "" && !m.Author.Bot && !mentioned {
		m.Content = ""
	}
	return m
}

// sent is the message as its sender gets it.
func sent(table *Table, p post, base string) message {
	m := forBot(table, p, base)
	m.Nonce = p.Nonce
	return m
}

// eventMessage is the message as gateway events contain it.
func eventMessage(table *Table, p post, base string) message {
	m := readByBot(table, p, base)
	m.Nonce, m.GuildID = p.Nonce, p.Message.GuildID
	return m
}

// asChannel is a channel as the bot receives it. The lock is held.
func asChannel(table *Table, c *channel) map[string]any {
	out := map[string]any{"id": c.ID, "type": c.Type, "flags": 0, "last_message_id": nil}
	if len(c.posts) > 0 {
		out["last_message_id"] = c.posts[len(c.posts)-1]
	}
	switch c.Type {
	case wire.DM:
		out["recipients"] = asUsers(c.Recipients)
		return out
	case wire.Group:
		out["recipients"], out["name"], out["icon"], out["owner_id"] = asUsers(c.Recipients), c.Name, nil,
			c.Recipients[0].ID
		return out
	}
	out["guild_id"], out["name"], out["rate_limit_per_user"], out["permissions"] = c.GuildID, c.Name, c.Slowmode,
		spellPermissions(everyPermission)
	if c.Thread != nil {
		describeThread(table, out, c)
		return out
	}
	out["parent_id"], out["topic"], out["nsfw"], out["permission_overwrites"] = nil, nil, false, []any{}
	if c.Topic != "" {
		out["topic"] = c.Topic
	}
	out["position"] = slices.IndexFunc(table.channelsOf(c.GuildID), func(o *channel) bool { return o == c })
	return out
}

// channelsOf are the channels of a guild without its threads.
func (t *Table) channelsOf(guild string) []*channel {
	return slices.DeleteFunc(slices.Clone(t.channels), func(c *channel) bool {
		return c.GuildID != guild || guild == "" || c.Thread != nil
	})
}
