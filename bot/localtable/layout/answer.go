package layout

import (
	"encoding/json"
	"slices"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/wire"
	"grognard/bot/localtable/wire/parts"
)

// ForBot returns the components of a message as the bot gets them: each has a number, and Discord's defaults are filled
// in. The message's attachments must have absolute addresses.
func ForBot(m wire.Message) []any {
	return answer{m, new(int)}.list(m.Components)
}

// Beside returns the attachments of a message that the bot gets beside the components: all except those that a
// component shows.
func Beside(m wire.Message) []wire.Attachment {
	shown := map[string]bool{}
	var note func(list []wire.Component)
	note = func(list []wire.Component) {
		for _, c := range list {
			for _, media := range append([]*parts.Media{c.Media, c.File}, pictures(c)...) {
				if media != nil {
					shown[media.URL] = true
				}
			}
			note(c.Components)
			if c.Accessory != nil {
				note([]wire.Component{*c.Accessory})
			}
		}
	}
	note(m.Components)
	return slices.DeleteFunc(slices.Clone(m.Attachments), func(a wire.Attachment) bool {
		return shown[attachment+a.Filename]
	})
}

// pictures returns the pictures of a gallery, none for another component.
func pictures(c wire.Component) (list []*parts.Media) {
	for _, p := range c.Items {
		list = append(list, &p.Media)
	}
	return list
}

// answer makes the components of a message as the bot gets them; *last is the number of the last one made.
type answer struct {
	message wire.Message
	last    *int
}

func (a answer) list(list []wire.Component) []any {
	out := []any{}
	for _, c := range list {
		out = append(out, a.one(c))
	}
	return out
}

func (a answer) one(c wire.Component) map[string]any {
	*a.last++
	o := members(c)
	if c.ID == 0 {
		o["id"] = *a.last
	}
	if c.Components != nil {
		o["components"] = a.list(c.Components)
	}
	switch c.Type {
	case wire.Menu, parts.UserMenu, parts.RoleMenu, parts.MentionableMenu, parts.ChannelMenu:
		o["min_values"], o["max_values"] = check.Bounds(c)
	case parts.Section:
		o["accessory"] = a.one(*c.Accessory)
	case parts.Thumbnail:
		o["media"], o["description"], o["spoiler"] = a.media(*c.Media), text(c.Description), c.Spoiler
	case parts.Gallery:
		items := []any{}
		for _, p := range c.Items {
			items = append(items, map[string]any{"media": a.media(p.Media), "description": text(p.Description),
				"spoiler": p.Spoiler})
		}
		o["items"] = items
	case parts.FileShown:
		file, _ := Attached(a.message, c.File.URL)
		o["file"], o["name"], o["size"], o["spoiler"] = a.media(*c.File), file.Filename, file.Size, c.Spoiler
	case parts.Separator:
		o["spacing"], o["divider"] = max(c.Spacing, 1), c.Divider == nil || *c.Divider
	case parts.Container:
		o["spoiler"], o["accent_color"] = c.Spoiler, c.Accent
	}
	return o
}

// members returns a component as its JSON object.
func members(c wire.Component) map[string]any {
	o := map[string]any{}
	raw, err := json.Marshal(c)
	if err == nil {
		err = json.Unmarshal(raw, &o)
	}
	if err != nil { // every component was JSON before
		return map[string]any{"type": c.Type}
	}
	return o
}

func text(s string) any {
	if s == "" {
		return nil // null in JSON
	}
	return s
}

// media returns a picture or a file as the bot gets it: an attachment of the message with its address and size.
func (a answer) media(m parts.Media) map[string]any {
	file, ok := Attached(a.message, m.URL)
	if !ok {
		return map[string]any{"id": a.message.ID, "url": m.URL, "proxy_url": m.URL}
	}
	o := map[string]any{"id": file.ID, "url": file.URL, "proxy_url": file.ProxyURL, "attachment_id": file.ID,
		"width": nil, "height": nil, "content_type": file.ContentType}
	if file.Width > 0 {
		o["width"], o["height"] = file.Width, file.Height
	}
	return o
}
