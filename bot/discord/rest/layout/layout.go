// Package layout has the components of Discord's newer layout of messages, and those of forms, as JSON in both
// directions, with the limits that Discord keeps of them.
//
//	parts := []layout.Component{layout.Container{Accent: layout.Colour(0x336699), Components: []layout.Component{
//		layout.Section{Texts: layout.Texts("**Turn 3**", "German movement"), Accessory: orders},
//		layout.Gallery{Items: []layout.Picture{{Media: layout.Attached("map.png"), Description: "The map"}}},
//	}}}
//	err := layout.Check(layout.Draft{Flags: layout.Flag, Components: parts, Files: []string{"map.png"}})
//
// In forms discordgo 0.29 knows only text inputs in rows, and it fails to read a message or a form with any component
// that it does not know. This package reads them: of an unknown component Parts has the type and the JSON. Its
// components are discordgo's MessageComponents too, and can be sent beside discordgo's rows and buttons.
//
// components.go has what is sent in messages, form.go what is sent in forms and comes back from them, parts.go what is
// read of messages, check.go the limits.
//
// Limits: of a text Discord counts what it shows, which may be less than is sent; Check counts every character.
package layout

import (
	"encoding/json"
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// Flag marks a message in the newer layout. Once set it cannot be removed by an edit.
const Flag discordgo.MessageFlags = 1 << 15

// Component is a part of a message or a form.
type Component = discordgo.MessageComponent

// Types of components, numbered by Discord.
const (
	KindRow               discordgo.ComponentType = 1
	KindButton            discordgo.ComponentType = 2
	KindStringSelect      discordgo.ComponentType = 3
	KindTextInput         discordgo.ComponentType = 4
	KindUserSelect        discordgo.ComponentType = 5
	KindRoleSelect        discordgo.ComponentType = 6
	KindMentionableSelect discordgo.ComponentType = 7
	KindChannelSelect     discordgo.ComponentType = 8
	KindSection           discordgo.ComponentType = 9
	KindText              discordgo.ComponentType = 10
	KindThumbnail         discordgo.ComponentType = 11
	KindGallery           discordgo.ComponentType = 12
	KindFile              discordgo.ComponentType = 13
	KindSeparator         discordgo.ComponentType = 14
	KindContainer         discordgo.ComponentType = 17
	KindLabel             discordgo.ComponentType = 18
	KindUpload            discordgo.ComponentType = 19
	KindRadioGroup        discordgo.ComponentType = 21
	KindCheckboxGroup     discordgo.ComponentType = 22
	KindCheckbox          discordgo.ComponentType = 23
)

// typed encodes an object in JSON and adds the component's type.
func typed(kind discordgo.ComponentType, object any) ([]byte, error) {
	raw, err := json.Marshal(object)
	if err != nil {
		return nil, fmt.Errorf("component of type %d: %w", kind, err)
	}
	out := fmt.Appendf(nil, `{"type":%d`, kind)
	if len(raw) > len("{}") {
		out = append(out, ',')
	}
	return append(out, raw[1:]...), nil
}
