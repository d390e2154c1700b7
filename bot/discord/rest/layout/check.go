package layout

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits.
const (
	MaxComponents   = 40   // of a message, with those inside other components
	MaxText         = 4000 // characters of all texts of a message
	maxRow          = 5    // buttons of a row
	maxOptions      = 25   // of a menu
	maxBoxes        = 10   // of a group of boxes or radio buttons
	maxSectionTexts = 3
	maxPictures     = 10 // of a gallery
	maxAlt          = 1024
	maxID           = 100 // characters of a custom ID
	maxButton       = 80  // characters of a button
	maxLabel        = 45  // characters of a label of a form, or its title
	maxHint         = 100 // characters below a label
	maxFormFields   = 5
)

// Draft is what is sent as a message or an edit.
type Draft struct {
	Flags      discordgo.MessageFlags
	Before     discordgo.MessageFlags // of an edit: those that the message has
	Deferred   bool                   // it only promises an answer
	Content    string
	Embeds     int // how many
	Components []Component
	Files      []string // the names of the files that are sent with it
	Keeps      bool     // of an edit: the message keeps its files, whose names are not known here
}

// Limit is an error: a number that is outside of Discord's limits, and where.
type Limit struct {
	Place            string // the type and the custom ID of the component, or the message
	What             string // what is counted
	Got, Least, Most int
}

func (l *Limit) Error() string {
	return fmt.Sprintf("%s has %d %s, and %d to %d may be", l.Place, l.Got, l.What, l.Least, l.Most)
}

// The errors of Check about the newer layout as such.
var (
	ErrFlagRemoved  = errors.New("the newer layout cannot be taken from a message that has it")
	ErrFlagMissing  = errors.New("the message has components of the newer layout, and not its flag")
	ErrFlagDeferred = errors.New("a deferred answer takes the newer layout with its edit, and not before")
	ErrBeside       = errors.New("a message in the newer layout has neither content nor embeds beside its components")
)

// Check returns what Discord would refuse in a message in the newer layout. A message in the older layout is only
// checked for components of the newer one.
func Check(d Draft) error {
	parts, err := Read(d.Components)
	if err != nil {
		return err
	}
	isNew := slices.ContainsFunc(parts, func(p Part) bool { return p.Type != KindRow })
	switch {
	case d.Before&Flag != 0 && d.Flags&Flag == 0:
		return ErrFlagRemoved
	case d.Flags&Flag == 0 && isNew:
		return ErrFlagMissing
	case d.Flags&Flag == 0:
		return nil
	case d.Deferred:
		return ErrFlagDeferred
	case d.Content != "" || d.Embeds > 0:
		return ErrBeside
	}
	c := checker{files: d.Files, keeps: d.Keeps, custom: map[string]bool{}, ids: map[int]bool{}}
	c.admit(parts, "the message", KindRow, KindSection, KindText, KindGallery, KindFile, KindSeparator, KindContainer)
	c.all(parts)
	c.within("the message", "components", c.count, 1, MaxComponents)
	c.within("the message", "characters of text", c.text, 0, MaxText)
	return errors.Join(c.errs...)
}

// CheckForm returns what Discord would refuse of a form.
func CheckForm(title, customID string, components []Component) error {
	parts, err := Read(components)
	if err != nil {
		return err
	}
	c := checker{custom: map[string]bool{}, ids: map[int]bool{}}
	c.within("the form", "characters of its title", utf8.RuneCountInString(title), 1, maxLabel)
	c.within("the form", "characters of its custom ID", utf8.RuneCountInString(customID), 1, maxID)
	c.within("the form", "components", len(parts), 1, maxFormFields)
	c.admit(parts, "the form", KindRow, KindLabel, KindText)
	c.all(parts)
	return errors.Join(c.errs...)
}

// checker collects what is wrong.
type checker struct {
	files       []string
	keeps       bool // the message keeps its former files, whose names are not known
	custom      map[string]bool
	ids         map[int]bool
	count, text int
	errs        []error
}

func (c *checker) within(place, what string, got, least, most int) {
	if got < least || got > most {
		c.errs = append(c.errs, &Limit{place, what, got, least, most})
	}
}

// letters checks the length of a text.
func (c *checker) letters(place, what, text string, least, most int) {
	c.within(place, "characters of "+what, utf8.RuneCountInString(text), least, most)
}

