// Package forms checks what a user chooses in a menu and fills into a form, as Discord's own programs do before they
// send it, and makes the data that the bot gets. It may read the table and changes nothing.
package forms

import (
	"slices"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/layout"
	"grognard/bot/localtable/shape"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/typed"
	"grognard/bot/localtable/wire"
	"grognard/bot/localtable/wire/parts"
)

// Resolved are the users, members, roles and channels that were chosen: by kind, then by identifier.
type Resolved map[string]map[string]any

// Submit returns the data of a form that a user submits in a channel: what he wrote into text inputs, and chose in
// menus and boxes, by custom ID.
func Submit(t *state.Table, in *state.Channel, f wire.Form, written map[string]string, chosen map[string][]string) (
	map[string]any, error) {
	s := submission{table: t, channel: in, written: written, chosen: chosen, resolved: Resolved{}}
	var list []any
	for _, c := range f.Components {
		part, err := s.part(c)
		if err != nil {
			return nil, err
		}
		list = append(list, part)
	}
	data := map[string]any{"custom_id": f.CustomID, "components": list}
	if len(s.resolved) > 0 {
		data["resolved"] = s.resolved
	}
	return data, nil
}

// submission makes the components of a submitted form. It numbers them in order: last is the last number.
type submission struct {
	table    *state.Table
	channel  *state.Channel
	written  map[string]string
	chosen   map[string][]string
	resolved Resolved
	last     int
}

func (s *submission) part(c wire.Component) (map[string]any, error) {
	s.last++
	o := map[string]any{"type": c.Type, "id": s.last}
	switch c.Type {
	case wire.Row:
		inner, err := s.field(c.Components[0], c.Components[0].Label)
		o["components"] = []any{inner}
		return o, err
	case parts.Label:
		inner, err := s.field(*c.Component, c.Label)
		o["component"] = inner
		return o, err
	}
	return o, nil
}

func (s *submission) field(c wire.Component, label string) (map[string]any, error) {
	s.last++
	o := map[string]any{"type": c.Type, "id": s.last, "custom_id": c.CustomID}
	chosen := append([]string{}, s.chosen[c.CustomID]...)
	switch c.Type {
	case wire.TextInput:
		o["value"] = s.written[c.CustomID]
		return o, checkWritten(c, label, s.written[c.CustomID])
	case parts.Checkbox:
		o["value"] = len(chosen) > 0
		return o, nil
	case parts.FileUpload:
		return nil, check.NotHere("upload of files in forms")
	}
	if err := Choose(s.table, s.channel, c, chosen, s.resolved); err != nil {
		return nil, err
	}
	if c.Type != parts.RadioGroup {
		o["values"] = chosen
		return o, nil
	}
	o["value"] = nil // of a radio group: the one chosen value, or null
	if len(chosen) > 0 {
		o["value"] = chosen[0]
	}
	return o, nil
}

// checkWritten checks what was written into a text input.
func checkWritten(c wire.Component, label, value string) error {
	n, required := utf8.RuneCountInString(value), c.Required == nil || *c.Required
	if required && n == 0 || n > 0 && n < c.MinLength || c.MaxLength > 0 && n > c.MaxLength || n > check.MaxInput {
		return typed.InputErrorf("the length of %q does not fit", label)
	}
	if c.Style == wire.ShortStyle && strings.ContainsAny(value, "\r\n") {
		return typed.InputErrorf("%q takes one line", label)
	}
	return nil
}

// Choose checks the values that are chosen in a menu or a group of boxes in a channel, and adds the users, channels and
// roles among them to resolved. Channels and roles must be those of the channel's server.
func Choose(t *state.Table, in *state.Channel, menu wire.Component, values []string, resolved Resolved) error {
	least, most := layout.Bounds(menu)
	if len(values) < least || len(values) > most { // least is 0 if nothing need be chosen
		return typed.InputErrorf("choose %d to %d", least, most)
	}
	for i, v := range values {
		if slices.Contains(values[:i], v) || !offers(t, in, menu, v, resolved) {
			return typed.InputErrorf("%q cannot be chosen", v)
		}
	}
	return nil
}

// offers reports whether a menu has a value, and adds the user, role or channel that it names to resolved.
func offers(t *state.Table, in *state.Channel, menu wire.Component, value string, resolved Resolved) bool {
	add := func(list string, v any) {
		if resolved[list] == nil {
			resolved[list] = map[string]any{}
		}
		resolved[list][value] = v
	}
	switch menu.Type {
	case parts.UserMenu, parts.MentionableMenu:
		u, ok := t.User(value)
		if ok {
			add("users", shape.User(u))
			add("members", shape.MentionedMember(u))
		}
		return ok
	case parts.RoleMenu:
		if g := t.Guild(in.GuildID); g != nil {
			for _, r := range g.Roles {
				if r.ID == value {
					add("roles", r)
					return true
				}
			}
		}
		return false
	case parts.ChannelMenu:
		c := t.Channel(value)
		if c == nil || !c.Ours() || c.GuildID != in.GuildID ||
			len(menu.ChannelTypes) > 0 && !slices.Contains(menu.ChannelTypes, c.Type) {
			return false
		}
		add("channels", shape.Channel(c))
		return true
	}
	return slices.ContainsFunc(menu.Options, func(o wire.MenuOption) bool { return o.Value == value })
}
