// Package wire holds the JSON shapes that the local table's two ends share: the server, which speaks them to the bot as
// Discord does and to the page, and the player, the client of tests.
//
// The example reads a message as the page and a player receive it.
//
// Names and meanings are Discord's (its published reference, API versions 9 and 10); only what a table of
// wargamers needs is declared. Fields that are the table's own say so.
package wire

import "time"

// Component types, option types, channel types and message flags, numbered by Discord.
const (
	Row       = 1
	Button    = 2
	Menu      = 3
	TextInput = 4
	Labelled  = 18 // in a form: a row with the label of its input

	LinkStyle  = 5 // of a button
	ShortStyle = 1 // of a text input: one line
	LongStyle  = 2 // of a text input: many lines

	SubCommand      = 1
	SubCommandGroup = 2
	String          = 3
	Integer         = 4
	Boolean         = 5
	UserOption      = 6
	ChannelOption   = 7
	Number          = 10

	GuildText = 0
	DM        = 1
	Group     = 3 // direct messages of several users

	NewsThread    = 10
	PublicThread  = 11
	PrivateThread = 12

	InGuild   = 0 // where a command can be used
	WithBot   = 1
	InPrivate = 2 // in direct messages of others

	ForGuild = 0 // for whom the bot is installed where a command can be used
	ForUser  = 1

	Ephemeral = 1 << 6 // only the user of the interaction sees the message
	HasThread = 1 << 5 // a thread branches off from the message
	Loading   = 1 << 7 // an answer was promised and has not come yet
)

// Permissions, numbered by Discord.
const (
	Administrator   = 1 << 3
	ManageGuild     = 1 << 5
	ViewChannel     = 1 << 10
	SendMessages    = 1 << 11
	EmbedLinks      = 1 << 14
	AttachFiles     = 1 << 15
	ReadHistory     = 1 << 16
	MentionEveryone = 1 << 17
	ExternalEmojis  = 1 << 18
	SendInThreads   = 1 << 38
)

// User is a person at the table, or the bot.
type User struct {
	ID            string `json:"id"`
	Username      string `json:"username"`
	GlobalName    string `json:"global_name,omitempty"`
	Discriminator string `json:"discriminator"`
	Bot           bool   `json:"bot,omitempty"`
	Locale        string `json:"locale,omitempty"` // such as "en-US", "fr", "ja"
}

// Channel is a text channel of a guild, a thread of one, one user's direct messages with the bot, or those of a group.
type Channel struct {
	ID         string  `json:"id"`
	Type       int     `json:"type"`
	GuildID    string  `json:"guild_id,omitempty"`
	Name       string  `json:"name,omitempty"`
	Topic      string  `json:"topic,omitempty"`
	Slowmode   int     `json:"rate_limit_per_user,omitempty"`
	Recipients []User  `json:"recipients,omitempty"` // of a DM: the one user
	Parent     string  `json:"parent_id,omitempty"`  // of a thread: the channel it branched off from
	Owner      string  `json:"owner_id,omitempty"`   // of a thread: who made it
	Thread     *Thread `json:"thread_metadata,omitempty"`
}

// Thread is what a thread has beyond a channel.
type Thread struct {
	Archived    bool      `json:"archived"`
	Locked      bool      `json:"locked"`
	AutoArchive int       `json:"auto_archive_duration"` // minutes
	Changed     time.Time `json:"archive_timestamp"`     // when it was last archived or opened again
	Created     time.Time `json:"create_timestamp"`
}

