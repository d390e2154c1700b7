// Package layout is Discord's components at a table: what it refuses of a message in the newer layout and of a form,
// and the shapes in which a bot gets its components back. It knows no table.
package layout

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/faults"
	"grognard/bot/localtable/wire"
	"grognard/bot/localtable/wire/parts"
)

// Discord's limits of a message in the newer layout.
const (
	maxComponents = 40
	maxText       = 4000
)

// SetFlag applies the flags of an edit or of a new message, if it gives any. The newer layout can be given to a
// message, but not be taken from it.
func SetFlag(m *wire.Message, given bool, flags int) error {
	if given && m.Flags&wire.Newer != 0 && flags&wire.Newer == 0 {
		return refuse("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The IS_COMPONENTS_V2 flag cannot be removed.",
			"flags")
	}
	m.Flags |= flags & wire.Newer
	return nil
}

// CheckPromise refuses the newer layout in the flags of a deferred answer: only the edit that fills it in may set it.
func CheckPromise(flags int) error {
	if flags&wire.Newer != 0 {
		return refuse("BASE_TYPE_CHOICES", "A deferred answer cannot be sent with the IS_COMPONENTS_V2 flag.",
			"data", "flags")
	}
	return nil
}

func refuse(code, message string, at ...string) error {
	wrong := faults.Faults{}
	wrong.Add(code, message, at...)
	return wrong.Refusal()
}

