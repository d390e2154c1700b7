// Package place has the JSON shapes of servers, channels, threads and who is in them. Names and meanings are those of
// Discord's published reference, API versions 9 and 10, and only what the local table uses is declared. Comments mark
// fields that Discord does not have. Package wire names these shapes too, beside those of messages.
package place

import "time"

// Guild is a server. Absent says that the bot has been removed from it or was never in it. Joined is when the bot was
// last invited, nil if it has been there since the table was made. Discord has no such fields.
type Guild struct {
	ID     string     `json:"id"`
	Name   string     `json:"name"`
	Absent bool       `json:"absent,omitempty"`
	Joined *time.Time `json:"joined,omitempty"`
	Roles  []Role     `json:"roles,omitempty"` // without the role of everybody
}

// Role is a role of a guild. Members are users, and Above says that it stands above the bot's own role; Discord has no
// such fields. Permissions may be zero.
type Role struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Permissions uint64   `json:"permissions,string,omitempty"`
	Above       bool     `json:"above,omitempty"`
	Members     []string `json:"members"`
}

// User is a person at the table, or the bot.
type User struct {
	ID            string `json:"id"`
	Username      string `json:"username"`
	Discriminator string `json:"discriminator"`
	Bot           bool   `json:"bot,omitempty"`
	Locale        string `json:"locale,omitempty"` // such as "en-US", "fr", "ja"
}

// Channel is a channel of a guild, a thread, the direct messages of one user with the bot, or those of a group.
type Channel struct {
	ID         string  `json:"id"`
	Type       int     `json:"type"`
	GuildID    string  `json:"guild_id,omitempty"`
	Name       string  `json:"name,omitempty"`
	Recipients []User  `json:"recipients,omitempty"` // of a DM: the one user
	Parent     string  `json:"parent_id,omitempty"`  // of a thread: the channel from which it branches off
	Owner      string  `json:"owner_id,omitempty"`   // of a thread: its creator
	Thread     *Thread `json:"thread_metadata,omitempty"`
	Flags      int     `json:"flags,omitempty"`
	Available  []Tag   `json:"available_tags,omitempty"` // of a forum

	Tags    []string     `json:"applied_tags,omitempty"` // of a forum's post: identifiers of the forum's tags
	Members []Membership `json:"members,omitempty"`      // of a thread; Discord has no such field here
}

// Tag is a tag that a forum's posts can have.
type Tag struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	Moderated bool    `json:"moderated"` // only those who manage threads may apply it
	EmojiID   *string `json:"emoji_id"`
	EmojiName *string `json:"emoji_name"`
}

// Membership says that a user belongs to a thread.
type Membership struct {
	Thread string    `json:"id"`
	User   string    `json:"user_id"`
	Joined time.Time `json:"join_timestamp"`
	Flags  int       `json:"flags"`
}

// Thread has the fields that a thread has and a channel has not.
type Thread struct {
	Archived    bool      `json:"archived"`
	Locked      bool      `json:"locked"`
	AutoArchive int       `json:"auto_archive_duration"` // minutes
	Changed     time.Time `json:"archive_timestamp"`     // when it was last archived or opened again
	Created     time.Time `json:"create_timestamp"`
	Invitable   bool      `json:"invitable,omitempty"` // every member of a private thread may add others
}
