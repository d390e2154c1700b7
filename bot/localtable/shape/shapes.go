// Package shape is what the bot receives: channels, messages, users and the guild in the shapes of Discord's document,
// which have more members than the page needs. Avatars, banners, roles and pins do not exist at this table: their
// members are present and empty. It reads the state and changes nothing.
package shape

import (
	"slices"
	"strings"
	"time"

	"grognard/bot/localtable/check"
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

// Member is a member of the guild without roles or a nickname.
func Member(u wire.User) map[string]any {
	return map[string]any{
		"user": User(u), "nick": nil, "avatar": nil, "banner": nil, "roles": []any{}, "joined_at": guildCreated(),
		"premium_since":                nil,
		"communication_disabled_until": nil, "pending": false, "deaf": false, "mute": false, "flags": 0,
	}
}

// guildCreated is when the guild was created and everybody joined it.
func guildCreated() time.Time { return time.UnixMilli(state.DiscordEpoch).UTC() }

// InteractionMember is the member of an interaction, with its permissions.
func InteractionMember(u wire.User, permissions uint64) map[string]any {
	m := Member(u)
	m["permissions"] = state.SpellPermissions(permissions)
	return m
}

// MentionedMember is the member in resolved data: Discord omits its user, who is listed separately.
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
	GuildID      string         `json:"guild_id,omitempty"` // only in events
	Author       userObject     `json:"author"`
	Mentions     []userObject   `json:"mentions"`
	MentionRoles []string       `json:"mention_roles"`
	Pinned       bool           `json:"pinned"`
	Interaction  *originObject  `json:"interaction_metadata,omitempty"`
	Command      *commandOrigin `json:"interaction,omitempty"`
	Thread       map[string]any `json:"thread,omitempty"`
}

// originObject is the metadata of the interaction that a message answers.
type originObject struct {
	ID         string            `json:"id"`
	Type       int               `json:"type"`
	User       userObject        `json:"user"`
	Owners     map[string]string `json:"authorizing_integration_owners"`
	Original   string            `json:"original_response_message_id,omitempty"`
	Interacted string            `json:"interacted_message_id,omitempty"`
	Trigger    *originObject     `json:"triggering_interaction_metadata,omitempty"`
}

// commandOrigin is the older form of origin, for commands only.
type commandOrigin struct {
	ID   string     `json:"id"`
	Type int        `json:"type"`
	Name string     `json:"name"`
	User userObject `json:"user"`
}

func originOf(o *wire.Origin) *originObject {
	if o == nil {
		return nil
	}
	out := &originObject{ID: o.ID, Type: o.Type, User: User(o.User), Owners: o.Owners, Original: o.Original,
		Trigger: originOf(o.Trigger)}
	if out.Owners == nil { // the file leaves out an empty one
		out.Owners = map[string]string{}
	}
	if o.Type == OnComponent {
		out.Interacted = o.Interacted
	}
	return out
}

// ForBot is a post as the bot receives it. Like Discord it omits the nonce, which only the sender gets (see sent). The
// lock is held.
func ForBot(table *state.Table, p state.Post, base string) Message {
	m := Message{Message: p.Message, Author: User(p.Message.Author), Mentions: Users(p.Message.Mentions),
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
	m.Interaction = originOf(p.Message.Interaction)
	if o := p.Message.Interaction; o != nil && o.Type == OnCommand {
		m.Command = &commandOrigin{ID: o.ID, Type: o.Type, Name: o.Name, User: User(o.User)}
	}
	if t := table.Channel(m.ID); t != nil {
		m.Thread = Channel(table, t)
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
			least, most := check.Bounds(out[i])
			out[i].MinValues, out[i].MaxValues = &least, &most
		}
		out[i].Components = numbered(out[i].Components, last)
	}
	return out
}

// ReadByBot hides other users' texts from the bot, which has no privileged intent: it can read its own messages, its
// DMs and messages that mention it.
func ReadByBot(table *state.Table, p state.Post, base string) Message {
	m := ForBot(table, p, base)
	mentioned := slices.ContainsFunc(m.Mentions, func(u userObject) bool { return u.ID == state.ApplicationID })
	if p.Message.GuildID != "" && !m.Author.Bot && !mentioned {
		m.Content = ""
	}
	return m
}

// Sent is the message as its sender gets it.
func Sent(table *state.Table, p state.Post, base string) Message {
	m := ForBot(table, p, base)
	m.Nonce = p.Nonce
	return m
}

// EventMessage is the message as gateway events contain it.
func EventMessage(table *state.Table, p state.Post, base string) Message {
	m := ReadByBot(table, p, base)
	m.Nonce, m.GuildID = p.Nonce, p.Message.GuildID
	return m
}

// Channel is a channel as the bot receives it. The lock is held.
func Channel(table *state.Table, c *state.Channel) map[string]any {
	out := map[string]any{"id": c.ID, "type": c.Type, "flags": 0, "last_message_id": nil}
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
	out["guild_id"], out["name"], out["rate_limit_per_user"], out["permissions"] = c.GuildID, c.Name, c.Slowmode,
		state.SpellPermissions(state.EveryPermission)
	if c.Thread != nil {
		describeThread(table, out, c)
		return out
	}
	out["parent_id"], out["topic"], out["nsfw"], out["permission_overwrites"] = nil, nil, false, []any{}
	if c.Topic != "" {
		out["topic"] = c.Topic
	}
	out["position"] = slices.IndexFunc(table.ChannelsOf(c.GuildID), func(o *state.Channel) bool { return o == c })
	return out
}

// describeThread adds the fields that a thread has and a channel has not. The authors of its messages are its members.
func describeThread(table *state.Table, out map[string]any, t *state.Channel) {
	in := []string{t.Owner}
	for _, id := range t.Posts {
		if author := table.Posts[id].Message.Author.ID; !slices.Contains(in, author) {
			in = append(in, author)
		}
	}
	out["parent_id"], out["owner_id"], out["thread_metadata"] = t.Parent, t.Owner, t.Thread
	out["message_count"], out["member_count"], out["total_message_sent"] = len(t.Posts), len(in), t.Sent
	if slices.Contains(in, table.Bot.ID) {
		out["member"] = InThread(table, t)
	}
}

// InThread is the bot as a member of a thread.
func InThread(table *state.Table, t *state.Channel) map[string]any {
	return map[string]any{"id": t.ID, "user_id": table.Bot.ID, "join_timestamp": t.Thread.Created, "flags": 0}
}

// Types of interactions, numbered by Discord.
const (
	OnCommand      = 2
	OnComponent    = 3
	OnAutocomplete = 4
	OnForm         = 5
)