// Check refuses what Discord refuses of a message's layout.
func Check(m wire.Message) error {
	c := checker{wrong: faults.Faults{}, seen: map[string]bool{}}
	for _, a := range m.Attachments {
		c.files = append(c.files, a.Filename)
	}
	if m.Flags&wire.Newer == 0 {
		for i, p := range m.Components {
			c.checkKind(p, []string{"components", strconv.Itoa(i)}, wire.Row)
		}
		return c.wrong.Refusal()
	}
	if m.Content != "" {
		c.wrong.Add("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", "content")
	}
	c.checkList(m.Components, []string{"components"}, wire.Row, parts.Section, parts.Text, parts.Gallery,
		parts.FileShown, parts.Separator, parts.Container)
	if c.count > maxComponents {
		c.wrong.Add("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
			fmt.Sprintf("The total number of components cannot exceed %d.", maxComponents), "components")
	}
	if c.text > maxText {
		c.wrong.Add("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			fmt.Sprintf("The total displayable text size has exceeded the max size (%d)", maxText), "components")
	}
	return c.wrong.Refusal()
}

// CheckForm refuses a form that has not one to five components, or has one that cannot stand in a form.
func CheckForm(f wire.Form) error {
	c := checker{wrong: faults.Faults{}, seen: map[string]bool{}}
	if n := len(f.Components); n < 1 || n > 5 {
		c.wrong.Add("BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.", "data", "components")
	}
	c.checkList(f.Components, []string{"data", "components"}, wire.Row, parts.Label, parts.Text)
	return c.wrong.Refusal()
}

type checker struct {
	wrong       faults.Faults
	files       []string
	seen        map[string]bool // custom IDs
	count, text int             // so far: components, and characters of their texts
}

// checkKind checks that the component at a place is of one of the kinds that may stand there.
func (c *checker) checkKind(p wire.Component, at []string, kinds ...int) {
	if !slices.Contains(kinds, p.Type) {
		c.wrong.Add("UNION_TYPE_CHOICES", fmt.Sprintf("Value of field \"type\" must be one of %v.", kinds),
			append(at, "type")...)
	}
}

// checkList checks components that stand side by side.
func (c *checker) checkList(list []wire.Component, at []string, kinds ...int) {
	for i, p := range list {
		c.checkOne(p, append(slices.Clone(at), strconv.Itoa(i)), kinds...)
	}
}

// checkOne checks a component and all within it, at a place where the kinds may stand.
func (c *checker) checkOne(p wire.Component, at []string, kinds ...int) {
	c.count++
	c.checkKind(p, at, kinds...)
	if p.CustomID != "" && c.seen[p.CustomID] {
		c.wrong.Add("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated",
			append(at, "custom_id")...)
	}
	c.seen[p.CustomID] = true
	below := append(slices.Clone(at), "components")
	switch p.Type {
	case wire.Row:
		c.checkLength(len(p.Components), 5, below)
		c.checkList(p.Components, below, wire.Button, wire.Menu, wire.TextInput, parts.UserMenu, parts.RoleMenu,
			parts.MentionableMenu, parts.ChannelMenu)
	case parts.Section:
		c.checkLength(len(p.Components), 3, below)
		c.checkList(p.Components, below, parts.Text)
		c.checkInner(p.Accessory, append(at, "accessory"), wire.Button, parts.Thumbnail)
	case parts.Container:
		c.checkLength(len(p.Components), maxComponents, below)
		c.checkList(p.Components, below, wire.Row, parts.Section, parts.Text, parts.Gallery, parts.FileShown,
			parts.Separator)
	case parts.Text:
		c.text += utf8.RuneCountInString(p.Content)
		c.checkLength(utf8.RuneCountInString(p.Content), maxText, append(at, "content"))
	case parts.Gallery:
		c.checkLength(len(p.Items), 10, append(at, "items"))
		for i, item := range p.Items {
			c.checkMedia(&item.Media, append(slices.Clone(at), "items", strconv.Itoa(i), "media"))
		}
	case parts.Thumbnail:
		c.checkMedia(p.Media, append(at, "media"))
	case parts.FileShown:
		c.checkMedia(p.File, append(at, "file"))
	case parts.Label:
		c.checkInner(p.Component, append(at, "component"), wire.Menu, wire.TextInput, parts.UserMenu, parts.RoleMenu,
			parts.MentionableMenu, parts.ChannelMenu, parts.FileUpload, parts.RadioGroup, parts.CheckboxGroup,
			parts.Checkbox)
	}
}

// checkInner checks the one component that another must contain, nil if it is missing.
func (c *checker) checkInner(p *wire.Component, at []string, kinds ...int) {
	if p == nil {
		c.wrong.Add("BASE_TYPE_REQUIRED", "This field is required", at...)
		return
	}
	c.checkOne(*p, at, kinds...)
}

func (c *checker) checkLength(n, most int, at []string) {
	if n < 1 || n > most {
		c.wrong.Add("BASE_TYPE_BAD_LENGTH", fmt.Sprintf("Must be between 1 and %d in length.", most), at...)
	}
}

// checkMedia checks the address of a picture or a file: attachment:// must be followed by a file of the message.
func (c *checker) checkMedia(m *parts.Media, at []string) {
	switch {
	case m == nil || m.URL == "":
		c.wrong.Add("BASE_TYPE_REQUIRED", "This field is required", at...)
	case strings.HasPrefix(m.URL, attachment) && !slices.Contains(c.files, strings.TrimPrefix(m.URL, attachment)):
		c.wrong.Add("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
			"The referenced attachment was not found.", append(at, "url")...)
	}
}

const attachment = "attachment://"

// Attached returns the file of a message that the address of a picture names, and whether there is one.
func Attached(m wire.Message, url string) (wire.Attachment, bool) {
	i := slices.IndexFunc(m.Attachments, func(a wire.Attachment) bool { return attachment+a.Filename == url })
	if i < 0 {
		return wire.Attachment{}, false
	}
	return m.Attachments[i], true
}

// Bounds returns the least and the most values that can be chosen in a menu or a group of boxes.
func Bounds(p wire.Component) (least, most int) {
	least, most = check.Bounds(p)
	if p.Type == parts.CheckboxGroup && p.MaxValues == nil {
		most = len(p.Options)
	}
	if p.Required != nil && !*p.Required {
		least = 0
	}
	return least, most
}
