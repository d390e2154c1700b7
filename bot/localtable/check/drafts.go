package check

import (
	"encoding/json"
	"mime"
	"net/http"
	"slices"
	"strings"

	"grognard/bot/localtable/wire"
)

// Discord's limits that the table keeps.
const (
	MaxContent   = 2000     // characters of what a user says
	MaxInput     = 4000     // characters of a text input
	MaxFiles     = 10       // of a message
	MaxUpload    = 10 << 20 // bytes of one file
	MaxBody      = 64 << 20 // bytes of a request
	MaxFollowUps = 5        // follow-ups to an interaction where the bot is not a member
)

// setIf sets *to to *named, unless named is nil.
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

// Draft is the body of a request that creates or changes a message. Reply, Embeds, Poll and Stickers are parts of
// Discord's messages that this table does not implement.
type Draft struct {
	Content      field[string]           `json:"content"`
	Components   field[[]wire.Component] `json:"components"`
	Attachments  field[[]Attachment]     `json:"attachments"`
	Flags        field[int]              `json:"flags"`
	Allowed      *Allowed                `json:"allowed_mentions"`
	Nonce        string                  `json:"nonce"`
	EnforceNonce bool                    `json:"enforce_nonce"`

	Reply    json.RawMessage   `json:"message_reference"`
	Embeds   []json.RawMessage `json:"embeds"`
	Poll     json.RawMessage   `json:"poll"`
	Stickers []string          `json:"sticker_ids"`
}

// Check refuses what this table does not implement.
func (d Draft) Check() error {
	if d.Reply != nil || d.Poll != nil || len(d.Embeds) > 0 || len(d.Stickers) > 0 {
		return NotHere("replies, embeds, polls and stickers")
	}
	return nil
}

// Attachment names an existing file by its identifier, or a new one by the n of files[n].
type Attachment struct {
	ID          string  `json:"id"`
	Filename    string  `json:"filename"`
	Description *string `json:"description"`
}

// Allowed says which mentions of a message may notify users.
type Allowed struct {
	Parse []string `json:"parse"`
	Users []string `json:"users"`
}

// User reports whether a mention of this user notifies him. A nil receiver allows all mentions.
func (a *Allowed) User(id string) bool {
	return a == nil || slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id)
}

// Everyone reports whether the content mentions everyone and may notify them.
func (a *Allowed) Everyone(content string) bool {
	named := strings.Contains(content, "@everyone") || strings.Contains(content, "@here")
	return named && (a == nil || slices.Contains(a.Parse, "everyone"))
}

// Upload is a file of a request; Index is the n of files[n].
type Upload struct {
	Field, Name, Kind string // Kind is the content type
	Index             int
	Data              []byte
}

// Bounds returns the minimum and the maximum number of values that can be chosen in a menu.
func Bounds(m wire.Component) (least, most int) {
	least, most = 1, 1
	setIf(m.MinValues, &least)
	setIf(m.MaxValues, &most)
	return least, most
}

// ContentType returns the content type of a request without parameters, "" if it has none that can be parsed.
func ContentType(r *http.Request) string {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return kind
}
