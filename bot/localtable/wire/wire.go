// Package wire has the JSON shapes that the server of the local table shares with its clients: the bot, the page and
// package player.
//
// Names and meanings are those of Discord's published reference, API versions 9 and 10. Only what the local table uses
// is declared. Comments mark fields that Discord does not have.
package wire

import (
	"strings"
	"time"

	"grognard/bot/localtable/place"
	"grognard/bot/localtable/wire/parts"
)

// Component types, option types, channel types and message flags, numbered by Discord.
const (
	Row       = 1
	Button    = 2
	Menu      = 3
	TextInput = 4

	ShortStyle = 1 // of a text input: one line

	SubCommand    = 1
	String        = 3
	Integer       = 4
	Boolean       = 5
	UserOption    = 6
	ChannelOption = 7

	GuildText     = 0
	DM            = 1
	Group         = 3 // direct messages of several users
	Announcements = 5
	NewsThread    = 10 // in a channel of announcements
	PublicThread  = 11
	PrivateThread = 12
	Forum         = 15

	InGuild   = 0 // contexts in which a command can be used
	WithBot   = 1
	InPrivate = 2 // in direct messages of others

	ChatCommand = 1 // a command that is typed
	EntryPoint  = 4 // a command that opens an Activity

	ForGuild = 0 // installations with which a command can be used
	ForUser  = 1

	HasThread = 1 << 5  // a thread began with the message
	Ephemeral = 1 << 6  // only the user of the interaction sees the message
	Loading   = 1 << 7  // a deferred answer that has not come yet
	Silent    = 1 << 12 // the message notifies nobody
	Newer     = 1 << 15 // the newer layout, of components alone
)

// Permissions, numbered by Discord.
const (
	Administrator   = 1 << 3
	ManageChannels  = 1 << 4
	ManageGuild     = 1 << 5
	ViewChannel     = 1 << 10
	SendMessages    = 1 << 11
	ManageMessages  = 1 << 13
	EmbedLinks      = 1 << 14
	AttachFiles     = 1 << 15
	ReadHistory     = 1 << 16
	MentionEveryone = 1 << 17
	ExternalEmojis  = 1 << 18
	ManageThreads   = 1 << 34
	PublicThreads   = 1 << 35
	PrivateThreads  = 1 << 36
	SendInThreads   = 1 << 38
	PinMessages     = 1 << 51
)

// The shapes of places and of who is in them.
type (
	User       = place.User
	Guild      = place.Guild
	Channel    = place.Channel
	Thread     = place.Thread
	Tag        = place.Tag
	Membership = place.Membership
)

// Message is a message of a channel. URLs of attachments are absolute for the bot, and paths for the page.
type Message struct {
	ID          string       `json:"id"`
	ChannelID   string       `json:"channel_id"`
	GuildID     string       `json:"guild_id,omitempty"`
	Type        int          `json:"type"` // 0 plain, 19 an answer to a component, 20 an answer to a slash command, …
	Author      User         `json:"author"`
	Content     string       `json:"content"`
	Timestamp   time.Time    `json:"timestamp"`
	Edited      *time.Time   `json:"edited_timestamp"`
	Flags       int          `json:"flags"`
	Mentions    []User       `json:"mentions"`
	Everyone    bool         `json:"mention_everyone"`
	Attachments []Attachment `json:"attachments"`
	Components  []Component  `json:"components"`
	Nonce       string       `json:"nonce,omitempty"` // only in the answer to the sender
	Interaction *Origin      `json:"interaction_metadata,omitempty"`
	Reference   *Reference   `json:"message_reference,omitempty"`

	// Usage is what readers see of the slash command that a message answers, options included, as Discord shows it on a
	// tap. Discord has no such field, and the bot never receives it.
	Usage string `json:"usage,omitempty"`

	// Pinged are the identifiers of the users whom the message notified when it came and still mentions. An edit
	// notifies nobody. Discord has no such field, and the bot never receives it.
	Pinged []string `json:"pinged,omitempty"`

	// PinnedAt is when the message was pinned, nil if it is not. Discord says so only in the list of pins.
	PinnedAt *time.Time `json:"pinned_at,omitempty"`
}

// Private reports whether only one user of the message's channel sees it.
func (m Message) Private() bool { return m.Flags&Ephemeral != 0 }

// Parts returns the buttons and menus of the message.
func (m Message) Parts() []Component { return buttonsAndMenus(m.Components) }

func buttonsAndMenus(in []Component) (list []Component) {
	for _, c := range in {
		if c.Type >= Button && c.Type <= parts.ChannelMenu { // between them TextInput, for forms only
			list = append(list, c)
		}
		list = append(list, buttonsAndMenus(c.Components)...)
		if c.Accessory != nil {
			list = append(list, buttonsAndMenus([]Component{*c.Accessory})...)
		}
	}
	return list
}

// Part returns the first button or menu of the message for which fits returns true; ok is false if there is none.
func (m Message) Part(fits func(Component) bool) (part Component, ok bool) {
	for _, c := range m.Parts() {
		if fits(c) {
			return c, true
		}
	}
	return Component{}, false
}

// Origin describes the interaction that a message answers.
type Origin struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"` // of the slash command, with its subcommand
	User User   `json:"user"`
}

// Reference points to the message whose component was used, or to what a message by Discord itself is about.
type Reference struct {
	Type      int    `json:"type"` // 0: an answer
	MessageID string `json:"message_id,omitempty"`
	ChannelID string `json:"channel_id"`
	GuildID   string `json:"guild_id,omitempty"`
}

// Attachment is a file of a message. Size is in bytes, Width and Height in pixels (0 if it is not a picture).
type Attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"` // the alternative text
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
}

