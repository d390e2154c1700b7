package layout

import (
	"encoding/json"
	"errors"
	"iter"

	"github.com/bwmarrin/discordgo"
)

// Parts are components as they are read: those of a message, of a form that was submitted, or of another component.
type Parts []Part

// Part is a component of any type. What its type does not have is zero; Raw is its JSON.
type Part struct {
	Type        discordgo.ComponentType `json:"type"`
	ID          int                     `json:"id"`
	CustomID    string                  `json:"custom_id"`
	Label       string                  `json:"label"`
	Description string                  `json:"description"`
	Content     string                  `json:"content"`
	URL         string                  `json:"url"`
	Value       any                     `json:"value"`
	Values      []string                `json:"values"`
	Options     []Option                `json:"options"`
	Items       []Picture               `json:"items"`
	Media       Media                   `json:"media"`
	File        Media                   `json:"file"`
	Emoji       json.RawMessage         `json:"emoji"`

	Components Parts `json:"components"` // of a row, a section or a container
	Accessory  *Part `json:"accessory"`  // of a section
	Component  *Part `json:"component"`  // of a label

	Raw json.RawMessage `json:"-"`
}

// UnmarshalJSON reads a component. A member whose JSON type is not that of Discord's reference is left zero: the
// component may be of a new type, in which the member means something else.
func (p *Part) UnmarshalJSON(raw []byte) error {
	type bare Part
	err := json.Unmarshal(raw, (*bare)(p))
	if _, other := errors.AsType[*json.UnmarshalTypeError](err); other {
		err = nil
	}
	p.Raw = append(json.RawMessage(nil), raw...)
	return err
}

// All returns the components and all those inside them, in the order in which they are shown.
func (list Parts) All() iter.Seq[Part] {
	return func(yield func(Part) bool) { list.each(yield) }
}

// each calls yield for every component until it returns false, and reports whether it never did.
func (list Parts) each(yield func(Part) bool) bool {
	for _, p := range list {
		if !yield(p) || !p.Components.each(yield) {
			return false
		}
		for _, in := range []*Part{p.Accessory, p.Component} {
			if in != nil && !(Parts{*in}).each(yield) {
				return false
			}
		}
	}
	return true
}

// Read returns components that are to be sent as Parts, as if they had been received.
func Read(components []Component) (list Parts, err error) {
	raw, err := json.Marshal(components)
	if err == nil {
		err = json.Unmarshal(raw, &list)
	}
	return list, err
}
