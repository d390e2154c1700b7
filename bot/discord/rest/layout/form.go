package layout

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"
)

// Label stands above a field of a form, with a description below it.
type Label struct {
	ID          int       `json:"id,omitempty"`
	Label       string    `json:"label"`
	Description string    `json:"description,omitempty"`
	Component   Component `json:"component"`
}

// TextInput takes text: one line, or many with Style 2.
type TextInput struct {
	CustomID    string                   `json:"custom_id"`
	Style       discordgo.TextInputStyle `json:"style"`
	Value       string                   `json:"value,omitempty"`
	Placeholder string                   `json:"placeholder,omitempty"`
	Required    bool                     `json:"required"`
	MinLength   int                      `json:"min_length,omitempty"`
	MaxLength   int                      `json:"max_length,omitempty"`
}

// Select is a menu: of options if Kind is KindStringSelect, else of users, roles or channels. It stands in a Label in a
// form, in a row in a message.
type Select struct {
	Kind         discordgo.ComponentType `json:"-"`
	CustomID     string                  `json:"custom_id"`
	Placeholder  string                  `json:"placeholder,omitempty"`
	Options      []Option                `json:"options,omitempty"`
	Defaults     []Default               `json:"default_values,omitempty"`
	ChannelTypes []discordgo.ChannelType `json:"channel_types,omitempty"`
	Least        *int                    `json:"min_values,omitempty"` // nil is 1
	Most         int                     `json:"max_values,omitempty"` // 0 is 1
	Optional     bool                    `json:"-"`                    // in a form: nothing need be chosen
}

// Option is a line of a menu, or one of several boxes.
type Option struct {
	Label       string                    `json:"label"`
	Value       string                    `json:"value"`
	Description string                    `json:"description,omitempty"`
	Emoji       *discordgo.ComponentEmoji `json:"emoji,omitempty"` // in menus alone
	Default     bool                      `json:"default,omitempty"`
}

// Default is a choice of a menu that is made when the form opens. Type is "user", "role" or "channel".
type Default struct {
	ID   string `json:"id"`
	Type string `json:"type"`
}

// Upload takes files.
type Upload struct {
	CustomID string `json:"custom_id"`
	Least    *int   `json:"min_values,omitempty"` // nil is 1
	Most     int    `json:"max_values,omitempty"` // 0 is 1
	Required bool   `json:"required"`
}

// RadioGroup takes one of two to ten options.
type RadioGroup struct {
	CustomID string   `json:"custom_id"`
	Options  []Option `json:"options"`
	Required bool     `json:"required"`
}

// CheckboxGroup takes some of up to ten options.
type CheckboxGroup struct {
	CustomID string   `json:"custom_id"`
	Options  []Option `json:"options"`
	Least    *int     `json:"min_values,omitempty"` // nil is 1
	Most     int      `json:"max_values,omitempty"` // 0 is all
	Required bool     `json:"required"`
}

// Checkbox takes yes or no.
type Checkbox struct {
	CustomID string `json:"custom_id"`
	Default  bool   `json:"default,omitempty"`
}

// A component's JSON contains its type.
func (Label) Type() discordgo.ComponentType         { return KindLabel }
func (TextInput) Type() discordgo.ComponentType     { return KindTextInput }
func (c Select) Type() discordgo.ComponentType      { return c.Kind }
func (Upload) Type() discordgo.ComponentType        { return KindUpload }
func (RadioGroup) Type() discordgo.ComponentType    { return KindRadioGroup }
func (CheckboxGroup) Type() discordgo.ComponentType { return KindCheckboxGroup }
func (Checkbox) Type() discordgo.ComponentType      { return KindCheckbox }

func (c Label) MarshalJSON() ([]byte, error) { type bare Label; return typed(KindLabel, bare(c)) }
func (c TextInput) MarshalJSON() ([]byte, error) {
	type bare TextInput
	return typed(KindTextInput, bare(c))
}
func (c Upload) MarshalJSON() ([]byte, error) { type bare Upload; return typed(KindUpload, bare(c)) }
func (c RadioGroup) MarshalJSON() ([]byte, error) {
	type bare RadioGroup
	return typed(KindRadioGroup, bare(c))
}
func (c Checkbox) MarshalJSON() ([]byte, error) {
	type bare Checkbox
	return typed(KindCheckbox, bare(c))
}

func (c CheckboxGroup) MarshalJSON() ([]byte, error) {
	type bare CheckboxGroup
	return typed(KindCheckboxGroup, bare(c))
}

func (c Select) MarshalJSON() ([]byte, error) {
	type bare Select
	if !c.Optional {
		return typed(c.Kind, bare(c))
	}
	return typed(c.Kind, struct {
		bare
		Required bool `json:"required"`
	}{bare: bare(c)})
}

// Answer is a field of a form as it was filled in. The components in discordgo's data of the form are Answers.
type Answer struct {
	Kind     discordgo.ComponentType
	CustomID string
	Text     string   // what was written, or the value that was chosen in a RadioGroup
	Chosen   []string // in a menu, a CheckboxGroup or an Upload: values or identifiers
	Checked  bool     // of a Checkbox
}

func (a Answer) Type() discordgo.ComponentType { return a.Kind }

// MarshalJSON returns the answer as Discord sends it.
func (a Answer) MarshalJSON() ([]byte, error) {
	object := map[string]any{"custom_id": a.CustomID}
	switch a.Kind {
	case KindTextInput, KindRadioGroup:
		object["value"] = a.Text
	case KindCheckbox:
		object["value"] = a.Checked
	default:
		object["values"] = a.Chosen
	}
	return typed(a.Kind, object)
}

// ReadForm returns the fields of a form that was submitted, as Answers, from its JSON with rows or labels. Components
// without a custom ID are passed over; one without a type is an error.
func ReadForm(components []byte) ([]Component, error) {
	var parts Parts
	if err := json.Unmarshal(components, &parts); err != nil {
		return nil, fmt.Errorf("the components of a form: %w", err)
	}
	var list []Component
	for p := range parts.All() {
		if p.Type == 0 {
			return nil, errors.New("the components of a form: one has no type")
		}
		if p.CustomID == "" {
			continue
		}
		a := Answer{Kind: p.Type, CustomID: p.CustomID, Chosen: p.Values}
		switch value := p.Value.(type) {
		case string:
			a.Text = value
		case bool:
			a.Checked = value
		}
		list = append(list, a)
	}
	return list, nil
}

// Fields returns what was written into the fields of a form, and what was chosen in them, by their custom IDs. A
// checked Checkbox has its own custom ID chosen.
func Fields(d discordgo.ModalSubmitInteractionData) (written map[string]string, chosen map[string][]string) {
	written, chosen = map[string]string{}, map[string][]string{}
	for _, c := range d.Components {
		switch a, _ := c.(Answer); a.Kind {
		case 0: // no field
		case KindTextInput:
			written[a.CustomID] = a.Text
		case KindRadioGroup:
			chosen[a.CustomID] = nil
			if a.Text != "" {
				chosen[a.CustomID] = []string{a.Text}
			}
		case KindCheckbox:
			chosen[a.CustomID] = nil
			if a.Checked {
				chosen[a.CustomID] = []string{a.CustomID}
			}
		default:
			chosen[a.CustomID] = a.Chosen
		}
	}
	return written, chosen
}