// Component is a part of a message or a form.
type Component struct {
	Type        int          `json:"type"`
	ID          int          `json:"id,omitempty"` // the number of the component in the message
	Components  []Component  `json:"components,omitempty"`
	CustomID    string       `json:"custom_id,omitempty"`
	Style       int          `json:"style,omitempty"`
	Label       string       `json:"label,omitempty"`
	Emoji       *Emoji       `json:"emoji,omitempty"`
	Disabled    bool         `json:"disabled,omitempty"`
	Placeholder string       `json:"placeholder,omitempty"`
	Options     []MenuOption `json:"options,omitempty"`
	MinValues   *int         `json:"min_values,omitempty"` // 1 when nil
	MaxValues   *int         `json:"max_values,omitempty"` // 1 when nil
	Value       string       `json:"value,omitempty"`
	Required    *bool        `json:"required,omitempty"` // true when nil
	MinLength   int          `json:"min_length,omitempty"`
	MaxLength   int          `json:"max_length,omitempty"`

	parts.Newer
	Accessory *Component `json:"accessory,omitempty"` // of a section
	Component *Component `json:"component,omitempty"` // of a label
}

// Emoji is the picture on a button, or an emoji of the application.
type Emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

type MenuOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Command is a registered slash command.
type Command struct {
	ID           string            `json:"id"`
	Application  string            `json:"application_id"`
	GuildID      string            `json:"guild_id,omitempty"`
	Version      string            `json:"version"`
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Description  string            `json:"description"`
	Contexts     []int             `json:"contexts,omitempty"`          // InGuild, WithBot, InPrivate
	Installs     []int             `json:"integration_types,omitempty"` // ForGuild, ForUser
	Permissions  *Bits             `json:"default_member_permissions"`  // who may use it; nil: everybody
	Options      []Option          `json:"options,omitempty"`
	Handler      int               `json:"handler,omitempty"` // who answers an entry point: 1 the bot, 2 Discord
	Names        map[string]string `json:"name_localizations,omitempty"`
	Descriptions map[string]string `json:"description_localizations,omitempty"`
}

// Bits are permissions, written as a decimal number.
type Bits string

// UnmarshalJSON accepts a number without quotes too, as Discord does.
func (b *Bits) UnmarshalJSON(raw []byte) error {
	*b = Bits(strings.Trim(string(raw), `"`))
	return nil
}

// Option is a parameter of a command, or a subcommand.
type Option struct {
	Type         int      `json:"type"`
	Name         string   `json:"name"`
	Description  string   `json:"description"`
	Required     bool     `json:"required,omitempty"`
	Autocomplete bool     `json:"autocomplete,omitempty"`
	Choices      []Choice `json:"choices,omitempty"`
	Options      []Option `json:"options,omitempty"`
	ChannelTypes []int    `json:"channel_types,omitempty"`
	MinValue     *float64 `json:"min_value,omitempty"`
	MaxValue     *float64 `json:"max_value,omitempty"`
	MaxLength    int      `json:"max_length,omitempty"`
}

// Choice is a value offered for an option.
type Choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Form is a modal: a title, and rows of one text input or labels of one field each.
type Form struct {
	Title      string      `json:"title"`
	CustomID   string      `json:"custom_id"`
	Components []Component `json:"components"`
}

// Outcomes of a user's action. After the semicolon: the field of Answer that is set with it.
const (
	Sent         = "sent"         // plain text was posted; Message
	Answered     = "message"      // the bot answered; Message
	Deferred     = "deferred"     // the bot deferred its answer; Message is loading
	Acknowledged = "acknowledged" // the bot acknowledged a click and may change the message later; Message
	Updated      = "updated"      // the bot changed the message that was clicked; Message
	Opened       = "form"         // the bot opened a form; Form
	Failed       = "failed"       // the bot gave no answer in time; Error
)

// Answer is the result of a user's command, click, choice or form. Discord has no such shape.
type Answer struct {
	Interaction string   `json:"interaction,omitempty"`
	Outcome     string   `json:"outcome"`
	Message     *Message `json:"message,omitempty"`
	Form        *Form    `json:"form,omitempty"`
	Error       string   `json:"error,omitempty"`
}

// Suggestion is one line of the list above the input. Discord has no such shape.
type Suggestion struct {
	Label  string `json:"label"`
	Detail string `json:"detail,omitempty"`
	Text   string `json:"text"`            // the whole input if this suggestion is chosen
	Value  string `json:"value,omitempty"` // of a choice
}

// Suggestions are what could be typed next. Kind is "command", "option" or "choice".
type Suggestions struct {
	Kind  string       `json:"kind"`
	Items []Suggestion `json:"items"`
}

// ToldHeader is the header that gives, in an answer to a user, the Seq of the last event sent to him before it.
const ToldHeader = "Table-Told"

// Event is one event of a user's stream: "hello" with everything stored that the user may see, then "message" for a new
// message, "edit" for a changed one, "gone" for a deleted one (ID), "channel" for a new or changed channel,
// "channel-gone" for a deleted one (ID) and "guild" for a new or changed server. Discord has no such shape.
type Event struct {
	Kind string `json:"kind"`
	// the number of this event in the user's stream; in "hello", the number of the last event before
	Seq       int       `json:"seq"`
	User      *User     `json:"user,omitempty"`
	DMsClosed bool      `json:"dms_closed,omitempty"`
	Users     []User    `json:"users,omitempty"`
	Guilds    []Guild   `json:"guilds,omitempty"`
	Guild     *Guild    `json:"guild,omitempty"`
	Channels  []Channel `json:"channels,omitempty"`
	Messages  []Message `json:"messages,omitempty"`
	Message   *Message  `json:"message,omitempty"`
	Channel   *Channel  `json:"channel,omitempty"`
	ID        string    `json:"id,omitempty"`
}