// admit checks that place, which holds the list, may hold components of these kinds: all others are errors.
func (c *checker) admit(list Parts, place string, kinds ...discordgo.ComponentType) {
	for _, p := range list {
		if !slices.Contains(kinds, p.Type) {
			c.errs = append(c.errs, fmt.Errorf("a component of type %d cannot stand in %s", p.Type, place))
		}
	}
}

// all checks every component.
func (c *checker) all(list Parts) {
	for p := range list.All() {
		c.count++
		place := fmt.Sprintf("the component of type %d", p.Type)
		if p.CustomID != "" {
			place += fmt.Sprintf(" with the custom ID %.100q", p.CustomID)
			c.letters(place, "its custom ID", p.CustomID, 1, maxID)
			c.repeated(c.custom[p.CustomID], "custom ID", p.CustomID)
			c.custom[p.CustomID] = true
		}
		if p.ID != 0 {
			c.repeated(c.ids[p.ID], "identifier", p.ID)
			c.ids[p.ID] = true
		}
		c.one(p, place)
	}
}

// repeated notes as an error, if again is true, an identifier that the message has again.
func (c *checker) repeated(again bool, what string, id any) {
	if again {
		c.errs = append(c.errs, fmt.Errorf("the %s %v stands twice", what, id))
	}
}

// one checks what is particular to a type.
func (c *checker) one(p Part, place string) {
	switch p.Type {
	case KindRow:
		c.row(p, place)
	case KindText:
		c.text += utf8.RuneCountInString(p.Content)
		c.letters(place, "text", p.Content, 1, MaxText)
	case KindSection:
		c.within(place, "texts", len(p.Components), 1, maxSectionTexts)
		c.admit(p.Components, "a section", KindText)
		if p.Accessory == nil {
			c.within(place, "accessories", 0, 1, 1)
		} else {
			c.admit(Parts{*p.Accessory}, "a section's accessory", KindButton, KindThumbnail)
		}
	case KindThumbnail:
		c.media(place, p.Media, p.Description)
	case KindGallery:
		c.within(place, "pictures", len(p.Items), 1, maxPictures)
		for _, item := range p.Items {
			c.media(place, item.Media, item.Description)
		}
	case KindFile:
		c.media(place, p.File, "")
	case KindContainer:
		c.within(place, "components", len(p.Components), 1, MaxComponents)
		c.admit(p.Components, "a container", KindRow, KindSection, KindText, KindGallery, KindFile, KindSeparator)
	case KindButton:
		c.letters(place, "its label", p.Label, 0, maxButton)
		if p.Label == "" && p.Emoji == nil {
			c.letters(place, "its label", "", 1, maxButton)
		}
	case KindLabel:
		c.letters(place, "its label", p.Label, 1, maxLabel)
		c.letters(place, "its description", p.Description, 0, maxHint)
		if p.Component == nil {
			c.within(place, "fields", 0, 1, 1)
		} else {
			c.admit(Parts{*p.Component}, "a label", KindStringSelect, KindTextInput, KindUserSelect, KindRoleSelect,
				KindMentionableSelect, KindChannelSelect, KindUpload, KindRadioGroup, KindCheckboxGroup, KindCheckbox)
		}
	case KindStringSelect:
		c.within(place, "options", len(p.Options), 1, maxOptions)
	case KindRadioGroup:
		c.within(place, "options", len(p.Options), 2, maxBoxes)
	case KindCheckboxGroup:
		c.within(place, "options", len(p.Options), 1, maxBoxes)
	}
}

// row checks a row: buttons, or one menu or text input.
func (c *checker) row(p Part, place string) {
	most := 1
	if len(p.Components) > 0 && p.Components[0].Type == KindButton {
		most = maxRow
		c.admit(p.Components, "a row of buttons", KindButton)
	}
	c.within(place, "components", len(p.Components), 1, most)
	c.admit(p.Components, "a row", KindButton, KindStringSelect, KindTextInput, KindUserSelect, KindRoleSelect,
		KindMentionableSelect, KindChannelSelect)
}

// media checks a picture or a file. If its address says that it is sent with the message, the message must have it.
func (c *checker) media(place string, m Media, alt string) {
	c.letters(place, "its alternative text", alt, 0, maxAlt)
	name, attached := strings.CutPrefix(m.URL, attachment)
	switch {
	case m.URL == "":
		c.errs = append(c.errs, fmt.Errorf("%s has no picture or file", place))
	case attached && !c.keeps && !slices.Contains(c.files, name):
		c.errs = append(c.errs, fmt.Errorf("%s shows the file %q, which is not sent with the message", place, name))
	}
}
