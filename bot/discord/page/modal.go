package page

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"

	"github.com/bwmarrin/discordgo"
)

// Discord's limits of forms, in characters.
const (
	LongestField   = 4000
	titleLimit     = 45 // also of a field's label
	fieldHintLimit = 100
	formLimit      = 5 // fields
)

// OpenForm has a message open a form with one field of many lines. A value that is too long for it goes on in more
// fields, so that nothing of it is lost. One that no form has room for comes as a text file, with a reason.
func OpenForm(loc wording.Localizer, m *rest.Message, id, title, label, hint, value string) {
	parts := rest.Split(value, LongestField)
	if len(parts) > formLimit {
		*m = rest.NewMessage(loc.Say("form.too-long", "n", utf8.RuneCountInString(value), "most",
			formLimit*LongestField), nil)
		m.Attach("text.txt", []byte(value), wording.Clip(title, LabelLimit))
		return
	}
	m.Form = &rest.Modal{CustomID: id, Title: wording.Clip(title, titleLimit)}
	joint, signs := 0, joints()
	for i, part := range parts {
		m.Form.Components = append(m.Form.Components, Row(discordgo.TextInput{CustomID: paragraph(i, joint),
			Label: wording.Clip(label, titleLimit), Style: discordgo.TextInputParagraph,
			Placeholder: wording.Clip(hint, fieldHintLimit), Value: part, Required: i == 0, MaxLength: LongestField}))
		value = strings.TrimPrefix(strings.TrimLeft(value, "\n"), strings.TrimLeft(part, "\n"))
		joint = max(0, slices.IndexFunc(signs[:], func(sign string) bool { return strings.HasPrefix(value, sign) }))
		value = strings.TrimPrefix(value, " ")
	}
}

// joints returns what stands between a field and the one before: lines are divided if they are too long for a field.
func joints() [3]string { return [...]string{"\n", " ", ""} }

// paragraph returns the custom ID of one of a form's fields of many lines, with its joint to the one before.
func paragraph(i, joint int) string {
	if i == 0 {
		return "text"
	}
	return "text" + strconv.Itoa(i) + strings.Repeat("-", joint)
}

// Paragraphs returns what was written in a form with one field, or all parts of a text in several. Fields may be empty.
func Paragraphs(fields map[string]string) string {
	text, before := fields[paragraph(0, 0)], 0 // before: the last field with a text, -1 for none
	if text == "" {
		before = -1
	}
	for i := 1; i < formLimit; i++ {
		for joint, sign := range joints() {
			part := fields[paragraph(i, joint)]
			switch {
			case part == "":
				continue
			case before < i-1: // the field before this one was cleared
				sign = "\n"
			}
			text, before = text+sign+part, i
		}
	}
	return strings.TrimPrefix(text, "\n")
}

// OneLineForm returns a form with one short field that may stay empty.
func OneLineForm(id, title, label, hint string, limit int) *rest.Modal {
	field := discordgo.TextInput{CustomID: "text", Label: wording.Clip(label, titleLimit),
		Style: discordgo.TextInputShort, Placeholder: wording.Clip(hint, fieldHintLimit), MaxLength: limit}
	return &rest.Modal{CustomID: id, Title: wording.Clip(title, titleLimit), Components: OneRow(field)}
}

// Field is one short field of a form.
type Field struct {
	ID, Label, Hint string
	Required        bool
}

// fieldLength is how many characters a short field takes.
const fieldLength = 100

// FieldsForm returns a form with short fields.
func FieldsForm(id, title string, fields ...Field) *rest.Modal {
	m := &rest.Modal{CustomID: id, Title: wording.Clip(title, titleLimit)}
	for _, f := range fields {
		m.Components = append(m.Components, Row(discordgo.TextInput{CustomID: f.ID,
			Label: wording.Clip(f.Label, titleLimit), Style: discordgo.TextInputShort,
			Placeholder: wording.Clip(f.Hint, fieldHintLimit), Required: f.Required, MaxLength: fieldLength}))
	}
	return m
}
