// Package parts has what components of Discord's newer layout and of forms have beside those of the older layout.
package parts

// Types of components, numbered by Discord.
const (
	UserMenu        = 5
	RoleMenu        = 6
	MentionableMenu = 7
	ChannelMenu     = 8
	Section         = 9
	Text            = 10
	Thumbnail       = 11
	Gallery         = 12
	FileShown       = 13
	Separator       = 14
	Container       = 17
	Label           = 18
	FileUpload      = 19
	RadioGroup      = 21
	CheckboxGroup   = 22
	Checkbox        = 23
)

// Newer are the members of a component that the older layout does not have.
type Newer struct {
	Content      string    `json:"content,omitempty"`
	Description  string    `json:"description,omitempty"`
	Items        []Picture `json:"items,omitempty"` // of a gallery
	Media        *Media    `json:"media,omitempty"`
	File         *Media    `json:"file,omitempty"`
	Spoiler      bool      `json:"spoiler,omitempty"`
	Divider      *bool     `json:"divider,omitempty"` // true when nil
	Spacing      int       `json:"spacing,omitempty"` // 1 when 0
	Accent       *int      `json:"accent_color,omitempty"`
	Default      bool      `json:"default,omitempty"` // of a checkbox
	Defaults     []Default `json:"default_values,omitempty"`
	ChannelTypes []int     `json:"channel_types,omitempty"`
	URL          string    `json:"url,omitempty"` // of a button that leads there
}

// Media is the address of a picture or a file: attachment://name for one of the message.
type Media struct {
	URL string `json:"url"`
}

// Picture is a picture of a gallery.
type Picture struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// Default is a user, a role or a channel that is chosen before anybody chooses.
type Default struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}
