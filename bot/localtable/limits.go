package localtable

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/wire"
)

// Discord's limits: those of its published reference or, where the service is stricter, those of the service.
const (
	maxContent     = 2000
	maxEmbeds      = 10
	maxEmbedText   = 6000 // of all embeds together
	maxRows        = 5
	maxButtons     = 5
	maxMenu        = 25
	maxChoices     = 25
	maxCustomID    = 100
	maxInput       = 4000 // characters of a text input
	maxFiles       = 10
	maxUpload      = 10 << 20 // bytes of one file
	maxBody        = 64 << 20 // bytes of a request
	maxCommands    = 100
	maxFollowUps   = 5 // follow-ups to an interaction where the bot is not a member
	maxCommandText = 8000
	maxChannelName = 100
	maxTopic       = 1024
	maxSlowmode    = 21600 // seconds between two messages of a user
)

// text checks a length. Discord counts code points.
func (f *form) text(place at, s string, least, most int) {
	switch n := utf8.RuneCountInString(s); {
	case n == 0 && least > 0:
		f.fault(place, "BASE_TYPE_REQUIRED", "This field is required")
	case n < least && most > least:
		f.fault(place, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n > most && least > 0:
		f.fault(place, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	case n > most:
		f.fault(place, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	}
}

// count checks the length of a list.
func (f *form) count(place at, n, least, most int) {
	if n < least || n > most {
		f.fault(place, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// within checks a number from 0 to most.
func (f *form) within(place at, n, most int) {
	if n < 0 || n > most {
		f.fault(place, "NUMBER_TYPE_RANGE", "Value should be between 0 and %d.", most)
	}
}

// message checks what a bot sends or edits.
func (f *form) message(place at, d draft, uploads []upload) {
	f.text(place.in("content"), d.Content.Value, 0, maxContent)
	f.embeds(place.in("embeds"), d.Embeds.Value)
	f.rows(place.in("components"), d.Components.Value)
	f.count(place.in("attachments"), len(d.Attachments.Value), 0, maxFiles)
	f.count(place.in("files"), len(uploads), 0, maxFiles)
	for i, a := range d.Attachments.Value {
		if a.Description != nil {
			f.text(place.in("attachments").in(i).in("description"), *a.Description, 0, 1024)
		}
	}
	if d.Flags.Value&^(wire.Ephemeral|1<<2|1<<12) != 0 {
		f.fault(place.in("flags"), "BASE_TYPE_CHOICES", "The table knows the flags 4, 64 and 4096.")
	}
	if d.Allowed != nil && slices.Contains(d.Allowed.Parse, "users") && len(d.Allowed.Users) > 0 {
		f.fault(place.in("allowed_mentions"), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
			`parse:["users"] and users: [ids...] are mutually exclusive.`)
	}
	f.text(place.in("nonce"), string(d.Nonce), 0, 25)
	if isSet(d.Reply) || isSet(d.Poll) || len(d.Stickers) > 0 {
		f.fault(place, "UNSUPPORTED", "The local table has no replies, polls or stickers.")
	}
}

func isSet(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

func (f *form) embeds(place at, list []wire.Embed) {
	f.count(place, len(list), 0, maxEmbeds)
	total := 0
	say := func(place at, s string, least, most int) {
		f.text(place, s, least, most)
		total += utf8.RuneCountInString(s)
	}
	for i, e := range list {
		here := place.in(i)
		say(here.in("title"), e.Title, 0, 256)
		say(here.in("description"), e.Description, 0, 4096)
		if e.Author != nil {
			say(here.in("author").in("name"), e.Author.Name, 1, 256)
		}
		if e.Footer != nil {
			say(here.in("footer").in("text"), e.Footer.Text, 1, 2048)
		}
		f.count(here.in("fields"), len(e.Fields), 0, 25)
		for j, field := range e.Fields {
			say(here.in("fields").in(j).in("name"), field.Name, 1, 256)
			say(here.in("fields").in(j).in("value"), field.Value, 1, 1024)
		}
	}
	if total > maxEmbedText {
		f.fault(place, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedText)
	}
}

// rows checks the components of a message: rows of up to five buttons or of one menu.
func (f *form) rows(place at, rows []wire.Component) {
	f.count(place, len(rows), 0, maxRows)
	ids := map[string]bool{}
	for i, row := range rows {
		here := place.in(i)
		if row.Type != wire.Row {
			f.fault(here.in("type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (1,).")
			continue
		}
		f.count(here.in("components"), len(row.Components), 1, maxButtons)
		menus := 0
		for j, c := range row.Components {
			spot := here.in("components").in(j)
			switch c.Type {
			case wire.Button:
				f.button(spot, c)
			case wire.Menu:
				f.menu(spot, c)
				menus++
			default:
				f.fault(spot.in("type"), "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (2, 3).")
			}
			if ids[c.CustomID] && c.CustomID != "" {
				f.fault(spot.in("custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED",
					"Component custom id cannot be duplicated")
			}
			ids[c.CustomID] = true
		}
		if menus > 0 && len(row.Components) > 1 {
			f.fault(here.in("components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu fills its row.")
		}
	}
}

func (f *form) button(place at, b wire.Component) {
	f.text(place.in("label"), b.Label, 0, 80)
	if b.Label == "" && b.Emoji == nil {
		f.fault(place, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required.")
	}
	switch {
	case b.Style < 1 || b.Style > wire.LinkStyle:
		f.fault(place.in("style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5).")
	case b.Style == wire.LinkStyle:
		f.text(place.in("url"), b.URL, 1, 512)
	default:
		f.text(place.in("custom_id"), b.CustomID, 1, maxCustomID)
	}
}

func (f *form) menu(place at, m wire.Component) {
	f.text(place.in("custom_id"), m.CustomID, 1, maxCustomID)
	f.text(place.in("placeholder"), m.Placeholder, 0, 150)
	f.count(place.in("options"), len(m.Options), 1, maxMenu)
	least, most := bounds(m)
	if least < 0 || least > maxMenu || most < 1 || most > maxMenu || least > most || most > len(m.Options) {
		f.fault(place.in("max_values"), "BASE_TYPE_BAD_RANGE",
			"min_values and max_values must fit each other and the options.")
	}
	values := map[string]bool{}
	for i, o := range m.Options {
		here := place.in("options").in(i)
		f.text(here.in("label"), o.Label, 1, 100)
		f.text(here.in("value"), o.Value, 1, 100)
		f.text(here.in("description"), o.Description, 0, 100)
		if values[o.Value] {
			f.fault(here.in("value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
				"The specified option value is already used")
		}
		values[o.Value] = true
	}
}

// bounds are the minimum and the maximum number of values that can be chosen in a menu.
func bounds(m wire.Component) (least, most int) {
	least, most = 1, 1
	if m.MinValues != nil {
		least = *m.MinValues
	}
	if m.MaxValues != nil {
		most = *m.MaxValues
	}
	return least, most
}

// modal checks a form: a title and one to five rows of one text input.
func (f *form) modal(place at, m wire.Form) {
	f.text(place.in("title"), m.Title, 1, 45)
	f.text(place.in("custom_id"), m.CustomID, 1, maxCustomID)
	f.count(place.in("components"), len(m.Components), 1, maxRows)
	ids := map[string]bool{}
	for i, row := range m.Components {
		here := place.in("components").in(i)
		if row.Type != wire.Row && row.Type != wire.Labelled || len(row.Components) != 1 ||
			row.Components[0].Type != wire.TextInput {
			f.fault(here, "UNION_TYPE_CHOICES", "A form's row or label holds one text input.")
			continue
		}
		f.text(here.in("description"), row.Description, 0, 100)
		c, spot := row.Components[0], here.in("components").in(0)
		f.text(spot.in("custom_id"), c.CustomID, 1, maxCustomID)
		f.text(spot.in("label"), c.Label, 1, 45)
		f.text(spot.in("placeholder"), c.Placeholder, 0, 100)
		f.text(spot.in("value"), c.Value, 0, maxInput)
		if c.MinLength < 0 || c.MinLength > maxInput || c.MaxLength < 0 || c.MaxLength > maxInput ||
			c.MaxLength > 0 && c.MinLength > c.MaxLength {
			f.fault(spot.in("max_length"), "NUMBER_TYPE_RANGE",
				"min_length and max_length must fit each other and 4000.")
		}
		if c.Style != wire.ShortStyle && c.Style != wire.LongStyle {
			f.fault(spot.in("style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
		}
		if ids[c.CustomID] {
			f.fault(spot.in("custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
		}
		ids[c.CustomID] = true
	}
}

// choices checks the answer to an autocompletion.
func (f *form) choices(place at, list []wire.Choice) {
	f.count(place, len(list), 0, maxChoices)
	for i, c := range list {
		f.choice(place.in(i), c)
	}
}

func (f *form) choice(place at, c wire.Choice) {
	f.text(place.in("name"), c.Name, 1, 100)
	for locale, name := range c.Names {
		f.text(place.in("name_localizations").in(locale), name, 1, 100)
	}
	switch v := c.Value.(type) {
	case string:
		f.text(place.in("value"), v, 0, 100)
		if strings.TrimSpace(v) == "" {
			f.fault(place.in("value"), "BASE_TYPE_REQUIRED", "This field is required")
		}
	case float64:
	default:
		f.fault(place.in("value"), "BASE_TYPE_CHOICES", "A string or a number is required.")
	}
}