// Message is a message of a channel. URLs of attachments are absolute for the bot, and paths for the page.
type Message struct {
	ID          string       `json:"id"`
	ChannelID   string       `json:"channel_id"`
	GuildID     string       `json:"guild_id,omitempty"`
	Type        int          `json:"type"` // 0 plain, 19 an answer to a component, 20 an answer to a slash command
	Author      User         `json:"author"`
	Content     string       `json:"content"`
	Timestamp   time.Time    `json:"timestamp"`
	Edited      *time.Time   `json:"edited_timestamp"`
	Flags       int          `json:"flags"`
	Mentions    []User       `json:"mentions"`
	Everyone    bool         `json:"mention_everyone"`
	Aloud       bool         `json:"tts"`
	Attachments []Attachment `json:"attachments"`
	Embeds      []Embed      `json:"embeds"`
	Components  []Component  `json:"components"`
	Nonce       string       `json:"nonce,omitempty"` // for the sender, at once
	WebhookID   string       `json:"webhook_id,omitempty"`
	Application string       `json:"application_id,omitempty"`
	Interaction *Origin      `json:"interaction_metadata,omitempty"`
	Reference   *Reference   `json:"message_reference,omitempty"`

	// Usage is what a reader of the channel sees of the slash command that a message answers, options and all, as
	// Discord shows it on a tap. The table's own field, never sent to the bot.
	Usage string `json:"usage,omitempty"`

	// Pinged are the identifiers of the users whom the message notified when it came. An edit notifies nobody, and who
	// is mentioned no more counts no more. The table's own field, never sent to the bot.
	Pinged []string `json:"pinged,omitempty"`
}

// Origin names the interaction that a message answers.
type Origin struct {
	ID         string `json:"id"`
	Type       int    `json:"type"`
	Name       string `json:"name,omitempty"` // of the slash command, with its subcommand
	User       User   `json:"user"`
	Interacted string `json:"interacted_message_id,omitempty"`

	Owners   map[string]string `json:"authorizing_integration_owners,omitempty"`
	Original string            `json:"original_response_message_id,omitempty"`    // of a later answer: the first one
	Trigger  *Origin           `json:"triggering_interaction_metadata,omitempty"` // of a form: what opened it
}

// Reference points to the message whose component was used.
type Reference struct {
	Type      int    `json:"type"` // 0: an answer
	MessageID string `json:"message_id"`
	ChannelID string `json:"channel_id"`
}

// Attachment is a file of a message; Size in bytes, Width and Height in pixels, 0 for what is no picture.
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

// Embed is a framed part of a message.
type Embed struct {
	Type        string       `json:"type,omitempty"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Color       int          `json:"color,omitempty"` // 0xRRGGBB
	Timestamp   string       `json:"timestamp,omitempty"`
	Author      *EmbedAuthor `json:"author,omitempty"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Image       *EmbedImage  `json:"image,omitempty"`
	Thumbnail   *EmbedImage  `json:"thumbnail,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedAuthor is the line above an embed's title.
type EmbedAuthor struct {
	Name string `json:"name"`
}

// EmbedFooter is the line below an embed.
type EmbedFooter struct {
	Text string `json:"text"`
}

// EmbedImage is a picture in an embed, as a rule attachment://name.
type EmbedImage struct {
	URL string `json:"url"`
}

// EmbedField is a headed paragraph of an embed.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// Component is a row, a button, a menu or, in a form, a text input.
type Component struct {
	Type        int          `json:"type"`
	ID          int          `json:"id,omitempty"` // its number in the message
	Components  []Component  `json:"components,omitempty"`
	CustomID    string       `json:"custom_id,omitempty"`
	Style       int          `json:"style,omitempty"`
	Label       string       `json:"label,omitempty"`
	Component   *Component   `json:"component,omitempty"`   // of a Labelled, as the bot sends it
	Description string       `json:"description,omitempty"` // of a Labelled: below its label
	Emoji       *Emoji       `json:"emoji,omitempty"`
	URL         string       `json:"url,omitempty"`
	Disabled    bool         `json:"disabled,omitempty"`
	Placeholder string       `json:"placeholder,omitempty"`
	Options     []MenuOption `json:"options,omitempty"`
	MinValues   *int         `json:"min_values,omitempty"` // 1 when not said
	MaxValues   *int         `json:"max_values,omitempty"` // 1 when not said
	Value       string       `json:"value,omitempty"`
	Required    *bool        `json:"required,omitempty"` // true when not said
	MinLength   int          `json:"min_length,omitempty"`
	MaxLength   int          `json:"max_length,omitempty"`
}

// Emoji is the picture on a button.
type Emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// MenuOption is one entry of a menu.
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
	Names        map[string]string `json:"name_localizations,omitempty"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations,omitempty"`
	Contexts     []int             `json:"contexts,omitempty"`          // InGuild, WithBot, InPrivate
	Installs     []int             `json:"integration_types,omitempty"` // ForGuild, ForUser
	DMPermission *bool             `json:"dm_permission,omitempty"`
	Permissions  *string           `json:"default_member_permissions"` // who may use it; nil: everybody
	NSFW         bool              `json:"nsfw"`
	Options      []Option          `json:"options,omitempty"`
}

