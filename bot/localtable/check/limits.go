package check

import (
	"encoding/json"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/wire"
)

// Discord's limits: those of its published reference or, where the service is stricter, those of the service.
const (
	MaxContent     = 2000
	maxEmbeds      = 10
	maxEmbedText   = 6000 // of all embeds together
	maxRows        = 5
	maxButtons     = 5
	maxMenu        = 25
	maxChoices     = 25
	maxCustomID    = 100
	MaxInput       = 4000 // characters of a text input
	MaxFiles       = 10
	MaxUpload      = 10 << 20 // bytes of one file
	MaxBody        = 64 << 20 // bytes of a request
	MaxCommands    = 100
	MaxFollowUps   = 5 // follow-ups to an interaction where the bot is not a member
	maxCommandText = 8000
	maxChannelName = 100
	maxTopic       = 1024
	maxSlowmode    = 21600 // seconds between two messages of a user
)

// text checks a length. Discord counts code points.
func (f *Form) text(place At, s string, least, most int) {
	switch n := utf8.RuneCountInString(s); {
	case n == 0 && least > 0:
		f.Fault(place, "BASE_TYPE_REQUIRED", "This field is required")
	case n < least && most > least:
		f.Fault(place, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n > most && least > 0:
		f.Fault(place, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n > most:
		f.Fault(place, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	}
}

// Count checks the length of a list.
func (f *Form) Count(place At, n, least, most int) {
	if n < least || n > most {
		f.Fault(place, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// within checks a number from 0 to most.
func (f *Form) within(place At, n, most int) {
	if n < 0 || n > most {
		f.Fault(place, "NUMBER_TYPE_RANGE", "Value should be between 0 and %d.", most)
	}
}

// Message checks what a bot sends or edits.
func (f *Form) Message(place At, d Draft, uploads []Upload) {
	f.text(place.In("content"), d.Content.Value, 0, MaxContent)
	f.embeds(place.In("embeds"), d.Embeds.Value)
	f.rows(place.In("components"), d.Components.Value)
	f.Count(place.In("attachments"), len(d.Attachments.Value), 0, MaxFiles)
	f.Count(place.In("files"), len(uploads), 0, MaxFiles)
	for i, a := range d.Attachments.Value {
		if a.Description != nil {
			f.text(place.In("attachments").In(i).In("description"), *a.Description, 0, 1024)
		}
	}
	if d.Flags.Value&^(wire.Ephemeral|1<<2|1<<12) != 0 {
		f.Fault(place.In("flags"), "BASE_TYPE_CHOICES", "The table knows the flags 4, 64 and 4096.")
	}
	if d.Allowed != nil && slices.Contains(d.Allowed.Parse, "users") && len(d.Allowed.Users) > 0 {
		f.Fault(place.In("allowed_mentions"), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
			`parse:["users"] and users: [ids...] are mutually exclusive.`)
	}
	f.text(place.In("nonce"), string(d.Nonce), 0, 25)
	if isSet(d.Reply) || isSet(d.Poll) || len(d.Stickers) > 0 {
		f.Fault(place, "UNSUPPORTED", "The local table has no replies, polls or stickers.")
	}
}

func isSet(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

func (f *Form) embeds(place At, list []wire.Embed) {
	f.Count(place, len(list), 0, maxEmbeds)
	total := 0
	say := func(place At, s string, least, most int) {
		f.text(place, s, least, most)
		total += utf8.RuneCountInString(s)
	}
	for i, e := range list {
		here := place.In(i)
		say(here.In("title"), e.Title, 0, 256)
		say(here.In("description"), e.Description, 0, 4096)
		if e.Author != nil {
			say(here.In("author").In("name"), e.Author.Name, 1, 256)
		}
		if e.Footer != nil {
			say(here.In("footer").In("text"), e.Footer.Text, 1, 2048)
		}
		f.Count(here.In("fields"), len(e.Fields), 0, 25)
		for j, field := range e.Fields {
			say(here.In("fields").In(j).In("name"), field.Name, 1, 256)
			say(here.In("fields").In(j).In("value"), field.Value, 1, 1024)
		}
	}
	if total > maxEmbedText {
		f.Fault(place, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedText)
	}
}

// rows checks the components of a message: rows of up to five buttons or of one menu.
func (f *Form) rows(place At, rows []wire.Component) {
	f.Count(place, len(rows), 0, maxRows)
	ids := map[string]bool{}
	for i, row := range rows {
		here := place.In(i)
		if row.Type != wire.Row {
			f.Fault(here.In("type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
			continue
		}
		f.Count(here.In("components"), len(row.Components), 1, maxButtons)
		menus := 0
		for j, c := range row.Components {
			spot := here.In("components").In(j)
			switch c.Type {
			case wire.Button:
				f.button(spot, c)
			case wire.Menu:
				f.menu(spot, c)
				menus++
			default:
				f.Fault(spot.In("type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 3).")
			}
			if ids[c.CustomID] && c.CustomID != "" {
				f.Fault(spot.In("custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED",
					"Component custom id cannot be duplicated")
			}
			ids[c.CustomID] = true
		}
		if menus > 0 && len(row.Components) > 1 {
			f.Fault(here.In("components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu fills its row.")
		}
	}
}

func (f *Form) button(place At, b wire.Component) {
	f.text(place.In("label"), b.Label, 0, 80)
	if b.Label == "" && b.Emoji == nil {
		f.Fault(place, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required.")
	}
	switch {
	case b.Style < 1 || b.Style > wire.LinkStyle:
		f.Fault(place.In("style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
	case b.Style == wire.LinkStyle:
		f.text(place.In("url"), b.URL, 1, 512)
	default:
		f.text(place.In("custom_id"), b.CustomID, 1, maxCustomID)
	}
}

func (f *Form) menu(place At, m wire.Component) {
	f.text(place.In("custom_id"), m.CustomID, 1, maxCustomID)
	f.text(place.In("placeholder"), m.Placeholder, 0, 150)
	f.Count(place.In("options"), len(m.Options), 1, maxMenu)
	least, most := Bounds(m)
	if least < 0 || least > maxMenu || most < 1 || most > maxMenu || least > most || most > len(m.Options) {
		f.Fault(place.In("max_values"), "BASE_TYPE_BAD_RANGE",
			"min_values and max_values must fit each other and the options.")
	}
	values := map[string]bool{}
	for i, o := range m.Options {
		here := place.In("options").In(i)
		f.text(here.In("label"), o.Label, 1, 100)
		f.text(here.In("value"), o.Value, 1, 100)
		f.text(here.In("description"), o.Description, 0, 100)
		if values[o.Value] {
			f.Fault(here.In("value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
				"The specified option value is already used")
		}
		values[o.Value] = true
	}
}

// Bounds are the minimum and the maximum number of values that can be chosen in a menu.
func Bounds(m wire.Component) (least, most int) {
	least, most = 1, 1
	if m.MinValues != nil {
		least = *m.MinValues
	}
	if m.MaxValues != nil {
		most = *m.MaxValues
	}
	return least, most
}

// Modal checks a form: a title and one to five rows of one text input.
func (f *Form) Modal(place At, m wire.Form) {
	f.text(place.In("title"), m.Title, 1, 45)
	f.text(place.In("custom_id"), m.CustomID, 1, maxCustomID)
	f.Count(place.In("components"), len(m.Components), 1, maxRows)
	ids := map[string]bool{}
	for i, row := range m.Components {
		here := place.In("components").In(i)
		if row.Type != wire.Row && row.Type != wire.Labelled || len(row.Components) != 1 ||
			row.Components[0].Type != wire.TextInput {
			f.Fault(here, "UNION_TYPE_CHOICES", "A form's row or label holds one text input.")
			continue
		}
		f.text(here.In("description"), row.Description, 0, 100)
		c, spot := row.Components[0], here.In("components").In(0)
		f.text(spot.In("custom_id"), c.CustomID, 1, maxCustomID)
		f.text(spot.In("label"), c.Label, 1, 45)
		f.text(spot.In("placeholder"), c.Placeholder, 0, 100)
		f.text(spot.In("value"), c.Value, 0, MaxInput)
		if c.MinLength < 0 || c.MinLength > MaxInput || c.MaxLength < 0 || c.MaxLength > MaxInput ||
			c.MaxLength > 0 && c.MinLength > c.MaxLength {
			f.Fault(spot.In("max_length"), "NUMBER_TYPE_RANGE",
				"min_length and max_length must fit each other and 4000.")
		}
		if c.Style != wire.ShortStyle && c.Style != wire.LongStyle {
			f.Fault(spot.In("style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
		}
		if ids[c.CustomID] {
			f.Fault(spot.In("custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		ids[c.CustomID] = true
	}
}

// Choices checks the answer to an autocompletion.
func (f *Form) Choices(place At, list []wire.Choice) {
	f.Count(place, len(list), 0, maxChoices)
	for i, c := range list {
		f.choice(place.In(i), c)
	}
}

func (f *Form) choice(place At, c wire.Choice) {
	f.text(place.In("name"), c.Name, 1, 100)
	for locale, name := range c.Names {
		f.text(place.In("name_localizations").In(locale), name, 1, 100)
	}
	switch v := c.Value.(type) {
	case string:
		f.text(place.In("value"), v, 0, 100)
		if strings.TrimSpace(v) == "" {
			f.Fault(place.In("value"), "BASE_TYPE_REQUIRED", "This field is required")
		}
	case float64:
	default:
		f.Fault(place.In("value"), "BASE_TYPE_CHOICES", "A string or a number is required.")
	}
}

func ContentType(r *http.Request) string {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return kind
}

// AutoArchives are the times without a message, in minutes, after which Discord archives a thread.
var AutoArchives = []int{60, 1440, 4320, 10080}
