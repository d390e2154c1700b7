package check

import (
	"encoding/json"
	"slices"
	"strings"

	"grognard/bot/localtable/wire"
)

// ChannelDraft is the body of a request that makes or changes a channel or a thread.
type ChannelDraft struct {
	Type        int           `json:"type"`
	Name        *string       `json:"name"`
	Topic       field[string] `json:"topic"`
	Slowmode    *int          `json:"rate_limit_per_user"`
	Archived    *bool         `json:"archived"`
	Locked      *bool         `json:"locked"`
	AutoArchive *int          `json:"auto_archive_duration"`
}

// ApplyTo checks a draft and applies it to a channel. It refuses changes that Discord allows and this table does not
// implement.
func (d ChannelDraft) ApplyTo(c *wire.Channel, body json.RawMessage) error {
	known := []string{"name", "rate_limit_per_user", "topic", "type"}
	if c.Thread != nil {
		known = []string{"name", "rate_limit_per_user", "archived", "locked", "auto_archive_duration"}
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(body, &all); err != nil {
		return InvalidJSON()
	}
	for key, value := range all {
		if !slices.Contains(known, key) && isSet(value) {
			return NotHere("change of a channel's " + key)
		}
	}
	if d.Type != wire.GuildText {
		return NotHere("channel of another type than text")
	}
	setIf(d.Name, &c.Name)
	if d.Topic.Set {
		c.Topic = d.Topic.Value
	}
	setIf(d.Slowmode, &c.Slowmode)
	var f Form
	f.text(At{"name"}, c.Name, 1, maxChannelName)
	f.text(At{"topic"}, c.Topic, 0, maxTopic)
	f.within(At{"rate_limit_per_user"}, c.Slowmode, maxSlowmode)
	if c.Thread != nil {
		t := *c.Thread
		setIf(d.Archived, &t.Archived)
		setIf(d.Locked, &t.Locked)
		setIf(d.AutoArchive, &t.AutoArchive)
		c.Thread = &t
		if !slices.Contains(AutoArchives, t.AutoArchive) {
			f.Fault(At{"auto_archive_duration"}, "BASE_TYPE_CHOICES", "Value must be one of %v.", AutoArchives)
		}
	}
	return f.Err()
}

// setIf sets *to if the draft gives a value.
func setIf[T any](named, to *T) {
	if named != nil {
		*to = *named
	}
}

// field is a member of a JSON object that may be absent. An edit changes only the members that it contains, and null
// clears one.
type field[T any] struct {
	Set   bool
	Value T
}

// UnmarshalJSON is also called for null.
func (f *field[T]) UnmarshalJSON(raw []byte) error {
	f.Set = true
	return json.Unmarshal(raw, &f.Value)
}

// FlexibleString is a string that may be written as a number: an identifier or a nonce.
type FlexibleString string

// UnmarshalJSON accepts a string, a number and null.
func (w *FlexibleString) UnmarshalJSON(raw []byte) error {
	if s := string(raw); s == "null" || raw[0] != '"' {
		*w = FlexibleString(strings.TrimPrefix(s, "null"))
		return nil
	}
	return json.Unmarshal(raw, (*string)(w))
}

// Draft is the body of a request that creates or changes a message.
type Draft struct {
	Content      field[string]           `json:"content"`
	Embeds       field[[]wire.Embed]     `json:"embeds"`
	Components   field[[]wire.Component] `json:"components"`
	Attachments  field[[]Attachment]     `json:"attachments"`
	Flags        field[int]              `json:"flags"`
	Allowed      *Allowed                `json:"allowed_mentions"`
	Nonce        FlexibleString          `json:"nonce"`
	EnforceNonce bool                    `json:"enforce_nonce"`
	Reply        json.RawMessage         `json:"message_reference"`
	Poll         json.RawMessage         `json:"poll"`
	Stickers     []string                `json:"sticker_ids"`
	Aloud        bool                    `json:"tts"`
}

// Attachment names an existing file by its identifier, or a new one by the n of files[n].
type Attachment struct {
	ID          FlexibleString `json:"id"`
	Filename    string         `json:"filename"`
	Description *string        `json:"description"`
}

// Allowed says which mentions of a message may notify users.
type Allowed struct {
	Parse []string `json:"parse"`
	Users []string `json:"users"`
}

// User tells whether a mention of this user notifies him. A nil receiver allows all mentions.
func (a *Allowed) User(id string) bool {
	return a == nil || slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id)
}

// Everyone tells whether the content mentions everyone and may notify them.
func (a *Allowed) Everyone(content string) bool {
	named := strings.Contains(content, "@everyone") || strings.Contains(content, "@here")
	return named && (a == nil || slices.Contains(a.Parse, "everyone"))
}

// CommandDraft is the body of a request that creates or changes a command. An edit changes only the fields that it
// names.
type CommandDraft struct {
	Type         int                      `json:"type"`
	Name         *string                  `json:"name"`
	Names        field[map[string]string] `json:"name_localizations"`
	Description  *string                  `json:"description"`
	Descriptions field[map[string]string] `json:"description_localizations"`
	Contexts     field[[]int]             `json:"contexts"`
	Installs     field[[]int]             `json:"integration_types"`
	DMPermission *bool                    `json:"dm_permission"`
	Permissions  field[FlexibleString]    `json:"default_member_permissions"`
	NSFW         *bool                    `json:"nsfw"`
	Options      field[[]wire.Option]     `json:"options"`
}

// ApplyTo applies a draft to a command.
func (d CommandDraft) ApplyTo(c *wire.Command) {
	setIf(d.Name, &c.Name)
	setField(d.Names, &c.Names)
	setIf(d.Description, &c.Description)
	setField(d.Descriptions, &c.Descriptions)
	setField(d.Contexts, &c.Contexts)
	setField(d.Installs, &c.Installs)
	if d.DMPermission != nil {
		c.DMPermission = d.DMPermission
	}
	if d.Permissions.Set {
		c.Permissions = nil
		if p := string(d.Permissions.Value); p != "" {
			c.Permissions = &p
		}
	}
	setIf(d.NSFW, &c.NSFW)
	setField(d.Options, &c.Options)
}

// setField sets *to if the draft names the field, also to nothing.
func setField[T any](named field[T], to *T) {
	if named.Set {
		*to = named.Value
	}
}

// Upload is a file of a request; index is the n of files[n].
type Upload struct {
	Field, Name, Kind string
	Index             int
	Data              []byte
}

// A thread is a channel that branches off from another. Bots can create public and private ones; everybody at the table
// sees both. An archived thread takes no edits and no commands. A new message opens it again unless it is locked.

// ThreadDraft is the body of a request that creates a thread.
type ThreadDraft struct {
	Name        string `json:"name"`
	AutoArchive int    `json:"auto_archive_duration"`
	Slowmode    int    `json:"rate_limit_per_user"`
	Type        int    `json:"type"`
}

func (f *Form) Thread(d ThreadDraft, branched bool) {
	f.text(At{"name"}, d.Name, 1, maxChannelName)
	f.within(At{"rate_limit_per_user"}, d.Slowmode, maxSlowmode)
	if !slices.Contains(AutoArchives, d.AutoArchive) {
		f.Fault(At{"auto_archive_duration"}, "BASE_TYPE_CHOICES", "Value must be one of %v.", AutoArchives)
	}
	if !branched && d.Type != wire.PublicThread && d.Type != wire.PrivateThread {
		f.Fault(At{"type"}, "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")
	}
}