// Option is a parameter of a command, or a subcommand.
type Option struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations,omitempty"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations,omitempty"`
	Required     bool              `json:"required,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"`
	Choices      []Choice          `json:"choices,omitempty"`
	Options      []Option          `json:"options,omitempty"`
	MinValue     *float64          `json:"min_value,omitempty"`
	MaxValue     *float64          `json:"max_value,omitempty"`
	MinLength    *int              `json:"min_length,omitempty"`
	MaxLength    *int              `json:"max_length,omitempty"`
}

// Choice is a value that is offered for an option: a string, or a number as float64.
type Choice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value any               `json:"value"`
}

// Form is a modal: a title and rows of one text input each.
type Form struct {
	Title      string      `json:"title"`
	CustomID   string      `json:"custom_id"`
	Components []Component `json:"components"`
}

// Outcomes of what a user does; see Answer.
const (
	Sent         = "sent"         // plain words stand in the channel; Message
	Answered     = "message"      // the bot answered; Message
	Deferred     = "deferred"     // the bot promised an answer; Message is loading
	Acknowledged = "acknowledged" // the bot took note of a click, and may change the message later; Message
	Updated      = "updated"      // the bot changed the message that was clicked; Message
	Opened       = "form"         // the bot asks with a form; Form
	Failed       = "failed"       // the bot gave no answer in time; Error
)

// Answer is what a user's command, click, choice or form came to. The table's own shape.
type Answer struct {
	Interaction string   `json:"interaction,omitempty"`
	Outcome     string   `json:"outcome"`
	Message     *Message `json:"message,omitempty"`
	Form        *Form    `json:"form,omitempty"`
	Error       string   `json:"error,omitempty"`
}

// Suggestion is one line of the list above the input. The table's own shape.
type Suggestion struct {
	Label  string `json:"label"`
	Detail string `json:"detail,omitempty"`
	Text   string `json:"text"`            // the whole input once this suggestion is taken
	Value  any    `json:"value,omitempty"` // of a choice
}

// Suggestions answers what could be typed next; Kind is "command", "option" or "choice".
type Suggestions struct {
	Kind  string       `json:"kind"`
	Items []Suggestion `json:"items"`
}

// ToldHeader carries, in answers to a user, the Seq of the last event that he was told of before the answer.
const ToldHeader = "Table-Told"

// Event is one line of a user's stream: "hello" with all that he may see and that is kept, then "message" for a new
// message, "edit" for a changed one, "gone" for a deleted one (ID), "channel" for a new or changed channel,
// "channel-gone" for a deleted one (ID). The table's own shape.
type Event struct {
	Kind string `json:"kind"`
	// counts the events that a user was told of; of "hello", how many there were before
	Seq       int       `json:"seq"`
	User      *User     `json:"user,omitempty"`
	DMsClosed bool      `json:"dms_closed,omitempty"`
	Users     []User    `json:"users,omitempty"`
	Channels  []Channel `json:"channels,omitempty"`
	Messages  []Message `json:"messages,omitempty"`
	Message   *Message  `json:"message,omitempty"`
	Channel   *Channel  `json:"channel,omitempty"`
	ID        string    `json:"id,omitempty"`
}
